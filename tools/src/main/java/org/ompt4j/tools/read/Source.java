package org.ompt4j.tools.read;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.concurrent.atomic.LongAdder;

/** The bytes of a trace file. The file is read, not mapped, so that a truncation meanwhile does not crash the reader. */
final class Source implements Closeable {
    final Path path;
    final long lengthBytes;
    private final FileChannel channel;
    private final LongAdder readBytes = new LongAdder();

    Source(FileChannel channel, Path path) throws IOException {
        this.channel = channel;
        this.path = path;
        this.lengthBytes = channel.size();
    }

    /** Fills the buffer from its start. Bytes beyond the end of the file are zero. */
    void read(long position, ByteBuffer buffer, int count) throws IOException {
        buffer.clear().limit(count);
        readBytes.add(count);
        int read = 0;
        while (buffer.hasRemaining() && read >= 0) {
            read = channel.read(buffer, position + buffer.position());
        }
        while (buffer.hasRemaining()) {
            buffer.put((byte) 0);
        }
        buffer.clear();
    }

    /** How many bytes have been requested so far; repeated requests count each time. */
    long readBytes() {
        return readBytes.sum();
    }

    ByteBuffer read(long position, int count) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocate(count).order(ByteOrder.LITTLE_ENDIAN);
        read(position, buffer, count);
        return buffer;
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
