package org.ompt4j.tools.findings;

import java.util.ArrayList;
import java.util.List;
import org.ompt4j.tools.model.PoolModel;
import org.ompt4j.tools.model.PoolQueue;
import org.ompt4j.tools.model.QueueModel;

/** Finds pools whose tasks waited in the queue for longer than they ran, though more workers could have begun them earlier. */
final class QueueWaitFinder {
    private QueueWaitFinder() {}

    /** @param busyNanos how long at least as many threads worked as there are processors */
    static List<QueueWaits> find(QueueModel queues, long runNanos, long busyNanos) {
        long shortest = Threshold.of(runNanos);
        List<QueueWaits> found = new ArrayList<>();
        for (PoolQueue each : queues.queues()) {
            PoolModel pool = each.pool();
            QueueWaits waits =
                    new QueueWaits(each, pool == null ? 0 : pool.begin().codeptrRa());
            boolean isLong = each.queuedNanos() > each.ranNanos() && each.coveredNanos() > shortest;
            // A processor was idle for at least half of the time in which tasks waited.
            boolean hasIdleProcessor = busyNanos < each.coveredNanos() / 2;
            if (isLong && (waits.isOfWaitingTasks() || hasIdleProcessor)) {
                found.add(waits);
            }
        }
        return found;
    }
}
