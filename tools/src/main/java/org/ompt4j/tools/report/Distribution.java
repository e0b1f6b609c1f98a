package org.ompt4j.tools.report;

import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import org.HdrHistogram.AbstractHistogram;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.PackedHistogram;
import org.jspecify.annotations.Nullable;

/**
 * Times of one kind: how many, how long in all, and how they are spread (to about one percent); some columns of a table.
 *
 * <p>A table can have thousands of these: a few times are kept as they are, and of more only what parts of a histogram are in use.
 */
final class Distribution {
    private static final int SIGNIFICANT_DIGITS = 2;
    private static final int FEW = 16;
    private static final long[] NONE = {};

    /** The latest times: all of them as long as there are few, later those that are not in the histogram yet. */
    private long[] few = NONE;

    private int fewCount;

    private @Nullable PackedHistogram histogram;
    private long count;
    private long totalNanos;
    private long maxNanos;

    /**
     * The columns of such times.
     *
     * @param count how many times there are
     * @param total head of their sum
     * @param took how they came to be, such as {@code took}
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

    /** A column of one figure, which there is not where there are no times. */
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

    /* Several go into the histogram at once, so that what is asked for each event stays small. */
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

    /** The time that this share of all does not exceed; never more than the longest. */
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
