package org.ompt4j.tools.model;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The mutexes that threads hold or try to acquire. Thread safety: none. */
final class KnownMutexes {
    /** Mutexes whose holders are known at one time, at some 300 bytes each: those whose release is never seen are held for ever. */
    private static final int FOLLOWED = 100_000;

    /** Those that are neither held nor waited for stay as long as there are so few, since they are used again, mostly. */
    private static final int KEPT = 10_000;

    private final Map<Long, MutexState> mutexes = new HashMap<>();
    /** The one that was asked for last: it often is the next one too. */
    private @Nullable MutexState latest;

    /** The mutex with this id, which is known from now on. */
    MutexState add(long waitId) {
        MutexState mutex = get(waitId);
        if (mutex == null) {
            mutex = new MutexState(waitId);
            mutexes.put(waitId, mutex);
            latest = mutex;
        }
        return mutex;
    }

    /** The mutex with this id; null if it is not known. */
    @Nullable
    MutexState get(long waitId) {
        MutexState mutex = latest;
        if (mutex == null || mutex.waitId != waitId) {
            mutex = mutexes.get(waitId);
            latest = mutex == null ? latest : mutex;
        }
        return mutex;
    }

    Collection<MutexState> all() {
        return mutexes.values();
    }

    /** Whether there are so many that holders of others are not followed. */
    boolean areTooMany() {
        return mutexes.size() > FOLLOWED;
    }

    /** Forgets the mutex if nobody holds it or tries to acquire it, and many are known. */
    void forgetIfIdle(MutexState mutex) {
        if (mutexes.size() > KEPT && mutex.attempts.isEmpty() && mutex.holds.isEmpty()) {
            mutexes.remove(mutex.waitId);
            latest = null;
        }
    }

    void clear() {
        mutexes.clear();
        latest = null;
    }
}
