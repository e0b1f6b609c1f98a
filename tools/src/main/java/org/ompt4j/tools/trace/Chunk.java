package org.ompt4j.tools.trace;

import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;

/** A part of the mapped file that one writer at a time fills. All its bytes except its length are zero when a writer gets it. */
final class Chunk {
    final ByteBuffer bytes;
    final long position;
    /** The next chunk in a {@link ChunkQueue}. */
    @Nullable
    Chunk next;

    private int sizeBytes;

    /**
     * @param bytes this chunk alone, little-endian
     * @param position where it begins in the file
     */
    Chunk(ByteBuffer bytes, long position) {
        this.position = position;
        this.bytes = bytes;
        this.sizeBytes = bytes.capacity();
    }

    int sizeBytes() {
        return sizeBytes;
    }

    /**
     * Splits this chunk in two and returns the second one, which is unused.
     *
     * <p>A reader finds either the long chunk, whose records end before the second part, or both chunks.
     */
    Chunk split(int keptBytes) {
        int restBytes = sizeBytes - keptBytes;
        Chunk rest = new Chunk(bytes.slice(keptBytes, restBytes).order(ByteOrder.LITTLE_ENDIAN), position + keptBytes);
        rest.bytes.putInt(RecordLayout.CHUNK_BYTES, restBytes);
        VarHandle.releaseFence();
        bytes.putInt(RecordLayout.CHUNK_BYTES, keptBytes);
        sizeBytes = keptBytes;
        return rest;
    }

    /** Makes the chunk and the current contents of its header visible to readers. */
    void publish(byte kind) {
        VarHandle.releaseFence();
        bytes.put(RecordLayout.CHUNK_KIND, kind);
    }

    /** Erases the chunk's contents. Its writer must have left it. */
    void clear(byte[] zeros) {
        bytes.put(RecordLayout.CHUNK_KIND, RecordLayout.KIND_FREE);
        VarHandle.fullFence();
        for (int at = RecordLayout.CHUNK_KIND; at < sizeBytes; ) {
            int count = Math.min(zeros.length, sizeBytes - at);
            bytes.put(at, zeros, 0, count);
            at += count;
        }
    }
}
