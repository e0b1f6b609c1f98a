package org.ompt4j.emitter;

import org.ompt4j.ompt.Event;

/**
 * How long the current thread has had a processor, by the clock that the operating system keeps of each thread. Asked through the library {@code
 * ompt4j-monitors}, where that is loaded: the JDK asks in {@code java.management}, which is no part of {@code java.base}.
 *
 * <p>Thread safety: any thread.
 */
public final class CpuClock {
    /** Asking takes up to a microsecond, and is done twice for a task. */
    private static final long LEAST_NANOS = 200_000;

    private CpuClock() {}

    /** Whether there is a clock to ask. */
    public static boolean canBeAsked() {
        return NativeLibrary.isLoaded();
    }

    /**
     * Whether to read the clock for a task that begins now: somebody wants to know, and it was not read for another task of the thread in the last 200
     * us, which would be felt. Not on a virtual thread, where it would be the time of several carriers.
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
