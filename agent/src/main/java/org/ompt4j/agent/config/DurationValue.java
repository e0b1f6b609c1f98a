package org.ompt4j.agent.config;

import org.jspecify.annotations.Nullable;
import org.ompt4j.text.Quantity;

/** A duration with its unit: {@code 500ns}, {@code 10us}, {@code 5ms}, {@code 1s}; zero needs none. */
final class DurationValue implements ValueType {

    private final long minNanos;
    private final long maxNanos;

    DurationValue(long minNanos, long maxNanos) {
        this.minNanos = minNanos;
        this.maxNanos = maxNanos;
    }

    @Override
    public String describe() {
        return "duration (ns, us, ms, s)";
    }

    @Override
    public @Nullable String problem(String text) {
        long nanos = Quantity.nanos(text);
        if (nanos == Quantity.INVALID) {
            return "\"" + text + "\" is no duration; write a whole number and its unit, such as 10us, 5ms or 1s";
        }
        if (nanos < minNanos) {
            return "\"" + text + "\" is too short; the shortest is " + minNanos / 1000 + "us";
        }
        return nanos > maxNanos
                ? "\"" + text + "\" is too long; the longest is " + maxNanos / 1_000_000_000 + "s"
                : null;
    }
}
