package org.ompt4j.emitter.lock;

import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.MutexImpl;
import org.ompt4j.ompt.MutexKind;

/**
 * A mutex of the JDK whose threads queue in a synchronizer, by the class of that synchronizer.
 *
 * <p>Thread safety: immutable; {@link #of} on any thread.
 */
final class QueuedMutex {
    private static final Kinds KINDS = new Kinds();

    final Construct construct;
    final MutexImpl impl;
    /** The class that the mutex is shown under: its synchronizer does not know which subclass it is in. */
    final Class<?> shownAs;

    private final MutexKind kind;
    private final MutexKind timedKind;

    private QueuedMutex(Construct construct, MutexImpl impl, Class<?> shownAs, MutexKind kind, MutexKind timedKind) {
        this.construct = construct;
        this.impl = impl;
        this.shownAs = shownAs;
        this.kind = kind;
        this.timedKind = timedKind;
    }

    /** What threads wait for that queue in such a synchronizer; null if it is none of these mutexes. */
    static @Nullable QueuedMutex of(Class<?> synchronizer) {
        return KINDS.get(synchronizer);
    }

    /** The kind of an acquisition; only those that give up after a time can be timed. */
    MutexKind kind(boolean timed) {
        return timed ? timedKind : kind;
    }

    private static final class Kinds extends ClassValue<@Nullable QueuedMutex> {
        @Override
        protected @Nullable QueuedMutex computeValue(Class<?> synchronizer) {
            if (synchronizer.getClassLoader() != null) {
                return null;
            }
            return switch (synchronizer.getName()) {
                case "java.util.concurrent.Semaphore$NonfairSync" -> semaphore(MutexImpl.SEMAPHORE_NONFAIR);
                case "java.util.concurrent.Semaphore$FairSync" -> semaphore(MutexImpl.SEMAPHORE_FAIR);
                default -> null;
            };
        }

        private static QueuedMutex semaphore(MutexImpl impl) {
            return new QueuedMutex(Construct.SEMAPHORE, impl, Semaphore.class, MutexKind.LOCK, MutexKind.TEST_LOCK);
        }
    }
}
