package org.ompt4j.tools.read;

import java.util.Arrays;
import java.util.Map;
import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.ScopeEndpoint;

/** The regions that a thread is a member of, innermost last; on a carrier those of the virtual thread that is mounted. */
final class Regions {
    /** Those of virtual threads that are not mounted and are in some region. */
    private final Map<Long, long[]> ofUnmounted;

    private long[] stack = new long[4];
    private int depth;

    /** @param ofUnmounted shared by all threads; read and changed here only */
    Regions(Map<Long, long[]> ofUnmounted) {
        this.ofUnmounted = ofUnmounted;
    }

    /** The innermost region, 0 if none is known. */
    long innermost() {
        return depth == 0 ? 0 : stack[depth - 1];
    }

    /** Takes the thread's next event into account. */
    void follow(TraceEvent event) {
        if (event.event() == Event.IMPLICIT_TASK) {
            if (event.endpoint() == ScopeEndpoint.BEGIN) {
                if (depth == stack.length) {
                    stack = Arrays.copyOf(stack, 2 * depth);
                }
                stack[depth++] = event.parallelId();
            } else if (event.endpoint() == ScopeEndpoint.END && depth > 0) {
                depth--;
            }
        } else if (event.isMount()) {
            long[] own = ofUnmounted.remove(event.nextTaskId());
            depth = own == null ? 0 : own.length;
            stack = own == null ? stack : own;
        } else if (event.isUnmount()) {
            unmount(event);
        }
    }

    private void unmount(TraceEvent event) {
        if (depth > 0 && !event.endsBody()) {
            ofUnmounted.put(event.priorTaskId(), Arrays.copyOf(stack, depth));
        }
        depth = 0;
    }
}
