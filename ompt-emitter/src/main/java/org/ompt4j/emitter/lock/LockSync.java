package org.ompt4j.emitter.lock;

import java.util.concurrent.locks.AbstractOwnableSynchronizer;
import java.util.concurrent.locks.AbstractQueuedLongSynchronizer;
import java.util.concurrent.locks.AbstractQueuedSynchronizer;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.concurrent.locks.StampedLock;
import org.jspecify.annotations.Nullable;
import org.ompt4j.emitter.ConditionWaits;
import org.ompt4j.emitter.Memory;
import org.ompt4j.emitter.Mutexes;
import org.ompt4j.emitter.Settings;
import org.ompt4j.emitter.ThreadRegistry;
import org.ompt4j.emitter.WaitIds;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.MutexImpl;

/**
 * The synchronizer inside a lock. A {@code ReentrantLock} and its conditions share it, as do the two locks of a {@code ReentrantReadWriteLock} and
 * their conditions; so wait ids belong to the synchronizer. Also finds out from fields whether a thread queues for a lock.
 *
 * <p>Thread safety: any thread; reads fields of the JDK that never change.
 */
final class LockSync {
    private static final long SYNC = Memory.fieldOffset(ReentrantLock.class, "sync");
    private static final long HEAD = Memory.fieldOffset(AbstractQueuedSynchronizer.class, "head");
    private static final @Nullable Class<?> SYNC_CLASS =
            Memory.jdkClass("java.util.concurrent.locks.ReentrantLock$Sync");
    private static final String LATCH_CLASS = "java.util.concurrent.CountDownLatch$Sync";

    static {
        ConditionWaits.findQueuedWith(new ConditionWaits.QueueLookup() {
            @Override
            public boolean isQueued(Object queue, Thread thread) {
                return queue instanceof AbstractQueuedSynchronizer
                        ? ((AbstractQueuedSynchronizer) queue).isQueued(thread)
                        : ((AbstractQueuedLongSynchronizer) queue).isQueued(thread);
            }
        });
    }

    /*
     * Fields of other JDK classes are in nested classes: this class can be initialized while a class is rewritten, since the JDK takes a lock for
     * that, and classes that are loaded on the same thread meanwhile are not rewritten.
     */
    private LockSync() {}

    /** The wait id of a lock, which its conditions share. */
    static long waitId(ReentrantLock lock) {
        return WaitIds.of(syncOf(lock), Construct.REENTRANT_LOCK, lock.getClass());
    }

    /** The wait id of a new lock; {@link WaitIds#takeUnreachable} tells when the lock is gone. */
    static long watchedId(ReentrantLock lock) {
        return WaitIds.ofWatched(syncOf(lock), Construct.REENTRANT_LOCK, lock.getClass());
    }

    /** Whether the lock's constructor has run. That of a mock has not, and a mock records every call. */
    static boolean isMade(ReentrantLock lock) {
        return SYNC == Memory.NO_FIELD || Memory.UNSAFE.getReference(lock, SYNC) != null;
    }

    /** Whether no thread has ever queued for the lock, as its queue shows. False if that cannot be read. */
    static boolean wasNeverQueuedFor(ReentrantLock lock) {
        if (SYNC == Memory.NO_FIELD) {
            return false;
        }
        Object sync = Memory.UNSAFE.getReference(lock, SYNC);
        return sync != null && wasNeverQueuedFor((AbstractQueuedSynchronizer) sync);
    }

    private static boolean wasNeverQueuedFor(AbstractQueuedSynchronizer sync) {
        return HEAD != Memory.NO_FIELD && Memory.UNSAFE.getReference(sync, HEAD) == null;
    }

    /**
     * Whether a thread may be in the queue whose wait a release can end; false for the queue of a latch. A thread that enters the queue at this
     * moment may be missed.
     */
    static boolean mayBeQueuedFor(AbstractQueuedSynchronizer sync) {
        return !wasNeverQueuedFor(sync) && !isLatch(sync) && sync.hasQueuedThreads();
    }

    /* Compared by name: the class may not be loaded yet. */
    private static boolean isLatch(AbstractQueuedSynchronizer sync) {
        return sync.getClass().getName().equals(LATCH_CLASS);
    }

    /** Whether a thread may queue for a lock whose synchronizer counts in a {@code long}. */
    static boolean mayBeQueuedFor(AbstractQueuedLongSynchronizer sync) {
        boolean never = ReadWrite.HEAD != Memory.NO_FIELD && Memory.UNSAFE.getReference(sync, ReadWrite.HEAD) == null;
        return !never && sync.hasQueuedThreads();
    }

    /** Whether a thread may queue for a stamped lock. */
    static boolean mayBeQueuedFor(StampedLock lock) {
        Object head = Stamped.HEAD == Memory.NO_FIELD || Stamped.TAIL == Memory.NO_FIELD
                ? null
                : Memory.UNSAFE.getReference(lock, Stamped.HEAD);
        return head != null && head != Memory.UNSAFE.getReference(lock, Stamped.TAIL);
    }

    private static Object syncOf(ReentrantLock lock) {
        return SYNC == Memory.NO_FIELD ? lock : Memory.UNSAFE.getReference(lock, SYNC);
    }

    /** The wait id of the lock that a synchronizer belongs to. */
    static long waitId(AbstractOwnableSynchronizer sync) {
        return isReentrant(sync)
                ? WaitIds.of(sync, Construct.REENTRANT_LOCK, ReentrantLock.class)
                : WaitIds.of(sync, Construct.READ_WRITE_LOCK, ReentrantReadWriteLock.class);
    }

    /** The synchronizer of the lock that made the condition, or null if that lock does not belong to an observed construct. */
    static @Nullable AbstractOwnableSynchronizer of(@Nullable Condition condition) {
        if (condition instanceof AbstractQueuedSynchronizer.ConditionObject) {
            return observed(
                    Outer.OFFSET == Memory.NO_FIELD ? null : Memory.UNSAFE.getReference(condition, Outer.OFFSET));
        }
        return condition == null ? null : ofLong(condition);
    }

    /** Whether a thread may wait for the condition, according to its fields; exact if the caller holds the lock. */
    static boolean mayBeAwaited(Condition condition) {
        return !(condition instanceof AbstractQueuedSynchronizer.ConditionObject)
                || Outer.FIRST_WAITER == Memory.NO_FIELD
                || Memory.UNSAFE.getReference(condition, Outer.FIRST_WAITER) != null;
    }

    /** In a method of its own, so that these classes are not loaded earlier. */
    private static @Nullable AbstractOwnableSynchronizer ofLong(Condition condition) {
        boolean known = condition instanceof AbstractQueuedLongSynchronizer.ConditionObject
                && ReadWrite.OUTER != Memory.NO_FIELD;
        return known ? observed(Memory.UNSAFE.getReference(condition, ReadWrite.OUTER)) : null;
    }

    private static @Nullable AbstractOwnableSynchronizer observed(@Nullable Object sync) {
        boolean known = sync != null && (isReentrant(sync) || isReadWrite(sync)) && Settings.selects(constructOf(sync));
        return known ? (AbstractOwnableSynchronizer) sync : null;
    }

    private static boolean isReentrant(Object sync) {
        return SYNC_CLASS != null && SYNC_CLASS.isInstance(sync);
    }

    private static boolean isReadWrite(Object sync) {
        return ReadWrite.SYNC_CLASS != null && ReadWrite.SYNC_CLASS.isInstance(sync);
    }

    /** The construct of the lock that a synchronizer belongs to. */
    static Construct constructOf(Object sync) {
        return isReentrant(sync) ? Construct.REENTRANT_LOCK : Construct.READ_WRITE_LOCK;
    }

    /** Whether the current thread holds the lock of the synchronizer exclusively. */
    static boolean isHeld(AbstractOwnableSynchronizer sync) {
        return Owner.OFFSET != Memory.NO_FIELD
                && Memory.UNSAFE.getReference(sync, Owner.OFFSET) == Thread.currentThread();
    }

    /**
     * The id of the thread that holds a lock or synchronizer exclusively; 0 if there is none, it is not known, or no tool wants it. Read when a
     * thread has to wait.
     */
    static long owner(Object lockOrSync) {
        if (!Mutexes.wantsOwners()) {
            return 0;
        }
        Object sync = lockOrSync instanceof ReentrantLock ? syncOf((ReentrantLock) lockOrSync) : lockOrSync;
        boolean known = Owner.OFFSET != Memory.NO_FIELD && sync instanceof AbstractOwnableSynchronizer;
        Thread owner = known ? (Thread) Memory.UNSAFE.getReferenceVolatile(sync, Owner.OFFSET) : null;
        return owner == null ? 0 : ThreadRegistry.idOfAny(owner);
    }

    /** The implementation kind of the exclusive lock of a synchronizer. */
    static MutexImpl implOf(AbstractOwnableSynchronizer sync) {
        boolean fair = sync.getClass().getName().endsWith("$FairSync");
        if (isReentrant(sync)) {
            return fair ? MutexImpl.REENTRANT_FAIR : MutexImpl.REENTRANT_NONFAIR;
        }
        return fair ? MutexImpl.WRITE_FAIR : MutexImpl.WRITE_NONFAIR;
    }

    /** Only conditions need it. */
    private static final class Outer {
        static final long OFFSET = Memory.fieldOffset(AbstractQueuedSynchronizer.ConditionObject.class, "this$0");
        static final long FIRST_WAITER =
                Memory.fieldOffset(AbstractQueuedSynchronizer.ConditionObject.class, "firstWaiter");
    }

    /** Only conditions and threads that have to wait need it. */
    private static final class Owner {
        static final long OFFSET = Memory.fieldOffset(AbstractOwnableSynchronizer.class, "exclusiveOwnerThread");
    }

    /** Only stamped locks need it. */
    private static final class Stamped {
        static final long HEAD = Memory.fieldOffset(StampedLock.class, "head");
        static final long TAIL = Memory.fieldOffset(StampedLock.class, "tail");
    }

    /** Only read-write locks need it. */
    private static final class ReadWrite {
        static final long HEAD = Memory.fieldOffset(AbstractQueuedLongSynchronizer.class, "head");
        static final @Nullable Class<?> SYNC_CLASS =
                Memory.jdkClass("java.util.concurrent.locks.ReentrantReadWriteLock$Sync");
        static final long OUTER = Memory.fieldOffset(AbstractQueuedLongSynchronizer.ConditionObject.class, "this$0");
    }
}
