package org.ompt4j.tools.trace;

import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;

/**
 * Writes into the header of a trace while the trace grows, and at its end.
 *
 * <p>Thread safety: under the lock of the {@link TraceFile}.
 */
final class HeaderUpdates {
    private final ByteBuffer header;

    HeaderUpdates(ByteBuffer header) {
        this.header = header;
    }

    /** Notes that events are counted instead of recorded. */
    void throttled() {
        header.put(RecordLayout.HEADER_THROTTLED, (byte) 1);
    }

    void dropped(long count) {
        header.putLong(RecordLayout.HEADER_DROPPED, count);
    }

    void endReason(byte reason) {
        header.put(RecordLayout.HEADER_END_REASON, reason);
    }

    void finished(long durationNanos, long fileLength) {
        header.putLong(RecordLayout.HEADER_DURATION_NANOS, durationNanos);
        header.putLong(RecordLayout.HEADER_FILE_LENGTH, fileLength);
        VarHandle.releaseFence();
        header.put(RecordLayout.HEADER_FINISHED, (byte) 1);
    }
}
