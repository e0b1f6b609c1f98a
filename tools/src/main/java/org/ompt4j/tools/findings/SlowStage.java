package org.ompt4j.tools.findings;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.ompt4j.tools.blame.Cause;

/**
 * Code because of whose work threads waited in several blocking queues: it is the stage between the stages that wait before and after it.
 *
 * @param stage the work of the code, as a cause
 * @param costNanos how long threads waited in these queues in all
 * @param becauseNanos how much of that was because of this code
 * @param neighbours the waits, in at least two queues, the longest first
 */
public record SlowStage(Cause stage, long costNanos, long becauseNanos, List<BlockingQueueWaits> neighbours)
        implements Finding {
    static final double MOSTLY = 0.5;

    /** Finds the slow stages in these waits. */
    static List<SlowStage> of(List<BlockingQueueWaits> waits) {
        Map<Cause, List<BlockingQueueWaits>> workers = new LinkedHashMap<>();
        for (BlockingQueueWaits each : waits) {
            for (CauseShare share : each.shares()) {
                if (share.cause().isWork() && share.nanos() > MOSTLY * each.costNanos()) {
                    workers.computeIfAbsent(share.cause(), key -> new ArrayList<>())
                            .add(each);
                }
            }
        }
        List<SlowStage> found = new ArrayList<>();
        workers.forEach((cause, neighbours) -> {
            if (neighbours.stream().map(BlockingQueueWaits::waitId).distinct().count() > 1) {
                found.add(of(cause, neighbours));
            }
        });
        return found;
    }

    private static SlowStage of(Cause cause, List<BlockingQueueWaits> neighbours) {
        long waited =
                neighbours.stream().mapToLong(BlockingQueueWaits::costNanos).sum();
        long because = neighbours.stream()
                .flatMap(each -> each.shares().stream())
                .filter(each -> each.cause().equals(cause))
                .mapToLong(CauseShare::nanos)
                .sum();
        return new SlowStage(cause, waited, because, List.copyOf(neighbours));
    }

    @Override
    public Kind kind() {
        return Kind.SLOW_STAGE;
    }

    @Override
    public Interval interval() {
        return neighbours.stream()
                .map(BlockingQueueWaits::interval)
                .max(Comparator.comparingLong(Interval::nanos))
                .orElseThrow();
    }

    @Override
    public List<Integer> callSites() {
        return neighbours.stream()
                .flatMap(each -> each.callSites().stream())
                .distinct()
                .toList();
    }
}
