package org.ompt4j.emitter.defined;

import java.util.Iterator;
import java.util.function.Function;
import java.util.stream.Stream;
import org.ompt4j.emitter.Definitions;
import org.ompt4j.emitter.SourcePosition;

/**
 * The place that called the defined method, found by a stack walk: for callers that have not announced it, as they only do where a
 * definition names one method.
 *
 * <p>Thread safety: any thread. Cost: some microseconds.
 */
final class CallerSites implements Function<Stream<StackWalker.StackFrame>, Integer> {
    private static final String HOOKS = "org.ompt4j.emitter.";
    private static final StackWalker WALKER = StackWalker.getInstance();
    private static final CallerSites SEARCH = new CallerSites();

    private CallerSites() {}

    /** The call-site id of the caller of the method that called the hook; 0 if nobody is there. */
    static int caller() {
        return WALKER.walk(SEARCH);
    }

    @Override
    public Integer apply(Stream<StackWalker.StackFrame> frames) {
        Iterator<StackWalker.StackFrame> each = frames.iterator();
        boolean definedMethodSeen = false;
        while (each.hasNext()) {
            StackWalker.StackFrame frame = each.next();
            if (definedMethodSeen) {
                return Definitions.callSite(SourcePosition.of(frame));
            }
            definedMethodSeen = !frame.getClassName().startsWith(HOOKS);
        }
        return 0;
    }
}
