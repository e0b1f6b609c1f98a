package org.ompt4j.tools.read;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.ompt4j.tools.trace.RecordLayout;

/** Reads the numbers of a chunk, one window of the file at a time. */
final class RecordBytes {
    private static final int WINDOW_BYTES = 16 << 10;

    private final Source source;
    private final long end;
    private final ByteBuffer window;
    private long windowStart;
    private int windowBytes;
    private int at;
    private boolean overrun;

    RecordBytes(Source source, long begin, long end) {
        this(source, begin, end, WINDOW_BYTES);
    }

    /** @param windowLimit how many bytes are read at once at most, except by {@link #bytes} */
    RecordBytes(Source source, long begin, long end, int windowLimit) {
        this.source = source;
        this.end = end;
        this.windowStart = begin;
        int capacity = (int) Math.min(windowLimit, Math.max(0, end - windowStart));
        this.window = ByteBuffer.allocate(capacity + 8).order(ByteOrder.LITTLE_ENDIAN);
    }

    long position() {
        return windowStart + at;
    }

    /** Ensures that a record of this length is in the window, as far as it is in the chunk. */
    void need(int bytes) throws IOException {
        if (at + bytes > windowBytes && windowStart + windowBytes < end) {
            windowStart += at;
            at = 0;
            windowBytes = (int) Math.min(window.capacity() - 8, end - windowStart);
            source.read(windowStart, window, windowBytes);
        }
    }

    /** The next byte; 0 at the end of the chunk. */
    int nextByte() {
        if (at >= windowBytes) {
            overrun = true;
            return 0;
        }
        return window.get(at++) & 0xFF;
    }

    /** The next number. Callers have to check {@link #overrun} before they use it. */
    long number() {
        if (at >= windowBytes) {
            overrun = true;
            return 0;
        }
        byte first = window.get(at);
        int bytes = RecordLayout.numberBytes(first);
        if (at + bytes > windowBytes) {
            overrun = true;
            return 0;
        }
        long value;
        if (bytes == 9) {
            value = window.getLong(at + 1);
        } else {
            value = (window.getLong(at) & -1L >>> 64 - 8 * bytes) >>> bytes;
        }
        at += bytes;
        return value;
    }

    /** The next {@code count} bytes; empty if there are fewer, even if a damaged file gives a huge count. */
    byte[] bytes(long count) throws IOException {
        long from = position();
        if (count < 0 || count > end - from || count > Integer.MAX_VALUE - 8) {
            overrun = true;
            return new byte[0];
        }
        byte[] bytes = new byte[(int) count];
        source.read(from, ByteBuffer.wrap(bytes), bytes.length);
        windowStart = from + count;
        windowBytes = 0;
        at = 0;
        return bytes;
    }

    /** Whether a read went beyond the end of the chunk. */
    boolean overrun() {
        return overrun;
    }
}
