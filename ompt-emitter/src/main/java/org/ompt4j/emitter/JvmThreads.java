package org.ompt4j.emitter;

import jdk.internal.misc.VM;
import org.jspecify.annotations.Nullable;

/**
 * Reads what the JVM knows about a thread directly from its fields: {@code getState} and {@code isInterrupted} can be overridden by the application.
 *
 * <p>Thread safety: any thread.
 */
public final class JvmThreads {
    private static final long INTERRUPTED = Memory.fieldOffset(Thread.class, "interrupted");
    /** From Java 19 on, the fields that only platform threads have are in a separate object. */
    private static final long HOLDER = Memory.fieldOffset(Thread.class, "holder");

    private static final long STATUS =
            HOLDER == Memory.NO_FIELD ? Memory.fieldOffset(Thread.class, "threadStatus") : inHolder("threadStatus");

    /** Up to Java 18 the target is a field of the thread. */
    private static final long TARGET =
            HOLDER == Memory.NO_FIELD ? Memory.fieldOffset(Thread.class, "target") : inHolder("task");

    private JvmThreads() {}

    /** Whether the current thread is interrupted; does not clear the status. */
    public static boolean isInterrupted() {
        Thread current = Thread.currentThread();
        return INTERRUPTED == Memory.NO_FIELD
                ? current.isInterrupted()
                : Memory.UNSAFE.getBooleanVolatile(current, INTERRUPTED);
    }

    /** Interrupts the current thread, which is not waiting, without calling code of the application. */
    public static void interruptItself() {
        Thread current = Thread.currentThread();
        if (INTERRUPTED == Memory.NO_FIELD || current.getClass().getClassLoader() == null) {
            current.interrupt();
        } else {
            Memory.UNSAFE.putBooleanVolatile(current, INTERRUPTED, true);
        }
    }

    /** Whether a thread was not started. */
    public static boolean isNew(Thread thread) {
        return state(thread) == Thread.State.NEW;
    }

    /** Whether a thread is in any state of waiting. */
    static boolean waits(Thread thread) {
        Thread.State state = state(thread);
        return state == Thread.State.BLOCKED || state == Thread.State.WAITING || state == Thread.State.TIMED_WAITING;
    }

    private static Thread.State state(Thread thread) {
        // Virtual threads have no holder; the application cannot override their methods.
        Object keeper = HOLDER == Memory.NO_FIELD ? thread : Memory.UNSAFE.getReference(thread, HOLDER);
        return STATUS == Memory.NO_FIELD || keeper == null
                ? thread.getState()
                : VM.toThreadState(Memory.UNSAFE.getIntVolatile(keeper, STATUS));
    }

    /** The {@code Runnable} that a thread was made with; null if it has none, or is virtual. */
    public static @Nullable Object target(Thread thread) {
        Object keeper = HOLDER == Memory.NO_FIELD ? thread : Memory.UNSAFE.getReference(thread, HOLDER);
        return TARGET == Memory.NO_FIELD || keeper == null ? null : Memory.UNSAFE.getReference(keeper, TARGET);
    }

    private static long inHolder(String field) {
        return Memory.fieldOffset(Memory.jdkClass("java.lang.Thread$FieldHolder"), field);
    }
}
