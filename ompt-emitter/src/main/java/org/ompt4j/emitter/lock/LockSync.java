package org.ompt4j.emitter.lock;

import java.util.concurrent.locks.AbstractQueuedSynchronizer;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.ompt4j.emitter.ConditionWaits;
import org.ompt4j.emitter.Memory;
import org.ompt4j.emitter.WaitIds;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.MutexImpl;

/**
 * The synchronizer inside a {@code ReentrantLock}: what a lock and its conditions have in common, so that wait ids belong to it.
 *
 * <p>Thread safety: any thread; reads fields of the JDK that never change.
 */
final class LockSync {
    private static final long SYNC = Memory.fieldOffset(ReentrantLock.class, "sync");
    private static final long OUTER = Memory.fieldOffset(AbstractQueuedSynchronizer.ConditionObject.class, "this$0");
    private static final @Nullable Class<?> SYNC_CLASS = syncClass();

    static {
        ConditionWaits.findQueuedWith(new ConditionWaits.QueueLookup() {
            @Override
            public boolean isQueued(Object queue, Thread thread) {
                return ((AbstractQueuedSynchronizer) queue).isQueued(thread);
            }
        });
    }

    private LockSync() {}

    private static @Nullable Class<?> syncClass() {
        try {
            return Class.forName("java.util.concurrent.locks.ReentrantLock$Sync", false, null);
        } catch (ClassNotFoundException otherJdk) {
            return null;
        }
    }

    /** The wait id of a lock, which its conditions share. */
    static long waitId(ReentrantLock lock) {
        return WaitIds.of(syncOf(lock), Construct.REENTRANT_LOCK, lock.getClass());
    }

    /** The wait id of a new lock; {@link WaitIds#takeUnreachable} tells when the lock is gone. */
    static long watchedId(ReentrantLock lock) {
        return WaitIds.ofWatched(syncOf(lock), Construct.REENTRANT_LOCK, lock.getClass());
    }

    /** Whether its constructor has run: a mock is made without, and writes down whatever it is asked. */
    static boolean isMade(ReentrantLock lock) {
        return SYNC < 0 || Memory.UNSAFE.getReference(lock, SYNC) != null;
    }

    private static Object syncOf(ReentrantLock lock) {
        return SYNC < 0 ? lock : Memory.UNSAFE.getReference(lock, SYNC);
    }

    /** The wait id of the lock that a synchronizer belongs to. */
    static long waitId(AbstractQueuedSynchronizer sync) {
        return WaitIds.of(sync, Construct.REENTRANT_LOCK, ReentrantLock.class);
    }

    /** The synchronizer of the ReentrantLock that made the condition, or null if it is any other lock's. */
    static @Nullable AbstractQueuedSynchronizer of(@Nullable Condition condition) {
        if (OUTER < 0 || SYNC_CLASS == null || !(condition instanceof AbstractQueuedSynchronizer.ConditionObject)) {
            return null;
        }
        Object outer = Memory.UNSAFE.getReference(condition, OUTER);
        return SYNC_CLASS.isInstance(outer) ? (AbstractQueuedSynchronizer) outer : null;
    }

    /** Whether the current thread holds the lock of the synchronizer. */
    static boolean isHeld(AbstractQueuedSynchronizer sync) {
        return Owner.OFFSET >= 0 && Memory.UNSAFE.getReference(sync, Owner.OFFSET) == Thread.currentThread();
    }

    static MutexImpl implOf(AbstractQueuedSynchronizer sync) {
        boolean fair = sync.getClass().getName().endsWith("$FairSync");
        return fair ? MutexImpl.REENTRANT_FAIR : MutexImpl.REENTRANT_NONFAIR;
    }

    /** Only conditions need it. */
    private static final class Owner {
        static final long OFFSET = Memory.fieldOffset(
                java.util.concurrent.locks.AbstractOwnableSynchronizer.class, "exclusiveOwnerThread");
    }
}
