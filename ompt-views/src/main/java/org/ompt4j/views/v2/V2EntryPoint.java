package org.ompt4j.views.v2;

import org.jspecify.annotations.Nullable;
import org.ompt4j.views.early.EarlyEntryPoint;

/**
 * The inquiries of OMPT v2 that {@link EarlyEntryPoint} does not have. The chapter says what they return but has no signatures: the parameters
 * were chosen for OMPT4J. Each returns 1 if there is such an object, else 0; ids are written in both cases. TR2's inquiries for a single value are
 * not part of v2.
 *
 * <p>Results are written to the first element of arrays; pass null for a result that is not needed. Thread safety: any thread, any time
 * until the runtime shuts down; inside callbacks the inquiries are about the thread of the event.
 *
 * <p>Spec: OMPT v2, chapter 4, section 3.
 */
public interface V2EntryPoint {

    /** {@code ompt_get_parallel_info}. */
    interface GetParallelInfo extends V2EntryPoint {
        String NAME = "ompt_get_parallel_info";

        /**
         * Inquires about a region around the current task.
         *
         * @param ancestorLevel 0 for the current region, 1 for the one that encloses it, and so on
         * @param parallelId set to {@link OmptId#PARALLEL_NONE} if there is no region at that level
         * @param teamSize number of threads of the region; unchanged if there is no region at that level
         * @return 1 if there is a region at that level, else 0
         */
        int getParallelInfo(int ancestorLevel, long @Nullable [] parallelId, int @Nullable [] teamSize);
    }

    /** {@code ompt_get_task_info}. */
    interface GetTaskInfo extends V2EntryPoint {
        String NAME = "ompt_get_task_info";

        /**
         * Inquires about a task on the thread's stack.
         *
         * @param ancestorLevel 0 for the current task, 1 for the one that it interrupted, and so on
         * @param taskId set to {@link OmptId#TASK_NONE} if there is no task at that level
         * @param taskFrame set to null if there is no task at that level
         * @return 1 if there is a task at that level, else 0
         */
        int getTaskInfo(int ancestorLevel, long @Nullable [] taskId, @Nullable V2Frame @Nullable [] taskFrame);
    }

    /** {@code ompt_get_target_info}. */
    interface GetTargetInfo extends V2EntryPoint {
        String NAME = "ompt_get_target_info";

        /**
         * Inquires about the target region and the operation of the calling thread.
         *
         * @param targetId set to {@link OmptId#TARGET_NONE} if there is no target region
         * @param hostOpId set to {@link OmptId#TARGET_NONE} if there is no operation
         * @return 1 if the thread is in a target region, else 0
         */
        int getTargetInfo(long @Nullable [] targetId, long @Nullable [] hostOpId);
    }
}
