package org.ompt4j.tools.model;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.ompt4j.tools.model.Flows.Origin;
import org.ompt4j.tools.read.TraceEvent;

/** The latest release of each mutex that a thread tries to acquire. A mutex is kept as long as there is such a thread. Thread safety: none. */
final class Releases {
    private final Map<Long, Asked> mutexes = new HashMap<>();
    private long next = 1;

    /** A mutex that threads try to acquire. */
    private static final class Asked {
        int threads;
        /** The latest release; null if there was none since the last acquisition. */
        @Nullable
        Origin release;
    }

    boolean isEmpty() {
        return mutexes.isEmpty();
    }

    /** A thread begins an attempt to acquire the mutex. */
    void asks(long waitId) {
        if (waitId != 0) {
            mutexes.computeIfAbsent(waitId, key -> new Asked()).threads++;
        }
    }

    /** The mutex is released; null if no thread tries to acquire it. */
    @Nullable
    Origin releases(TraceEvent released, ThreadModel thread) {
        Asked asked = mutexes.get(released.waitId());
        if (asked == null) {
            return null;
        }
        asked.release = new Origin(Flows.Kind.RELEASE, Flows.placeOf(thread), released.timeNanos(), next++, 1);
        return asked.release;
    }

    /** A thread has got the mutex, or has given up. Returns the release that let it have the mutex, null if none is known. */
    @Nullable
    Origin isOver(long waitId) {
        Asked asked = mutexes.get(waitId);
        if (asked == null) {
            return null;
        }
        Origin release = asked.release;
        asked.release = null;
        if (--asked.threads == 0) {
            mutexes.remove(waitId);
        }
        return release;
    }

    void clear() {
        mutexes.clear();
    }
}
