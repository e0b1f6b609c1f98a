package org.ompt4j.tools.trace;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import org.ompt4j.ompt.Ompt4jRuntime;

/**
 * A file on disk, through the descriptor with which it was created, since its name can belong to another file by now.
 *
 * <p>A channel is closed when the thread that uses it is interrupted. The thread that makes room cannot be interrupted. Other threads, which
 * begin or end a trace, clear their interrupt status before they call this class.
 */
final class DiskStorage implements Storage {

    /** The first two maps, the header and the first window, for which the start of the JVM waits. */
    private static final int MAPS_OF_START = 2;

    private final Ompt4jRuntime runtime;
    private final FileChannel file;
    private final FileWrites writes;
    private int maps;

    /** @param file open for reading and writing; closed with this */
    DiskStorage(Ompt4jRuntime runtime, FileChannel file) {
        this.runtime = runtime;
        this.file = file;
        this.writes = new FileWrites(runtime, file);
    }

    @Override
    public void write(long position, byte[] bytes, int count) throws IOException {
        writes.write(position, bytes, count);
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
            writes.isMoved();
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
