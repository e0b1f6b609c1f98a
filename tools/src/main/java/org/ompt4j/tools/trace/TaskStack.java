package org.ompt4j.tools.trace;

import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * The tasks of one thread after its last recorded event: the current task and those around it.
 *
 * <p>Thread safety: none.
 */
final class TaskStack {
    private long current;
    private long[] outer = new long[8];
    private int depth;

    /** The current task; 0 if there is none. */
    long current() {
        return current;
    }

    /** Replaces the current task. */
    void switchTo(long task) {
        current = task;
    }

    /** Notes that an implicit task begins within the current task. */
    void enter(long task) {
        if (depth == outer.length) {
            outer = Arrays.copyOf(outer, 2 * depth);
        }
        outer[depth++] = current;
        current = task;
    }

    /** Notes that the implicit task ends. */
    void leave() {
        current = depth == 0 ? 0 : outer[--depth];
    }

    /** Notes that a virtual thread is unmounted with its tasks. */
    void unmount() {
        depth = 0;
    }

    /** Sets the current task and forgets the tasks around it. */
    void reset(long task) {
        current = task;
        depth = 0;
    }

    /** Writes the stack to the header of a chunk; returns the end of the header. */
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
