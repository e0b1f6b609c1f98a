package org.ompt4j.tools.trace;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import org.ompt4j.ompt.Ompt4jRuntime;

/**
 * A file on disk, by the one descriptor that it was made with: a name can stand for another file by now.
 *
 * <p>A channel closes itself when the thread that uses it is interrupted. The thread that makes room cannot be; others, which begin or end a
 * trace, come here with their interrupt put aside.
 */
final class DiskStorage implements Storage {

    /** The header and the first window, which the JVM's start waits for. */
    private static final int MAPS_OF_START = 2;

    private final Ompt4jRuntime runtime;
    private final FileChannel file;
    private int maps;

    /** @param file open for reading and writing; closed with this */
    DiskStorage(Ompt4jRuntime runtime, FileChannel file) {
        this.runtime = runtime;
        this.file = file;
    }

    @Override
    public void write(long position, byte[] bytes, int count) throws IOException {
        boolean interrupted = Thread.interrupted();
        try {
            TraceOutput.writeAll(file, position, bytes, count);
        } finally {
            putBack(interrupted);
        }
    }

    @Override
    public ByteBuffer map(long position, int sizeBytes) throws IOException {
        boolean interrupted = Thread.interrupted();
        try {
            return mapped(position, sizeBytes).order(ByteOrder.LITTLE_ENDIAN);
        } finally {
            putBack(interrupted);
        }
    }

    private ByteBuffer mapped(long position, int sizeBytes) throws IOException {
        if (maps < MAPS_OF_START) {
            maps++;
            ByteBuffer mapped = runtime.map(file, position, sizeBytes);
            if (mapped == null) {
                mapped = SegmentMapping.map(file, position, sizeBytes);
            }
            if (mapped != null) {
                return mapped;
            }
        }
        return file.map(FileChannel.MapMode.READ_WRITE, position, sizeBytes);
    }

    @Override
    public void cut(long lengthBytes) throws IOException {
        boolean interrupted = Thread.interrupted();
        try {
            file.truncate(lengthBytes);
        } finally {
            putBack(interrupted);
        }
    }

    private static void putBack(boolean interrupted) {
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
