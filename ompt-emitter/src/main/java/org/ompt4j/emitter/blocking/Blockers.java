package org.ompt4j.emitter.blocking;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.AbstractQueuedLongSynchronizer;
import java.util.concurrent.locks.AbstractQueuedSynchronizer;
import org.jspecify.annotations.Nullable;
import org.ompt4j.emitter.UnobservedTimes;
import org.ompt4j.ompt.Construct;

/**
 * Counts parks by their blockers, for blockers that belong to constructs which are not observed.
 *
 * <p>A thread that waits in a queue that uses a condition parks for the condition, which does not refer to the queue; such parks are not counted.
 *
 * <p>Thread safety: any thread.
 */
final class Blockers extends ClassValue<AtomicLong> {
    private static final Blockers PARKS = new Blockers();
    private static final AtomicLong OF_OTHERS = new AtomicLong();
    private static final String CONCURRENT = "java.util.concurrent.";

    /** Prefixes of the names of JDK classes, and their constructs. */
    private static final String[][] OF_THE_JDK = {
        {"Exchanger", Construct.EXCHANGER.id()},
        {"SynchronousQueue", Construct.BLOCKING_QUEUE.id()},
        {"LinkedTransferQueue", Construct.BLOCKING_QUEUE.id()},
        {"locks.ReentrantReadWriteLock$", Construct.READ_WRITE_LOCK.id()},
        {"locks.StampedLock", Construct.STAMPED_LOCK.id()}
    };

    private Blockers() {}

    /** A thread parks in a wait that is reported only as a park. */
    static void count(@Nullable Object blocker) {
        if (blocker != null) {
            PARKS.get(blocker.getClass()).incrementAndGet();
        }
    }

    @Override
    protected AtomicLong computeValue(Class<?> blocker) {
        String construct = constructOf(blocker);
        return construct == null ? OF_OTHERS : UnobservedTimes.of(construct);
    }

    private static @Nullable String constructOf(Class<?> blocker) {
        if (blocker.getClassLoader() != null) {
            boolean own = AbstractQueuedSynchronizer.class.isAssignableFrom(blocker)
                    || AbstractQueuedLongSynchronizer.class.isAssignableFrom(blocker);
            return own ? "synchronizer-implementation" : null;
        }
        for (String[] each : OF_THE_JDK) {
            if (blocker.getName().startsWith(CONCURRENT.concat(each[0]))) {
                return each[1];
            }
        }
        return null;
    }
}
