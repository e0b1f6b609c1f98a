package org.ompt4j.tools.read;

import java.util.Arrays;
import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.ScopeEndpoint;

/** The regions that a thread is a member of, innermost last. */
final class Regions {
    private long[] stack = new long[4];
    private int depth;

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
        }
    }
}
