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

/** Pools that are there when the run ends, with workers of which none has a task. Thread safety: none. */
final class LeftPools {
    /*
     * Overview. Where a run ends in order, one thread ends what there is on behalf of the others: pools that are left first, while their workers have not
     * ended, and then itself. Whoever finds that a pool is terminated goes on with other things, or is one of its workers.
     */
    private final Map<Long, List<LeftPool>> endedBy = new HashMap<>();

    /** The pool ends, told by a thread that is none of its workers. */
    void ends(PoolQueue pool, TraceEvent end) {
        LeftPool left = left(pool);
        if (left != null) {
            endedBy.computeIfAbsent(end.threadId(), any -> new ArrayList<>()).add(left);
        }
    }

    /** Takes into account what a thread does. */
    void event(TraceEvent event) {
        boolean isEnd = event.endpoint() == ScopeEndpoint.END || event.event() == Event.THREAD_END;
        if (!isEnd && !endedBy.isEmpty()) {
            endedBy.remove(event.threadId());
        }
    }

    /**
     * All of them.
     *
     * @param there those whose end was not told
     */
    List<LeftPool> all(List<PoolQueue> there) {
        List<LeftPool> all = new ArrayList<>();
        endedBy.values().forEach(all::addAll);
        there.stream().map(LeftPools::left).filter(Objects::nonNull).forEach(all::add);
        return all;
    }

    /** Null if it has no worker, or one with a task, or the trace does not have its begin. */
    private static @Nullable LeftPool left(PoolQueue queue) {
        PoolModel pool = queue.pool();
        return pool == null || queue.workers() == 0 || queue.freeWorkers() < queue.workers()
                ? null
                : new LeftPool(pool, queue.workers(), queue.freeSinceNanos());
    }
}
