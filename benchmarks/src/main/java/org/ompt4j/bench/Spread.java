package org.ompt4j.bench;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.DoubleBinaryOperator;
import java.util.stream.Stream;

/**
 * The median of measured values and the spread of the pairs of JVMs. Rounds of one JVM differ less than those of two JVMs, so the spread is that of
 * the pairs' medians.
 *
 * @param median the median of all rounds of all pairs
 * @param low the lowest median of a pair
 * @param high the highest median of a pair
 * @param values the number of values
 * @param pairs the number of pairs
 */
record Spread(double median, double low, double high, int values, int pairs) {

    static final DoubleBinaryOperator RATIO = (off, on) -> on / off;
    static final DoubleBinaryOperator DIFFERENCE = (off, on) -> on - off;

    /** The spread of the values of one setting; empty if there are none. */
    static Optional<Spread> of(Map<Integer, double[]> valuesByPair) {
        List<double[]> pairs =
                valuesByPair.values().stream().filter(each -> each.length > 0).toList();
        if (pairs.isEmpty()) {
            return Optional.empty();
        }
        double[] medians = pairs.stream().mapToDouble(Spread::median).sorted().toArray();
        double[] all = pairs.stream().flatMapToDouble(Arrays::stream).toArray();
        return Optional.of(
                new Spread(median(all), medians[0], medians[medians.length - 1], all.length, medians.length));
    }

    /** Compares each round with the corresponding one in the same pair; empty if there is no pair. */
    static Optional<Spread> of(Map<Integer, double[]> off, Map<Integer, double[]> on, DoubleBinaryOperator comparison) {
        return of(off, Map.of(), on, comparison);
    }

    /** Compares each round with the one or two corresponding ones in the same pair; empty if there is none. */
    static Optional<Spread> of(
            Map<Integer, double[]> off,
            Map<Integer, double[]> offAgain,
            Map<Integer, double[]> on,
            DoubleBinaryOperator comparison) {
        Map<Integer, double[]> compared = new TreeMap<>();
        on.forEach((pair, values) -> {
            double[] both = Stream.of(off, offAgain)
                    .filter(each -> each.containsKey(pair))
                    .flatMapToDouble(each -> Arrays.stream(compare(each.get(pair), values, comparison)))
                    .toArray();
            if (both.length > 0) {
                compared.put(pair, both);
            }
        });
        return of(compared);
    }

    private static double[] compare(double[] off, double[] on, DoubleBinaryOperator comparison) {
        double[] compared = new double[Math.min(off.length, on.length)];
        for (int i = 0; i < compared.length; i++) {
            compared[i] = comparison.applyAsDouble(off[i], on[i]);
        }
        return compared;
    }

    /** The median; of an even number of values the mean of the two in the middle. */
    static double median(double... values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        int middle = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }

    /** Adds a number to all values. */
    Spread plus(double more) {
        return new Spread(median + more, low + more, high + more, values, pairs);
    }

    /** Multiplies all values by a factor, for example for another unit. */
    Spread times(double factor) {
        return new Spread(median * factor, low * factor, high * factor, values, pairs);
    }

    /** Converts ratios to percent above or below one. */
    Spread percentOver() {
        return new Spread((median - 1) * 100, (low - 1) * 100, (high - 1) * 100, values, pairs);
    }
}
