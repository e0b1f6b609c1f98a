package org.ompt4j.tools.trace;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** A mapped part of the file that chunks are cut from. */
final class FileWindow {
    final ByteBuffer bytes;
    /** Where it begins in the file. */
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
