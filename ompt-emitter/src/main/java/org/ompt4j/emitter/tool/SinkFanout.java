package org.ompt4j.emitter.tool;

import java.util.Arrays;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.DispatchKind;
import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.MutexImpl;
import org.ompt4j.ompt.MutexKind;
import org.ompt4j.ompt.OmptDependence;
import org.ompt4j.ompt.OmptThread;
import org.ompt4j.ompt.RecordSink;
import org.ompt4j.ompt.ScopeEndpoint;
import org.ompt4j.ompt.Severity;
import org.ompt4j.ompt.State;
import org.ompt4j.ompt.SyncRegionKind;
import org.ompt4j.ompt.TaskStatus;
import org.ompt4j.ompt.ThreadType;
import org.ompt4j.ompt.WorkType;

/**
 * Gives every event to several sinks, in a fixed order, each with its own slot on every thread.
 *
 * <p>Thread safety: as for every sink. What one sink throws is counted and keeps nothing from the others.
 */
final class SinkFanout implements RecordSink {
    /*
     * Overview. A sink finds its per-thread object in OmptThread.sinkSlot, of which a thread has one. So each sink sees the thread
     * through a view with a slot of its own; the views sit in the thread's real slot, indexed by the receiver's number, which
     * never changes. When a fan-out takes over from a sink that was alone, what that one left in the slot moves to its view.
     */
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

    private final Core core;
    private final Receiver[] receivers;
    private final int soleReceiver;
    private final int views;

    /**
     * @param receivers in the order of delivery
     * @param soleReceiver number of the receiver that used threads' slots directly before, -1 if none
     */
    SinkFanout(Core core, Receiver[] receivers, int soleReceiver) {
        this.core = core;
        this.receivers = receivers;
        this.soleReceiver = soleReceiver;
        int highest = soleReceiver;
        for (Receiver each : receivers) {
            highest = Math.max(highest, each.number());
        }
        this.views = highest + 1;
    }

    /** A sink, the events it wants, and its number for life. */
    record Receiver(int number, RecordSink sink, long eventMask) {}

    /** Whether the receiver with this number has a view of every thread. */
    boolean hasViewFor(int number) {
        return number < views;
    }

    /** The thread as the receiver with this number sees it; on the thread itself, or on its behalf at its end. */
    OmptThread view(OmptThread thread, int number) {
        ThreadView[] held = thread.sinkSlot instanceof ThreadView[] known ? known : takeOver(thread);
        if (held.length < views) {
            held = widen(thread, held);
        }
        return held[number];
    }

    private ThreadView[] takeOver(OmptThread thread) {
        Object left = thread.sinkSlot;
        ThreadView[] made = widen(thread, new ThreadView[0]);
        if (soleReceiver >= 0) {
            made[soleReceiver].sinkSlot = left;
        }
        return made;
    }

    private ThreadView[] widen(OmptThread thread, ThreadView[] before) {
        ThreadView[] wider = Arrays.copyOf(before, views);
        for (int i = before.length; i < views; i++) {
            wider[i] = new ThreadView(thread);
        }
        thread.sinkSlot = wider;
        return wider;
    }

    private void failed(Receiver receiver, Throwable thrown) {
        core.countFailure(receiver.sink().getClass().getName(), thrown);
    }

    @Override
    public void defineCallSite(int codeptrRa, String text) {
        for (Receiver each : receivers) {
            try {
                each.sink().defineCallSite(codeptrRa, text);
            } catch (Throwable thrown) {
                failed(each, thrown);
            }
        }
    }

    @Override
    public void defineBody(int body, String text) {
        for (Receiver each : receivers) {
            try {
                each.sink().defineBody(body, text);
            } catch (Throwable thrown) {
                failed(each, thrown);
            }
        }
    }

    @Override
    public void defineWaitId(long waitId, Construct construct, String className) {
        for (Receiver each : receivers) {
            try {
                each.sink().defineWaitId(waitId, construct, className);
            } catch (Throwable thrown) {
                failed(each, thrown);
            }
        }
    }

    @Override
    public void threadBegin(OmptThread thread, long timeNanos, Construct construct, ThreadType threadType) {
        for (Receiver each : receivers) {
            if ((each.eventMask() & THREAD_BEGIN) != 0) {
                try {
                    each.sink().threadBegin(view(thread, each.number()), timeNanos, construct, threadType);
                } catch (Throwable thrown) {
                    failed(each, thrown);
                }
            }
        }
    }

    @Override
    public void threadEnd(OmptThread thread, long timeNanos, Construct construct) {
        for (Receiver each : receivers) {
            if ((each.eventMask() & THREAD_END) != 0) {
                try {
                    each.sink().threadEnd(view(thread, each.number()), timeNanos, construct);
                } catch (Throwable thrown) {
                    failed(each, thrown);
                }
            }
        }
    }

    @Override
    public void parallelBegin(
            OmptThread thread,
            long timeNanos,
            Construct construct,
            long encounteringTaskId,
            long parallelId,
            int requestedParallelism,
            int flags,
            int codeptrRa,
            int body) {
        for (Receiver each : receivers) {
            if ((each.eventMask() & PARALLEL_BEGIN) != 0) {
                try {
                    each.sink()
                            .parallelBegin(
                                    view(thread, each.number()),
                                    timeNanos,
                                    construct,
                                    encounteringTaskId,
                                    parallelId,
                                    requestedParallelism,
                                    flags,
                                    codeptrRa,
                                    body);
                } catch (Throwable thrown) {
                    failed(each, thrown);
                }
            }
        }
    }

    @Override
    public void parallelEnd(
            OmptThread thread,
            long timeNanos,
            Construct construct,
            long parallelId,
            long encounteringTaskId,
            int flags,
            int codeptrRa) {
        for (Receiver each : receivers) {
            if ((each.eventMask() & PARALLEL_END) != 0) {
                try {
                    each.sink()
                            .parallelEnd(
                                    view(thread, each.number()),
                                    timeNanos,
                                    construct,
                                    parallelId,
                                    encounteringTaskId,
                                    flags,
                                    codeptrRa);
                } catch (Throwable thrown) {
                    failed(each, thrown);
                }
            }
        }
    }

    @Override
    public void implicitTask(
            OmptThread thread,
            long timeNanos,
            Construct construct,
            ScopeEndpoint endpoint,
            long parallelId,
            long taskId,
            int actualParallelism,
            int index,
            int flags) {
        for (Receiver each : receivers) {
            if ((each.eventMask() & IMPLICIT_TASK) != 0) {
                try {
                    each.sink()
                            .implicitTask(
                                    view(thread, each.number()),
                                    timeNanos,
                                    construct,
                                    endpoint,
                                    parallelId,
                                    taskId,
                                    actualParallelism,
                                    index,
                                    flags);
                } catch (Throwable thrown) {
                    failed(each, thrown);
                }
            }
        }
    }

    @Override
    public void work(
            OmptThread thread,
            long timeNanos,
            Construct construct,
            WorkType wstype,
            ScopeEndpoint endpoint,
            long parallelId,
            long taskId,
            long count,
            int codeptrRa) {
        for (Receiver each : receivers) {
            if ((each.eventMask() & WORK) != 0) {
                try {
                    each.sink()
                            .work(
                                    view(thread, each.number()),
                                    timeNanos,
                                    construct,
                                    wstype,
                                    endpoint,
                                    parallelId,
                                    taskId,
                                    count,
                                    codeptrRa);
                } catch (Throwable thrown) {
                    failed(each, thrown);
                }
            }
        }
    }

    @Override
    public void dispatch(
            OmptThread thread,
            long timeNanos,
            Construct construct,
            long parallelId,
            long taskId,
            DispatchKind kind,
            long start,
            long iterations,
            int codeptrRa) {
        for (Receiver each : receivers) {
            if ((each.eventMask() & DISPATCH) != 0) {
                try {
                    each.sink()
                            .dispatch(
                                    view(thread, each.number()),
                                    timeNanos,
                                    construct,
                                    parallelId,
                                    taskId,
                                    kind,
                                    start,
                                    iterations,
                                    codeptrRa);
                } catch (Throwable thrown) {
                    failed(each, thrown);
                }
            }
        }
    }

    @Override
    public void taskCreate(
            OmptThread thread,
            long timeNanos,
            Construct construct,
            long encounteringTaskId,
            long newTaskId,
            int flags,
            boolean hasDependences,
            int codeptrRa,
            int body) {
        for (Receiver each : receivers) {
            if ((each.eventMask() & TASK_CREATE) != 0) {
                try {
                    each.sink()
                            .taskCreate(
                                    view(thread, each.number()),
                                    timeNanos,
                                    construct,
                                    encounteringTaskId,
                                    newTaskId,
                                    flags,
                                    hasDependences,
                                    codeptrRa,
                                    body);
                } catch (Throwable thrown) {
                    failed(each, thrown);
                }
            }
        }
    }

    @Override
    public void taskSchedule(
            OmptThread thread,
            long timeNanos,
            Construct construct,
            long priorTaskId,
            TaskStatus priorTaskStatus,
            long nextTaskId) {
        for (Receiver each : receivers) {
            if ((each.eventMask() & TASK_SCHEDULE) != 0) {
                try {
                    each.sink()
                            .taskSchedule(
                                    view(thread, each.number()),
                                    timeNanos,
                                    construct,
                                    priorTaskId,
                                    priorTaskStatus,
                                    nextTaskId);
                } catch (Throwable thrown) {
                    failed(each, thrown);
                }
            }
        }
    }

    @Override
    public void taskDependence(
            OmptThread thread, long timeNanos, Construct construct, long srcTaskId, long sinkTaskId) {
        for (Receiver each : receivers) {
            if ((each.eventMask() & TASK_DEPENDENCE) != 0) {
                try {
                    each.sink()
                            .taskDependence(view(thread, each.number()), timeNanos, construct, srcTaskId, sinkTaskId);
                } catch (Throwable thrown) {
                    failed(each, thrown);
                }
            }
        }
    }

    @Override
    public void syncRegion(
            OmptThread thread,
            long timeNanos,
            Construct construct,
            SyncRegionKind kind,
            ScopeEndpoint endpoint,
            long parallelId,
            long taskId,
            long waitId,
            int codeptrRa) {
        for (Receiver each : receivers) {
            if ((each.eventMask() & SYNC_REGION) != 0) {
                try {
                    each.sink()
                            .syncRegion(
                                    view(thread, each.number()),
                                    timeNanos,
                                    construct,
                                    kind,
                                    endpoint,
                                    parallelId,
                                    taskId,
                                    waitId,
                                    codeptrRa);
                } catch (Throwable thrown) {
                    failed(each, thrown);
                }
            }
        }
    }

    @Override
    public void syncRegionWait(
            OmptThread thread,
            long timeNanos,
            Construct construct,
            SyncRegionKind kind,
            ScopeEndpoint endpoint,
            long parallelId,
            long taskId,
            long waitId,
            int codeptrRa) {
        for (Receiver each : receivers) {
            if ((each.eventMask() & SYNC_REGION_WAIT) != 0) {
                try {
                    each.sink()
                            .syncRegionWait(
                                    view(thread, each.number()),
                                    timeNanos,
                                    construct,
                                    kind,
                                    endpoint,
                                    parallelId,
                                    taskId,
                                    waitId,
                                    codeptrRa);
                } catch (Throwable thrown) {
                    failed(each, thrown);
                }
            }
        }
    }

    @Override
    public void reduction(
            OmptThread thread,
            long timeNanos,
            Construct construct,
            SyncRegionKind kind,
            ScopeEndpoint endpoint,
            long parallelId,
            long taskId,
            int codeptrRa) {
        for (Receiver each : receivers) {
            if ((each.eventMask() & REDUCTION) != 0) {
                try {
                    each.sink()
                            .reduction(
                                    view(thread, each.number()),
                                    timeNanos,
                                    construct,
                                    kind,
                                    endpoint,
                                    parallelId,
                                    taskId,
                                    codeptrRa);
                } catch (Throwable thrown) {
                    failed(each, thrown);
                }
            }
        }
    }

    @Override
    public void masked(
            OmptThread thread,
            long timeNanos,
            Construct construct,
            ScopeEndpoint endpoint,
            long parallelId,
            long taskId,
            int codeptrRa) {
        for (Receiver each : receivers) {
            if ((each.eventMask() & MASKED) != 0) {
                try {
                    OmptThread view = view(thread, each.number());
                    each.sink().masked(view, timeNanos, construct, endpoint, parallelId, taskId, codeptrRa);
                } catch (Throwable thrown) {
                    failed(each, thrown);
                }
            }
        }
    }

    @Override
    public void mutexAcquire(
            OmptThread thread,
            long timeNanos,
            Construct construct,
            MutexKind kind,
            int hint,
            MutexImpl impl,
            long waitId,
            int codeptrRa) {
        for (Receiver each : receivers) {
            if ((each.eventMask() & MUTEX_ACQUIRE) != 0) {
                try {
                    each.sink()
                            .mutexAcquire(
                                    view(thread, each.number()),
                                    timeNanos,
                                    construct,
                                    kind,
                                    hint,
                                    impl,
                                    waitId,
                                    codeptrRa);
                } catch (Throwable thrown) {
                    failed(each, thrown);
                }
            }
        }
    }

    @Override
    public void mutexAcquired(
            OmptThread thread, long timeNanos, Construct construct, MutexKind kind, long waitId, int codeptrRa) {
        for (Receiver each : receivers) {
            if ((each.eventMask() & MUTEX_ACQUIRED) != 0) {
                try {
                    each.sink()
                            .mutexAcquired(view(thread, each.number()), timeNanos, construct, kind, waitId, codeptrRa);
                } catch (Throwable thrown) {
                    failed(each, thrown);
                }
            }
        }
    }

    @Override
    public void mutexReleased(
            OmptThread thread, long timeNanos, Construct construct, MutexKind kind, long waitId, int codeptrRa) {
        for (Receiver each : receivers) {
            if ((each.eventMask() & MUTEX_RELEASED) != 0) {
                try {
                    each.sink()
                            .mutexReleased(view(thread, each.number()), timeNanos, construct, kind, waitId, codeptrRa);
                } catch (Throwable thrown) {
                    failed(each, thrown);
                }
            }
        }
    }

    @Override
    public void nestLock(
            OmptThread thread,
            long timeNanos,
            Construct construct,
            ScopeEndpoint endpoint,
            long waitId,
            int codeptrRa) {
        for (Receiver each : receivers) {
            if ((each.eventMask() & NEST_LOCK) != 0) {
                try {
                    each.sink()
                            .nestLock(view(thread, each.number()), timeNanos, construct, endpoint, waitId, codeptrRa);
                } catch (Throwable thrown) {
                    failed(each, thrown);
                }
            }
        }
    }

    @Override
    public void lockInit(
            OmptThread thread,
            long timeNanos,
            Construct construct,
            MutexKind kind,
            int hint,
            MutexImpl impl,
            long waitId,
            int codeptrRa) {
        for (Receiver each : receivers) {
            if ((each.eventMask() & LOCK_INIT) != 0) {
                try {
                    each.sink()
                            .lockInit(
                                    view(thread, each.number()),
                                    timeNanos,
                                    construct,
                                    kind,
                                    hint,
                                    impl,
                                    waitId,
                                    codeptrRa);
                } catch (Throwable thrown) {
                    failed(each, thrown);
                }
            }
        }
    }

    @Override
    public void lockDestroy(
            OmptThread thread, long timeNanos, Construct construct, MutexKind kind, long waitId, int codeptrRa) {
        for (Receiver each : receivers) {
            if ((each.eventMask() & LOCK_DESTROY) != 0) {
                try {
                    each.sink().lockDestroy(view(thread, each.number()), timeNanos, construct, kind, waitId, codeptrRa);
                } catch (Throwable thrown) {
                    failed(each, thrown);
                }
            }
        }
    }

    @Override
    public void cancel(OmptThread thread, long timeNanos, Construct construct, long taskId, int flags, int codeptrRa) {
        for (Receiver each : receivers) {
            if ((each.eventMask() & CANCEL) != 0) {
                try {
                    each.sink().cancel(view(thread, each.number()), timeNanos, construct, taskId, flags, codeptrRa);
                } catch (Throwable thrown) {
                    failed(each, thrown);
                }
            }
        }
    }

    @Override
    public void error(
            OmptThread thread, long timeNanos, Construct construct, Severity severity, String message, int codeptrRa) {
        for (Receiver each : receivers) {
            if ((each.eventMask() & ERROR) != 0) {
                try {
                    each.sink().error(view(thread, each.number()), timeNanos, construct, severity, message, codeptrRa);
                } catch (Throwable thrown) {
                    failed(each, thrown);
                }
            }
        }
    }

    @Override
    public void wakeup(
            OmptThread thread, long timeNanos, Construct construct, long taskId, long waitId, int codeptrRa) {
        for (Receiver each : receivers) {
            if ((each.eventMask() & WAKEUP) != 0) {
                try {
                    each.sink().wakeup(view(thread, each.number()), timeNanos, construct, taskId, waitId, codeptrRa);
                } catch (Throwable thrown) {
                    failed(each, thrown);
                }
            }
        }
    }

    @Override
    public void wait(
            OmptThread thread,
            long timeNanos,
            Construct construct,
            ScopeEndpoint endpoint,
            State state,
            long taskId,
            long waitId,
            int codeptrRa) {
        for (Receiver each : receivers) {
            if ((each.eventMask() & WAIT) != 0) {
                try {
                    OmptThread view = view(thread, each.number());
                    each.sink().wait(view, timeNanos, construct, endpoint, state, taskId, waitId, codeptrRa);
                } catch (Throwable thrown) {
                    failed(each, thrown);
                }
            }
        }
    }

    @Override
    public void dependences(
            OmptThread thread, long timeNanos, Construct construct, long taskId, OmptDependence[] deps, int ndeps) {
        for (Receiver each : receivers) {
            if ((each.eventMask() & DEPENDENCES) != 0) {
                try {
                    each.sink().dependences(view(thread, each.number()), timeNanos, construct, taskId, deps, ndeps);
                } catch (Throwable thrown) {
                    failed(each, thrown);
                }
            }
        }
    }

    @Override
    public void flush(OmptThread thread, long timeNanos, Construct construct, int codeptrRa) {
        for (Receiver each : receivers) {
            if ((each.eventMask() & FLUSH) != 0) {
                try {
                    each.sink().flush(view(thread, each.number()), timeNanos, construct, codeptrRa);
                } catch (Throwable thrown) {
                    failed(each, thrown);
                }
            }
        }
    }

    @Override
    public void controlTool(
            OmptThread thread, long timeNanos, Construct construct, long command, long modifier, int codeptrRa) {
        for (Receiver each : receivers) {
            if ((each.eventMask() & CONTROL_TOOL) != 0) {
                try {
                    each.sink()
                            .controlTool(
                                    view(thread, each.number()), timeNanos, construct, command, modifier, codeptrRa);
                } catch (Throwable thrown) {
                    failed(each, thrown);
                }
            }
        }
    }
}
