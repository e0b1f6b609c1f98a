package org.ompt4j.tools.model;

/**
 * The course of a number over a run, as its mean in each of a number of steps of equal length. Values can be added in any order. Thread safety: none.
 */
public final class MeanOverTime {
    private final long stepNanos;
    /** For each step the integral of the number over time, without {@link #more}. */
    private final long[] sums;
    /** For each step the change of the number, which applies to the whole step and all later ones. */
    private final long[] more;

    /**
     * At first the number is 0.
     *
     * @param endNanos the end of the run; later times are ignored
     */
    public MeanOverTime(int steps, long endNanos) {
        this.stepNanos = Math.max(1, (endNanos + steps - 1) / steps);
        this.sums = new long[steps];
        this.more = new long[steps + 1];
    }

    public long stepNanos() {
        return stepNanos;
    }

    /** Adds a value to the number for this time. */
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

    /**
     * The number's integral over time.
     *
     * @param nanos the integral from the begin of the run to the begin of each step, and to the end
     */
    public record Integral(long stepNanos, double[] nanos) {
        /** The integral over this time. Within a step the number is taken to be constant. */
        public double between(long fromNanos, long toNanos) {
            return until(toNanos) - until(fromNanos);
        }

        private double until(long timeNanos) {
            long step = Math.max(0, timeNanos) / stepNanos;
            int last = nanos.length - 1;
            if (step >= last) {
                return nanos[last];
            }
            int i = (int) step;
            double part = (double) (Math.max(0, timeNanos) - step * stepNanos) / stepNanos;
            return nanos[i] + part * (nanos[i + 1] - nanos[i]);
        }
    }

    /** The integral of what was added so far. */
    public Integral integral() {
        double[] means = means();
        double[] nanos = new double[means.length + 1];
        for (int i = 0; i < means.length; i++) {
            nanos[i + 1] = nanos[i] + means[i] * stepNanos;
        }
        return new Integral(stepNanos, nanos);
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
