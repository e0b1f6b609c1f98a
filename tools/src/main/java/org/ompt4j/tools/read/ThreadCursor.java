package org.ompt4j.tools.read;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** The events of one thread in their order; a chunk is opened when its first event is wanted. */
final class ThreadCursor {
    /** Place among the threads, in order of their first events. */
    final int order;

    private final ThreadChunks chunks;
    private final @Nullable StoredBytes stored;
    private int nextChunk;
    private @Nullable ChunkReader reader;
    private @Nullable TraceEvent head;
    private long headTime;

    /**
     * @param chunks at least one
     * @param sinceNanos events before this time need not come
     * @param stored is told of their records; null for nobody
     */
    ThreadCursor(ThreadChunks chunks, int order, long sinceNanos, @Nullable StoredBytes stored) {
        this.chunks = chunks;
        this.stored = stored;
        this.order = order;
        // What a chunk holds is over when the next one begins.
        while (nextChunk + 1 < chunks.count() && chunks.get(nextChunk + 1).baseTime() < sinceNanos) {
            nextChunk++;
        }
        this.headTime = chunks.get(nextChunk).baseTime();
    }

    /** Time of the next event, or, while that is not yet read, a time that it cannot be before. */
    long headTime() {
        return headTime;
    }

    /** The next event, or null if there is none any more. */
    @Nullable
    TraceEvent head() throws IOException {
        while (head == null) {
            if (reader == null) {
                if (nextChunk == chunks.count()) {
                    return null;
                }
                reader = chunks.open(nextChunk++, stored);
            }
            head = reader.next();
            if (head == null) {
                reader = null;
            } else {
                headTime = head.timeNanos();
            }
        }
        return head;
    }

    /** Goes on to the next event. */
    void advance() throws IOException {
        head = null;
        if (reader != null) {
            head = reader.next();
        }
        if (head != null) {
            headTime = head.timeNanos();
        } else {
            reader = null;
            if (nextChunk < chunks.count()) {
                headTime = Math.max(headTime, chunks.get(nextChunk).baseTime());
            }
        }
    }

    /** Whether there can be further events. */
    boolean hasMore() {
        return head != null || reader != null || nextChunk < chunks.count();
    }
}
