package org.ompt4j.tools.model;

/** A number in the course of a run, as its mean in each of so many steps of equal length. What it was can be told in any order. Thread safety: none. */
public final class MeanOverTime {
    private final long stepNanos;
    /** By step, the number times how long it was that, without what {@link #more} says. */
    private final long[] sums;
    /** By how much more than before it is in all of a step, and of the ones behind. */
    private final long[] more;

    /**
     * Nothing is told: the number is 0.
     *
     * @param endNanos what comes later is left out
     */
    public MeanOverTime(int steps, long endNanos) {
        this.stepNanos = Math.max(1, (endNanos + steps - 1) / steps);
        this.sums = new long[steps];
        this.more = new long[steps + 1];
    }

    public long stepNanos() {
        return stepNanos;
    }

    /** In that time it was so much more than what is told besides. */
    public void add(long fromNanos, long toNanos, long amount) {
        long from = Math.max(0, fromNanos);
        long to = Math.min(toNanos, stepNanos * sums.length);
        if (from >= to) {
            return;
        }
        int first = (int) (from / stepNanos);
        int last = (int) ((to - 1) / stepNanos);
        if (first == last) {
            sums[first] += amount * (to - from);
            return;
        }
        sums[first] += amount * ((first + 1) * stepNanos - from);
        sums[last] += amount * (to - last * stepNanos);
        more[first + 1] += amount;
        more[last] -= amount;
    }

    /** The mean of each step. */
    public double[] means() {
        double[] means = new double[sums.length];
        long whole = 0;
        for (int i = 0; i < means.length; i++) {
            whole += more[i];
            means[i] = whole + sums[i] / (double) stepNanos;
        }
        return means;
    }
}
