package org.ompt4j.tools.model;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The mutexes that threads hold or try to acquire. Thread safety: none. */
final class KnownMutexes {
    /** How many mutexes with known holders are kept, at some 300 bytes each: a mutex whose release is never seen is held for ever. */
    private static final int FOLLOWED = 100_000;

    /** If there are fewer mutexes than this, also those are kept that are neither held nor waited for, since most are used again. */
    private static final int KEPT = 10_000;

    private final Map<Long, MutexState> mutexes = new HashMap<>();
    /** The last used mutex, which is often the next one too. */
    private @Nullable MutexState latest;

    /** The mutex with this id, which is added if it is not known. */
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

    /** Whether the limit is reached, so that holders of further mutexes are not followed. */
    boolean areTooMany() {
        return mutexes.size() > FOLLOWED;
    }

    /** Removes the mutex if no thread holds it or tries to acquire it, and many are known. */
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
