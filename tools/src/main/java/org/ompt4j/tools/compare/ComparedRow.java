package org.ompt4j.tools.compare;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What became of one row.
 *
 * @param name what the runs call it
 * @param before the compared figure of the runs before; 0 in runs without such a row
 * @param after the same of those after
 * @param details the other figures
 */
record ComparedRow(Matching.Pair name, ComparedValue before, ComparedValue after, List<Detail> details) {
    /**
     * Another figure of the row.
     *
     * @param before null if no run before has it; {@code after} likewise
     */
    record Detail(
            Measure measure,
            @Nullable ComparedValue before,
            @Nullable ComparedValue after) {}

    double difference() {
        return after.median() - before.median();
    }

    /** How many times as much it is now; null if it was nothing. */
    @Nullable
    Double ratio() {
        return before.median() == 0 ? null : Double.valueOf(after.median() / before.median());
    }

    boolean isNew() {
        return name.before().isEmpty();
    }

    boolean isGone() {
        return name.after().isEmpty();
    }

    /**
     * Whether it differs by more than these, and in all runs.
     *
     * @param percent of the smaller one of both
     */
    boolean differsByMore(double percent, double least) {
        double difference = Math.abs(difference());
        return difference > least
                && difference > percent / 100 * Math.min(before.median(), after.median())
                && before.isApartFrom(after);
    }
}
