package org.ompt4j.tools.compare;

import java.util.List;

/**
 * One figure of the runs before a change, or of those after it.
 *
 * @param median the median of the runs
 * @param least the smallest value
 * @param most the largest value
 */
record ComparedValue(double median, double least, double most) {

    /** @param values at least one */
    static ComparedValue of(List<Double> values) {
        List<Double> sorted = values.stream().sorted().toList();
        int half = sorted.size() / 2;
        double median = sorted.size() % 2 == 1 ? sorted.get(half) : (sorted.get(half - 1) + sorted.get(half)) / 2;
        return new ComparedValue(median, sorted.get(0), sorted.get(sorted.size() - 1));
    }

    /** Whether the ranges of both do not overlap. */
    boolean isApartFrom(ComparedValue other) {
        return most < other.least || least > other.most;
    }
}
