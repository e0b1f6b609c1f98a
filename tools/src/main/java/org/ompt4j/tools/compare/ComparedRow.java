package org.ompt4j.tools.compare;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One row before and after.
 *
 * @param name the names of the row in the runs
 * @param before the compared figure in the runs before the change; 0 for runs without such a row
 * @param after the same in the runs after the change
 * @param details the other figures
 */
record ComparedRow(Matching.Pair name, ComparedValue before, ComparedValue after, List<Detail> details) {
    /**
     * Another figure of the row.
     *
     * @param before null if no run before the change has the figure; {@code after} likewise
     */
    record Detail(
            Measure measure,
            @Nullable ComparedValue before,
            @Nullable ComparedValue after) {}

    double difference() {
        return after.median() - before.median();
    }

    /** The figure after the change divided by that before; null if that before is 0. */
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
     * Whether the figure differs by more than both thresholds, and in all runs.
     *
     * @param percent the threshold in percent of the smaller figure
     */
    boolean differsByMore(double percent, double least) {
        double difference = Math.abs(difference());
        return difference > least
                && difference > percent / 100 * Math.min(before.median(), after.median())
                && before.isApartFrom(after);
    }
}
