package org.ompt4j.tools.trace;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * The file below a trace: a seam, so that a full disk can be tried without one.
 *
 * <p>Thread safety: one thread at a time. Every method may wait for the disk as long as the disk pleases.
 */
interface Storage extends Closeable {

    /** Writes bytes, so that the file system must have room for them. */
    void write(long position, byte[] bytes, int count) throws IOException;

    /** Maps a part of the file, which is made longer if needed. */
    ByteBuffer map(long position, int sizeBytes) throws IOException;

    /** Cuts the file. */
    void cut(long lengthBytes) throws IOException;
}
