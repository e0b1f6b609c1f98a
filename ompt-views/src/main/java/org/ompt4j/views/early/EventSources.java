package org.ompt4j.views.early;

import static org.ompt4j.views.early.OmptEvent.*;

import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.Ompt4jRuntime;
import org.ompt4j.ompt.OmptEntryPoint;
import org.ompt4j.ompt.SetResult;

/**
 * What raises the early events in this run, and thus what registering one promises.
 *
 * <p>One event of today is several early ones: what it answers holds for those of them that a construct which is observed can raise.
 *
 * <p>Thread safety: immutable.
 */
final class EventSources {
    private static final Set<OmptEvent> TASKS = EnumSet.of(TASK_BEGIN, TASK_END, TASK_SWITCH);
    private static final Set<OmptEvent> REGIONS = EnumSet.of(
            PARALLEL_BEGIN,
            PARALLEL_END,
            IMPLICIT_TASK_BEGIN,
            IMPLICIT_TASK_END,
            BARRIER_BEGIN,
            BARRIER_END,
            WAIT_BARRIER_BEGIN,
            WAIT_BARRIER_END);
    private static final Set<OmptEvent> BARRIERS =
            EnumSet.of(BARRIER_BEGIN, BARRIER_END, WAIT_BARRIER_BEGIN, WAIT_BARRIER_END);
    private static final Set<OmptEvent> TASKWAITS =
            EnumSet.of(TASKWAIT_BEGIN, TASKWAIT_END, WAIT_TASKWAIT_BEGIN, WAIT_TASKWAIT_END);
    private static final Set<OmptEvent> TASKGROUPS =
            EnumSet.of(TASKGROUP_BEGIN, TASKGROUP_END, WAIT_TASKGROUP_BEGIN, WAIT_TASKGROUP_END);
    private static final Set<OmptEvent> SINGLES =
            EnumSet.of(SINGLE_IN_BLOCK_BEGIN, SINGLE_IN_BLOCK_END, SINGLE_OTHERS_BEGIN, SINGLE_OTHERS_END);

    /** Where today's interface answers for itself: no construct, or none yet, has to be asked. */
    private static final Set<OmptEvent> WITHOUT_CONSTRUCT = EnumSet.of(CONTROL, FLUSH);

    /** Often told when they are over: nobody knew before that the thread would wait or idle. */
    private static final Set<OmptEvent> WHEN_CONVENIENT = EnumSet.of(
            IDLE_BEGIN,
            IDLE_END,
            WAIT_TASKGROUP_BEGIN,
            WAIT_TASKGROUP_END,
            WAIT_LOCK,
            WAIT_NEST_LOCK,
            WAIT_CRITICAL,
            WAIT_ATOMIC,
            WAIT_ORDERED);

    private final OmptEntryPoint.SetCallback setCallback;
    private final Set<OmptEvent> present = EnumSet.copyOf(WITHOUT_CONSTRUCT);

    EventSources(Ompt4jRuntime runtime, OmptEntryPoint.SetCallback setCallback) {
        this.setCallback = setCallback;
        for (Construct each : Construct.values()) {
            if (runtime.observes(each)) {
                present.addAll(of(each));
            }
        }
        addDefined(runtime.configuration());
    }

    /** What registering a callback of this event promises; asks the runtime, so only while nothing is registered there yet. */
    OmptSetResult answer(OmptEvent event) {
        if (event == RUNTIME_SHUTDOWN) {
            return OmptSetResult.ALWAYS;
        }
        if (!present.contains(event)) {
            return OmptSetResult.NEVER;
        }
        OmptSetResult answer = early(setCallback.setCallback(source(event), null));
        return answer == OmptSetResult.ALWAYS && WHEN_CONVENIENT.contains(event) ? OmptSetResult.SOMETIMES : answer;
    }

    private static OmptSetResult early(SetResult answer) {
        return switch (answer) {
            case ERROR -> OmptSetResult.ERROR;
            case NEVER -> OmptSetResult.NEVER;
            case IMPOSSIBLE -> OmptSetResult.IMPOSSIBLE;
            case SOMETIMES, SOMETIMES_PAIRED -> OmptSetResult.SOMETIMES;
            case ALWAYS -> OmptSetResult.ALWAYS;
        };
    }

    /** Today's event that an early one is made of; others may be needed to tell it apart, see {@link EventTranslation}. */
    static Event source(OmptEvent event) {
        return switch (event) {
            case PARALLEL_BEGIN -> Event.PARALLEL_BEGIN;
            case PARALLEL_END -> Event.PARALLEL_END;
            case TASK_BEGIN -> Event.TASK_CREATE;
            case TASK_END, TASK_SWITCH, IDLE_BEGIN, IDLE_END -> Event.TASK_SCHEDULE;
            case THREAD_BEGIN -> Event.THREAD_BEGIN;
            case THREAD_END, RUNTIME_SHUTDOWN -> Event.THREAD_END;
            case CONTROL -> Event.CONTROL_TOOL;
            case WAIT_BARRIER_BEGIN,
                    WAIT_BARRIER_END,
                    WAIT_TASKWAIT_BEGIN,
                    WAIT_TASKWAIT_END,
                    WAIT_TASKGROUP_BEGIN,
                    WAIT_TASKGROUP_END -> Event.SYNC_REGION_WAIT;
            case RELEASE_LOCK, RELEASE_NEST_LOCK_LAST, RELEASE_CRITICAL, RELEASE_ATOMIC, RELEASE_ORDERED ->
                Event.MUTEX_RELEASED;
            case IMPLICIT_TASK_BEGIN, IMPLICIT_TASK_END, INITIAL_TASK_BEGIN, INITIAL_TASK_END -> Event.IMPLICIT_TASK;
            case LOOP_BEGIN,
                    LOOP_END,
                    SECTIONS_BEGIN,
                    SECTIONS_END,
                    SINGLE_IN_BLOCK_BEGIN,
                    SINGLE_IN_BLOCK_END,
                    SINGLE_OTHERS_BEGIN,
                    SINGLE_OTHERS_END,
                    WORKSHARE_BEGIN,
                    WORKSHARE_END -> Event.WORK;
            case MASTER_BEGIN, MASTER_END -> Event.MASKED;
            case BARRIER_BEGIN, BARRIER_END, TASKWAIT_BEGIN, TASKWAIT_END, TASKGROUP_BEGIN, TASKGROUP_END ->
                Event.SYNC_REGION;
            case RELEASE_NEST_LOCK_PREV, ACQUIRED_NEST_LOCK_NEXT -> Event.NEST_LOCK;
            case WAIT_LOCK, WAIT_NEST_LOCK, WAIT_CRITICAL, WAIT_ATOMIC, WAIT_ORDERED -> Event.MUTEX_ACQUIRE;
            case ACQUIRED_LOCK, ACQUIRED_NEST_LOCK_FIRST, ACQUIRED_CRITICAL, ACQUIRED_ATOMIC, ACQUIRED_ORDERED ->
                Event.MUTEX_ACQUIRED;
            case INIT_LOCK, INIT_NEST_LOCK -> Event.LOCK_INIT;
            case DESTROY_LOCK, DESTROY_NEST_LOCK -> Event.LOCK_DESTROY;
            case FLUSH -> Event.FLUSH;
        };
    }

    private static Set<OmptEvent> of(Construct construct) {
        Set<OmptEvent> events = EnumSet.noneOf(OmptEvent.class);
        switch (construct) {
            case THREAD -> {
                events.addAll(EnumSet.of(THREAD_BEGIN, THREAD_END, INITIAL_TASK_BEGIN, INITIAL_TASK_END));
                events.addAll(TASKS);
                events.addAll(TASKWAITS);
            }
            case FORK_JOIN_TASK -> {
                events.addAll(EnumSet.of(SECTIONS_BEGIN, SECTIONS_END, LOOP_BEGIN, LOOP_END));
                events.addAll(EnumSet.of(WORKSHARE_BEGIN, WORKSHARE_END));
                events.addAll(TASKS);
                events.addAll(TASKWAITS);
                events.addAll(TASKGROUPS);
                events.addAll(REGIONS);
            }
            case FORK_JOIN_POOL -> {
                events.addAll(EnumSet.of(SECTIONS_BEGIN, SECTIONS_END, IDLE_BEGIN, IDLE_END));
                events.addAll(TASKS);
                events.addAll(TASKWAITS);
                events.addAll(TASKGROUPS);
                events.addAll(REGIONS);
            }
            case PARALLEL_STREAM -> {
                events.addAll(EnumSet.of(LOOP_BEGIN, LOOP_END, ACQUIRED_ORDERED, RELEASE_ORDERED));
                events.addAll(TASKGROUPS);
                events.addAll(REGIONS);
            }
            case SYNCHRONIZED -> events.addAll(EnumSet.of(WAIT_CRITICAL, ACQUIRED_CRITICAL, RELEASE_CRITICAL));
            case REENTRANT_LOCK -> {
                events.addAll(EnumSet.of(WAIT_NEST_LOCK, ACQUIRED_NEST_LOCK_FIRST, ACQUIRED_NEST_LOCK_NEXT));
                events.addAll(EnumSet.of(RELEASE_NEST_LOCK_PREV, RELEASE_NEST_LOCK_LAST));
                events.addAll(EnumSet.of(INIT_NEST_LOCK, DESTROY_NEST_LOCK));
            }
            case CYCLIC_BARRIER, PHASER -> {
                events.addAll(BARRIERS);
                events.addAll(SINGLES);
            }
            case NONE, DEFINED -> {
                // Raise nothing by themselves: what is defined stands in the configuration.
            }
        }
        return events;
    }

    private void addDefined(Map<String, String> configuration) {
        add(configuration, "define.lock", EnumSet.of(WAIT_LOCK, ACQUIRED_LOCK, RELEASE_LOCK));
        add(configuration, "define.ordered", EnumSet.of(ACQUIRED_ORDERED, RELEASE_ORDERED));
        add(configuration, "define.barrier", BARRIERS);
        add(configuration, "define.task", TASKS);
        add(configuration, "define.parallel", REGIONS);
        add(configuration, "define.masked", EnumSet.of(MASTER_BEGIN, MASTER_END));
        add(configuration, "define.sections", EnumSet.of(SECTIONS_BEGIN, SECTIONS_END));
        add(configuration, "define.taskgroup", EnumSet.of(TASKGROUP_BEGIN, TASKGROUP_END));
        add(configuration, "define.taskwait", TASKWAITS);
    }

    private void add(Map<String, String> configuration, String key, Set<OmptEvent> events) {
        String value = configuration.get(key);
        if (value != null && !value.isBlank()) {
            present.addAll(events);
        }
    }
}
