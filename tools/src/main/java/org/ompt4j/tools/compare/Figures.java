package org.ompt4j.tools.compare;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** The figures of all rows of one run that have the same name. Thread safety: none. */
final class Figures {
    private final List<Measure> measures;
    private final @Nullable Double[] values;
    private boolean isJoined;

    /** @param values the values of the first row, one for each measure; null for missing ones */
    Figures(List<Measure> measures, @Nullable Double[] values) {
        this.measures = measures;
        this.values = values.clone();
    }

    /** Adds another row with the same name. */
    void add(@Nullable Double[] more) {
        isJoined = true;
        for (int i = 0; i < values.length; i++) {
            values[i] = joined(measures.get(i).joined(), values[i], more[i]);
        }
    }

    private static @Nullable Double joined(Measure.Joined how, @Nullable Double one, @Nullable Double other) {
        if (one == null || other == null) {
            return one == null ? other : one;
        }
        return how == Measure.Joined.MAX ? Math.max(one, other) : Double.valueOf(one + other);
    }

    /** The figure of the measure with this index; null if there is none. */
    @Nullable
    Double value(int measure) {
        return switch (measures.get(measure).joined()) {
            case SUM, MAX -> values[measure];
            case NONE -> isJoined ? null : values[measure];
            case MEAN -> mean();
        };
    }

    private @Nullable Double mean() {
        Double sum = values[0];
        Double count = values[1];
        return sum == null || count == null || count == 0 ? null : Double.valueOf(sum / count);
    }
}
