package org.ompt4j.views.early;

import org.jspecify.annotations.Nullable;

/**
 * What a callback of the tool is about, where the runtime itself is already past it or not there yet: inquiries inside the callback
 * answer for the moment that the document describes.
 *
 * <p>Thread safety: per thread.
 */
final class InquiryOverride {
    private final ThreadLocal<@Nullable Answers> present = new ThreadLocal<>();

    /**
     * What inquiries answer.
     *
     * @param state instead of the runtime's; null for that
     * @param waitId that belongs to such a state
     * @param tasksAbove how many of the runtime's tasks are no longer there (1), or are not there yet (-1)
     * @param currentTask the one that is not there yet
     */
    record Answers(@Nullable OmptState state, long waitId, int tasksAbove, long currentTask) {

        static Answers in(OmptState state, long waitId) {
            return new Answers(state, waitId, 0, 0);
        }

        /** The runtime's current task has ended. */
        static Answers afterTask() {
            return new Answers(null, 0, 1, 0);
        }

        /** The runtime's current task has been suspended for another one. */
        static Answers beforeTask(long taskId) {
            return new Answers(null, 0, -1, taskId);
        }
    }

    /** Calls a callback, during which inquiries of the calling thread are answered like this. */
    void during(Answers answers, Runnable callback) {
        Answers before = present.get();
        present.set(answers);
        try {
            callback.run();
        } finally {
            if (before == null) {
                present.remove();
            } else {
                present.set(before);
            }
        }
    }

    @Nullable
    Answers now() {
        return present.get();
    }
}
