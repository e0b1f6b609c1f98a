package org.ompt4j.tools.trace;

import java.io.File;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;

/**
 * A file on disk.
 *
 * <p>Writing does not go through the channel: a channel closes itself when the thread that uses it has been interrupted, and
 * application threads, which may be, come here too. Mapping needs a channel; it is opened again if that happens.
 */
final class DiskStorage implements Storage {
    private static final int MAP_TRIES = 5;

    /** The header and the first window, which the JVM's start waits for. */
    private static final int MAPS_OF_START = 2;

    private final File path;
    private final RandomAccessFile file;
    private RandomAccessFile mappable;
    private int maps;

    DiskStorage(File path) throws IOException {
        this.path = path;
        this.file = new RandomAccessFile(path, "rw");
        this.mappable = new RandomAccessFile(path, "rw");
    }

    @Override
    public void write(long position, byte[] bytes, int count) throws IOException {
        file.seek(position);
        file.write(bytes, 0, count);
    }

    @Override
    public ByteBuffer map(long position, int sizeBytes) throws IOException {
        boolean interrupted = false;
        try {
            for (int tries = 1; ; tries++) {
                interrupted |= Thread.interrupted();
                try {
                    return mapOnce(position, sizeBytes).order(ByteOrder.LITTLE_ENDIAN);
                } catch (ClosedChannelException e) {
                    if (tries == MAP_TRIES) {
                        throw e;
                    }
                    mappable = new RandomAccessFile(path, "rw");
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private ByteBuffer mapOnce(long position, int sizeBytes) throws IOException {
        FileChannel channel = mappable.getChannel();
        if (maps < MAPS_OF_START) {
            maps++;
            ByteBuffer mapped = SegmentMapping.map(channel, position, sizeBytes);
            if (mapped != null) {
                return mapped;
            }
        }
        return channel.map(FileChannel.MapMode.READ_WRITE, position, sizeBytes);
    }

    @Override
    public void cut(long lengthBytes) throws IOException {
        file.setLength(lengthBytes);
    }

    @Override
    public void close() throws IOException {
        mappable.close();
        file.close();
    }
}
