package org.ompt4j.tools.trace;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;

/** A chunk in memory with its writer, and what a reader sees of the chunk and of its first record. */
final class StressedChunk {
    /** The offset of the first record. */
    static final int RECORD = RecordLayout.CHUNK_OUTER_TASKS;

    static final long TIME = 1_000_000_000L;
    static final long PLACE = 0x1234_5678L;

    private static final long THREAD = 0x0102_0304_0506_0708L;
    private static final int BYTES = 256;
    private static final TraceFile FILE = inMemory();
    private static final CallSites SITES = new CallSites(new DefinitionLog(FILE));
    private static final ThreadLocal<Chunk> NEXT = new ThreadLocal<>();
    private static final ChunkPool POOL = new ChunkPool(FILE, BYTES) {
        @Override
        @Nullable
        Chunk take(int sizeClass) {
            return NEXT.get();
        }

        @Override
        void housekeep() {}

        @Override
        void failed(Throwable failure) {}
    };

    final ByteBuffer bytes = ByteBuffer.allocate(BYTES).order(ByteOrder.LITTLE_ENDIAN);
    final ChunkWriter writer = writer();
    private final Chunk chunk = new Chunk(bytes, 0);

    /** Opens and publishes the chunk. */
    void begin() {
        NEXT.set(chunk);
        writer.ready(TIME);
    }

    /** 0 if the chunk is not published, 1 if all of its header can be seen, else 2. */
    int headerSeen() {
        if (bytes.get(RecordLayout.CHUNK_KIND) == RecordLayout.KIND_FREE) {
            return 0;
        }
        VarHandle.acquireFence();
        boolean whole = bytes.getLong(RecordLayout.CHUNK_THREAD) == THREAD
                && bytes.getLong(RecordLayout.CHUNK_BASE_TIME) == TIME - FILE.startNanos;
        return whole ? 1 : 2;
    }

    /** 0 if the record is not published, 1 if all of it can be seen, else 2. */
    int recordSeen() {
        if (bytes.get(RECORD) == 0) {
            return 0;
        }
        VarHandle.acquireFence();
        // The lowest bits of a number are its length. The time is that of the chunk, so that it takes one byte.
        boolean time = bytes.get(RECORD + 1) == 1;
        boolean attributes = bytes.get(RECORD + 2) == 1 && bytes.get(RECORD + 3) == 1;
        return time && attributes && bytes.getInt(RECORD + 4) != 0 ? 1 : 2;
    }

    private static ChunkWriter writer() {
        return new ChunkWriter(FILE, POOL, SITES, THREAD, null, RecordLayout.KIND_EVENTS, new TaskStack());
    }

    private static TraceFile inMemory() {
        try {
            return new TraceFile(new Memory(), new byte[RecordLayout.PAGE_BYTES], 0, 1 << 20, 0, false);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static final class Memory implements Storage {
        @Override
        public void write(long position, byte[] written, int count) {}

        @Override
        public ByteBuffer map(long position, int sizeBytes) {
            return ByteBuffer.allocate(sizeBytes).order(ByteOrder.LITTLE_ENDIAN);
        }

        @Override
        public void cut(long lengthBytes) {}

        @Override
        public void close() {}
    }
}
