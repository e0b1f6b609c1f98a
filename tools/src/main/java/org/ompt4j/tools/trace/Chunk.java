package org.ompt4j.tools.trace;

import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;

/** A piece of the mapped file that one writer at a time fills; all bytes but its length are zero when it is handed out. */
final class Chunk {
    final ByteBuffer bytes;
    final long position;
    /** The one behind it in a {@link ChunkQueue}. */
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
     * Makes two chunks of this one; the rest, which is unused, is answered.
     *
     * <p>A reader finds either the long chunk, whose records end before the rest, or both.
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

    /** Makes the chunk and all that its header holds so far visible to readers. */
    void publish(byte kind) {
        VarHandle.releaseFence();
        bytes.put(RecordLayout.CHUNK_KIND, kind);
    }

    /** Takes the chunk's content back; its writer must have left it. */
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
