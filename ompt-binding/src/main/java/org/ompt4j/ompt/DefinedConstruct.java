package org.ompt4j.ompt;

import java.util.Map;

/**
 * What the configuration can define as a construct of the program's own, and what each raises under {@link Construct#DEFINED}.
 */
public enum DefinedConstruct {
    LOCK(
            "define.lock",
            RaisedEvents.of(Event.MUTEX_ACQUIRE, Event.MUTEX_ACQUIRED, Event.MUTEX_RELEASED)
                    .with(MutexKind.LOCK, MutexKind.TEST_LOCK)),
    BARRIER(
            "define.barrier",
            RaisedEvents.of(Event.SYNC_REGION, Event.SYNC_REGION_WAIT).with(SyncRegionKind.BARRIER_EXPLICIT)),
    TASK("define.task", RaisedEvents.of(Event.TASK_CREATE, Event.TASK_SCHEDULE, Event.ERROR)),
    PARALLEL(
            "define.parallel",
            RaisedEvents.of(
                            Event.PARALLEL_BEGIN,
                            Event.PARALLEL_END,
                            Event.IMPLICIT_TASK,
                            Event.SYNC_REGION,
                            Event.SYNC_REGION_WAIT)
                    .with(SyncRegionKind.BARRIER_IMPLICIT_PARALLEL)),
    MASKED("define.masked", RaisedEvents.of(Event.MASKED)),
    SECTIONS("define.sections", RaisedEvents.of(Event.WORK).with(WorkType.SECTIONS)),
    TASKGROUP(
            "define.taskgroup",
            RaisedEvents.of(Event.SYNC_REGION, Event.SYNC_REGION_WAIT).with(SyncRegionKind.TASKGROUP)),
    TASKWAIT(
            "define.taskwait",
            RaisedEvents.of(Event.SYNC_REGION, Event.SYNC_REGION_WAIT).with(SyncRegionKind.TASKWAIT)),
    ORDERED(
            "define.ordered",
            RaisedEvents.of(Event.MUTEX_ACQUIRE, Event.MUTEX_ACQUIRED, Event.MUTEX_RELEASED)
                    .with(MutexKind.ORDERED)),
    REDUCTION("define.reduction", RaisedEvents.of(Event.REDUCTION).with(SyncRegionKind.REDUCTION));

    private final String key;
    private final RaisedEvents raised;

    DefinedConstruct(String key, RaisedEvents raised) {
        this.key = key;
        this.raised = raised;
    }

    /** The key of the configuration that has the definitions. */
    public String key() {
        return key;
    }

    /** What a definition raises. */
    public RaisedEvents raised() {
        return raised;
    }

    /** What the definitions of a configuration raise. */
    public static RaisedEvents raisedBy(Map<String, String> configuration) {
        RaisedEvents raised = RaisedEvents.NONE;
        for (DefinedConstruct each : values()) {
            String value = configuration.get(each.key);
            if (value != null && !value.isBlank()) {
                raised = raised.and(each.raised);
            }
        }
        return raised;
    }
}
