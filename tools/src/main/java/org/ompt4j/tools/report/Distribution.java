package org.ompt4j.tools.report;

import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/** Times of one kind: how many, how long in all, and how they are spread (to about one percent); a row of a table. */
final class Distribution {
    private static final int SIGNIFICANT_DIGITS = 2;

    /* Made for the first time, since most objects of a program are never waited for. */
    private @Nullable Histogram histogram;
    private long count;
    private long totalNanos;
    private long maxNanos;

    /**
     * A table of such times, whose rows {@link #row} adds.
     *
     * @param uses head of what need not have taken time
     * @param count head of how many times there are
     * @param total head of their sum
     * @param name head of what names the row
     */
    static Table table(String uses, String count, String total, String name) {
        return new Table(uses, count, total, "mean", "p50", "p90", "p99", "max", name);
    }

    void row(Table table, long uses, String name) {
        boolean any = count > 0;
        table.row(
                Units.count(uses),
                Units.count(count),
                any ? Units.time(totalNanos) : Table.NONE,
                any ? Units.time(meanNanos()) : Table.NONE,
                any ? Units.time(percentile(50)) : Table.NONE,
                any ? Units.time(percentile(90)) : Table.NONE,
                any ? Units.time(percentile(99)) : Table.NONE,
                any ? Units.time(maxNanos) : Table.NONE,
                name);
    }

    void add(long nanos) {
        long time = Math.max(0, nanos);
        histogram().recordValue(time);
        count++;
        totalNanos += time;
        maxNanos = Math.max(maxNanos, time);
    }

    private Histogram histogram() {
        Histogram present = histogram;
        if (present == null) {
            present = new Histogram(SIGNIFICANT_DIGITS);
            histogram = present;
        }
        return present;
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
        return Math.min(maxNanos, histogram().getValueAtPercentile(percent));
    }

    long maxNanos() {
        return maxNanos;
    }
}
