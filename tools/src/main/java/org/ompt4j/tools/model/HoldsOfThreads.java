package org.ompt4j.tools.model;

import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Which mutexes each thread holds. Thread safety: none. */
final class HoldsOfThreads {
    private final Map<Long, OfThread> threads = new HashMap<>();
    /** The last used entry, which is often the next one too. */
    private @Nullable OfThread latest;

    private static final class OfThread {
        final long threadId;
        final Set<MutexHold> holds = new LinkedHashSet<>(2);

        OfThread(long threadId) {
            this.threadId = threadId;
        }
    }

    /** The mutexes that the thread holds, the latest last. Valid only until the next event. */
    Collection<MutexHold> of(long threadId) {
        OfThread known = known(threadId);
        return known == null ? Set.of() : known.holds;
    }

    void add(MutexHold hold) {
        OfThread known = known(hold.threadId());
        if (known == null) {
            known = new OfThread(hold.threadId());
            threads.put(known.threadId, known);
            latest = known;
        }
        known.holds.add(hold);
    }

    void remove(MutexHold hold) {
        OfThread known = known(hold.threadId());
        if (known != null) {
            known.holds.remove(hold);
        }
    }

    /** The thread has ended; mutexes that it still holds are kept. */
    void threadEnds(long threadId) {
        OfThread known = threads.get(threadId);
        if (known != null && known.holds.isEmpty()) {
            threads.remove(threadId);
            latest = null;
        }
    }

    void clear() {
        threads.clear();
        latest = null;
    }

    private @Nullable OfThread known(long threadId) {
        OfThread known = latest;
        if (known == null || known.threadId != threadId) {
            known = threads.get(threadId);
            latest = known == null ? latest : known;
        }
        return known;
    }
}
