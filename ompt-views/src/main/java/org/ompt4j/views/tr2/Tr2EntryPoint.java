package org.ompt4j.views.tr2;

import org.jspecify.annotations.Nullable;
import org.ompt4j.views.early.EarlyEntryPoint;

/**
 * The inquiries of TR2 in addition to those of {@link EarlyEntryPoint}.
 *
 * <p>Thread safety: any thread, any time until the runtime shuts down; also inside callbacks, where they answer for the thread whose
 * event it is.
 *
 * <p>Spec: OMPT TR2, sections 5.3 and 5.4.
 */
public interface Tr2EntryPoint {

    /** {@code ompt_get_parallel_id}. */
    interface GetParallelId extends Tr2EntryPoint {
        String NAME = "ompt_get_parallel_id";

        /**
         * The id of the region around the current task, or of one around that; 0 outside of regions and on an idle thread.
         *
         * @param ancestorLevel 0 for the current region, 1 for the one that encloses it, and so on
         */
        long getParallelId(int ancestorLevel);
    }

    /** {@code ompt_get_parallel_team_size}. */
    interface GetParallelTeamSize extends Tr2EntryPoint {
        String NAME = "ompt_get_parallel_team_size";

        /** The number of threads of that region; -1 if there is none at that level. */
        int getParallelTeamSize(int ancestorLevel);
    }

    /** {@code ompt_get_task_id}. */
    interface GetTaskId extends Tr2EntryPoint {
        String NAME = "ompt_get_task_id";

        /**
         * The id of the current task or one below it on the thread's stack; 0 if there is none.
         *
         * @param depth 0 for the current task, 1 for the one that it interrupted, and so on
         */
        long getTaskId(int depth);
    }

    /** {@code ompt_get_task_frame}. */
    interface GetTaskFrame extends Tr2EntryPoint {
        String NAME = "ompt_get_task_frame";

        /** The frames of that task on the thread's stack; null if there is no task at that depth. */
        @Nullable
        Tr2Frame getTaskFrame(int depth);
    }
}
