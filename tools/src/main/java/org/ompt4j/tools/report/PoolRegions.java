package org.ompt4j.tools.report;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.ompt4j.ompt.Construct.Trait;
import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.ScopeEndpoint;
import org.ompt4j.tools.read.TraceEvent;

/**
 * Which regions stand for a pool from its first worker to its termination.
 *
 * <p>ForkJoinPool.invoke opens a region of the same construct; there the thread that began it becomes its first member,
 * while the creator of a pool is no member of it.
 */
final class PoolRegions {
    private final Map<Long, Long> creatorOfUndecided = new HashMap<>();
    private final Set<Long> pools = new HashSet<>();

    /** Looks at an event before anybody else does. */
    void foresee(TraceEvent event) {
        if (event.event() == Event.PARALLEL_BEGIN && event.construct().has(Trait.POOL_REGIONS)) {
            creatorOfUndecided.put(event.parallelId(), event.threadId());
            pools.add(event.parallelId());
        } else if (event.event() == Event.IMPLICIT_TASK && event.endpoint() == ScopeEndpoint.BEGIN) {
            Long creator = creatorOfUndecided.remove(event.parallelId());
            if (creator != null && creator == event.threadId()) {
                pools.remove(event.parallelId());
            }
        }
    }

    /** Whether the region stands for a pool; true also while it has no member yet. */
    boolean isPool(long regionId) {
        return pools.contains(regionId);
    }
}
