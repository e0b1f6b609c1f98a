package org.ompt4j.emitter;

import org.jspecify.annotations.Nullable;

/**
 * The agent's shutdown hook. The JVM keeps this one object for good; its action is that of the agent that is active at shutdown, if any.
 *
 * <p>Thread safety: any thread.
 */
public final class RunEnd implements Runnable {
    private static final RunEnd ONLY = new RunEnd();
    private static @Nullable Runnable action;
    private static boolean known;

    private RunEnd() {}

    /** Sets the action, which is run once: at the end of the program, or earlier by the caller of {@link #take}. */
    public static synchronized void set(Runnable end) {
        action = end;
    }

    /** The object to register as a shutdown hook; null if that was done before. */
    public static synchronized @Nullable Runnable registration() {
        Runnable first = known ? null : ONLY;
        known = true;
        return first;
    }

    /** Takes the action, which the caller must run; null if there is none, or it was taken before. */
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
