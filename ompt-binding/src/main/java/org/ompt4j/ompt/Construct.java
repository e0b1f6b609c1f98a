package org.ompt4j.ompt;

import org.jspecify.annotations.Nullable;

/**
 * The JVM constructs that raise events, each with the id of its mapping.
 *
 * <p>The number of a construct (its ordinal) never changes between releases: traces hold it. New ones are added at the end.
 */
public enum Construct {
    /** Events of no construct, such as the agent's own. */
    NONE("none", RaisedEvents.NONE),
    /**
     * Begin and end of a thread, and of its initial task, come with its first hook of whatever construct; which threads there are
     * besides is known only if this one is observed.
     */
    THREAD(
            "thread",
            RaisedEvents.of(
                            Event.THREAD_BEGIN,
                            Event.THREAD_END,
                            Event.IMPLICIT_TASK,
                            Event.TASK_CREATE,
                            Event.TASK_SCHEDULE,
                            Event.TASK_DEPENDENCE,
                            Event.SYNC_REGION,
                            Event.SYNC_REGION_WAIT,
                            Event.CANCEL,
                            Event.ERROR,
                            Event.WAIT)
                    .with(SyncRegionKind.TASKWAIT)),
    FORK_JOIN_TASK(
            "fork-join-task",
            RaisedEvents.of(
                            Event.PARALLEL_BEGIN,
                            Event.PARALLEL_END,
                            Event.IMPLICIT_TASK,
                            Event.TASK_CREATE,
                            Event.TASK_SCHEDULE,
                            Event.TASK_DEPENDENCE,
                            Event.SYNC_REGION,
                            Event.SYNC_REGION_WAIT,
                            Event.WORK,
                            Event.DISPATCH,
                            Event.CANCEL,
                            Event.ERROR)
                    .with(SyncRegionKind.TASKWAIT, SyncRegionKind.TASKGROUP, SyncRegionKind.BARRIER_IMPLICIT_PARALLEL)
                    .with(WorkType.SECTIONS, WorkType.WORKSHARE, WorkType.LOOP_DYNAMIC, WorkType.TASKLOOP)),
    FORK_JOIN_POOL(
            "fork-join-pool",
            RaisedEvents.of(
                            Event.PARALLEL_BEGIN,
                            Event.PARALLEL_END,
                            Event.IMPLICIT_TASK,
                            Event.TASK_CREATE,
                            Event.SYNC_REGION,
                            Event.SYNC_REGION_WAIT,
                            Event.WORK,
                            Event.ERROR)
                    .with(
                            SyncRegionKind.TASKGROUP,
                            SyncRegionKind.BARRIER_IMPLEMENTATION,
                            SyncRegionKind.BARRIER_IMPLICIT_PARALLEL)
                    .with(WorkType.SECTIONS)),
    PARALLEL_STREAM(
            "parallel-stream",
            RaisedEvents.of(
                            Event.PARALLEL_BEGIN,
                            Event.PARALLEL_END,
                            Event.IMPLICIT_TASK,
                            Event.SYNC_REGION,
                            Event.SYNC_REGION_WAIT,
                            Event.WORK,
                            Event.DISPATCH,
                            Event.REDUCTION,
                            Event.CANCEL,
                            Event.MUTEX_ACQUIRE,
                            Event.MUTEX_ACQUIRED,
                            Event.MUTEX_RELEASED)
                    .with(
                            SyncRegionKind.TASKGROUP,
                            SyncRegionKind.REDUCTION,
                            SyncRegionKind.BARRIER_IMPLICIT_WORKSHARE,
                            SyncRegionKind.BARRIER_IMPLICIT_PARALLEL)
                    .with(WorkType.TASKLOOP)
                    .with(MutexKind.ORDERED)),
    SYNCHRONIZED(
            "synchronized",
            RaisedEvents.of(
                            Event.MUTEX_ACQUIRE,
                            Event.MUTEX_ACQUIRED,
                            Event.MUTEX_RELEASED,
                            Event.NEST_LOCK,
                            Event.WAIT,
                            Event.WAKEUP)
                    .with(MutexKind.CRITICAL)),
    REENTRANT_LOCK(
            "reentrant-lock",
            RaisedEvents.of(
                            Event.MUTEX_ACQUIRE,
                            Event.MUTEX_ACQUIRED,
                            Event.MUTEX_RELEASED,
                            Event.NEST_LOCK,
                            Event.LOCK_INIT,
                            Event.LOCK_DESTROY,
                            Event.WAIT,
                            Event.WAKEUP)
                    .with(MutexKind.NEST_LOCK, MutexKind.TEST_NEST_LOCK)),
    CYCLIC_BARRIER(
            "cyclic-barrier",
            RaisedEvents.of(Event.SYNC_REGION, Event.SYNC_REGION_WAIT, Event.WORK, Event.CANCEL)
                    .with(SyncRegionKind.BARRIER_EXPLICIT)
                    .with(WorkType.SINGLE_EXECUTOR, WorkType.SINGLE_OTHER)),
    PHASER(
            "phaser",
            RaisedEvents.of(Event.SYNC_REGION, Event.SYNC_REGION_WAIT, Event.WORK, Event.CANCEL)
                    .with(SyncRegionKind.BARRIER_EXPLICIT)
                    .with(WorkType.SINGLE_EXECUTOR, WorkType.SINGLE_OTHER)),
    /** Everything that {@code define} declares in the configuration; what that raises is said by {@link DefinedConstruct}. */
    DEFINED("defined", RaisedEvents.NONE),
    /** {@code LockSupport.park}, wherever it is called. */
    PARK("park", RaisedEvents.of(Event.WAIT)),
    SLEEP("sleep", RaisedEvents.of(Event.WAIT)),
    /** Blocking input and output. */
    IO("io", RaisedEvents.of(Event.WAIT));

    private static final Construct[] ALL = values();

    private final String id;
    private final RaisedEvents raised;

    Construct(String id, RaisedEvents raised) {
        this.id = id;
        this.raised = raised;
    }

    /** The mapping id, in kebab case: the same in the configuration, the documentation and the test apps. */
    public String id() {
        return id;
    }

    /** What its occurrences raise, each event with this construct. */
    public RaisedEvents raised() {
        return raised;
    }

    /** The construct with this mapping id, or null. */
    public static @Nullable Construct byId(String id) {
        for (Construct each : ALL) {
            if (each.id.equals(id)) {
                return each;
            }
        }
        return null;
    }
}
