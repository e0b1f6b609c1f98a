package org.ompt4j.views.early;

import org.jspecify.annotations.Nullable;

/**
 * A function of an early tool that is called when an event happens. Several events share one type; {@link OmptEvent#callbackType}
 * returns the type of an event.
 *
 * <p>Threads, regions, tasks and wait ids are ids below 2^53, 0 for none; they are those of traces. A function is {@code pkg.Class.method}, null if
 * it is not known; one function is always the same string object.
 *
 * <p>Thread safety: a callback runs on the thread on which its event happened, so on several threads at once. The last events of a thread that
 * ended without reporting them are reported on the finalizing thread. A callback should not block and should not throw: exceptions
 * are counted and swallowed, and after 100 failures the tool is switched off. The callback's own actions are not observed.
 *
 * <p>Spec: OMPT TR2, appendix A.3.
 */
public interface OmptEventCallback {

    /** {@code ompt_thread_callback_t}: idle_begin, idle_end, flush. */
    @FunctionalInterface
    interface Thread extends OmptEventCallback {
        void thread(long threadId);
    }

    /** {@code ompt_thread_type_callback_t}: thread_begin, thread_end. */
    @FunctionalInterface
    interface ThreadType extends OmptEventCallback {
        void threadType(OmptThreadType threadType, long threadId);
    }

    /** {@code ompt_wait_callback_t}: all events of locks, critical, atomic and ordered. */
    @FunctionalInterface
    interface Wait extends OmptEventCallback {
        void waits(long waitId);
    }

    /** {@code ompt_parallel_callback_t}: most begins and ends inside of a region; {@code parallelId} is 0 outside of any. */
    @FunctionalInterface
    interface Parallel extends OmptEventCallback {
        void parallel(long parallelId, long taskId);
    }

    /** {@code ompt_new_workshare_callback_t}: loop_begin, sections_begin, single_in_block_begin, workshare_begin. */
    @FunctionalInterface
    interface NewWorkshare extends OmptEventCallback {
        void newWorkshare(long parallelId, long taskId, @Nullable String workshareFunction);
    }

    /**
     * {@code ompt_new_parallel_callback_t}: parallel_begin.
     *
     * @param <F> the {@code ompt_frame_t} of the tool's generation
     */
    @FunctionalInterface
    interface NewParallel<F> extends OmptEventCallback {
        /**
         * A task reached a parallel construct.
         *
         * @param parentTaskFrame the frames of the parent task on its stack; null if they are not known
         * @param requestedTeamSize upper bound of the number of threads that will take part
         */
        void newParallel(
                long parentTaskId,
                @Nullable F parentTaskFrame,
                long parallelId,
                int requestedTeamSize,
                @Nullable String parallelFunction);
    }

    /** {@code ompt_task_callback_t}: task_end, initial_task_begin, initial_task_end. */
    @FunctionalInterface
    interface Task extends OmptEventCallback {
        void task(long taskId);
    }

    /** {@code ompt_task_switch_callback_t}: task_switch; {@code suspendedTaskId} is 0 if that task is complete. */
    @FunctionalInterface
    interface TaskSwitch extends OmptEventCallback {
        void taskSwitch(long suspendedTaskId, long resumedTaskId);
    }

    /**
     * {@code ompt_new_task_callback_t}: task_begin.
     *
     * @param <F> the {@code ompt_frame_t} of the tool's generation
     */
    @FunctionalInterface
    interface NewTask<F> extends OmptEventCallback {
        void newTask(long parentTaskId, @Nullable F parentTaskFrame, long newTaskId, @Nullable String newTaskFunction);
    }

    /** {@code ompt_control_callback_t}: control. */
    @FunctionalInterface
    interface Control extends OmptEventCallback {
        void control(long command, long modifier);
    }

    /** {@code ompt_callback_t}: runtime_shutdown. */
    @FunctionalInterface
    interface Plain extends OmptEventCallback {
        void callback();
    }
}
