package org.ompt4j.tools.trace;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.ompt4j.ompt.EventShape;

/**
 * The tasks of one thread as its recorded events leave them: the current one and those around it.
 *
 * <p>Thread safety: none.
 */
final class TaskStack {
    /** The current task stands at {@link EventShape#TASK}; the rest is the encoder's, which finds what ids are relative to in one place. */
    final long[] bases = new long[EventShape.WAIT + 1];

    private long[] outer = new long[8];
    private int depth;

    /** The task that runs; 0 if that is none. */
    long current() {
        return bases[EventShape.TASK];
    }

    /** Another task runs instead of the current one. */
    void switchTo(long task) {
        bases[EventShape.TASK] = task;
    }

    /** An implicit task begins within the current one. */
    void enter(long task) {
        if (depth == outer.length) {
            outer = Arrays.copyOf(outer, 2 * depth);
        }
        outer[depth++] = bases[EventShape.TASK];
        bases[EventShape.TASK] = task;
    }

    /** The implicit task ends. */
    void leave() {
        bases[EventShape.TASK] = depth == 0 ? 0 : outer[--depth];
    }

    /** The tasks around the current one are not known any more. */
    void reset(long task) {
        bases[EventShape.TASK] = task;
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
