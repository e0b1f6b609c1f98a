package org.ompt4j.tools.trace;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** A mapped part of the file from which chunks are cut. */
final class FileWindow {
    final ByteBuffer bytes;
    /** The position of the window in the file. */
    final long start;

    @Nullable
    FileWindow next;

    FileWindow(ByteBuffer bytes, long start) {
        this.bytes = bytes;
        this.start = start;
    }

    long end() {
        return start + bytes.capacity();
    }
}
