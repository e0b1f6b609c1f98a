package org.ompt4j.tools.findings;

import java.util.ArrayList;
import java.util.List;
import org.ompt4j.tools.model.PoolModel;
import org.ompt4j.tools.model.PoolQueue;
import org.ompt4j.tools.model.QueueModel;

/** Finds pools whose tasks waited in the queue for longer than they ran, though more workers could have begun them earlier. */
final class QueueWaitFinder {
    private QueueWaitFinder() {}

    /** @param processors how many the machine has */
    static List<QueueWaits> find(QueueModel queues, long runNanos, int processors) {
        long shortest = Math.max(LockWaitFinder.LONG_NANOS, (long) (LockWaitFinder.SHARE_OF_RUN * runNanos));
        // Who submits may work meanwhile, and so may the workers of other pools.
        int workers = queues.queues().stream().mapToInt(PoolQueue::mostWorkers).sum();
        boolean hasIdleProcessor = workers + 1 < processors;
        List<QueueWaits> found = new ArrayList<>();
        for (PoolQueue each : queues.queues()) {
            PoolModel pool = each.pool();
            QueueWaits waits =
                    new QueueWaits(each, pool == null ? 0 : pool.begin().codeptrRa());
            boolean isLong = each.queuedNanos() > each.ranNanos() && each.coveredNanos() > shortest;
            if (isLong && (waits.isOfWaitingTasks() || hasIdleProcessor)) {
                found.add(waits);
            }
        }
        return found;
    }
}
