package org.ompt4j.tools.trace;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.Ompt4jRuntime;

/**
 * Writes to an open file. A channel copies what it writes into a direct buffer, which on JDK 17 it keeps for its thread, and which is taken from the
 * direct memory that the program may have ({@code -XX:MaxDirectMemorySize}); so the bytes go past the channel, to its descriptor, if the JDK is known
 * to have it. The file is not opened a second time by its name, which can belong to another file by now.
 *
 * <p>Thread safety: one thread at a time.
 */
final class FileWrites {
    private static final long UNKNOWN = -1;

    private final FileChannel channel;
    /** Null if the channel has to be used. Never closed: the channel is. */
    private final @Nullable OutputStream stream;
    /** The position of the channel. */
    private long at;

    FileWrites(Ompt4jRuntime runtime, FileChannel channel) {
        FileDescriptor descriptor = runtime.descriptor(channel);
        this.channel = channel;
        this.stream = descriptor == null ? null : to(descriptor);
    }

    private static @Nullable OutputStream to(FileDescriptor descriptor) {
        try {
            return new FileOutputStream(descriptor);
        } catch (SecurityException notAllowed) {
            return null;
        }
    }

    /**
     * Writes all bytes, for which the file system has to have room. The channel is used only where this is needed, with the interrupt status cleared:
     * it would be closed.
     */
    void write(long position, byte[] bytes, int count) throws IOException {
        boolean interrupted = Thread.interrupted();
        try {
            if (position != at) {
                channel.position(position);
            }
            at = UNKNOWN;
            writeAll(bytes, count);
            at = position + count;
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** The channel has another position than after the last write. */
    void isMoved() {
        at = UNKNOWN;
    }

    private void writeAll(byte[] bytes, int count) throws IOException {
        if (stream != null) {
            stream.write(bytes, 0, count);
            return;
        }
        ByteBuffer from = ByteBuffer.wrap(bytes, 0, count);
        while (from.hasRemaining()) {
            channel.write(from);
        }
    }
}
