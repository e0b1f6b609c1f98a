package org.ompt4j.tools.findings;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.ompt4j.ompt.EventShape;
import org.ompt4j.tools.model.Rows;

/**
 * Finds code whose tasks are so small that making, stealing and joining them takes about as long as their work. Memory grows with code, up to a
 * limit: then the code that worked least is dropped.
 */
final class SmallTaskFinder {
    static final long MANY = 100_000;
    /** Least time that the tasks worked in all, as a share of the run. */
    static final double SHARE_OF_RUN = 0.1;

    private static final int CODES = 20_000;

    private final Rows<Long, Sum> codes = new Rows<>(CODES, place -> new Sum(), each -> each.nanos, each -> {});

    private static final class Sum {
        long tasks;
        long small;
        long nanos;
        long firstNanos = Long.MAX_VALUE;
        long lastNanos;
    }

    /** @param place of the task's code, see {@link EventShape#place} */
    void ran(long place, long workedNanos, long endNanos) {
        Sum sum = codes.at(place);
        sum.tasks++;
        sum.small += workedNanos < SmallTasks.LITTLE_NANOS ? 1 : 0;
        sum.nanos += workedNanos;
        sum.firstNanos = Math.min(sum.firstNanos, endNanos);
        sum.lastNanos = Math.max(sum.lastNanos, endNanos);
    }

    List<SmallTasks> find(long runNanos) {
        List<SmallTasks> found = new ArrayList<>();
        codes.kept().forEach((place, sum) -> {
            boolean areMostlySmall = sum.tasks >= MANY && 2 * sum.small > sum.tasks;
            if (areMostlySmall && sum.nanos > SHARE_OF_RUN * runNanos) {
                found.add(new SmallTasks(
                        EventShape.body(place),
                        EventShape.codeptrRa(place),
                        sum.tasks,
                        sum.small,
                        sum.nanos,
                        new Interval(0, sum.firstNanos, sum.lastNanos)));
            }
        });
        found.sort(Comparator.comparingLong((SmallTasks each) -> -each.costNanos())
                .thenComparing(SmallTasks::body)
                .thenComparing(SmallTasks::codeptrRa));
        return found;
    }

    /** Whether some code was dropped because there was too much. */
    boolean hasForgotten() {
        return codes.given() > 0;
    }
}
