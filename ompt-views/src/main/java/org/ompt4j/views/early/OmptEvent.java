package org.ompt4j.views.early;

import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.Enumerator;
import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.MutexKind;
import org.ompt4j.ompt.SyncRegionKind;
import org.ompt4j.ompt.WorkType;

/**
 * The events of the early interface: a begin and an end have a number each.
 *
 * <p>Spec: OMPT TR2, section 3 and appendix A.2 ({@code ompt_event_t}); numbers are the document's, from 1 on in this order, names too, without {@code ompt_event_}.
 */
public enum OmptEvent implements Enumerator {
    PARALLEL_BEGIN(OmptEventCallback.NewParallel.class, Event.PARALLEL_BEGIN),
    PARALLEL_END(OmptEventCallback.Parallel.class, Event.PARALLEL_END),
    TASK_BEGIN(OmptEventCallback.NewTask.class, Event.TASK_CREATE),
    TASK_END(OmptEventCallback.Task.class, Event.TASK_SCHEDULE),
    THREAD_BEGIN(OmptEventCallback.ThreadType.class, Event.THREAD_BEGIN),
    THREAD_END(OmptEventCallback.ThreadType.class, Event.THREAD_END),
    CONTROL(OmptEventCallback.Control.class, Event.CONTROL_TOOL),
    RUNTIME_SHUTDOWN(OmptEventCallback.Plain.class, null),
    IDLE_BEGIN(OmptEventCallback.Thread.class, Event.TASK_SCHEDULE),
    IDLE_END(OmptEventCallback.Thread.class, Event.TASK_SCHEDULE),
    WAIT_BARRIER_BEGIN(OmptEventCallback.Parallel.class, Event.SYNC_REGION_WAIT, Kinds.BARRIERS),
    WAIT_BARRIER_END(OmptEventCallback.Parallel.class, Event.SYNC_REGION_WAIT, Kinds.BARRIERS),
    WAIT_TASKWAIT_BEGIN(OmptEventCallback.Parallel.class, Event.SYNC_REGION_WAIT, SyncRegionKind.TASKWAIT),
    WAIT_TASKWAIT_END(OmptEventCallback.Parallel.class, Event.SYNC_REGION_WAIT, SyncRegionKind.TASKWAIT),
    WAIT_TASKGROUP_BEGIN(OmptEventCallback.Parallel.class, Event.SYNC_REGION_WAIT, SyncRegionKind.TASKGROUP),
    WAIT_TASKGROUP_END(OmptEventCallback.Parallel.class, Event.SYNC_REGION_WAIT, SyncRegionKind.TASKGROUP),
    RELEASE_LOCK(OmptEventCallback.Wait.class, Event.MUTEX_RELEASED, MutexKind.LOCK),
    RELEASE_NEST_LOCK_LAST(OmptEventCallback.Wait.class, Event.MUTEX_RELEASED, MutexKind.NEST_LOCK),
    RELEASE_CRITICAL(OmptEventCallback.Wait.class, Event.MUTEX_RELEASED, MutexKind.CRITICAL),
    RELEASE_ATOMIC(OmptEventCallback.Wait.class, Event.MUTEX_RELEASED, MutexKind.ATOMIC),
    RELEASE_ORDERED(OmptEventCallback.Wait.class, Event.MUTEX_RELEASED, MutexKind.ORDERED),
    IMPLICIT_TASK_BEGIN(OmptEventCallback.Parallel.class, Event.IMPLICIT_TASK),
    IMPLICIT_TASK_END(OmptEventCallback.Parallel.class, Event.IMPLICIT_TASK),
    INITIAL_TASK_BEGIN(OmptEventCallback.Task.class, Event.IMPLICIT_TASK),
    INITIAL_TASK_END(OmptEventCallback.Task.class, Event.IMPLICIT_TASK),
    TASK_SWITCH(OmptEventCallback.TaskSwitch.class, Event.TASK_SCHEDULE),
    LOOP_BEGIN(OmptEventCallback.NewWorkshare.class, Event.WORK, Kinds.LOOPS),
    LOOP_END(OmptEventCallback.Parallel.class, Event.WORK, Kinds.LOOPS),
    SECTIONS_BEGIN(OmptEventCallback.NewWorkshare.class, Event.WORK, WorkType.SECTIONS),
    SECTIONS_END(OmptEventCallback.Parallel.class, Event.WORK, WorkType.SECTIONS),
    SINGLE_IN_BLOCK_BEGIN(OmptEventCallback.NewWorkshare.class, Event.WORK, WorkType.SINGLE_EXECUTOR),
    SINGLE_IN_BLOCK_END(OmptEventCallback.Parallel.class, Event.WORK, WorkType.SINGLE_EXECUTOR),
    SINGLE_OTHERS_BEGIN(OmptEventCallback.Parallel.class, Event.WORK, WorkType.SINGLE_OTHER),
    SINGLE_OTHERS_END(OmptEventCallback.Parallel.class, Event.WORK, WorkType.SINGLE_OTHER),
    WORKSHARE_BEGIN(OmptEventCallback.NewWorkshare.class, Event.WORK, WorkType.WORKSHARE),
    WORKSHARE_END(OmptEventCallback.Parallel.class, Event.WORK, WorkType.WORKSHARE),
    MASTER_BEGIN(OmptEventCallback.Parallel.class, Event.MASKED),
    MASTER_END(OmptEventCallback.Parallel.class, Event.MASKED),
    BARRIER_BEGIN(OmptEventCallback.Parallel.class, Event.SYNC_REGION, Kinds.BARRIERS),
    BARRIER_END(OmptEventCallback.Parallel.class, Event.SYNC_REGION, Kinds.BARRIERS),
    TASKWAIT_BEGIN(OmptEventCallback.Parallel.class, Event.SYNC_REGION, SyncRegionKind.TASKWAIT),
    TASKWAIT_END(OmptEventCallback.Parallel.class, Event.SYNC_REGION, SyncRegionKind.TASKWAIT),
    TASKGROUP_BEGIN(OmptEventCallback.Parallel.class, Event.SYNC_REGION, SyncRegionKind.TASKGROUP),
    TASKGROUP_END(OmptEventCallback.Parallel.class, Event.SYNC_REGION, SyncRegionKind.TASKGROUP),
    RELEASE_NEST_LOCK_PREV(OmptEventCallback.Wait.class, Event.NEST_LOCK, MutexKind.NEST_LOCK),
    WAIT_LOCK(OmptEventCallback.Wait.class, Event.MUTEX_ACQUIRE, MutexKind.LOCK),
    WAIT_NEST_LOCK(OmptEventCallback.Wait.class, Event.MUTEX_ACQUIRE, MutexKind.NEST_LOCK),
    WAIT_CRITICAL(OmptEventCallback.Wait.class, Event.MUTEX_ACQUIRE, MutexKind.CRITICAL),
    WAIT_ATOMIC(OmptEventCallback.Wait.class, Event.MUTEX_ACQUIRE, MutexKind.ATOMIC),
    WAIT_ORDERED(OmptEventCallback.Wait.class, Event.MUTEX_ACQUIRE, MutexKind.ORDERED),
    ACQUIRED_LOCK(OmptEventCallback.Wait.class, Event.MUTEX_ACQUIRED, MutexKind.LOCK),
    ACQUIRED_NEST_LOCK_FIRST(OmptEventCallback.Wait.class, Event.MUTEX_ACQUIRED, MutexKind.NEST_LOCK),
    ACQUIRED_NEST_LOCK_NEXT(OmptEventCallback.Wait.class, Event.NEST_LOCK, MutexKind.NEST_LOCK),
    ACQUIRED_CRITICAL(OmptEventCallback.Wait.class, Event.MUTEX_ACQUIRED, MutexKind.CRITICAL),
    ACQUIRED_ATOMIC(OmptEventCallback.Wait.class, Event.MUTEX_ACQUIRED, MutexKind.ATOMIC),
    ACQUIRED_ORDERED(OmptEventCallback.Wait.class, Event.MUTEX_ACQUIRED, MutexKind.ORDERED),
    INIT_LOCK(OmptEventCallback.Wait.class, Event.LOCK_INIT, MutexKind.LOCK),
    INIT_NEST_LOCK(OmptEventCallback.Wait.class, Event.LOCK_INIT, MutexKind.NEST_LOCK),
    DESTROY_LOCK(OmptEventCallback.Wait.class, Event.LOCK_DESTROY, MutexKind.LOCK),
    DESTROY_NEST_LOCK(OmptEventCallback.Wait.class, Event.LOCK_DESTROY, MutexKind.NEST_LOCK),
    FLUSH(OmptEventCallback.Thread.class, Event.FLUSH);

    /** Common sources of several events, in a class of their own, since constants are created before the static fields of their enumeration. */
    private static final class Kinds {
        static final SyncRegionKind[] BARRIERS = {
            SyncRegionKind.BARRIER_EXPLICIT,
            SyncRegionKind.BARRIER_IMPLEMENTATION,
            SyncRegionKind.BARRIER_IMPLICIT_WORKSHARE,
            SyncRegionKind.BARRIER_IMPLICIT_PARALLEL,
            SyncRegionKind.BARRIER_TEAMS
        };
        static final WorkType[] LOOPS = {
            WorkType.LOOP,
            WorkType.LOOP_STATIC,
            WorkType.LOOP_DYNAMIC,
            WorkType.LOOP_GUIDED,
            WorkType.LOOP_OTHER,
            WorkType.TASKLOOP,
            WorkType.DISTRIBUTE
        };
    }

    private static final OmptEvent[] ALL = values();
    private static final Map<Event, Map<Enum<?>, OmptEvent>> BY_KIND = new EnumMap<>(Event.class);

    static {
        for (OmptEvent each : ALL) {
            for (Enum<?> kind : each.kinds) {
                BY_KIND.computeIfAbsent(each.source, source -> new HashMap<>()).putIfAbsent(kind, each);
            }
        }
    }

    private final Class<? extends OmptEventCallback> callbackType;
    private final @Nullable Event source;
    private final List<Enum<?>> kinds;

    OmptEvent(Class<? extends OmptEventCallback> callbackType, @Nullable Event source, Enum<?>... kinds) {
        this.callbackType = callbackType;
        this.source = source;
        this.kinds = List.of(kinds);
    }

    @Override
    public int value() {
        return ordinal() + 1;
    }

    /** The type of the callbacks of this event. */
    public Class<? extends OmptEventCallback> callbackType() {
        return callbackType;
    }

    /** The event that has to be registered together with this one; null if there is none. */
    public @Nullable OmptEvent partner() {
        if (compareTo(IDLE_BEGIN) < 0 || compareTo(WAIT_TASKGROUP_END) > 0) {
            return null;
        }
        boolean begins = value() % 2 != 0;
        return ALL[begins ? ordinal() + 1 : ordinal() - 1];
    }

    /** The enumerator with this number; {@link IllegalArgumentException} if there is none. */
    public static OmptEvent of(int value) {
        return Enumerator.of(ALL, value);
    }

    /** The end that belongs to this begin, whose number follows. */
    OmptEvent end() {
        return ALL[ordinal() + 1];
    }

    /** The event of the present generation from which this one comes, if it is of one of {@link #kinds}; null if there is none. */
    @Nullable
    Event source() {
        return source;
    }

    /** The required kinds of the source: kinds of sync regions, of work or of mutexes; empty if any kind is accepted. */
    List<Enum<?>> kinds() {
        return kinds;
    }

    /** The early event for an event of the present generation of that kind, or its begin if the event has begin and end; null if there is none. */
    static @Nullable OmptEvent of(Event source, Enum<?> kind) {
        return BY_KIND.getOrDefault(source, Map.of()).get(kind);
    }

    /** All events of the present generation that the translation needs for this one. */
    Set<Event> needed() {
        Set<Event> needed = EnumSet.noneOf(Event.class);
        if (source != null) {
            needed.add(source);
        }
        switch (this) {
            case THREAD_END -> needed.add(Event.THREAD_BEGIN);
            case TASK_END -> needed.add(Event.CANCEL);
            case IDLE_BEGIN, IDLE_END -> needed.addAll(EnumSet.of(Event.POOL_WORKER, Event.IMPLICIT_TASK));
            case WAIT_LOCK, WAIT_NEST_LOCK, WAIT_CRITICAL, WAIT_ATOMIC, WAIT_ORDERED ->
                needed.add(Event.MUTEX_ACQUIRED);
            default -> {
                if (isInRegion()) {
                    needed.add(Event.IMPLICIT_TASK);
                }
            }
        }
        return needed;
    }

    /** Whether the event names the region around it; then regions of initial tasks, which are none here, have to be distinguished. */
    private boolean isInRegion() {
        return this != PARALLEL_END
                && (callbackType == OmptEventCallback.Parallel.class
                        || callbackType == OmptEventCallback.NewWorkshare.class);
    }
}
