package org.ompt4j.emitter.tool;

import java.util.Objects;
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
import org.ompt4j.ompt.OmptCallback;
import org.ompt4j.ompt.OmptData;
import org.ompt4j.ompt.OmptDependence;
import org.ompt4j.ompt.OmptThread;
import org.ompt4j.ompt.RecordSink;
import org.ompt4j.ompt.ScopeEndpoint;
import org.ompt4j.ompt.Severity;
import org.ompt4j.ompt.State;
import org.ompt4j.ompt.SyncRegionKind;
import org.ompt4j.ompt.TaskFlag;
import org.ompt4j.ompt.TaskStatus;
import org.ompt4j.ompt.ThreadType;
import org.ompt4j.ompt.WorkType;

/**
 * Turns records of events into calls of the callbacks of one tool, with the tool's own data objects instead of ids.
 *
 * <p>Thread safety: as for every sink. Exceptions of callbacks are passed only to the owner.
 */
final class CallbackSink implements RecordSink {
    /*
     * Overview. Data of a region or task lives from its begin event to its end event. So the sink receives these events as soon as any callback can
     * use the data, even if they have no callback. A thread's data is in the thread's sink slot. The thread that finalizes the runtime reports the
     * last events of other threads: then `onBehalf` is the slot that belongs to its callback; otherwise it is the slot of the calling thread.
     */
    /** Is notified if a callback throws. */
    interface Owner {
        void callbackThrew(Event event, Throwable thrown);
    }

    private static final long REGION_LIFE = Event.PARALLEL_BEGIN.bit() | Event.PARALLEL_END.bit();
    private static final long TASK_LIFE =
            Event.TASK_CREATE.bit() | Event.TASK_SCHEDULE.bit() | Event.IMPLICIT_TASK.bit() | Event.CANCEL.bit();

    /** Events that are needed to know when a task's data can be dropped. */
    private static final long TASK_ENDS = Event.TASK_SCHEDULE.bit() | Event.IMPLICIT_TASK.bit();

    /** Events whose callbacks are called without a record. */
    private static final long NO_RECORDS = Event.CONTROL_TOOL.bit() | Callbacks.DEVICE_EVENTS;

    private final Core core;
    private final Owner owner;
    private final Callbacks callbacks = new Callbacks();
    private final ToolData data = new ToolData();
    private volatile @Nullable ThreadSlot onBehalf;
    private volatile @Nullable Thread finalizer;

    /** Whether the tool has asked for the data of a thread, which then has to be the same next time. */
    private volatile boolean asksForThreadData;

    /** Whether the tool has asked for data of tasks or regions outside of callbacks that pass it. */
    private volatile boolean asksForData;

    CallbackSink(Core core, Owner owner) {
        this.core = core;
        this.owner = owner;
    }

    Callbacks callbacks() {
        return callbacks;
    }

    /** The events to receive: those with a registered callback, and those that begin and end the data of such callbacks. */
    long eventMask(long availableEvents) {
        long mask = callbacks.registered() & ~NO_RECORDS | (asksForThreadData ? Event.THREAD_END.bit() : 0);
        boolean usesRegions = asksForData || callbacks.useRegions(availableEvents);
        boolean usesTasks = asksForData || callbacks.useTasks(availableEvents);
        boolean keepsRegions = usesRegions && (availableEvents & REGION_LIFE) == REGION_LIFE;
        boolean keepsTasks = usesTasks && (availableEvents & TASK_ENDS) == TASK_ENDS;
        data.keep(keepsRegions, keepsTasks);
        return mask | (keepsRegions ? REGION_LIFE | Event.IMPLICIT_TASK.bit() : 0) | (keepsTasks ? TASK_LIFE : 0);
    }

    /** Notes that the tool has asked for thread data. Returns true for the first time: then other events are wanted from now on. */
    boolean asksForThreadData() {
        boolean first = !asksForThreadData;
        asksForThreadData = true;
        return first;
    }

    /** Notes that the tool has asked for data of tasks and regions. Returns true for the first time: then other events are wanted from now on. */
    boolean asksForData() {
        boolean first = !asksForData;
        asksForData = true;
        return first;
    }

    /** The data of regions and tasks, for callbacks and inquiries. */
    ToolData data() {
        return data;
    }

    /** The slot of the callback that the calling thread is in, or null outside of callbacks; {@code current} is the thread's own slot. */
    @Nullable
    ThreadSlot running(@Nullable ThreadSlot current) {
        if (current != null && current.inCallback) {
            return current;
        }
        return finalizer == Thread.currentThread() ? onBehalf : null;
    }

    /** The slot of this tool on a thread, made on the thread's first event. */
    ThreadSlot slot(OmptThread thread) {
        if (thread.sinkSlot instanceof ThreadSlot known) {
            return known;
        }
        OmptThread current = core.currentThread();
        boolean own = current != null && current.id() == thread.id();
        ThreadSlot made = new ThreadSlot(thread, own ? Thread.currentThread() : null);
        thread.sinkSlot = made;
        return made;
    }

    private ThreadSlot enter(OmptThread thread, long timeNanos, Construct construct) {
        ThreadSlot slot = slot(thread);
        slot.enter(timeNanos, construct);
        if (isOnBehalf(slot)) {
            onBehalf = slot;
            finalizer = Thread.currentThread();
        }
        return slot;
    }

    /** Whether the callback is about another thread than the calling one (or the carrier, if the calling thread is virtual). */
    private boolean isOnBehalf(ThreadSlot slot) {
        return slot.owner != Thread.currentThread() && core.currentThread() != slot.thread;
    }

    private void leave(ThreadSlot slot) {
        slot.leave();
        if (isOnBehalf(slot)) {
            finalizer = null;
            onBehalf = null;
        }
    }

    /** Makes the data of a region or task that begins with this event, before the callback is called. */
    private void begin(OmptThread thread, Event event, long details, long a, long b) {
        if (event == Event.PARALLEL_BEGIN) {
            data.beginRegion(b);
        } else if (event == Event.TASK_CREATE) {
            data.beginTask(b, Member.TASK_FLAGS.in(details));
        } else if (event == Event.IMPLICIT_TASK && endpoint(details) == ScopeEndpoint.BEGIN) {
            data.beginTask(a, Member.TASK_FLAGS.in(details));
            if ((Member.TASK_FLAGS.in(details) & TaskFlag.INITIAL) != 0) {
                data.beginRegion(b);
                slot(thread).initialRegionId = b;
            }
        }
    }

    /** Drops the data of a region or task that ends with this event, after the callback was called. */
    private void end(OmptThread thread, Event event, long details, long a, long b) {
        if (event == Event.PARALLEL_END) {
            data.end(b);
        } else if (event == Event.TASK_SCHEDULE) {
            if (status(details).endsTask()) {
                data.end(a);
            }
        } else if (event == Event.CANCEL) {
            if ((Member.CANCEL_FLAGS.in(details) & CancelFlag.DISCARDED_TASK) != 0) {
                data.end(a);
            }
        } else if (event == Event.IMPLICIT_TASK && endpoint(details) == ScopeEndpoint.END) {
            data.end(a);
            if ((Member.TASK_FLAGS.in(details) & TaskFlag.INITIAL) != 0) {
                data.end(slot(thread).initialRegionId);
            }
        }
    }

    private static OmptData instance(ThreadSlot slot, DispatchKind kind, long start, long iterations) {
        OmptData instance = slot.instance;
        instance.value = start;
        instance.ptr = null;
        if (kind != DispatchKind.ITERATION && kind != DispatchKind.SECTION) {
            slot.chunk.start = start;
            slot.chunk.iterations = iterations;
            instance.ptr = slot.chunk;
        }
        return instance;
    }

    @Override
    @ForceInline
    public void record(
            OmptThread thread,
            EventShape event,
            long timeNanos,
            long details,
            long a,
            long b,
            long c,
            long d,
            long place) {
        deliver(thread, event, timeNanos, details, a, b, c, d, place, null);
    }

    @Override
    public void recordWith(
            OmptThread thread,
            EventShape event,
            long timeNanos,
            long details,
            long a,
            long b,
            long c,
            long place,
            Object payload) {
        deliver(thread, event, timeNanos, details, a, b, c, 0, place, payload);
    }

    @ForceInline
    private void deliver(
            OmptThread thread,
            EventShape shape,
            long timeNanos,
            long details,
            long a,
            long b,
            long c,
            long d,
            long place,
            @Nullable Object payload) {
        Event event = shape.event();
        boolean aboutLife = (shape.bit() & (REGION_LIFE | TASK_LIFE)) != 0;
        if (aboutLife) {
            begin(thread, event, details, a, b);
        }
        OmptCallback callback = callbacks.get(event);
        if (callback != null && mayCall(event, details)) {
            ThreadSlot slot = enter(thread, timeNanos, Construct.in(details));
            slot.encounters = event == Event.PARALLEL_BEGIN || event == Event.TASK_CREATE;
            slot.body = EventShape.body(place);
            slot.actualParallelism = event == Event.PARALLEL_END ? (int) c : 0;
            slot.mutexOwner = event == Event.MUTEX_ACQUIRE ? b : 0;
            boolean wasInterrupted = core.isInterrupted();
            try {
                call(callback, slot, event, details, a, b, c, d, EventShape.codeptrRa(place), payload);
            } catch (Throwable thrown) {
                owner.callbackThrew(event, thrown);
            } finally {
                leave(slot);
                core.giveBack(slot.thread, wasInterrupted);
            }
        }
        if (aboutLife) {
            end(thread, event, details, a, b);
        }
    }

    /** Other waits are reported in the middle of the JDK's own work: a callback that parks there would use up the permit that the JDK waits for. */
    @ForceInline
    private static boolean mayCall(Event event, long details) {
        if (event != Event.WAIT) {
            return true;
        }
        State state = State.of(Member.STATE.in(details));
        return state == State.WAIT_CONDITION || state.isForMutex();
    }

    /** Calls the callback of one event. Where it is inlined into a hook, the event is a constant, and the JIT removes all other branches. */
    @ForceInline
    private void call(
            OmptCallback callback,
            ThreadSlot slot,
            Event event,
            long details,
            long a,
            long b,
            long c,
            long d,
            int codeptrRa,
            @Nullable Object payload) {
        if (event == Event.THREAD_BEGIN) {
            ((OmptCallback.ThreadBegin) callback).threadBegin(ThreadType.of(Member.THREAD_TYPE.in(details)), slot.data);
        } else if (event == Event.THREAD_END) {
            ((OmptCallback.ThreadEnd) callback).threadEnd(slot.data);
        } else if (event == Event.PARALLEL_BEGIN) {
            ((OmptCallback.ParallelBegin) callback)
                    .parallelBegin(
                            data.findOrNull(a),
                            new CallbackFrame(core, slot),
                            data.find(b),
                            (int) c,
                            Member.PARALLEL_FLAGS.in(details),
                            codeptrRa);
        } else if (event == Event.PARALLEL_END) {
            ((OmptCallback.ParallelEnd) callback)
                    .parallelEnd(data.find(b), data.findOrNull(a), Member.PARALLEL_FLAGS.in(details), codeptrRa);
        } else if (event == Event.IMPLICIT_TASK) {
            ((OmptCallback.ImplicitTask) callback)
                    .implicitTask(
                            endpoint(details),
                            data.findOrNull(b),
                            data.find(a),
                            (int) c,
                            (int) d,
                            Member.TASK_FLAGS.in(details));
        } else if (event == Event.WORK) {
            ((OmptCallback.Work) callback)
                    .work(
                            WorkType.of(Member.WSTYPE.in(details)),
                            endpoint(details),
                            data.findOrNull(b),
                            data.findOrNull(a),
                            c,
                            codeptrRa);
        } else if (event == Event.DISPATCH) {
            DispatchKind kind = DispatchKind.of(Member.DISPATCH_KIND.in(details));
            ((OmptCallback.Dispatch) callback)
                    .dispatch(data.findOrNull(b), data.findOrNull(a), kind, instance(slot, kind, c, d));
        } else if (event == Event.TASK_CREATE) {
            ((OmptCallback.TaskCreate) callback)
                    .taskCreate(
                            data.findOrNull(a),
                            new CallbackFrame(core, slot),
                            data.find(b),
                            Member.TASK_FLAGS.in(details),
                            Member.HAS_DEPENDENCES.in(details) != 0,
                            codeptrRa);
        } else if (event == Event.TASK_SCHEDULE) {
            ((OmptCallback.TaskSchedule) callback)
                    .taskSchedule(data.findOrNull(a), status(details), data.findOrNull(b));
        } else if (event == Event.DEPENDENCES) {
            ((OmptCallback.Dependences) callback)
                    .dependences(data.find(a), (OmptDependence[]) Objects.requireNonNull(payload), (int) c);
        } else if (event == Event.TASK_DEPENDENCE) {
            OmptData source = data.ofTaskStillAlive(a);
            if (source != null) {
                ((OmptCallback.TaskDependence) callback).taskDependence(source, data.find(b));
            }
        } else if (event == Event.SYNC_REGION) {
            ((OmptCallback.SyncRegion) callback)
                    .syncRegion(
                            syncKind(details), endpoint(details), data.findOrNull(b), data.findOrNull(a), codeptrRa);
        } else if (event == Event.SYNC_REGION_WAIT) {
            ((OmptCallback.SyncRegionWait) callback)
                    .syncRegionWait(
                            syncKind(details), endpoint(details), data.findOrNull(b), data.findOrNull(a), codeptrRa);
        } else if (event == Event.REDUCTION) {
            ((OmptCallback.Reduction) callback)
                    .reduction(syncKind(details), endpoint(details), data.findOrNull(b), data.findOrNull(a), codeptrRa);
        } else if (event == Event.MASKED) {
            ((OmptCallback.Masked) callback)
                    .masked(endpoint(details), data.findOrNull(b), data.findOrNull(a), codeptrRa);
        } else if (event == Event.MUTEX_ACQUIRE) {
            ((OmptCallback.MutexAcquire) callback)
                    .mutexAcquire(mutexKind(details), Member.HINT.in(details), impl(details), a, codeptrRa);
        } else if (event == Event.MUTEX_ACQUIRED) {
            ((OmptCallback.MutexAcquired) callback).mutexAcquired(mutexKind(details), a, codeptrRa);
        } else if (event == Event.MUTEX_RELEASED) {
            ((OmptCallback.MutexReleased) callback).mutexReleased(mutexKind(details), a, codeptrRa);
        } else if (event == Event.NEST_LOCK) {
            ((OmptCallback.NestLock) callback).nestLock(endpoint(details), a, codeptrRa);
        } else if (event == Event.LOCK_INIT) {
            ((OmptCallback.LockInit) callback)
                    .lockInit(mutexKind(details), Member.HINT.in(details), impl(details), a, codeptrRa);
        } else if (event == Event.LOCK_DESTROY) {
            ((OmptCallback.LockDestroy) callback).lockDestroy(mutexKind(details), a, codeptrRa);
        } else if (event == Event.FLUSH) {
            ((OmptCallback.Flush) callback).flush(slot.data, codeptrRa);
        } else if (event == Event.CANCEL) {
            ((OmptCallback.Cancel) callback).cancel(data.find(a), Member.CANCEL_FLAGS.in(details), codeptrRa);
        } else if (event == Event.ERROR) {
            String message = (String) Objects.requireNonNull(payload);
            Severity severity = Severity.of(Member.SEVERITY.in(details));
            ((OmptCallback.RuntimeError) callback).error(severity, message, message.length(), codeptrRa);
        } else if (event == Event.TASK_CPU_TIME) {
            ((OmptCallback.TaskCpuTime) callback).taskCpuTime(data.find(a), b);
        } else if (event == Event.TASK_LATE) {
            ((OmptCallback.TaskLate) callback).taskLate(data.find(a), b, c);
        } else if (event == Event.WAKEUP) {
            ((OmptCallback.Wakeup) callback).wakeup(data.findOrNull(a), b, codeptrRa);
        } else if (event == Event.WAIT) {
            ((OmptCallback.Wait) callback)
                    .wait(State.of(Member.STATE.in(details)), endpoint(details), data.findOrNull(a), b, codeptrRa);
        } else if (event == Event.POOL) {
            String name = (String) Objects.requireNonNull(payload);
            ((OmptCallback.Pool) callback).pool(endpoint(details), b, name, (int) c, codeptrRa);
        } else if (event == Event.POOL_WORKER) {
            ((OmptCallback.PoolWorker) callback).poolWorker(endpoint(details), a);
        }
        // Commands are not handled here: they need an answer, also on threads that are not observed, so ToolSession
        // calls their callback.
    }

    private static ScopeEndpoint endpoint(long details) {
        return ScopeEndpoint.of(Member.ENDPOINT.in(details));
    }

    private static TaskStatus status(long details) {
        return TaskStatus.of(Member.PRIOR_TASK_STATUS.in(details));
    }

    private static SyncRegionKind syncKind(long details) {
        return SyncRegionKind.of(Member.SYNC_KIND.in(details));
    }

    private static MutexKind mutexKind(long details) {
        return MutexKind.of(Member.MUTEX_KIND.in(details));
    }

    private static MutexImpl impl(long details) {
        return MutexImpl.of(Member.IMPL.in(details));
    }
}
