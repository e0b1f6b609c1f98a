package org.ompt4j.tools.report;

import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/** Times of one kind: how many, how long in all, and how they are spread (to about one percent). */
final class Distribution {
    private static final int SIGNIFICANT_DIGITS = 2;

    /* Made for the first time, since most objects of a program are never waited for. */
    private @Nullable Histogram histogram;
    private long count;
    private long totalNanos;
    private long maxNanos;

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
