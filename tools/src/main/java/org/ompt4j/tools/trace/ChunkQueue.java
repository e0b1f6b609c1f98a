package org.ompt4j.tools.trace;

import org.jspecify.annotations.Nullable;

/**
 * A queue of chunks, first in, first out.
 *
 * <p>Its methods call no other methods, so that a stack overflow cannot occur in the middle of one and leave the queue inconsistent. An
 * {@code ArrayDeque} could lose an element without notice.
 *
 * <p>Thread safety: the caller holds a lock.
 */
final class ChunkQueue {
    private @Nullable Chunk first;
    private @Nullable Chunk last;

    /** Adds a chunk, which must not be in any queue. */
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

    /** Removes and returns the oldest chunk; null if there is none. */
    @Nullable
    Chunk poll() {
        Chunk chunk = first;
        if (chunk != null) {
            first = chunk.next;
        }
        return chunk;
    }

    /** The oldest chunk, which is not removed; null if there is none. The others follow by {@code next}. */
    @Nullable
    Chunk first() {
        return first;
    }

    boolean isEmpty() {
        return first == null;
    }
}
