package org.ompt4j.emitter.lock;

import java.util.concurrent.locks.AbstractQueuedLongSynchronizer;
import java.util.concurrent.locks.AbstractQueuedSynchronizer;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantReadWriteLock.ReadLock;
import java.util.concurrent.locks.ReentrantReadWriteLock.WriteLock;
import org.jspecify.annotations.Nullable;
import org.ompt4j.emitter.Memory;

/**
 * The synchronizer that the two locks of a {@code ReentrantReadWriteLock} share. Its fields are read directly, since subclasses can override the
 * methods. Depending on the JDK it counts in an {@code int} or in a {@code long}.
 *
 * <p>Thread safety: any thread.
 */
final class ReadWriteSync {
    private static final long OF_READER = Memory.fieldOffset(ReadLock.class, "sync");
    private static final long OF_WRITER = Memory.fieldOffset(WriteLock.class, "sync");

    private ReadWriteSync() {}

    /** The synchronizer of a lock; null if its constructor has not run, it is another lock, or this JDK's locks have other fields. */
    static @Nullable Object of(Lock lock) {
        if (lock instanceof ReadLock) {
            return OF_READER == Memory.NO_FIELD ? null : Memory.UNSAFE.getReference(lock, OF_READER);
        }
        boolean known = lock instanceof WriteLock && OF_WRITER != Memory.NO_FIELD;
        return known ? Memory.UNSAFE.getReference(lock, OF_WRITER) : null;
    }

    /** Whether no thread holds the lock or waits for it. */
    static boolean isFree(Object sync) {
        if (sync instanceof AbstractQueuedSynchronizer) {
            return Counts.INT != Memory.NO_FIELD
                    && Memory.UNSAFE.getIntVolatile(sync, Counts.INT) == 0
                    && !((AbstractQueuedSynchronizer) sync).hasQueuedThreads();
        }
        return Counts.LONG != Memory.NO_FIELD
                && Memory.UNSAFE.getLongVolatile(sync, Counts.LONG) == 0
                && !((AbstractQueuedLongSynchronizer) sync).hasQueuedThreads();
    }

    /** Only threads that may have to wait need it. */
    private static final class Counts {
        static final long INT = Memory.fieldOffset(AbstractQueuedSynchronizer.class, "state");
        static final long LONG = Memory.fieldOffset(AbstractQueuedLongSynchronizer.class, "state");
    }
}
