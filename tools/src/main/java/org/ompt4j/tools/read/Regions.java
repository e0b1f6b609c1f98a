package org.ompt4j.tools.read;

import java.util.Arrays;
import java.util.Map;
import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.ScopeEndpoint;

/** The regions of which a thread is a member, the innermost last; on a carrier, those of the mounted virtual thread. */
final class Regions {
    /** The regions of unmounted virtual threads that are in a region, by thread. */
    private final Map<Long, long[]> ofUnmounted;

    private long[] stack = new long[4];
    private int depth;

    /** @param ofUnmounted shared by the objects of all threads; only this class uses it */
    Regions(Map<Long, long[]> ofUnmounted) {
        this.ofUnmounted = ofUnmounted;
    }

    /** The innermost region; 0 if none is known. */
    long innermost() {
        return depth == 0 ? 0 : stack[depth - 1];
    }

    /** Follows the thread's next event. */
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
