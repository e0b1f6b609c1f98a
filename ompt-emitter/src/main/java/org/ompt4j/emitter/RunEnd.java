package org.ompt4j.emitter;

import org.jspecify.annotations.Nullable;

/**
 * What the JVM does for the agent when it shuts down. It keeps this one object for good, whose action is that of the agent which is there
 * at the time, if any.
 *
 * <p>Thread safety: any thread.
 */
public final class RunEnd implements Runnable {
    private static final RunEnd ONLY = new RunEnd();
    private static @Nullable Runnable action;
    private static boolean known;

    private RunEnd() {}

    /** Sets what is to be done, once, at the end of the program or by {@link #take} before. */
    public static synchronized void set(Runnable end) {
        action = end;
    }

    /** What the JVM has to be told to run at its end; null if it was told before. */
    public static synchronized @Nullable Runnable registration() {
        Runnable first = known ? null : ONLY;
        known = true;
        return first;
    }

    /** What is to be done; the caller has to do it, it is given once. */
    public static synchronized @Nullable Runnable take() {
        Runnable taken = action;
        action = null;
        return taken;
    }

    @Override
    public void run() {
        Runnable taken = take();
        if (taken != null) {
            taken.run();
        }
    }
}
