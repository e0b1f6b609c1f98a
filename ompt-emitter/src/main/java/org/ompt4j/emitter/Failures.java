package org.ompt4j.emitter;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Counts what fails inside the agent; nothing of it ever reaches the application.
 *
 * <p>Thread safety: any thread; a failure is rare, so a short {@code synchronized} is good enough here.
 */
public final class Failures {
    /** Different texts kept; a flood of others is counted under one. */
    private static final int MAX_TEXTS = 100;

    private static final String OTHER = "other failures";
    private static final Map<String, Long> COUNTS = new LinkedHashMap<>();

    /** Where the JDK's buffers, through which a trace is written, catch an error of their own: JDK 17, and later ones. */
    private static final List<String> CAUGHT_BY_BUFFERS = List.of(
            "jdk.internal.misc.ScopedMemoryAccess$Scope$ScopedAccessError",
            "jdk.internal.misc.ScopedMemoryAccess$ScopedAccessError");

    private Failures() {}

    /**
     * Has the JVM load and initialize what an error in here needs. A class that is initialized for the first time where the stack is nearly used up
     * is unusable from then on, and what stack traces need the application needs too; where one is loaded there, the JVM complains of the agent.
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
     * Counts a throwable under its class, message and the method of ours it came from. Throws only what is none of ours: the
     * {@code ThreadDeath} by which the application stops the thread, which came upon it in here by chance.
     */
    public static void count(String where, Throwable failure) {
        Error stop = null;
        try {
            stop = asStop(failure);
            if (stop == null) {
                count(where.concat(": ").concat(String.valueOf(failure)).concat(firstFrame(failure)));
            }
        } catch (Throwable alsoFailed) {
            // An exhausted heap or stack: nothing more can be said without harming the application.
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

    /** Begins to count anew. */
    static void forget() {
        synchronized (COUNTS) {
            COUNTS.clear();
        }
    }

    /**
     * What {@code Thread.stop} has thrown at the current thread (JDKs before 20), else null. That is made in {@code Thread.stop}, by the
     * thread that calls it; one that a tool makes and throws is a failure like others.
     */
    private static @Nullable Error asStop(Throwable failure) {
        // By name: the class is to be removed from the JDK.
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
