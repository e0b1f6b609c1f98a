package org.ompt4j.tools.read;

import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;

/** Sums up the damaged parts of a file, whose bytes no agent writes. A part that is read several times is counted once. */
final class Damage implements Closeable {
    private final IdFile bytesAt = new IdFile();
    private long bytes;

    void add(long position, long more) {
        if (more <= 0) {
            return;
        }
        long key = position + 1; // Not 0.
        long known = bytesAt.get(key);
        bytes += more - Math.max(0, known);
        try {
            bytesAt.put(key, more);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    long bytes() {
        return bytes;
    }

    @Override
    public void close() throws IOException {
        bytesAt.close();
    }
}
