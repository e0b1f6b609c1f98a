package org.ompt4j.emitter;

import org.jspecify.annotations.Nullable;

/**
 * A task that was handed over and has not begun.
 *
 * @param place the region it belongs to, null if that is the one of the thread that runs it; or which section of it, see {@link Section}
 */
public record PendingTask(long id, @Nullable Object place) {}
