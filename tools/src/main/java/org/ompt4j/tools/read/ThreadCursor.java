package org.ompt4j.tools.read;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** The events of one thread in their order. A chunk is opened when its first event is needed. */
final class ThreadCursor {
    /** The index of the thread, in the order of the threads' first events. */
    final int order;

    private final ThreadChunks chunks;
    private final @Nullable StoredBytes stored;
    private int nextChunk;
    private @Nullable ChunkReader reader;
    private @Nullable TraceEvent head;
    private long headTime;

    /**
     * @param chunks the chunks, at least one
     * @param sinceNanos events before this time may be left out
     * @param stored gets the lengths of the records; may be null
     */
    ThreadCursor(ThreadChunks chunks, int order, long sinceNanos, @Nullable StoredBytes stored) {
        this.chunks = chunks;
        this.stored = stored;
        this.order = order;
        // All events of a chunk are before the begin of the next one.
        while (nextChunk + 1 < chunks.count() && chunks.get(nextChunk + 1).baseTime() < sinceNanos) {
            nextChunk++;
        }
        this.headTime = chunks.get(nextChunk).baseTime();
    }

    /** The time of the next event, or a lower bound of it as long as the event has not been read. */
    long headTime() {
        return headTime;
    }

    /** The next event; null if there are no more. */
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

    /** Advances to the next event. */
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

    /** Whether there may be further events. */
    boolean hasMore() {
        return head != null || reader != null || nextChunk < chunks.count();
    }
}
