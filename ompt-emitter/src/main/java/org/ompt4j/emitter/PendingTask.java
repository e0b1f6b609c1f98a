package org.ompt4j.emitter;

import org.jspecify.annotations.Nullable;

/**
 * A task that was created and handed over to other threads, and has not begun.
 *
 * @param place the region of the task, null for the own region of the thread that runs it; or a {@link Section} of the region
 */
public record PendingTask(long id, @Nullable Object place) {}
