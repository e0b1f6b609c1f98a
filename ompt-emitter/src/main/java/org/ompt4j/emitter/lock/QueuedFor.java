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
 * What threads wait for that queue in a synchronizer of the JDK, by the class of that synchronizer: a mutex, or what others have to do.
 *
 * <p>Thread safety: immutable; {@link #of} on any thread.
 */
final class QueuedFor {
    private static final Kinds KINDS = new Kinds();

    final Construct construct;
    /** The class that it is shown under: a synchronizer does not know which subclass it is in. */
    final Class<?> shownAs;
    /** None where it is no mutex. */
    final MutexImpl impl;

    private final @Nullable MutexKind kind;
    private final @Nullable MutexKind testKind;
    /** For whom queues to share it; itself where that makes no difference. */
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

    /** What threads wait for that queue in such a synchronizer, to share it or not; null if that is not told. */
    static @Nullable QueuedFor of(Class<?> synchronizer, boolean shared) {
        QueuedFor alone = KINDS.get(synchronizer);
        return alone == null || !shared ? alone : alone.shared;
    }

    /** The kind of an acquisition; only those that give up after a time, or at once, are tests. Null where it is no mutex: a wait is a taskwait then. */
    @Nullable
    MutexKind kind(boolean test) {
        return test ? testKind : kind;
    }

    boolean isMutex() {
        return kind != null;
    }

    /** Whether who holds it may acquire it once more, and does not acquire it anew then. */
    boolean isNested() {
        return kind == MutexKind.NEST_LOCK;
    }

    /** Whether only the thread that holds it releases it. */
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
     * @param owner the name of the class that has it for itself; null if there is none, or it is not known
     */
    long waitId(Object synchronizer, @Nullable String owner) {
        return WaitIds.of(synchronizer, construct, shownAs, owner);
    }

    /** What a thread is noted to hold: one can hold for others to share what it holds alone. */
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
