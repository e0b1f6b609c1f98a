package org.ompt4j.tools.trace;

import org.jspecify.annotations.Nullable;

/**
 * Chunks in the order in which they came.
 *
 * <p>Its methods call nothing, so that a thread which runs out of stack in the middle of one leaves it as it was: an
 * {@code ArrayDeque} would have lost an element and not noticed.
 *
 * <p>Thread safety: the caller holds a lock.
 */
final class ChunkQueue {
    private @Nullable Chunk first;
    private @Nullable Chunk last;

    /** A chunk is in one queue at most. */
    void add(Chunk chunk) {
        chunk.next = null;
        Chunk before = last;
        if (first == null || before == null) {
            first = chunk;
        } else {
            before.next = chunk;
        }
        last = chunk;
    }

    /** The oldest chunk, or null if there is none. */
    @Nullable
    Chunk poll() {
        Chunk chunk = first;
        if (chunk != null) {
            first = chunk.next;
        }
        return chunk;
    }

    /** The oldest chunk, which stays, or null; the others follow by {@code next}. */
    @Nullable
    Chunk first() {
        return first;
    }

    boolean isEmpty() {
        return first == null;
    }
}
