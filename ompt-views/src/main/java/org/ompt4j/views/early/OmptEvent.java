package org.ompt4j.views.early;

import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.Enumerator;

/**
 * The events of the early interface: a begin and an end have a number each.
 *
 * <p>Spec: OMPT TR2, section 3 and appendix A.2 ({@code ompt_event_t}); numbers are the document's, names too, without {@code ompt_event_}.
 */
public enum OmptEvent implements Enumerator {
    PARALLEL_BEGIN(1, OmptEventCallback.NewParallel.class),
    PARALLEL_END(2, OmptEventCallback.Parallel.class),
    TASK_BEGIN(3, OmptEventCallback.NewTask.class),
    TASK_END(4, OmptEventCallback.Task.class),
    THREAD_BEGIN(5, OmptEventCallback.ThreadType.class),
    THREAD_END(6, OmptEventCallback.ThreadType.class),
    CONTROL(7, OmptEventCallback.Control.class),
    RUNTIME_SHUTDOWN(8, OmptEventCallback.Plain.class),
    IDLE_BEGIN(9, OmptEventCallback.Thread.class),
    IDLE_END(10, OmptEventCallback.Thread.class),
    WAIT_BARRIER_BEGIN(11, OmptEventCallback.Parallel.class),
    WAIT_BARRIER_END(12, OmptEventCallback.Parallel.class),
    WAIT_TASKWAIT_BEGIN(13, OmptEventCallback.Parallel.class),
    WAIT_TASKWAIT_END(14, OmptEventCallback.Parallel.class),
    WAIT_TASKGROUP_BEGIN(15, OmptEventCallback.Parallel.class),
    WAIT_TASKGROUP_END(16, OmptEventCallback.Parallel.class),
    RELEASE_LOCK(17, OmptEventCallback.Wait.class),
    RELEASE_NEST_LOCK_LAST(18, OmptEventCallback.Wait.class),
    RELEASE_CRITICAL(19, OmptEventCallback.Wait.class),
    RELEASE_ATOMIC(20, OmptEventCallback.Wait.class),
    RELEASE_ORDERED(21, OmptEventCallback.Wait.class),
    IMPLICIT_TASK_BEGIN(22, OmptEventCallback.Parallel.class),
    IMPLICIT_TASK_END(23, OmptEventCallback.Parallel.class),
    INITIAL_TASK_BEGIN(24, OmptEventCallback.Task.class),
    INITIAL_TASK_END(25, OmptEventCallback.Task.class),
    TASK_SWITCH(26, OmptEventCallback.TaskSwitch.class),
    LOOP_BEGIN(27, OmptEventCallback.NewWorkshare.class),
    LOOP_END(28, OmptEventCallback.Parallel.class),
    SECTIONS_BEGIN(29, OmptEventCallback.NewWorkshare.class),
    SECTIONS_END(30, OmptEventCallback.Parallel.class),
    SINGLE_IN_BLOCK_BEGIN(31, OmptEventCallback.NewWorkshare.class),
    SINGLE_IN_BLOCK_END(32, OmptEventCallback.Parallel.class),
    SINGLE_OTHERS_BEGIN(33, OmptEventCallback.Parallel.class),
    SINGLE_OTHERS_END(34, OmptEventCallback.Parallel.class),
    WORKSHARE_BEGIN(35, OmptEventCallback.NewWorkshare.class),
    WORKSHARE_END(36, OmptEventCallback.Parallel.class),
    MASTER_BEGIN(37, OmptEventCallback.Parallel.class),
    MASTER_END(38, OmptEventCallback.Parallel.class),
    BARRIER_BEGIN(39, OmptEventCallback.Parallel.class),
    BARRIER_END(40, OmptEventCallback.Parallel.class),
    TASKWAIT_BEGIN(41, OmptEventCallback.Parallel.class),
    TASKWAIT_END(42, OmptEventCallback.Parallel.class),
    TASKGROUP_BEGIN(43, OmptEventCallback.Parallel.class),
    TASKGROUP_END(44, OmptEventCallback.Parallel.class),
    RELEASE_NEST_LOCK_PREV(45, OmptEventCallback.Wait.class),
    WAIT_LOCK(46, OmptEventCallback.Wait.class),
    WAIT_NEST_LOCK(47, OmptEventCallback.Wait.class),
    WAIT_CRITICAL(48, OmptEventCallback.Wait.class),
    WAIT_ATOMIC(49, OmptEventCallback.Wait.class),
    WAIT_ORDERED(50, OmptEventCallback.Wait.class),
    ACQUIRED_LOCK(51, OmptEventCallback.Wait.class),
    ACQUIRED_NEST_LOCK_FIRST(52, OmptEventCallback.Wait.class),
    ACQUIRED_NEST_LOCK_NEXT(53, OmptEventCallback.Wait.class),
    ACQUIRED_CRITICAL(54, OmptEventCallback.Wait.class),
    ACQUIRED_ATOMIC(55, OmptEventCallback.Wait.class),
    ACQUIRED_ORDERED(56, OmptEventCallback.Wait.class),
    INIT_LOCK(57, OmptEventCallback.Wait.class),
    INIT_NEST_LOCK(58, OmptEventCallback.Wait.class),
    DESTROY_LOCK(59, OmptEventCallback.Wait.class),
    DESTROY_NEST_LOCK(60, OmptEventCallback.Wait.class),
    FLUSH(61, OmptEventCallback.Thread.class);

    private static final OmptEvent[] ALL = values();

    private final int value;
    private final Class<? extends OmptEventCallback> callbackType;

    OmptEvent(int value, Class<? extends OmptEventCallback> callbackType) {
        this.value = value;
        this.callbackType = callbackType;
    }

    @Override
    public int value() {
        return value;
    }

    /** The type that a callback of this event has. */
    public Class<? extends OmptEventCallback> callbackType() {
        return callbackType;
    }

    /** The event without which this one must not be registered; null if it may stand alone. */
    public @Nullable OmptEvent partner() {
        return switch (this) {
            case IDLE_BEGIN -> IDLE_END;
            case IDLE_END -> IDLE_BEGIN;
            case WAIT_BARRIER_BEGIN -> WAIT_BARRIER_END;
            case WAIT_BARRIER_END -> WAIT_BARRIER_BEGIN;
            case WAIT_TASKWAIT_BEGIN -> WAIT_TASKWAIT_END;
            case WAIT_TASKWAIT_END -> WAIT_TASKWAIT_BEGIN;
            case WAIT_TASKGROUP_BEGIN -> WAIT_TASKGROUP_END;
            case WAIT_TASKGROUP_END -> WAIT_TASKGROUP_BEGIN;
            default -> null;
        };
    }

    /** The enumerator with this number; {@link IllegalArgumentException} if there is none. */
    public static OmptEvent of(int value) {
        return Enumerator.of(ALL, value);
    }
}
