package org.ompt4j.emitter;

import org.ompt4j.ompt.Event;

/**
 * The processor time of the current thread, as measured by the operating system. It is read through the library {@code ompt4j-monitors}, if that is
 * loaded: the JDK reads it in {@code java.management}, which is not part of {@code java.base}.
 *
 * <p>Thread safety: any thread.
 */
public final class CpuClock {
    /**
     * Shortest time between two tasks of a thread for which the clock is read, in nanoseconds. Reading takes up to a microsecond, and is done twice
     * for a task.
     */
    private static final long LEAST_NANOS = 200_000;

    private CpuClock() {}

    /** Whether the clock can be read. */
    public static boolean canBeAsked() {
        return NativeLibrary.isLoaded();
    }

    /**
     * Whether to read the clock for a task that begins now: a tool wants its value, and the thread has not read it for another task in the last 200
     * us, which would cost too much. Never on a virtual thread, which can run on several carriers.
     */
    static boolean isDue(ThreadContext c, long nowNanos) {
        if (!Events.wanted(Event.TASK_CPU_TIME)
                || !canBeAsked()
                || c.isVirtual()
                || nowNanos - c.cpuAskedNanos < LEAST_NANOS) {
            return false;
        }
        c.cpuAskedNanos = nowNanos;
        return true;
    }

    /** Nanoseconds since the thread began, 0 if the operating system does not know; only where {@link #canBeAsked}. */
    static long nanos() {
        return nanos0();
    }

    private static native long nanos0();
}
