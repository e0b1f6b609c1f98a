package org.ompt4j.tools.trace;

import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * The tasks of one thread as its recorded events leave them: the current one and those around it.
 *
 * <p>Thread safety: none.
 */
final class TaskStack {
    private long current;
    private long[] outer = new long[8];
    private int depth;

    /** The task that runs; 0 if that is none. */
    long current() {
        return current;
    }

    /** Another task runs instead of the current one. */
    void switchTo(long task) {
        current = task;
    }

    /** An implicit task begins within the current one. */
    void enter(long task) {
        if (depth == outer.length) {
            outer = Arrays.copyOf(outer, 2 * depth);
        }
        outer[depth++] = current;
        current = task;
    }

    /** The implicit task ends. */
    void leave() {
        current = depth == 0 ? 0 : outer[--depth];
    }

    /** A virtual thread leaves with its tasks. */
    void unmount() {
        depth = 0;
    }

    /** The tasks around the current one are not known any more. */
    void reset(long task) {
        current = task;
        depth = 0;
    }

    /** Writes the stack to the header of a chunk; answers where the header ends. */
    int write(ByteBuffer bytes) {
        int kept = Math.min(depth, RecordLayout.MAX_OUTER_TASKS);
        bytes.put(RecordLayout.CHUNK_DEPTH, (byte) kept);
        bytes.putLong(RecordLayout.CHUNK_TASK, current());
        for (int i = 0; i < kept; i++) {
            bytes.putLong(RecordLayout.CHUNK_OUTER_TASKS + 8 * i, outer[depth - kept + i]);
        }
        return RecordLayout.CHUNK_OUTER_TASKS + 8 * kept;
    }
}
