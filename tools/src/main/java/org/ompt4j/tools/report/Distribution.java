package org.ompt4j.tools.report;

import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import org.HdrHistogram.AbstractHistogram;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.PackedHistogram;
import org.jspecify.annotations.Nullable;

/**
 * Times of one kind: their number, their sum and their percentiles (accurate to about one percent); some columns of a table show them.
 *
 * <p>A table can have thousands of distributions. A few times are therefore stored as they are; more go into a histogram that stores only the
 * parts that are in use.
 */
final class Distribution {
    private static final int SIGNIFICANT_DIGITS = 2;
    private static final int FEW = 16;
    private static final long[] NONE = {};

    /** The latest times: all times as long as there are few, later only those that are not in the histogram yet. */
    private long[] few = NONE;

    private int fewCount;

    private @Nullable PackedHistogram histogram;
    private long count;
    private long totalNanos;
    private long maxNanos;

    /**
     * The columns for such times.
     *
     * @param count how many times there are
     * @param total the heading of their sum
     * @param took the verb for the times, such as {@code took}
     */
    static <R> List<Column<R>> columns(Column<R> count, String total, String took, Function<R, Distribution> times) {
        String atMost = " of them " + took + " at most so long";
        return List.of(
                count,
                time(total, "how long they " + took + " in all", times, Distribution::totalNanos),
                time("mean", "how long they " + took + " on average", times, Distribution::meanNanos),
                time("p50", "half" + atMost, times, each -> each.percentile(50)),
                time("p90", "90 %" + atMost, times, each -> each.percentile(90)),
                time("p99", "99 %" + atMost, times, each -> each.percentile(99)),
                time("max", "the longest of them", times, Distribution::maxNanos));
    }

    /** A column with one figure of each distribution; it has no value if there are no times. */
    static <R> Column<R> time(
            String head, String meaning, Function<R, Distribution> times, Function<Distribution, Number> figure) {
        return Column.time(head, meaning, row -> {
            Distribution distribution = times.apply(row);
            return distribution.count() == 0 ? null : figure.apply(distribution);
        });
    }

    void add(long nanos) {
        long time = Math.max(0, nanos);
        record(time);
        count++;
        totalNanos += time;
        maxNanos = Math.max(maxNanos, time);
    }

    /* Several times go into the histogram at once, so that the cost of each event stays small. */
    private void record(long time) {
        if (fewCount == FEW) {
            empty();
        } else if (fewCount == few.length) {
            few = Arrays.copyOf(few, Math.max(2, 2 * fewCount));
        }
        few[fewCount++] = time;
    }

    private void empty() {
        PackedHistogram all = histogram;
        if (all == null) {
            all = new PackedHistogram(SIGNIFICANT_DIGITS);
            histogram = all;
        }
        fill(all);
        fewCount = 0;
    }

    private void fill(AbstractHistogram with) {
        for (int i = 0; i < fewCount; i++) {
            with.recordValue(few[i]);
        }
    }

    long count() {
        return count;
    }

    long totalNanos() {
        return totalNanos;
    }

    double meanNanos() {
        return count() == 0 ? 0 : (double) totalNanos / count();
    }

    /** The time that {@code percent} percent of all times do not exceed; never more than the longest time. */
    long percentile(double percent) {
        if (histogram != null) {
            empty();
        }
        AbstractHistogram all = histogram;
        if (all == null) {
            all = new Histogram(SIGNIFICANT_DIGITS);
            fill(all);
        }
        return Math.min(maxNanos, all.getValueAtPercentile(percent));
    }

    long maxNanos() {
        return maxNanos;
    }
}
