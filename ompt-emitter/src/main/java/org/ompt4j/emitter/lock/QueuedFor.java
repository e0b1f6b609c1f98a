package org.ompt4j.emitter.lock;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.Construct;
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
    private final @Nullable MutexKind timedKind;

    private QueuedFor(
            Construct construct,
            Class<?> shownAs,
            MutexImpl impl,
            @Nullable MutexKind kind,
            @Nullable MutexKind timedKind) {
        this.construct = construct;
        this.shownAs = shownAs;
        this.impl = impl;
        this.kind = kind;
        this.timedKind = timedKind;
    }

    /** What threads wait for that queue in such a synchronizer; null if that is not told. */
    static @Nullable QueuedFor of(Class<?> synchronizer) {
        return KINDS.get(synchronizer);
    }

    /** The kind of an acquisition; only those that give up after a time can be timed. Null where it is no mutex: a wait is a taskwait then. */
    @Nullable
    MutexKind kind(boolean timed) {
        return timed ? timedKind : kind;
    }

    boolean isMutex() {
        return kind != null;
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
                case "java.util.concurrent.CountDownLatch$Sync" ->
                    new QueuedFor(Construct.COUNT_DOWN_LATCH, CountDownLatch.class, MutexImpl.NONE, null, null);
                default -> null;
            };
        }

        private static QueuedFor semaphore(MutexImpl impl) {
            return new QueuedFor(Construct.SEMAPHORE, Semaphore.class, impl, MutexKind.LOCK, MutexKind.TEST_LOCK);
        }
    }
}
