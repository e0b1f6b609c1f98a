package org.ompt4j.apps.defined;

/** Code of an application whose methods the configuration can define as constructs. */
public final class Solver {

    private final long[] partial = new long[2];
    private long total;

    /** Calls one method for each kind of construct that can be defined. */
    public long solve(int start, double factor) {
        group(start);
        sections();
        settle();
        mark();
        combine(factor);
        print();
        return total;
    }

    private void group(int start) {
        part(0, start);
        part(1, start + 1);
    }

    private void part(int index, int start) {
        partial[index] = start * 10L;
    }

    private void sections() {
        partial[0]++;
    }

    private void settle() {
        partial[1]++;
    }

    private void mark() {
        partial[1]--;
    }

    private void combine(double factor) {
        total = (long) ((partial[0] + partial[1]) * factor);
    }

    private void print() {
        total++;
    }

    /** A task that throws if the divisor is 0. */
    public static int failingPart(int divisor) {
        return 1 / divisor;
    }
}
