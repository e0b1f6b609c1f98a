package org.ompt4j.tools.read;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.LongBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * A temporary file only for this process. It is deleted when it is closed, when this object is no longer used, or when the process ends.
 *
 * <p>Thread safety: none.
 */
public final class PrivateFile implements Closeable {
    private static final int WRITTEN_AT_ONCE = 1 << 16;

    private final FileChannel channel;

    /** @param name the prefix of the file's name */
    public PrivateFile(String name) throws IOException {
        this(Files.createTempFile(name, null));
    }

    /** @param made an existing file; it is deleted even if it cannot be opened */
    PrivateFile(Path made) throws IOException {
        try {
            channel = FileChannel.open(
                    made, StandardOpenOption.READ, StandardOpenOption.WRITE, StandardOpenOption.DELETE_ON_CLOSE);
        } catch (IOException | RuntimeException notOpened) {
            Files.deleteIfExists(made);
            throw notOpened;
        }
    }

    /** Writes all remaining bytes, from this position of the file on. */
    public void write(ByteBuffer bytes, long position) throws IOException {
        for (long at = position; bytes.hasRemaining(); ) {
            at += channel.write(bytes, at);
        }
    }

    /** As {@link FileChannel#read(ByteBuffer, long)}. */
    public int read(ByteBuffer into, long position) throws IOException {
        return channel.read(into, position);
    }

    /**
     * Extends the file by {@code bytes} zero bytes, and maps them.
     *
     * @throws IOException if there is no room on the disk
     */
    public LongBuffer addMapped(long bytes) throws IOException {
        long from = channel.size();
        addZeros(from, bytes);
        return channel.map(FileChannel.MapMode.READ_WRITE, from, bytes)
                .order(ByteOrder.nativeOrder())
                .asLongBuffer();
    }

    /* So a full disk is an IOException here, instead of an error of the JVM when the mapped file is written to. */
    private void addZeros(long from, long bytes) throws IOException {
        ByteBuffer zeros = ByteBuffer.allocateDirect((int) Math.min(bytes, WRITTEN_AT_ONCE));
        for (long done = 0; done < bytes; done += zeros.limit()) {
            zeros.clear().limit((int) Math.min(zeros.capacity(), bytes - done));
            write(zeros, from + done);
        }
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
