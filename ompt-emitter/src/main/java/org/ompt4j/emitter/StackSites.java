package org.ompt4j.emitter;

import java.util.Iterator;
import java.util.function.Function;
import java.util.stream.Stream;
import org.ompt4j.text.ClassOrigin;

/**
 * Call sites by stack walk, for rare events that no rewritten call site announced: a construct reached through a method
 * reference, reflection, or JDK code.
 *
 * <p>Thread safety: any thread. Cost: some microseconds.
 */
public final class StackSites implements Function<Stream<StackWalker.StackFrame>, Integer> {
    private static final StackWalker WALKER = StackWalker.getInstance();
    private static final String HOOKS = "org.ompt4j.emitter.";
    /** Prefixes of the names of JDK classes that other code calls in order to wait, and of the JDK's internal classes: their callers say more. */
    private static final String[] CALLED_BY_OTHERS = {
        "java.", "sun.nio.", "sun.misc.", "jdk.internal.misc.", "jdk.internal.reflect.", "jdk.internal.vm."
    };

    private static final StackSites OBSERVED = new StackSites(false, true, true);

    /** The innermost frame outside the JDK and the agent. */
    static final StackSites INNERMOST = new StackSites(false, false, false);

    /** As {@link #INNERMOST}. If only JDK code is on the stack, the innermost frame that is not in code that others call to wait. */
    static final StackSites OF_WAIT = new StackSites(false, false, true);

    /** The caller of the method that called the hook, in whatever class. */
    static final StackSites CALLER = new StackSites(true, false, false);

    /** Stands for a call site in a class that is not observed. */
    static final int NOT_OBSERVED = -1;

    private final boolean ofCaller;
    private final boolean observed;
    private final boolean orOfJdk;

    private StackSites(boolean ofCaller, boolean observed, boolean orOfJdk) {
        this.ofCaller = ofCaller;
        this.observed = observed;
        this.orOfJdk = orOfJdk;
    }

    /** The call-site id of the innermost frame outside the JDK and the agent, 0 if there is none. */
    public static int innermost() {
        return WALKER.walk(INNERMOST);
    }

    /** The call-site id of {@link #OF_WAIT}; {@link #NOT_OBSERVED} if {@code include} and {@code exclude} leave out its class. */
    static int innermostObserved() {
        return WALKER.walk(OBSERVED);
    }

    /**
     * The innermost frame outside the JDK, the agent, a class and its superclasses.
     *
     * @param passedOver how names of classes begin that are left out too, if there is a frame of others; empty for none
     */
    static Function<Stream<StackWalker.StackFrame>, Integer> outside(Class<?> type, String passedOver) {
        return new Outside(type, passedOver);
    }

    /** The call-site id of the frame that the function finds, 0 if there is none. */
    static int find(Function<Stream<StackWalker.StackFrame>, Integer> frame) {
        return WALKER.walk(frame);
    }

    private static final class Outside implements Function<Stream<StackWalker.StackFrame>, Integer> {
        private final Class<?> type;
        private final String passedOver;

        Outside(Class<?> type, String passedOver) {
            this.type = type;
            this.passedOver = passedOver;
        }

        @Override
        public Integer apply(Stream<StackWalker.StackFrame> frames) {
            Iterator<StackWalker.StackFrame> each = frames.iterator();
            StackWalker.StackFrame innermost = null;
            while (each.hasNext()) {
                StackWalker.StackFrame frame = each.next();
                String name = frame.getClassName();
                if (ClassOrigin.isOfProgram(name) && !isOfType(name)) {
                    if (passedOver.isEmpty() || !name.startsWith(passedOver)) {
                        return Definitions.callSite(SourcePosition.of(frame));
                    }
                    innermost = innermost == null ? frame : innermost;
                }
            }
            return innermost == null ? 0 : Definitions.callSite(SourcePosition.of(innermost));
        }

        private boolean isOfType(String name) {
            for (Class<?> each = type; each != null; each = each.getSuperclass()) {
                if (each.getName().equals(name)) {
                    return true;
                }
            }
            return false;
        }
    }

    /** The call-site id of the innermost frame outside the JDK and the agent in the stack trace of an exception, 0 if there is none. */
    static int innermostOf(Throwable thrown) {
        try {
            for (StackTraceElement frame : thrown.getStackTrace()) {
                if (ClassOrigin.isOfProgram(frame.getClassName())) {
                    return callSiteOf(frame);
                }
            }
        } catch (Throwable t) {
            Failures.count("stack trace of an exception", t);
        }
        return 0;
    }

    /** A frame without a line number cannot be distinguished from others of its method. */
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
        StackWalker.StackFrame ofJdk = null;
        while (each.hasNext()) {
            StackWalker.StackFrame frame = each.next();
            if (ofCaller ? hooked : ClassOrigin.isOfProgram(frame.getClassName())) {
                return observed && !ObservedClasses.include(frame.getClassName())
                        ? NOT_OBSERVED
                        : Definitions.callSite(SourcePosition.of(frame));
            }
            hooked = !frame.getClassName().startsWith(HOOKS);
            if (orOfJdk && ofJdk == null && saysWhoWaits(frame.getClassName())) {
                ofJdk = frame;
            }
        }
        // Only code of the JDK is on the stack: only `include` leaves it out.
        if (observed && !ObservedClasses.include("")) {
            return NOT_OBSERVED;
        }
        return ofJdk == null ? 0 : Definitions.callSite(SourcePosition.of(ofJdk));
    }

    private static boolean saysWhoWaits(String name) {
        for (String each : CALLED_BY_OTHERS) {
            if (name.startsWith(each)) {
                return false;
            }
        }
        return ClassOrigin.isOfJdk(name);
    }

    /** Whether a class belongs to the program or its libraries, and {@code include} and {@code exclude} do not leave it out. */
    public static boolean isObserved(String className) {
        return ClassOrigin.isOfProgram(className) && ObservedClasses.include(className);
    }
}
