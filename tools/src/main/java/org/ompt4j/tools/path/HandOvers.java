package org.ompt4j.tools.path;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** For each awaited mutex, the latest known hand-over to other threads: a release, or else the thread that was seen to hold the mutex. */
final class HandOvers {
    /** How many mutexes are kept at the same time. */
    private static final int MUTEXES_FOLLOWED = 100_000;

    private final Map<Long, HandOver> latest = new HashMap<>();

    /**
     * The hand-over of one mutex.
     *
     * @param release null if the thread was seen to hold the mutex, and not to release it
     */
    record HandOver(Line by, @Nullable EndCause release) {}

    void releases(long mutex, Line line) {
        put(mutex, new HandOver(line, EndCause.now(line)));
    }

    /** @param line null if the thread that holds it is not in the trace */
    void holds(long mutex, @Nullable Line line) {
        if (line == null) {
            forget(mutex);
        } else {
            put(mutex, new HandOver(line, null));
        }
    }

    /** This thread begins an attempt to acquire the mutex; so if it was seen to hold it, it no longer does. */
    void asks(long mutex, Line line) {
        HandOver known = of(mutex);
        if (known != null && known.by == line && known.release == null) {
            forget(mutex);
        }
    }

    private void put(long mutex, HandOver known) {
        if (latest.size() < MUTEXES_FOLLOWED || latest.containsKey(mutex)) {
            latest.put(mutex, known);
        }
    }

    @Nullable
    HandOver of(long mutex) {
        return latest.isEmpty() ? null : latest.get(mutex);
    }

    void forget(long mutex) {
        if (!latest.isEmpty()) {
            latest.remove(mutex);
        }
    }

    void clear() {
        latest.clear();
    }
}
