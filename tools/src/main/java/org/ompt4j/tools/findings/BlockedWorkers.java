package org.ompt4j.tools.findings;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ompt4j.tools.model.PoolModel;
import org.ompt4j.tools.model.PoolQueue;
import org.ompt4j.tools.model.QueueModel;
import org.ompt4j.tools.read.TraceEvent;

/**
 * A fork/join pool whose workers slept, or waited for input, output or a mutex.
 *
 * @param queue the pool
 * @param costNanos how long all together
 */
public record BlockedWorkers(PoolQueue queue, long costNanos) implements Finding {

    static List<BlockedWorkers> of(QueueModel queues, long leastNanos) {
        return queues.queues().stream()
                .map(each -> new BlockedWorkers(
                        each,
                        each.blocked().stream().mapToLong(PoolQueue.Wait::nanos).sum()))
                .filter(each -> each.costNanos > leastNanos)
                .toList();
    }

    /** Where the program made the pool, 0 if that is not known. */
    public int madeAt() {
        PoolModel pool = queue.pool();
        return pool == null ? 0 : pool.begin().codeptrRa();
    }

    /** The parallelism that the pool was asked for, 0 if that is not known. */
    public int parallelism() {
        PoolModel pool = queue.pool();
        return pool == null ? 0 : pool.begin().requestedParallelism();
    }

    @Override
    public Kind kind() {
        return Kind.BLOCKED_WORKERS;
    }

    @Override
    public Interval interval() {
        @Nullable TraceEvent longest = queue.longestBlocked();
        long from = longest == null ? 0 : longest.timeNanos();
        return new Interval(longest == null ? 0 : longest.threadId(), from, from + queue.longestBlockedNanos());
    }

    @Override
    public List<Integer> callSites() {
        return queue.blocked().stream().map(PoolQueue.Wait::waitsAt).distinct().toList();
    }
}
