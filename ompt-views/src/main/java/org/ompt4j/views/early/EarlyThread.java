package org.ompt4j.views.early;

import java.util.Arrays;

/**
 * What the translation remembers about one observed thread.
 *
 * <p>Thread safety: the observed thread only, and the one that reports its last events for it.
 */
final class EarlyThread {
    private static final int FIRST_DEPTH = 8;

    /** How far the wait of the present barrier, taskwait or taskgroup has been told. */
    enum Wait {
        NONE,
        /** Begun, but nobody knows yet whether it is one. */
        HELD,
        TOLD
    }

    OmptThreadType type = OmptThreadType.OTHER;

    Wait wait = Wait.NONE;

    /** When a held wait began. */
    long waitFromNanos;

    /** The mutex whose acquisition may turn out to have been a wait; 0 for none. */
    long heldMutex;

    /** When that acquisition began. */
    long acquireFromNanos;

    boolean idle;

    /** Whether the lowest task is the implicit one that the thread has as a worker of its pool. */
    private boolean worksForPool;

    private long[] tasks = new long[FIRST_DEPTH];
    private int depth;

    /** A task begins that is the thread's first: that of a pool's worker, if it is an implicit one. */
    void beginImplicit(long taskId, boolean initial) {
        if (depth == 0) {
            worksForPool = type == OmptThreadType.WORKER && !initial;
        }
        resume(taskId);
    }

    /** A task begins, or goes on, on top of the thread's others. */
    void resume(long taskId) {
        for (int i = depth - 1; i >= 0; i--) {
            if (tasks[i] == taskId) {
                depth = i + 1;
                return;
            }
        }
        if (depth == tasks.length) {
            tasks = Arrays.copyOf(tasks, depth * 2);
        }
        tasks[depth++] = taskId;
    }

    /** A task of the thread ends, and with it all that were begun inside. */
    void end(long taskId) {
        for (int i = depth - 1; i >= 0; i--) {
            if (tasks[i] == taskId) {
                depth = i;
                return;
            }
        }
    }

    /** Whether the thread is a pool's worker that runs no task and is a member of no region. */
    boolean hasNothingToDo() {
        return worksForPool && depth == 1;
    }
}
