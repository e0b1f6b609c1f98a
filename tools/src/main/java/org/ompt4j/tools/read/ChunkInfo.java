package org.ompt4j.tools.read;

import java.nio.ByteBuffer;
import org.ompt4j.tools.trace.RecordLayout;

/**
 * The header of one chunk.
 *
 * @param position where the chunk begins in the file
 * @param endPosition where the chunk or the file ends, whichever comes first
 * @param firstRecord position of the first record in the file
 */
record ChunkInfo(
        long position,
        long endPosition,
        int sizeBytes,
        byte kind,
        long threadId,
        long baseTime,
        long task,
        int sequence,
        long dropped,
        long[] outerTasks,
        long firstRecord) {

    static final int HEADER_BYTES = RecordLayout.CHUNK_OUTER_TASKS + 8 * RecordLayout.MAX_OUTER_TASKS;

    static ChunkInfo of(long position, ByteBuffer bytes, long fileLength) {
        int size = bytes.getInt(RecordLayout.CHUNK_BYTES);
        int depth = Math.min(bytes.get(RecordLayout.CHUNK_DEPTH) & 0xFF, RecordLayout.MAX_OUTER_TASKS);
        long[] outerTasks = new long[depth];
        for (int i = 0; i < depth; i++) {
            outerTasks[i] = bytes.getLong(RecordLayout.CHUNK_OUTER_TASKS + 8 * i);
        }
        return new ChunkInfo(
                position,
                Math.min(position + size, fileLength),
                size,
                bytes.get(RecordLayout.CHUNK_KIND),
                bytes.getLong(RecordLayout.CHUNK_THREAD),
                bytes.getLong(RecordLayout.CHUNK_BASE_TIME),
                bytes.getLong(RecordLayout.CHUNK_TASK),
                bytes.getInt(RecordLayout.CHUNK_SEQUENCE),
                bytes.getLong(RecordLayout.CHUNK_DROPPED),
                outerTasks,
                position + RecordLayout.CHUNK_OUTER_TASKS + 8L * depth);
    }

    /** Whether the file ends before the chunk does. */
    boolean isCut() {
        return endPosition < position + sizeBytes;
    }

    /** Whether the whole header is in the file. */
    boolean isReadable() {
        return firstRecord <= endPosition;
    }
}
