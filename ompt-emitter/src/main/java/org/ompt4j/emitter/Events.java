package org.ompt4j.emitter;

import jdk.internal.vm.annotation.ForceInline;
import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.CancelFlag;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.DispatchKind;
import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.EventShape;
import org.ompt4j.ompt.Member;
import org.ompt4j.ompt.MutexImpl;
import org.ompt4j.ompt.MutexKind;
import org.ompt4j.ompt.OmptDependence;
import org.ompt4j.ompt.RecordSink;
import org.ompt4j.ompt.ScopeEndpoint;
import org.ompt4j.ompt.Severity;
import org.ompt4j.ompt.State;
import org.ompt4j.ompt.SyncRegionKind;
import org.ompt4j.ompt.TaskStatus;
import org.ompt4j.ompt.ThreadType;
import org.ompt4j.ompt.WaitOutcome;
import org.ompt4j.ompt.WorkType;

/**
 * Dispatch: one test of a bit for an event that no tool wants, one interface call for one that a tool wants.
 *
 * <p>Thread safety: any thread. The mask and the sink are plain fields that threads see soon after they change: a thread can
 * deliver a few events to a sink that was just taken away, which a sink must bear.
 */
public final class Events {
    private static final EventShape THREAD_BEGIN = Event.THREAD_BEGIN.shape();
    private static final EventShape THREAD_END = Event.THREAD_END.shape();
    private static final EventShape PARALLEL_BEGIN = Event.PARALLEL_BEGIN.shape();
    private static final EventShape PARALLEL_END = Event.PARALLEL_END.shape();
    private static final EventShape IMPLICIT_TASK = Event.IMPLICIT_TASK.shape();
    private static final EventShape WORK = Event.WORK.shape();
    private static final EventShape DISPATCH = Event.DISPATCH.shape();
    private static final EventShape TASK_CREATE = Event.TASK_CREATE.shape();
    private static final EventShape TASK_SCHEDULE = Event.TASK_SCHEDULE.shape();
    private static final EventShape TASK_DEPENDENCE = Event.TASK_DEPENDENCE.shape();
    private static final EventShape SYNC_REGION = Event.SYNC_REGION.shape();
    private static final EventShape SYNC_REGION_WAIT = Event.SYNC_REGION_WAIT.shape();
    private static final EventShape REDUCTION = Event.REDUCTION.shape();
    private static final EventShape MASKED = Event.MASKED.shape();
    private static final EventShape MUTEX_ACQUIRE = Event.MUTEX_ACQUIRE.shape();
    private static final EventShape MUTEX_ACQUIRED = Event.MUTEX_ACQUIRED.shape();
    private static final EventShape MUTEX_RELEASED = Event.MUTEX_RELEASED.shape();
    private static final EventShape NEST_LOCK = Event.NEST_LOCK.shape();
    /** So many characters of an exception's message are told. */
    private static final int MOST_OF_MESSAGE = 4096;

    private static final EventShape LOCK_INIT = Event.LOCK_INIT.shape();
    private static final EventShape LOCK_DESTROY = Event.LOCK_DESTROY.shape();
    private static final EventShape CANCEL = Event.CANCEL.shape();
    private static final EventShape ERROR = Event.ERROR.shape();
    private static final EventShape DEPENDENCES = Event.DEPENDENCES.shape();
    private static final EventShape FLUSH = Event.FLUSH.shape();
    private static final EventShape CONTROL_TOOL = Event.CONTROL_TOOL.shape();
    private static final EventShape POOL = Event.POOL.shape();
    private static final EventShape POOL_WORKER = Event.POOL_WORKER.shape();
    private static final EventShape TASK_CPU_TIME = Event.TASK_CPU_TIME.shape();
    private static final EventShape TASK_LATE = Event.TASK_LATE.shape();
    private static final EventShape WAKEUP = Event.WAKEUP.shape();
    private static final EventShape WAIT = Event.WAIT.shape();

    // What moves a value to its place in an event's details: constants, unlike the fields of Member.
    private static final long CANCEL_FLAGS = Member.CANCEL_FLAGS.bits(1);
    private static final long DISPATCH_KIND = Member.DISPATCH_KIND.bits(1);
    private static final long ENDPOINT = Member.ENDPOINT.bits(1);
    private static final long IMPL = Member.IMPL.bits(1);
    private static final long MUTEX_KIND = Member.MUTEX_KIND.bits(1);
    private static final long OUTCOME = Member.OUTCOME.bits(1);
    private static final long PARALLEL_FLAGS = Member.PARALLEL_FLAGS.bits(1);
    private static final long PRIOR_TASK_STATUS = Member.PRIOR_TASK_STATUS.bits(1);
    private static final long SEVERITY = Member.SEVERITY.bits(1);
    private static final long STATE = Member.STATE.bits(1);
    private static final long SYNC_KIND = Member.SYNC_KIND.bits(1);
    private static final long TASK_FLAGS = Member.TASK_FLAGS.bits(1);
    private static final long HAS_DEPENDENCES = Member.HAS_DEPENDENCES.bits(1);
    private static final long THREAD_TYPE = Member.THREAD_TYPE.bits(1);
    private static final long WSTYPE = Member.WSTYPE.bits(1);

    private static final long WITH_CALL_SITE = Event.bitsOfAllWith(Member.CODEPTR_RA);

    private static long mask;
    private static long withCallbacks;
    private static @Nullable RecordSink sink;

    private Events() {}

    /** Makes a sink the receiver of the events of a mask, after it got all definitions made so far; null ends delivery. */
    public static void deliverTo(@Nullable RecordSink receiver, long eventMask) {
        Definitions.handOver(receiver, new Runnable() {
            @Override
            public void run() {
                long next = receiver == null ? 0 : eventMask & Settings.eventMask();
                // What both the old and the new sink want is never missed: they can stand for the same other tools.
                mask &= next;
                Listening.change(mask != 0, next != 0);
                // Hooks read the sink without any ordering: what it has made ready must be there before it is.
                Memory.UNSAFE.storeFence();
                sink = receiver;
                Memory.UNSAFE.fullFence();
                mask = next;
            }
        });
    }

    /** Says which events tools have callbacks for. */
    public static void setEventsWithCallbacks(long events) {
        withCallbacks = events;
    }

    /**
     * Whether a tool has a callback for this event, so that it has to come while the event happens. Other receivers go by the event's time
     * and are told when that costs least.
     */
    public static boolean hasCallback(Event event) {
        return (withCallbacks & event.bit()) != 0;
    }

    /** Whether anyone wants any event, so that a clock reading is worth its price. */
    public static boolean timed() {
        return mask != 0;
    }

    /** Whether anyone wants an event that carries a call site. */
    public static boolean wantsCallSites() {
        return (mask & WITH_CALL_SITE) != 0;
    }

    /** Whether anyone wants to hear of new tasks, or of what they depend on. */
    public static boolean wantsTaskCreate() {
        return (mask & (TASK_CREATE.bit() | DEPENDENCES.bit() | TASK_DEPENDENCE.bit())) != 0;
    }

    /** Whether a tool wants to hear of waits for mutexes while they last. */
    static boolean tellsMutexWaitsAtOnce() {
        return hasCallback(Event.MUTEX_ACQUIRE);
    }

    /** Whether anyone wants to hear of barriers, taskwaits and taskgroups, or of waits in them. */
    public static boolean wantsSyncRegions() {
        return (mask & (SYNC_REGION.bit() | SYNC_REGION_WAIT.bit())) != 0;
    }

    /** Whether anyone wants to hear of waits that are no attempts at mutexes, and what they ended by. */
    static boolean wantsWaits() {
        return (mask & (WAIT.bit() | SYNC_REGION_WAIT.bit())) != 0;
    }

    /** Whether anyone wants this event. */
    public static boolean wanted(Event event) {
        return (mask & event.bit()) != 0;
    }

    /** Inlined, so that a sink knows while it is compiled which event comes. */
    @ForceInline
    private static void deliver(
            ThreadContext thread,
            EventShape event,
            long time,
            Construct construct,
            long details,
            long a,
            long b,
            long c,
            long d,
            long place) {
        RecordSink to = sink;
        if (to != null) {
            try {
                long told = thread.toldAt(time);
                to.record(thread.teller(), event, told, details | construct.ordinal(), a, b, c, d, place);
            } catch (Throwable t) {
                Failures.count("tool", t);
            }
        }
    }

    /**
     * Delivers an event of the current task that names the region which that is in. The task can outlive the region: a tool whose callback
     * this is hears nothing of a region that it was told the end of.
     */
    @ForceInline
    private static void deliverInRegion(
            ThreadContext thread,
            EventShape event,
            long time,
            Construct construct,
            long details,
            long c,
            long d,
            long place) {
        long task = thread.tasks().currentTaskId();
        Region told = (withCallbacks & event.bit()) == 0 ? null : thread.tasks().tellOpenRegion();
        long region = told == null ? thread.tasks().regionId() : told.id;
        try {
            deliver(thread, event, time, construct, details, task, region, c, d, place);
        } finally {
            if (told != null) {
                told.endTelling();
            }
        }
    }

    /** Delivers an event of the current task at a call site. */
    @ForceInline
    private static void deliverOfTask(
            ThreadContext thread,
            EventShape event,
            long time,
            Construct construct,
            long details,
            long b,
            long c,
            int callSite) {
        long task = thread.tasks().currentTaskId();
        deliver(thread, event, time, construct, details, task, b, c, 0, EventShape.place(callSite, 0));
    }

    private static void deliverWith(
            Object payload,
            ThreadContext thread,
            EventShape event,
            long time,
            Construct construct,
            long details,
            long a,
            long b,
            long c,
            int callSite) {
        RecordSink to = sink;
        if (to != null) {
            try {
                to.recordWith(
                        thread.teller(),
                        event,
                        thread.toldAt(time),
                        details | construct.ordinal(),
                        a,
                        b,
                        c,
                        EventShape.place(callSite, 0),
                        payload);
            } catch (Throwable t) {
                Failures.count("tool", t);
            }
        }
    }

    static void threadBegin(ThreadContext c, long time, Construct k, ThreadType type) {
        if ((mask & THREAD_BEGIN.bit()) != 0) {
            long details = type.value() * THREAD_TYPE;
            deliver(c, THREAD_BEGIN, time, k, details, 0, 0, 0, 0, 0);
        }
    }

    static void threadEnd(ThreadContext c, long time, Construct k) {
        if ((mask & THREAD_END.bit()) != 0) {
            deliver(c, THREAD_END, time, k, 0, 0, 0, 0, 0, 0);
        }
    }

    static void parallelBegin(ThreadContext c, long time, Region region, int body) {
        if ((mask & PARALLEL_BEGIN.bit()) != 0) {
            long details = region.flags * PARALLEL_FLAGS;
            long place = EventShape.place(region.codeptrRa, body);
            long task = region.parentTaskId;
            int requested = region.requestedParallelism;
            deliver(c, PARALLEL_BEGIN, time, region.construct, details, task, region.id, requested, 0, place);
        }
    }

    static void parallelEnd(ThreadContext c, long time, Region region, int callSite) {
        if ((mask & PARALLEL_END.bit()) != 0) {
            long details = region.flags * PARALLEL_FLAGS;
            long place = EventShape.place(callSite, 0);
            deliver(
                    c,
                    PARALLEL_END,
                    time,
                    region.construct,
                    details,
                    region.parentTaskId,
                    region.id,
                    region.members(),
                    0,
                    place);
        }
    }

    /** {@code parallel} and {@code actual} are 0 at the end. */
    static void implicitTask(
            ThreadContext c, long time, TaskFrame frame, ScopeEndpoint endpoint, long parallel, int actual, int flags) {
        if ((mask & IMPLICIT_TASK.bit()) != 0) {
            long details = endpoint.value() * ENDPOINT | flags * TASK_FLAGS;
            long task = frame.taskId;
            deliver(c, IMPLICIT_TASK, time, frame.construct, details, task, parallel, actual, frame.index, 0);
        }
    }

    /** A work region begins or ends on the current task. {@code count} is 0 where it is not known. */
    public static void work(
            ThreadContext c, long time, Construct k, WorkType type, ScopeEndpoint endpoint, long count, int callSite) {
        if ((mask & WORK.bit()) != 0) {
            long details = type.value() * WSTYPE | endpoint.value() * ENDPOINT;
            deliverInRegion(c, WORK, time, k, details, count, 0, EventShape.place(callSite, 0));
        }
    }

    /** The current task is given iterations or a section. {@code start} -1 and {@code iterations} 0 mean unknown. */
    public static void dispatch(
            ThreadContext c, long time, Construct k, DispatchKind kind, long start, long iterations) {
        if ((mask & DISPATCH.bit()) != 0) {
            Region region = c.tasks().currentRegion();
            long place = EventShape.place(region == null ? 0 : region.codeptrRa(), 0);
            long details = kind.value() * DISPATCH_KIND;
            deliverInRegion(c, DISPATCH, time, k, details, start, iterations, place);
        }
    }

    static void taskCreate(
            ThreadContext c,
            long time,
            Construct k,
            long newTask,
            int flags,
            boolean dependent,
            int callSite,
            int body) {
        if ((mask & TASK_CREATE.bit()) != 0) {
            long details = flags * TASK_FLAGS | (dependent ? HAS_DEPENDENCES : 0);
            long task = c.tasks().currentTaskId();
            deliver(c, TASK_CREATE, time, k, details, task, newTask, 0, 0, EventShape.place(callSite, body));
        }
    }

    static void taskSchedule(ThreadContext c, long time, Construct k, long prior, TaskStatus status, long next) {
        if ((mask & TASK_SCHEDULE.bit()) != 0) {
            long details = status.value() * PRIOR_TASK_STATUS;
            deliver(c, TASK_SCHEDULE, time, k, details, prior, next, 0, 0, 0);
        }
    }

    /**
     * A task that was created just now depends on others, or others on it.
     *
     * @param deps the caller's; the first {@code count} entries count
     */
    public static void dependences(
            ThreadContext c, long time, Construct k, long task, OmptDependence[] deps, int count) {
        if ((mask & DEPENDENCES.bit()) != 0) {
            deliverWith(deps, c, DEPENDENCES, time, k, 0, task, 0, count, 0);
        }
    }

    /** The sink task, which has dependences, cannot be complete before the source task is, and that is not. */
    public static void taskDependence(ThreadContext c, long time, Construct k, long sourceTask, long sinkTask) {
        if ((mask & TASK_DEPENDENCE.bit()) != 0) {
            deliver(c, TASK_DEPENDENCE, time, k, 0, sourceTask, sinkTask, 0, 0, 0);
        }
    }

    /** A sync region of the current task, in the region that the task is in. */
    static void syncRegionOfTask(
            ThreadContext c,
            long time,
            Construct k,
            SyncRegionKind kind,
            ScopeEndpoint endpoint,
            long waitId,
            int callSite) {
        if ((mask & SYNC_REGION.bit()) != 0) {
            long details = kind.value() * SYNC_KIND | endpoint.value() * ENDPOINT;
            deliverInRegion(c, SYNC_REGION, time, k, details, waitId, 0, EventShape.place(callSite, 0));
        }
    }

    /** A wait in such a one. */
    static void syncRegionWaitOfTask(
            ThreadContext c,
            long time,
            Construct k,
            SyncRegionKind kind,
            ScopeEndpoint endpoint,
            long waitId,
            int callSite) {
        syncRegionWaitOfTask(c, time, k, kind, endpoint, WaitOutcome.UNSPECIFIED, waitId, callSite);
    }

    /** As the other one; of a begin the outcome is unspecified. */
    static void syncRegionWaitOfTask(
            ThreadContext c,
            long time,
            Construct k,
            SyncRegionKind kind,
            ScopeEndpoint endpoint,
            WaitOutcome outcome,
            long waitId,
            int callSite) {
        if ((mask & SYNC_REGION_WAIT.bit()) != 0) {
            long details = kind.value() * SYNC_KIND | endpoint.value() * ENDPOINT | outcome.value() * OUTCOME;
            deliverInRegion(c, SYNC_REGION_WAIT, time, k, details, waitId, 0, EventShape.place(callSite, 0));
        }
    }

    /** @param parallel the region of which the current task is the implicit one; 0 if tools may have heard of its end */
    static void syncRegion(
            ThreadContext c,
            long time,
            Construct k,
            SyncRegionKind kind,
            ScopeEndpoint endpoint,
            long parallel,
            long waitId,
            int callSite) {
        if ((mask & SYNC_REGION.bit()) != 0) {
            long details = kind.value() * SYNC_KIND | endpoint.value() * ENDPOINT;
            deliverOfTask(c, SYNC_REGION, time, k, details, parallel, waitId, callSite);
        }
    }

    static void syncRegionWait(
            ThreadContext c,
            long time,
            Construct k,
            SyncRegionKind kind,
            ScopeEndpoint endpoint,
            long parallel,
            long waitId,
            int callSite) {
        if ((mask & SYNC_REGION_WAIT.bit()) != 0) {
            long details = kind.value() * SYNC_KIND | endpoint.value() * ENDPOINT;
            deliverOfTask(c, SYNC_REGION_WAIT, time, k, details, parallel, waitId, callSite);
        }
    }

    /** Combining of partial results by the current task begins or ends. */
    public static void reduction(ThreadContext c, long time, Construct k, ScopeEndpoint endpoint, int callSite) {
        if ((mask & REDUCTION.bit()) != 0) {
            long details = SyncRegionKind.REDUCTION.value() * SYNC_KIND | endpoint.value() * ENDPOINT;
            deliverInRegion(c, REDUCTION, time, k, details, 0, 0, EventShape.place(callSite, 0));
        }
    }

    /** A masked region of the current task begins or ends. */
    public static void masked(ThreadContext c, long time, Construct k, ScopeEndpoint endpoint, int callSite) {
        if ((mask & MASKED.bit()) != 0) {
            long details = endpoint.value() * ENDPOINT;
            deliverInRegion(c, MASKED, time, k, details, 0, 0, EventShape.place(callSite, 0));
        }
    }

    /** {@code owner} is the thread that held the mutex when the wait began; 0 where that is not known. */
    static void mutexAcquire(
            ThreadContext c,
            long time,
            Construct k,
            MutexKind kind,
            MutexImpl impl,
            long waitId,
            long owner,
            int callSite) {
        if ((mask & MUTEX_ACQUIRE.bit()) != 0) {
            long details = kind.value() * MUTEX_KIND | impl.value() * IMPL;
            deliver(c, MUTEX_ACQUIRE, time, k, details, waitId, owner, 0, 0, EventShape.place(callSite, 0));
        }
    }

    static void mutexAcquired(ThreadContext c, long time, Construct k, MutexKind kind, long waitId, int callSite) {
        if ((mask & MUTEX_ACQUIRED.bit()) != 0) {
            long details = kind.value() * MUTEX_KIND;
            deliver(c, MUTEX_ACQUIRED, time, k, details, waitId, 0, 0, 0, EventShape.place(callSite, 0));
        }
    }

    static void mutexReleased(ThreadContext c, long time, Construct k, MutexKind kind, long waitId, int callSite) {
        if ((mask & MUTEX_RELEASED.bit()) != 0) {
            long details = kind.value() * MUTEX_KIND;
            deliver(c, MUTEX_RELEASED, time, k, details, waitId, 0, 0, 0, EventShape.place(callSite, 0));
        }
    }

    static void nestLock(ThreadContext c, long time, Construct k, ScopeEndpoint endpoint, long waitId, int callSite) {
        if ((mask & NEST_LOCK.bit()) != 0) {
            long details = endpoint.value() * ENDPOINT;
            deliver(c, NEST_LOCK, time, k, details, waitId, 0, 0, 0, EventShape.place(callSite, 0));
        }
    }

    static void lockInit(
            ThreadContext c, long time, Construct k, MutexKind kind, MutexImpl impl, long waitId, int callSite) {
        if ((mask & LOCK_INIT.bit()) != 0) {
            long details = kind.value() * MUTEX_KIND | impl.value() * IMPL;
            deliver(c, LOCK_INIT, time, k, details, waitId, 0, 0, 0, EventShape.place(callSite, 0));
        }
    }

    static void lockDestroy(ThreadContext c, long time, Construct k, MutexKind kind, long waitId, int callSite) {
        if ((mask & LOCK_DESTROY.bit()) != 0) {
            long details = kind.value() * MUTEX_KIND;
            deliver(c, LOCK_DESTROY, time, k, details, waitId, 0, 0, 0, EventShape.place(callSite, 0));
        }
    }

    /** The thread makes its view of memory consistent. */
    public static void flush(ThreadContext c, long time, Construct k, int callSite) {
        if ((mask & FLUSH.bit()) != 0) {
            deliver(c, FLUSH, time, k, 0, 0, 0, 0, 0, EventShape.place(callSite, 0));
        }
    }

    /**
     * A cancellation is activated, detected, or discards a task.
     *
     * @param flags a disjunction of {@link CancelFlag}
     */
    public static void cancel(ThreadContext c, long time, Construct k, long task, int flags, int callSite) {
        c.tasks().abandonRegions();
        if ((mask & CANCEL.bit()) != 0) {
            long details = flags * CANCEL_FLAGS;
            deliver(c, CANCEL, time, k, details, task, 0, 0, 0, EventShape.place(callSite, 0));
        }
    }

    /** An exception left a task or a thread; the message is its class and text, the call site where it comes from. */
    public static void error(ThreadContext c, long time, Construct k, Severity severity, Throwable thrown) {
        c.tasks().abandonRegions();
        if ((mask & ERROR.bit()) != 0) {
            long details = severity.value() * SEVERITY;
            // Threads end less often than tasks, and cost more: where an exception came from that ended one is always
            // told.
            int site = severity == Severity.FATAL ? StackSites.innermostOf(thrown) : SampledSites.ofThrown(thrown);
            deliverWith(textOf(thrown), c, ERROR, time, k, details, 0, 0, 0, site);
        }
    }

    static String textOf(Throwable thrown) {
        String type = thrown.getClass().getName();
        try {
            String text = thrown.getMessage();
            return text == null ? type : type.concat(": ").concat(cut(text));
        } catch (Throwable t) {
            Failures.count("tool", t);
            return type;
        }
    }

    /** Messages can have what a request or a file had in them. */
    private static String cut(String text) {
        return text.length() <= MOST_OF_MESSAGE
                ? text
                : text.substring(0, MOST_OF_MESSAGE).concat("...");
    }

    /** The thread sent a command to the tools; {@link UnobservedScope} reports it. */
    static void controlTool(ThreadContext c, long time, Construct k, long command, long modifier, int callSite) {
        if ((mask & CONTROL_TOOL.bit()) != 0) {
            deliver(c, CONTROL_TOOL, time, k, 0, command, modifier, 0, 0, EventShape.place(callSite, 0));
        }
    }

    /** A pool begins or ends; {@link Pool} reports it. */
    static void pool(
            ThreadContext c,
            long time,
            Construct k,
            ScopeEndpoint endpoint,
            String name,
            long poolId,
            int requestedParallelism,
            int callSite) {
        if ((mask & POOL.bit()) != 0) {
            long details = endpoint.value() * ENDPOINT;
            deliverWith(name, c, POOL, time, k, details, 0, poolId, requestedParallelism, callSite);
        }
    }

    /** The thread begins or ceases to work for a pool; {@link Pool} reports it. */
    static void poolWorker(ThreadContext c, long time, Construct k, ScopeEndpoint endpoint, long poolId) {
        if ((mask & POOL_WORKER.bit()) != 0) {
            deliver(c, POOL_WORKER, time, k, endpoint.value() * ENDPOINT, poolId, 0, 0, 0, 0);
        }
    }

    /** The current task, an implicit one, has had a processor for so long; {@link Regions} reports it. */
    static void taskCpuTime(ThreadContext c, long time, Construct k, long cpuNanos) {
        if ((mask & TASK_CPU_TIME.bit()) != 0) {
            deliverOfTask(c, TASK_CPU_TIME, time, k, 0, cpuNanos, 0, 0);
        }
    }

    /** The current task, which has just begun, was due earlier. */
    public static void taskLate(ThreadContext c, long time, Construct k, long lateness, long period) {
        if ((mask & TASK_LATE.bit()) != 0) {
            deliverOfTask(c, TASK_LATE, time, k, 0, lateness, period, 0);
        }
    }

    /** The current task ends the wait of the threads that wait for {@code waitId}. */
    public static void wakeup(ThreadContext c, long time, Construct k, long waitId, int callSite) {
        if ((mask & WAKEUP.bit()) != 0) {
            deliverOfTask(c, WAKEUP, time, k, 0, waitId, 0, callSite);
        }
    }

    /** The current task begins to wait in a way that OMPT has no event for, or does not any more; {@link Waits} reports it. */
    static void wait(
            ThreadContext c, long time, Construct k, ScopeEndpoint endpoint, State state, long waitId, int callSite) {
        wait(c, time, k, endpoint, state, WaitOutcome.UNSPECIFIED, waitId, callSite);
    }

    /** As the other one; of a begin the outcome is unspecified. */
    static void wait(
            ThreadContext c,
            long time,
            Construct k,
            ScopeEndpoint endpoint,
            State state,
            WaitOutcome outcome,
            long waitId,
            int callSite) {
        if ((mask & WAIT.bit()) != 0) {
            long details = state.value() * STATE | endpoint.value() * ENDPOINT | outcome.value() * OUTCOME;
            deliverOfTask(c, WAIT, time, k, details, waitId, 0, callSite);
        }
    }
}
