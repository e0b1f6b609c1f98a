package org.ompt4j.ompt;

import org.jspecify.annotations.Nullable;

/**
 * The kinds of constructs that the configuration can define for a program, and the events that each raises under {@link Construct#DEFINED}.
 */
public enum DefinedConstruct {
    LOCK(
            "lock",
            RaisedEvents.of(Event.MUTEX_ACQUIRE, Event.MUTEX_ACQUIRED, Event.MUTEX_RELEASED, Event.WAIT)
                    .with(MutexKind.LOCK, MutexKind.TEST_LOCK)
                    .with(MutexImpl.USER_DEFINED)),
    BARRIER(
            "barrier",
            RaisedEvents.of(Event.SYNC_REGION, Event.SYNC_REGION_WAIT).with(SyncRegionKind.BARRIER_EXPLICIT)),
    TASK("task", RaisedEvents.of(Event.TASK_CREATE, Event.TASK_SCHEDULE, Event.ERROR)),
    PARALLEL(
            "parallel",
            RaisedEvents.of(
                            Event.PARALLEL_BEGIN,
                            Event.TASK_CPU_TIME,
                            Event.PARALLEL_END,
                            Event.IMPLICIT_TASK,
                            Event.SYNC_REGION,
                            Event.SYNC_REGION_WAIT)
                    .with(SyncRegionKind.BARRIER_IMPLICIT_PARALLEL)),
    MASKED("masked", RaisedEvents.of(Event.MASKED)),
    SECTIONS("sections", RaisedEvents.of(Event.WORK).with(WorkType.SECTIONS)),
    TASKGROUP(
            "taskgroup",
            RaisedEvents.of(Event.SYNC_REGION, Event.SYNC_REGION_WAIT).with(SyncRegionKind.TASKGROUP)),
    TASKWAIT(
            "taskwait",
            RaisedEvents.of(Event.SYNC_REGION, Event.SYNC_REGION_WAIT).with(SyncRegionKind.TASKWAIT)),
    ORDERED(
            "ordered",
            RaisedEvents.of(Event.MUTEX_ACQUIRE, Event.MUTEX_ACQUIRED, Event.MUTEX_RELEASED)
                    .with(MutexKind.ORDERED)
                    .with(MutexImpl.USER_DEFINED)),
    REDUCTION("reduction", RaisedEvents.of(Event.REDUCTION).with(SyncRegionKind.REDUCTION)),
    /** Submits a task to a pool. */
    SUBMIT("submit", RaisedEvents.of(Event.TASK_CREATE, Event.CANCEL, Event.ERROR)),
    /** Runs a task that was submitted to a pool. */
    RUN("run", RaisedEvents.of(Event.TASK_CREATE, Event.TASK_SCHEDULE, Event.ERROR)),
    /** The loop of a worker of a pool. */
    WORKER("worker", RaisedEvents.of(Event.POOL, Event.POOL_WORKER)),
    /** A worker waits for a task. */
    IDLE("idle", RaisedEvents.of(Event.WAIT));

    private static final DefinedConstruct[] ALL = values();

    private final String id;
    private final RaisedEvents raised;

    DefinedConstruct(String id, RaisedEvents raised) {
        this.id = id;
        this.raised = raised;
    }

    /** Its name in the setting {@code define}. */
    public String id() {
        return id;
    }

    /** The events, kinds and implementations that a definition raises. */
    public RaisedEvents raised() {
        return raised;
    }

    /** The construct with this name, or null. */
    public static @Nullable DefinedConstruct byId(String id) {
        for (DefinedConstruct each : ALL) {
            if (each.id.equals(id)) {
                return each;
            }
        }
        return null;
    }
}
