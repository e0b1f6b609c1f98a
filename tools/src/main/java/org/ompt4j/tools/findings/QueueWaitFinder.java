package org.ompt4j.tools.findings;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.ompt4j.tools.model.MeanOverTime;
import org.ompt4j.tools.model.PoolModel;
import org.ompt4j.tools.model.PoolQueue;
import org.ompt4j.tools.model.QueueModel;

/** Finds pools whose tasks waited in the queue for longer than they ran, though more workers could have begun them earlier. */
final class QueueWaitFinder {
    /** How many pools of one place are reported individually. */
    private static final int FEW = 3;

    private QueueWaitFinder() {}

    /**
     * @param busy 1 while at least as many threads as processors worked, else 0
     */
    static List<QueueWaits> find(QueueModel queues, long runNanos, MeanOverTime.Integral busy) {
        long shortest = Threshold.of(runNanos);
        List<QueueWaits> found = new ArrayList<>();
        for (PoolQueue each : queues.queues()) {
            PoolModel pool = each.pool();
            QueueWaits waits =
                    new QueueWaits(each, pool == null ? 0 : pool.begin().codeptrRa(), List.of());
            boolean isLong = each.queuedNanos() > each.ranNanos() && each.coveredNanos() > shortest;
            // A processor was idle for at least half of the time in which tasks waited.
            if (isLong && (waits.isOfWaitingTasks() || each.coveredNanosWith(busy) < each.coveredNanos() / 2.0)) {
                found.add(waits);
            }
        }
        return together(found);
    }

    /** Merges the pools of one place if there are more than a few. */
    private static List<QueueWaits> together(List<QueueWaits> all) {
        Map<Integer, List<QueueWaits>> places = new LinkedHashMap<>();
        all.forEach(each ->
                places.computeIfAbsent(each.madeAt(), any -> new ArrayList<>()).add(each));
        List<QueueWaits> found = new ArrayList<>();
        places.forEach((madeAt, waits) -> {
            if (madeAt == 0 || waits.size() <= FEW) {
                found.addAll(waits);
            } else {
                waits.sort(Comparator.comparingLong(each -> -each.costNanos()));
                List<PoolQueue> others = waits.subList(1, waits.size()).stream()
                        .map(QueueWaits::queue)
                        .toList();
                found.add(new QueueWaits(waits.get(0).queue(), madeAt, others));
            }
        });
        return found;
    }
}
