package org.ompt4j.views.early;

import static org.ompt4j.views.early.OmptEvent.*;

import java.util.EnumSet;
import java.util.Set;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.Construct.Trait;
import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.MutexKind;
import org.ompt4j.ompt.Ompt4jRuntime;
import org.ompt4j.ompt.OmptEntryPoint;
import org.ompt4j.ompt.RaisedEvents;
import org.ompt4j.ompt.SetResult;
import org.ompt4j.ompt.SyncRegionKind;
import org.ompt4j.ompt.WorkType;

/**
 * What raises the early events in this run, and thus what registering one promises.
 *
 * <p>One event of today is several early ones: what it answers holds for those of them that a construct which is observed can raise.
 *
 * <p>Thread safety: immutable.
 */
final class EarlyEventSources {
    private static final Set<SyncRegionKind> BARRIERS = EnumSet.complementOf(
            EnumSet.of(SyncRegionKind.TASKWAIT, SyncRegionKind.TASKGROUP, SyncRegionKind.REDUCTION));

    private static final Set<WorkType> LOOPS = EnumSet.of(
            WorkType.LOOP,
            WorkType.LOOP_STATIC,
            WorkType.LOOP_DYNAMIC,
            WorkType.LOOP_GUIDED,
            WorkType.LOOP_OTHER,
            WorkType.TASKLOOP,
            WorkType.DISTRIBUTE);

    /** Every thread that comes to a hook of whatever construct begins, and ends. */
    private static final Set<OmptEvent> OF_EVERY_THREAD =
            EnumSet.of(THREAD_BEGIN, THREAD_END, INITIAL_TASK_BEGIN, INITIAL_TASK_END);

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

    EarlyEventSources(Ompt4jRuntime runtime, OmptEntryPoint.SetCallback setCallback) {
        this.setCallback = setCallback;
        add(runtime.settings().raisedByDefinitions());
        for (Construct each : Construct.values()) {
            if (runtime.observes(each)) {
                add(each.raised());
                if (each.has(Trait.POOL_REGIONS)) {
                    present.addAll(EnumSet.of(IDLE_BEGIN, IDLE_END));
                }
            }
        }
    }

    private void add(RaisedEvents raised) {
        if (raised.mask() == 0) {
            return;
        }
        present.addAll(OF_EVERY_THREAD);
        for (OmptEvent each : OmptEvent.values()) {
            if (raised.contains(source(each)) && isOfAKindOf(raised, each)) {
                present.add(each);
            }
        }
    }

    /** Whether the kinds that an early event is told apart by are among those of a construct. */
    private static boolean isOfAKindOf(RaisedEvents raised, OmptEvent event) {
        return switch (event) {
            // Told by the pool's own regions; and a thread's initial task comes with the thread.
            case IDLE_BEGIN, IDLE_END, INITIAL_TASK_BEGIN, INITIAL_TASK_END -> false;
            case IMPLICIT_TASK_BEGIN, IMPLICIT_TASK_END -> raised.contains(Event.PARALLEL_BEGIN);
            case BARRIER_BEGIN, BARRIER_END, WAIT_BARRIER_BEGIN, WAIT_BARRIER_END ->
                BARRIERS.stream().anyMatch(raised::contains);
            case TASKWAIT_BEGIN, TASKWAIT_END, WAIT_TASKWAIT_BEGIN, WAIT_TASKWAIT_END ->
                raised.contains(SyncRegionKind.TASKWAIT);
            case TASKGROUP_BEGIN, TASKGROUP_END, WAIT_TASKGROUP_BEGIN, WAIT_TASKGROUP_END ->
                raised.contains(SyncRegionKind.TASKGROUP);
            case LOOP_BEGIN, LOOP_END -> LOOPS.stream().anyMatch(raised::contains);
            case SECTIONS_BEGIN, SECTIONS_END -> raised.contains(WorkType.SECTIONS);
            case SINGLE_IN_BLOCK_BEGIN, SINGLE_IN_BLOCK_END -> raised.contains(WorkType.SINGLE_EXECUTOR);
            case SINGLE_OTHERS_BEGIN, SINGLE_OTHERS_END -> raised.contains(WorkType.SINGLE_OTHER);
            case WORKSHARE_BEGIN, WORKSHARE_END -> raised.contains(WorkType.WORKSHARE);
            case WAIT_LOCK, ACQUIRED_LOCK, RELEASE_LOCK, INIT_LOCK, DESTROY_LOCK -> raised.contains(MutexKind.LOCK);
            case WAIT_NEST_LOCK,
                    ACQUIRED_NEST_LOCK_FIRST,
                    ACQUIRED_NEST_LOCK_NEXT,
                    RELEASE_NEST_LOCK_PREV,
                    RELEASE_NEST_LOCK_LAST,
                    INIT_NEST_LOCK,
                    DESTROY_NEST_LOCK -> raised.contains(MutexKind.NEST_LOCK);
            case WAIT_CRITICAL, ACQUIRED_CRITICAL, RELEASE_CRITICAL -> raised.contains(MutexKind.CRITICAL);
            case ACQUIRED_ATOMIC, RELEASE_ATOMIC -> raised.contains(MutexKind.ATOMIC);
            case ACQUIRED_ORDERED, RELEASE_ORDERED -> raised.contains(MutexKind.ORDERED);
            // Nobody ever waits for an ordered region or an atomic update.
            case WAIT_ATOMIC, WAIT_ORDERED -> false;
            case PARALLEL_BEGIN,
                    PARALLEL_END,
                    TASK_BEGIN,
                    TASK_END,
                    TASK_SWITCH,
                    THREAD_BEGIN,
                    THREAD_END,
                    CONTROL,
                    RUNTIME_SHUTDOWN,
                    MASTER_BEGIN,
                    MASTER_END,
                    FLUSH -> true;
        };
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

    /** RuntimeEntryPoints's event that an early one is made of; others may be needed to tell it apart, see {@link EventTranslation}. */
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
}
