package org.ompt4j.tools.findings;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.ompt4j.tools.model.StarvedPool;

/**
 * Pools that wait for themselves at the end of the trace.
 *
 * @param withTimeout the ids of the workers whose waits have a timeout, as far as is known
 * @param endNanos when the trace ends
 * @param costNanos how long they have waited, all together
 * @param sinceNanos how long all of them have waited at the same time
 */
public record PoolStarvation(StarvedPool pool, Set<Long> withTimeout, long endNanos, long costNanos, long sinceNanos)
        implements Finding {

    static PoolStarvation of(StarvedPool pool, WaitsAtTheEnd atTheEnd, long endNanos) {
        long cost = pool.workers().stream()
                .mapToLong(each -> endNanos - each.sinceNanos())
                .sum();
        long last = pool.workers().stream()
                .mapToLong(StarvedPool.Worker::sinceNanos)
                .max()
                .orElse(endNanos);
        Set<Long> withTimeout = pool.workers().stream()
                .map(StarvedPool.Worker::threadId)
                .filter(atTheEnd::hasTimeout)
                .collect(Collectors.toUnmodifiableSet());
        return new PoolStarvation(pool, withTimeout, endNanos, cost, endNanos - last);
    }

    @Override
    public Kind kind() {
        return Kind.POOL_STARVATION;
    }

    @Override
    public Interval interval() {
        StarvedPool.Worker first = pool.workers().get(0);
        return new Interval(first.threadId(), first.sinceNanos(), endNanos);
    }

    @Override
    public List<Integer> callSites() {
        return pool.workers().stream()
                .flatMap(each -> Stream.of(each.waitsAt(), each.createdAt()))
                .distinct()
                .toList();
    }
}
