package org.ompt4j.tools.trace;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * The file that stores a trace. It is an interface so that tests can simulate a full disk.
 *
 * <p>Thread safety: one thread at a time. Every method may block for an unlimited time because of the disk.
 */
interface Storage extends Closeable {

    /** Writes bytes, so that the file system has to reserve room for them. */
    void write(long position, byte[] bytes, int count) throws IOException;

    /** Maps a part of the file, which is extended if necessary. */
    ByteBuffer map(long position, int sizeBytes) throws IOException;

    /** Truncates the file to this length. */
    void cut(long lengthBytes) throws IOException;
}
