package org.ompt4j.tools.model;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.ScopeEndpoint;
import org.ompt4j.tools.read.TraceEvent;

/** Finds pools that exist when the run ends, with workers of which none has a task. Thread safety: none. */
final class LeftPools {
    /*
     * Overview. If a run ends normally, one thread reports the ends of everything that is left: first pools, whose workers have not ended, and at
     * last of itself. In contrast, a thread that reports the termination of a pool goes on with other things, or is one of its workers.
     */
    private final Map<Long, List<LeftPool>> endedBy = new HashMap<>();

    /** The end of the pool is reported by a thread that is not one of its workers. */
    void ends(PoolQueue pool, TraceEvent end) {
        LeftPool left = left(pool);
        if (left != null) {
            endedBy.computeIfAbsent(end.threadId(), any -> new ArrayList<>()).add(left);
        }
    }

    /** Processes an event of a thread. */
    void event(TraceEvent event) {
        boolean isEnd = event.endpoint() == ScopeEndpoint.END || event.event() == Event.THREAD_END;
        if (!isEnd && !endedBy.isEmpty()) {
            endedBy.remove(event.threadId());
        }
    }

    /**
     * The pools that are left.
     *
     * @param there the pools whose end was not reported
     */
    List<LeftPool> all(List<PoolQueue> there) {
        List<LeftPool> all = new ArrayList<>();
        endedBy.values().forEach(all::addAll);
        there.stream().map(LeftPools::left).filter(Objects::nonNull).forEach(all::add);
        return all;
    }

    /** The left pool; null if it has no worker, or one with a task, or its begin is not in the trace. */
    private static @Nullable LeftPool left(PoolQueue queue) {
        PoolModel pool = queue.pool();
        return pool == null || queue.workers() == 0 || queue.freeWorkers() < queue.workers()
                ? null
                : new LeftPool(pool, queue.workers(), queue.freeSinceNanos());
    }
}
