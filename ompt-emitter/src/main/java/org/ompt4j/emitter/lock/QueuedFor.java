package org.ompt4j.emitter.lock;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.concurrent.locks.StampedLock;
import org.jspecify.annotations.Nullable;
import org.ompt4j.emitter.WaitIds;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.Construct.Trait;
import org.ompt4j.ompt.MutexImpl;
import org.ompt4j.ompt.MutexKind;

/**
 * What the threads in the queue of a JDK synchronizer wait for, depending on the class of the synchronizer: a mutex, or an action of other threads.
 *
 * <p>Thread safety: immutable; {@link #of} on any thread.
 */
final class QueuedFor {
    private static final Kinds KINDS = new Kinds();

    final Construct construct;
    /** The class under which the object is shown; a synchronizer does not know the subclass that contains it. */
    final Class<?> shownAs;
    /** {@code NONE} if it is not a mutex. */
    final MutexImpl impl;

    private final @Nullable MutexKind kind;
    private final @Nullable MutexKind testKind;
    /** The variant for threads that queue for shared access; this object if there is no difference. */
    private final QueuedFor shared;

    private QueuedFor(
            Construct construct,
            Class<?> shownAs,
            MutexImpl impl,
            @Nullable MutexKind kind,
            @Nullable MutexKind testKind,
            @Nullable QueuedFor shared) {
        this.construct = construct;
        this.shownAs = shownAs;
        this.impl = impl;
        this.kind = kind;
        this.testKind = testKind;
        this.shared = shared == null ? this : shared;
    }

    /** What threads in the queue of such a synchronizer wait for, with shared or exclusive access; null if this is not reported. */
    static @Nullable QueuedFor of(Class<?> synchronizer, boolean shared) {
        QueuedFor alone = KINDS.get(synchronizer);
        return alone == null || !shared ? alone : alone.shared;
    }

    /**
     * The kind of an acquisition; attempts that give up after a time, or at once, have a test kind. Null if it is not a mutex: then a wait is a
     * taskwait.
     */
    @Nullable
    MutexKind kind(boolean test) {
        return test ? testKind : kind;
    }

    boolean isMutex() {
        return kind != null;
    }

    /** Whether the holder may acquire it once more, which is a re-entry. */
    boolean isNested() {
        return kind == MutexKind.NEST_LOCK;
    }

    /** Whether only the holder can release it. */
    boolean isReleasedByItsHolder() {
        return !construct.has(Trait.RELEASED_BY_ANYONE);
    }

    /** The wait id of such a synchronizer. */
    long waitId(Object synchronizer) {
        return waitId(synchronizer, null);
    }

    /**
     * As {@link #waitId(Object)}.
     *
     * @param owner the name of the class to which it belongs internally; null if there is none, or it is not known
     */
    long waitId(Object synchronizer, @Nullable String owner) {
        return WaitIds.of(synchronizer, construct, shownAs, owner);
    }

    /** The id under which a thread is noted as the holder; differs for shared and exclusive access, since a thread can hold both. */
    long heldAs(long waitId) {
        return impl.isShared() ? -waitId : waitId;
    }

    private static final class Kinds extends ClassValue<@Nullable QueuedFor> {
        @Override
        protected @Nullable QueuedFor computeValue(Class<?> synchronizer) {
            if (synchronizer.getClassLoader() != null) {
                return null;
            }
            return switch (synchronizer.getName()) {
                case "java.util.concurrent.Semaphore$NonfairSync" -> semaphore(MutexImpl.SEMAPHORE_NONFAIR);
                case "java.util.concurrent.Semaphore$FairSync" -> semaphore(MutexImpl.SEMAPHORE_FAIR);
                case "java.util.concurrent.locks.ReentrantLock$NonfairSync" -> reentrant(MutexImpl.REENTRANT_NONFAIR);
                case "java.util.concurrent.locks.ReentrantLock$FairSync" -> reentrant(MutexImpl.REENTRANT_FAIR);
                case "java.util.concurrent.CountDownLatch$Sync" ->
                    new QueuedFor(Construct.COUNT_DOWN_LATCH, CountDownLatch.class, MutexImpl.NONE, null, null, null);
                case "java.util.concurrent.locks.ReentrantReadWriteLock$NonfairSync" ->
                    readWrite(MutexImpl.WRITE_NONFAIR, MutexImpl.READ_NONFAIR);
                case "java.util.concurrent.locks.ReentrantReadWriteLock$FairSync" ->
                    readWrite(MutexImpl.WRITE_FAIR, MutexImpl.READ_FAIR);
                case "java.util.concurrent.locks.StampedLock" -> stamped();
                default -> null;
            };
        }

        private static QueuedFor semaphore(MutexImpl impl) {
            return new QueuedFor(Construct.SEMAPHORE, Semaphore.class, impl, MutexKind.LOCK, MutexKind.TEST_LOCK, null);
        }

        private static QueuedFor reentrant(MutexImpl impl) {
            return new QueuedFor(
                    Construct.REENTRANT_LOCK,
                    ReentrantLock.class,
                    impl,
                    MutexKind.NEST_LOCK,
                    MutexKind.TEST_NEST_LOCK,
                    null);
        }

        private static QueuedFor readWrite(MutexImpl write, MutexImpl read) {
            return new QueuedFor(
                    Construct.READ_WRITE_LOCK,
                    ReentrantReadWriteLock.class,
                    write,
                    MutexKind.NEST_LOCK,
                    MutexKind.TEST_NEST_LOCK,
                    new QueuedFor(
                            Construct.READ_WRITE_LOCK,
                            ReentrantReadWriteLock.class,
                            read,
                            MutexKind.LOCK,
                            MutexKind.TEST_LOCK,
                            null));
        }

        private static QueuedFor stamped() {
            return stamped(MutexImpl.STAMPED_WRITE, stamped(MutexImpl.STAMPED_READ, null));
        }

        private static QueuedFor stamped(MutexImpl impl, @Nullable QueuedFor shared) {
            return new QueuedFor(
                    Construct.STAMPED_LOCK, StampedLock.class, impl, MutexKind.LOCK, MutexKind.TEST_LOCK, shared);
        }
    }
}
