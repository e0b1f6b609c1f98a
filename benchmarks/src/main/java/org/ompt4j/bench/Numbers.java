package org.ompt4j.bench;

import java.util.Locale;
import java.util.Optional;
import java.util.function.DoubleFunction;

/** Formats numbers for the page. */
final class Numbers {
    private Numbers() {}

    /** A number with its significant digits. */
    static String plain(double value) {
        double size = Math.abs(value);
        return String.format(Locale.ROOT, size >= 100 ? "%.0f" : size >= 10 ? "%.1f" : "%.2f", value);
    }

    /** A difference, with its sign. */
    static String added(double value) {
        return (value < 0 ? "" : "+") + plain(value);
    }

    /** A difference in percent; a factor if it is large. */
    static String percent(double value) {
        return value >= 100
                ? "x " + plain(1 + value / 100)
                : String.format(Locale.ROOT, "%s%.1f %%", value < 0 ? "" : "+", value);
    }

    /** Median and spread; empty if nothing was measured. */
    static String cell(Optional<Spread> measured, DoubleFunction<String> number) {
        return measured.map(each -> each.pairs() == 1
                        ? number.apply(each.median())
                        : "%s (%s to %s)"
                                .formatted(
                                        number.apply(each.median()),
                                        number.apply(each.low()),
                                        number.apply(each.high())))
                .orElse("");
    }
}
