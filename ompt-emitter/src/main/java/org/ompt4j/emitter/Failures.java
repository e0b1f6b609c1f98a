package org.ompt4j.emitter;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Counts failures inside the agent. They never reach the application.
 *
 * <p>Thread safety: any thread; a failure is rare, so a short {@code synchronized} is good enough here.
 */
public final class Failures {
    /** How many different texts are kept; all others are counted under one text. */
    private static final int MAX_TEXTS = 100;

    private static final String OTHER = "other failures";
    private static final Map<String, Long> COUNTS = new LinkedHashMap<>();

    /** Classes of the JDK's buffers, through which a trace is written, that catch an error of their own: of JDK 17, and of later ones. */
    private static final List<String> CAUGHT_BY_BUFFERS = List.of(
            "jdk.internal.misc.ScopedMemoryAccess$Scope$ScopedAccessError",
            "jdk.internal.misc.ScopedMemoryAccess$ScopedAccessError");

    private Failures() {}

    /**
     * Makes the JVM load and initialize the classes that are needed when an error is counted. If such a class were first initialized where the stack
     * is nearly full, it would stay unusable, also for the application; and if it were loaded there, the JVM would print a warning about the agent.
     */
    static void prepare() {
        firstFrame(new Throwable());
        for (String each : CAUGHT_BY_BUFFERS) {
            try {
                Class.forName(each, false, null);
            } catch (ClassNotFoundException ofAnotherJdk) {
                // The other one is there.
            }
        }
    }

    /**
     * Counts a throwable under its class, its message and the method of the agent that it came from. Throws only a {@code ThreadDeath} by which the
     * application stops the thread, if that happened to reach the thread in here.
     */
    public static void count(String where, Throwable failure) {
        Error stop = null;
        try {
            stop = asStop(failure);
            if (stop == null) {
                count(where.concat(": ").concat(String.valueOf(failure)).concat(firstFrame(failure)));
            }
        } catch (Throwable alsoFailed) {
            // The heap or stack is exhausted: reporting more could harm the application.
        }
        if (stop != null) {
            throw stop;
        }
    }

    /** Counts one failure under this text; never throws. */
    public static void count(String text) {
        try {
            synchronized (COUNTS) {
                String key = COUNTS.size() < MAX_TEXTS || COUNTS.containsKey(text) ? text : OTHER;
                Long before = COUNTS.get(key);
                COUNTS.put(key, before == null ? 1L : before + 1);
            }
        } catch (Throwable alsoFailed) {
            // See above.
        }
    }

    /** A copy of the counts, in order of first occurrence. */
    public static Map<String, Long> counts() {
        synchronized (COUNTS) {
            return new LinkedHashMap<>(COUNTS);
        }
    }

    /** Resets the counts. */
    static void forget() {
        synchronized (COUNTS) {
            COUNTS.clear();
        }
    }

    /**
     * The failure if {@code Thread.stop} has thrown it at the current thread (JDKs before 20), else null. Such an error is made inside {@code
     * Thread.stop}, by the calling thread; one that a tool itself makes and throws is a failure like others.
     */
    private static @Nullable Error asStop(Throwable failure) {
        // By name, since the class will be removed from the JDK.
        if (failure instanceof Error stop && failure.getClass().getName().equals("java.lang.ThreadDeath")) {
            StackTraceElement[] trace = failure.getStackTrace();
            if (trace.length > 0
                    && trace[0].getMethodName().equals("stop")
                    && trace[0].getClassName().equals("java.lang.Thread")) {
                return stop;
            }
        }
        return null;
    }

    private static String firstFrame(Throwable failure) {
        StackTraceElement[] trace = failure.getStackTrace();
        return trace.length == 0 ? "" : " at ".concat(trace[0].toString());
    }
}
