package org.ompt4j.emitter.lock;

import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.StampedLock;
import org.jspecify.annotations.Nullable;
import org.ompt4j.emitter.Memory;

/**
 * Finds the {@code StampedLock} of one of its views as a {@code Lock}; the views have no method for that.
 *
 * <p>Thread safety: any thread; reads fields of the JDK that never change.
 */
final class StampedViews {
    private static final @Nullable Class<?> READER =
            Memory.jdkClass("java.util.concurrent.locks.StampedLock$ReadLockView");
    private static final @Nullable Class<?> WRITER =
            Memory.jdkClass("java.util.concurrent.locks.StampedLock$WriteLockView");
    private static final long OF_READER = Memory.fieldOffset(READER, "this$0");
    private static final long OF_WRITER = Memory.fieldOffset(WRITER, "this$0");

    private StampedViews() {}

    /** The stamped lock of a view; null if the argument is not such a view. */
    static @Nullable StampedLock of(Lock lock) {
        Class<?> type = lock.getClass();
        if (type == READER && OF_READER != Memory.NO_FIELD) {
            return (StampedLock) Memory.UNSAFE.getReference(lock, OF_READER);
        }
        boolean known = type == WRITER && OF_WRITER != Memory.NO_FIELD;
        return known ? (StampedLock) Memory.UNSAFE.getReference(lock, OF_WRITER) : null;
    }

    /** Whether a view is that of the readers. */
    static boolean isReader(Lock view) {
        return view.getClass() == READER;
    }
}
