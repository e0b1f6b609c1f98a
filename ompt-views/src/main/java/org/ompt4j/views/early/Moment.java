package org.ompt4j.views.early;

import org.jspecify.annotations.Nullable;

/**
 * What a callback of the tool is about, where the runtime itself is already past it or not there yet: inquiries inside the callback
 * answer for the moment that the document describes.
 *
 * <p>Thread safety: per thread.
 */
final class Moment {
    private final ThreadLocal<@Nullable Now> present = new ThreadLocal<>();

    /**
     * What inquiries answer.
     *
     * @param state instead of the runtime's; null for that
     * @param waitId that belongs to such a state
     * @param tasksAbove how many of the runtime's tasks are no longer there (1), or are not there yet (-1)
     * @param currentTask the one that is not there yet
     */
    record Now(@Nullable OmptState state, long waitId, int tasksAbove, long currentTask) {

        static Now in(OmptState state, long waitId) {
            return new Now(state, waitId, 0, 0);
        }

        /** The runtime's current task has ended. */
        static Now afterTask() {
            return new Now(null, 0, 1, 0);
        }

        /** The runtime's current task has been suspended for another one. */
        static Now beforeTask(long taskId) {
            return new Now(null, 0, -1, taskId);
        }
    }

    /** A callback begins on the calling thread; gives what to hand to {@link #leave}. */
    @Nullable
    Now enter(Now now) {
        Now before = present.get();
        present.set(now);
        return before;
    }

    void leave(@Nullable Now before) {
        if (before == null) {
            present.remove();
        } else {
            present.set(before);
        }
    }

    @Nullable
    Now now() {
        return present.get();
    }
}
