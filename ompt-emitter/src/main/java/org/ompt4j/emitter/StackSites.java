package org.ompt4j.emitter;

import java.util.Iterator;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Call sites by stack walk, for rare events that no rewritten call site announced: a construct reached through a method
 * reference, reflection, or JDK code.
 *
 * <p>Thread safety: any thread. Cost: some microseconds.
 */
public final class StackSites implements Function<Stream<StackWalker.StackFrame>, Integer> {
    private static final StackWalker WALKER = StackWalker.getInstance();
    private static final String HOOKS = "org.ompt4j.emitter.";
    private static final StackSites INNERMOST = new StackSites(false);
    private static final StackSites CALLER = new StackSites(true);

    private final boolean ofCaller;

    private StackSites(boolean ofCaller) {
        this.ofCaller = ofCaller;
    }

    /** The call-site id of the innermost frame outside the JDK and the agent, 0 if there is none. */
    public static int innermost() {
        return WALKER.walk(INNERMOST);
    }

    /** The call-site id of the caller of the method that called the hook, in whatever class; 0 if there is none. */
    public static int caller() {
        return WALKER.walk(CALLER);
    }

    /** The call-site id of the innermost frame outside the JDK and the agent that an exception comes from, 0 if it does not tell. */
    static int innermostOf(Throwable thrown) {
        try {
            for (StackTraceElement frame : thrown.getStackTrace()) {
                if (isApplication(frame.getClassName())) {
                    return callSiteOf(frame);
                }
            }
        } catch (Throwable t) {
            Failures.count("stack trace of an exception", t);
        }
        return 0;
    }

    /** A frame without a line cannot be told from others of its method. */
    private static int callSiteOf(StackTraceElement frame) {
        int line = frame.getLineNumber();
        if (line <= 0) {
            return 0;
        }
        return Definitions.callSite(
                SourcePosition.ofLine(frame.getClassName(), frame.getMethodName(), frame.getFileName(), line));
    }

    @Override
    public Integer apply(Stream<StackWalker.StackFrame> frames) {
        Iterator<StackWalker.StackFrame> each = frames.iterator();
        boolean hooked = false;
        while (each.hasNext()) {
            StackWalker.StackFrame frame = each.next();
            if (ofCaller ? hooked : isApplication(frame.getClassName())) {
                return Definitions.callSite(SourcePosition.of(frame));
            }
            hooked = !frame.getClassName().startsWith(HOOKS);
        }
        return 0;
    }

    private static boolean isApplication(String className) {
        return !className.startsWith("java.")
                && !className.startsWith("jdk.")
                && !className.startsWith("sun.")
                && !className.startsWith("javax.")
                && !className.startsWith("org.ompt4j.ompt.")
                && !className.startsWith("org.ompt4j.control.")
                && !className.startsWith(HOOKS);
    }
}
