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
    private final FileChannel channel;
    /** Null if the channel has to be used. Never closed: the channel is. */
    private final @Nullable OutputStream stream;

    FileWrites(Ompt4jRuntime runtime, FileChannel channel) {
        FileDescriptor descriptor = runtime.descriptor(channel);
        this.channel = channel;
        this.stream = descriptor == null ? null : new FileOutputStream(descriptor);
    }

    /** Writes all bytes, for which the file system has to have room. A channel is closed if the thread is interrupted, so that is put off. */
    void write(long position, byte[] bytes, int count) throws IOException {
        boolean interrupted = Thread.interrupted();
        try {
            channel.position(position);
            writeAll(bytes, count);
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
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
