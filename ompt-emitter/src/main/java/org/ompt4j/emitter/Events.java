package org.ompt4j.emitter;

import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.CancelFlag;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.DispatchKind;
import org.ompt4j.ompt.Event;
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
import org.ompt4j.ompt.WorkType;

/**
 * Dispatch: one test of a bit when nobody listens to an event, one interface call when somebody does.
 *
 * <p>Thread safety: any thread. The mask and the sink are plain fields that threads see soon after they change: a thread can
 * deliver a few events to a sink that was just taken away, which a sink must bear.
 */
public final class Events {
    private static final long THREAD_BEGIN = Event.THREAD_BEGIN.bit();
    private static final long THREAD_END = Event.THREAD_END.bit();
    private static final long PARALLEL_BEGIN = Event.PARALLEL_BEGIN.bit();
    private static final long PARALLEL_END = Event.PARALLEL_END.bit();
    private static final long IMPLICIT_TASK = Event.IMPLICIT_TASK.bit();
    private static final long WORK = Event.WORK.bit();
    private static final long DISPATCH = Event.DISPATCH.bit();
    private static final long TASK_CREATE = Event.TASK_CREATE.bit();
    private static final long TASK_SCHEDULE = Event.TASK_SCHEDULE.bit();
    private static final long TASK_DEPENDENCE = Event.TASK_DEPENDENCE.bit();
    private static final long SYNC_REGION = Event.SYNC_REGION.bit();
    private static final long SYNC_REGION_WAIT = Event.SYNC_REGION_WAIT.bit();
    private static final long REDUCTION = Event.REDUCTION.bit();
    private static final long MASKED = Event.MASKED.bit();
    private static final long MUTEX_ACQUIRE = Event.MUTEX_ACQUIRE.bit();
    private static final long MUTEX_ACQUIRED = Event.MUTEX_ACQUIRED.bit();
    private static final long MUTEX_RELEASED = Event.MUTEX_RELEASED.bit();
    private static final long NEST_LOCK = Event.NEST_LOCK.bit();
    private static final long LOCK_INIT = Event.LOCK_INIT.bit();
    private static final long LOCK_DESTROY = Event.LOCK_DESTROY.bit();
    private static final long CANCEL = Event.CANCEL.bit();
    private static final long ERROR = Event.ERROR.bit();
    private static final long DEPENDENCES = Event.DEPENDENCES.bit();
    private static final long FLUSH = Event.FLUSH.bit();
    private static final long CONTROL_TOOL = Event.CONTROL_TOOL.bit();
    private static final long WAKEUP = Event.WAKEUP.bit();
    private static final long WAIT = Event.WAIT.bit();

    private static final long WITHOUT_CALL_SITE =
            THREAD_BEGIN | THREAD_END | IMPLICIT_TASK | DISPATCH | TASK_SCHEDULE | TASK_DEPENDENCE;

    private static long mask;
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
                // Hooks read the sink without any ordering: what it has made ready must be there before it is.
                Memory.UNSAFE.storeFence();
                sink = receiver;
                Memory.UNSAFE.fullFence();
                mask = next;
            }
        });
    }

    /** Whether anyone wants any event, so that a clock reading is worth its price. */
    public static boolean timed() {
        return mask != 0;
    }

    /** Whether anyone wants an event that carries a call site. */
    public static boolean wantsCallSites() {
        return (mask & ~WITHOUT_CALL_SITE) != 0;
    }

    /** Whether anyone wants to hear of new tasks. */
    public static boolean wantsTaskCreate() {
        return (mask & TASK_CREATE) != 0;
    }

    /** Whether anyone wants to hear of barriers, taskwaits and taskgroups, or of waits in them. */
    public static boolean wantsSyncRegions() {
        return (mask & (SYNC_REGION | SYNC_REGION_WAIT)) != 0;
    }

    /** Whether anyone wants this event. */
    public static boolean wanted(Event event) {
        return (mask & event.bit()) != 0;
    }

    static void threadBegin(ThreadContext c, long time, Construct k, ThreadType type) {
        RecordSink to = sink;
        if ((mask & THREAD_BEGIN) != 0 && to != null) {
            try {
                to.threadBegin(c, time, k, type);
            } catch (Throwable t) {
                Failures.count("tool", t);
            }
        }
    }

    static void threadEnd(ThreadContext c, long time, Construct k) {
        RecordSink to = sink;
        if ((mask & THREAD_END) != 0 && to != null) {
            try {
                to.threadEnd(c, time, k);
            } catch (Throwable t) {
                Failures.count("tool", t);
            }
        }
    }

    static void parallelBegin(
            ThreadContext c,
            long time,
            Construct k,
            long task,
            long parallel,
            int requested,
            int flags,
            int site,
            int body) {
        RecordSink to = sink;
        if ((mask & PARALLEL_BEGIN) != 0 && to != null) {
            try {
                to.parallelBegin(c, time, k, task, parallel, requested, flags, site, body);
            } catch (Throwable t) {
                Failures.count("tool", t);
            }
        }
    }

    static void parallelEnd(ThreadContext c, long time, Construct k, long parallel, long task, int flags, int site) {
        RecordSink to = sink;
        if ((mask & PARALLEL_END) != 0 && to != null) {
            try {
                to.parallelEnd(c, time, k, parallel, task, flags, site);
            } catch (Throwable t) {
                Failures.count("tool", t);
            }
        }
    }

    static void implicitTask(
            ThreadContext c,
            long time,
            Construct k,
            ScopeEndpoint endpoint,
            long parallel,
            long task,
            int actual,
            int index,
            int flags) {
        RecordSink to = sink;
        if ((mask & IMPLICIT_TASK) != 0 && to != null) {
            try {
                to.implicitTask(c, time, k, endpoint, parallel, task, actual, index, flags);
            } catch (Throwable t) {
                Failures.count("tool", t);
            }
        }
    }

    /** A work region begins or ends on the current task. {@code count} is 0 where it is not known. */
    public static void work(
            ThreadContext c, long time, Construct k, WorkType type, ScopeEndpoint endpoint, long count, int site) {
        RecordSink to = sink;
        if ((mask & WORK) != 0 && to != null) {
            try {
                to.work(
                        c,
                        time,
                        k,
                        type,
                        endpoint,
                        c.tasks().regionId(),
                        c.tasks().currentTaskId(),
                        count,
                        site);
            } catch (Throwable t) {
                Failures.count("tool", t);
            }
        }
    }

    /** The current task is given iterations or a section. {@code start} -1 and {@code iterations} 0 mean unknown. */
    public static void dispatch(
            ThreadContext c, long time, Construct k, DispatchKind kind, long start, long iterations) {
        RecordSink to = sink;
        if ((mask & DISPATCH) != 0 && to != null) {
            try {
                Region region = c.tasks().currentRegion();
                int site = region == null ? 0 : region.codeptrRa();
                to.dispatch(c, time, k, c.tasks().regionId(), c.tasks().currentTaskId(), kind, start, iterations, site);
            } catch (Throwable t) {
                Failures.count("tool", t);
            }
        }
    }

    static void taskCreate(ThreadContext c, long time, Construct k, long newTask, int flags, int site, int body) {
        RecordSink to = sink;
        if ((mask & TASK_CREATE) != 0 && to != null) {
            try {
                to.taskCreate(c, time, k, c.tasks().currentTaskId(), newTask, flags, false, site, body);
            } catch (Throwable t) {
                Failures.count("tool", t);
            }
        }
    }

    static void taskSchedule(ThreadContext c, long time, Construct k, long prior, TaskStatus status, long next) {
        RecordSink to = sink;
        if ((mask & TASK_SCHEDULE) != 0 && to != null) {
            try {
                to.taskSchedule(c, time, k, prior, status, next);
            } catch (Throwable t) {
                Failures.count("tool", t);
            }
        }
    }

    /**
     * A task that was created just now depends on others, or others on it.
     *
     * @param deps the caller's; the first {@code count} entries count
     */
    public static void dependences(
            ThreadContext c, long time, Construct k, long task, OmptDependence[] deps, int count) {
        RecordSink to = sink;
        if ((mask & DEPENDENCES) != 0 && to != null) {
            try {
                to.dependences(c, time, k, task, deps, count);
            } catch (Throwable t) {
                Failures.count("tool", t);
            }
        }
    }

    /** The sink task really waits for the source task. */
    public static void taskDependence(ThreadContext c, long time, Construct k, long sourceTask, long sinkTask) {
        RecordSink to = sink;
        if ((mask & TASK_DEPENDENCE) != 0 && to != null) {
            try {
                to.taskDependence(c, time, k, sourceTask, sinkTask);
            } catch (Throwable t) {
                Failures.count("tool", t);
            }
        }
    }

    static void syncRegion(
            ThreadContext c,
            long time,
            Construct k,
            SyncRegionKind kind,
            ScopeEndpoint endpoint,
            long parallel,
            long waitId,
            int site) {
        RecordSink to = sink;
        if ((mask & SYNC_REGION) != 0 && to != null) {
            try {
                to.syncRegion(c, time, k, kind, endpoint, parallel, c.tasks().currentTaskId(), waitId, site);
            } catch (Throwable t) {
                Failures.count("tool", t);
            }
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
            int site) {
        RecordSink to = sink;
        if ((mask & SYNC_REGION_WAIT) != 0 && to != null) {
            try {
                to.syncRegionWait(
                        c, time, k, kind, endpoint, parallel, c.tasks().currentTaskId(), waitId, site);
            } catch (Throwable t) {
                Failures.count("tool", t);
            }
        }
    }

    /** Combining of partial results by the current task begins or ends. */
    public static void reduction(ThreadContext c, long time, Construct k, ScopeEndpoint endpoint, int site) {
        RecordSink to = sink;
        if ((mask & REDUCTION) != 0 && to != null) {
            try {
                to.reduction(
                        c,
                        time,
                        k,
                        SyncRegionKind.REDUCTION,
                        endpoint,
                        c.tasks().regionId(),
                        c.tasks().currentTaskId(),
                        site);
            } catch (Throwable t) {
                Failures.count("tool", t);
            }
        }
    }

    /** A masked region of the current task begins or ends. */
    public static void masked(ThreadContext c, long time, Construct k, ScopeEndpoint endpoint, int site) {
        RecordSink to = sink;
        if ((mask & MASKED) != 0 && to != null) {
            try {
                to.masked(c, time, k, endpoint, c.tasks().regionId(), c.tasks().currentTaskId(), site);
            } catch (Throwable t) {
                Failures.count("tool", t);
            }
        }
    }

    static void mutexAcquire(
            ThreadContext c, long time, Construct k, MutexKind kind, MutexImpl impl, long waitId, int site) {
        RecordSink to = sink;
        if ((mask & MUTEX_ACQUIRE) != 0 && to != null) {
            try {
                to.mutexAcquire(c, time, k, kind, 0, impl, waitId, site);
            } catch (Throwable t) {
                Failures.count("tool", t);
            }
        }
    }

    static void mutexAcquired(ThreadContext c, long time, Construct k, MutexKind kind, long waitId, int site) {
        RecordSink to = sink;
        if ((mask & MUTEX_ACQUIRED) != 0 && to != null) {
            try {
                to.mutexAcquired(c, time, k, kind, waitId, site);
            } catch (Throwable t) {
                Failures.count("tool", t);
            }
        }
    }

    static void mutexReleased(ThreadContext c, long time, Construct k, MutexKind kind, long waitId, int site) {
        RecordSink to = sink;
        if ((mask & MUTEX_RELEASED) != 0 && to != null) {
            try {
                to.mutexReleased(c, time, k, kind, waitId, site);
            } catch (Throwable t) {
                Failures.count("tool", t);
            }
        }
    }

    static void nestLock(ThreadContext c, long time, Construct k, ScopeEndpoint endpoint, long waitId, int site) {
        RecordSink to = sink;
        if ((mask & NEST_LOCK) != 0 && to != null) {
            try {
                to.nestLock(c, time, k, endpoint, waitId, site);
            } catch (Throwable t) {
                Failures.count("tool", t);
            }
        }
    }

    static void lockInit(
            ThreadContext c, long time, Construct k, MutexKind kind, MutexImpl impl, long waitId, int site) {
        RecordSink to = sink;
        if ((mask & LOCK_INIT) != 0 && to != null) {
            try {
                to.lockInit(c, time, k, kind, 0, impl, waitId, site);
            } catch (Throwable t) {
                Failures.count("tool", t);
            }
        }
    }

    static void lockDestroy(ThreadContext c, long time, Construct k, MutexKind kind, long waitId, int site) {
        RecordSink to = sink;
        if ((mask & LOCK_DESTROY) != 0 && to != null) {
            try {
                to.lockDestroy(c, time, k, kind, waitId, site);
            } catch (Throwable t) {
                Failures.count("tool", t);
            }
        }
    }

    /** The thread makes its view of memory consistent. */
    public static void flush(ThreadContext c, long time, Construct k, int site) {
        RecordSink to = sink;
        if ((mask & FLUSH) != 0 && to != null) {
            try {
                to.flush(c, time, k, site);
            } catch (Throwable t) {
                Failures.count("tool", t);
            }
        }
    }

    /**
     * A cancellation is activated, detected, or discards a task.
     *
     * @param flags a disjunction of {@link CancelFlag}
     */
    public static void cancel(ThreadContext c, long time, Construct k, long task, int flags, int site) {
        RecordSink to = sink;
        if ((mask & CANCEL) != 0 && to != null) {
            try {
                to.cancel(c, time, k, task, flags, site);
            } catch (Throwable t) {
                Failures.count("tool", t);
            }
        }
    }

    /** An exception left a task or a thread; the message is its class and text. */
    public static void error(ThreadContext c, long time, Construct k, Severity severity, Throwable thrown, int site) {
        RecordSink to = sink;
        if ((mask & ERROR) != 0 && to != null) {
            try {
                String text = thrown.getMessage();
                String type = thrown.getClass().getName();
                to.error(
                        c,
                        time,
                        k,
                        severity,
                        text == null ? type : type.concat(": ").concat(text),
                        site);
            } catch (Throwable t) {
                Failures.count("tool", t);
            }
        }
    }

    /** The thread sent a command to the tools; {@link UnobservedScope} reports it. */
    static void controlTool(ThreadContext c, long time, Construct k, long command, long modifier, int site) {
        RecordSink to = sink;
        if ((mask & CONTROL_TOOL) != 0 && to != null) {
            try {
                to.controlTool(c, time, k, command, modifier, site);
            } catch (Throwable t) {
                Failures.count("tool", t);
            }
        }
    }

    /** The current task ends the wait of whoever waits for {@code waitId}. */
    public static void wakeup(ThreadContext c, long time, Construct k, long waitId, int site) {
        RecordSink to = sink;
        if ((mask & WAKEUP) != 0 && to != null) {
            try {
                to.wakeup(c, time, k, c.tasks().currentTaskId(), waitId, site);
            } catch (Throwable t) {
                Failures.count("tool", t);
            }
        }
    }

    /** The current task begins to wait in a way that OMPT has no event for, or does not any more; {@link Waits} reports it. */
    static void wait(
            ThreadContext c, long time, Construct k, ScopeEndpoint endpoint, State state, long waitId, int site) {
        RecordSink to = sink;
        if ((mask & WAIT) != 0 && to != null) {
            try {
                to.wait(c, time, k, endpoint, state, c.tasks().currentTaskId(), waitId, site);
            } catch (Throwable t) {
                Failures.count("tool", t);
            }
        }
    }
}
