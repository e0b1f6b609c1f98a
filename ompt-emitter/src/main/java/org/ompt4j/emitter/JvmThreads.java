package org.ompt4j.emitter;

import jdk.internal.misc.VM;

/**
 * What the JVM knows of a thread, read where it is kept: {@code getState} and {@code isInterrupted} can be the application's code.
 *
 * <p>Thread safety: any thread.
 */
public final class JvmThreads {
    private static final long INTERRUPTED = Memory.fieldOffset(Thread.class, "interrupted");
    /** From Java 19 on what only platform threads have lies in an object of its own. */
    private static final long HOLDER = Memory.fieldOffset(Thread.class, "holder");

    private static final long STATUS = statusOffset();

    private JvmThreads() {}

    /** Whether the current thread is interrupted; it stays so. */
    public static boolean isInterrupted() {
        Thread current = Thread.currentThread();
        return INTERRUPTED < 0 ? current.isInterrupted() : Memory.UNSAFE.getBooleanVolatile(current, INTERRUPTED);
    }

    /** Whether a thread was not started. */
    public static boolean isNew(Thread thread) {
        return state(thread) == Thread.State.NEW;
    }

    /** Whether a thread waits, for whatever it is. */
    static boolean waits(Thread thread) {
        Thread.State state = state(thread);
        return state == Thread.State.BLOCKED || state == Thread.State.WAITING || state == Thread.State.TIMED_WAITING;
    }

    private static Thread.State state(Thread thread) {
        // Virtual threads have no holder, and their methods are the JDK's own.
        Object keeper = HOLDER < 0 ? thread : Memory.UNSAFE.getReference(thread, HOLDER);
        return STATUS < 0 || keeper == null
                ? thread.getState()
                : VM.toThreadState(Memory.UNSAFE.getIntVolatile(keeper, STATUS));
    }

    private static long statusOffset() {
        try {
            Class<?> keeper = HOLDER < 0 ? Thread.class : Class.forName("java.lang.Thread$FieldHolder", false, null);
            return Memory.fieldOffset(keeper, "threadStatus");
        } catch (ClassNotFoundException missing) {
            return -1;
        }
    }
}
