package org.ompt4j.tools.model;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.ompt4j.tools.model.Flows.Origin;
import org.ompt4j.tools.read.TraceEvent;

/** The latest release of each mutex that somebody asks for. Remembers a mutex as long as somebody does. Thread safety: none. */
final class Releases {
    private final Map<Long, Asked> mutexes = new HashMap<>();
    private long next = 1;

    /** A mutex that is asked for. */
    private static final class Asked {
        int threads;
        /** Null if nobody has released it since somebody got it. */
        @Nullable
        Origin release;
    }

    boolean isEmpty() {
        return mutexes.isEmpty();
    }

    /** A thread asks for the mutex. */
    void asks(long waitId) {
        if (waitId != 0) {
            mutexes.computeIfAbsent(waitId, key -> new Asked()).threads++;
        }
    }

    /** Somebody releases the mutex; null if nobody asks for it. */
    @Nullable
    Origin releases(TraceEvent released, ThreadModel thread) {
        Asked asked = mutexes.get(released.waitId());
        if (asked == null) {
            return null;
        }
        asked.release = new Origin(Flows.Kind.RELEASE, Flows.placeOf(thread), released.timeNanos(), next++, 1);
        return asked.release;
    }

    /** A thread has the mutex, or has given up; the release that let it have it, null if none is known. */
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
