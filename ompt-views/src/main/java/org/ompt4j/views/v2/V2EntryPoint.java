package org.ompt4j.views.v2;

import org.jspecify.annotations.Nullable;
import org.ompt4j.views.early.EarlyEntryPoint;

/**
 * The inquiries of OMPT v2 beside those of {@link EarlyEntryPoint}. The chapter names them and says what they give, but has no signatures:
 * their parameters, the least that its text needs, are ours. Each answers 1 if there is something, else 0; ids are written in both cases, as
 * the chapter's {@code none} values want it. TR2's inquiries by a single value are not there: a tool could not tell the generations apart
 * by asking for them.
 *
 * <p>An array of length 1 is filled; null where the caller does not want it. Thread safety: any thread, any time until the runtime shuts
 * down; also inside callbacks, where they answer for the thread whose event it is.
 *
 * <p>Spec: OMPT v2, chapter 4, section 3.
 */
public interface V2EntryPoint {

    /** {@code ompt_get_parallel_info}. */
    interface GetParallelInfo extends V2EntryPoint {
        String NAME = "ompt_get_parallel_info";

        /**
         * A region around the current task.
         *
         * @param ancestorLevel 0 for the current region, 1 for the one that encloses it, and so on
         * @param parallelId is given {@link OmptId#PARALLEL_NONE} if there is none
         * @return 1 if there is a region at that level, else 0
         */
        int getParallelInfo(int ancestorLevel, long @Nullable [] parallelId, int @Nullable [] teamSize);
    }

    /** {@code ompt_get_task_info}. */
    interface GetTaskInfo extends V2EntryPoint {
        String NAME = "ompt_get_task_info";

        /**
         * A task on the thread's stack.
         *
         * @param ancestorLevel 0 for the current task, 1 for the one that it interrupted, and so on
         * @param taskId is given {@link OmptId#TASK_NONE} if there is none
         * @return 1 if there is a task at that level, else 0
         */
        int getTaskInfo(int ancestorLevel, long @Nullable [] taskId, @Nullable V2Frame @Nullable [] taskFrame);
    }

    /** {@code ompt_get_target_info}. */
    interface GetTargetInfo extends V2EntryPoint {
        String NAME = "ompt_get_target_info";

        /**
         * The target region and operation of the calling thread; each is given {@link OmptId#TARGET_NONE} where there is none.
         *
         * @return 1 if the thread is in a target region, else 0
         */
        int getTargetInfo(long @Nullable [] targetId, long @Nullable [] hostOpId);
    }
}
