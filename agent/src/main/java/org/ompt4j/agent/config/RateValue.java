package org.ompt4j.agent.config;

import org.jspecify.annotations.Nullable;
import org.ompt4j.text.Quantity;

/** How often something happens in a second, or {@code off}. */
final class RateValue implements ValueType {
    private static final String OFF = "off";

    private final long least;
    private final long most;

    RateValue(long least, long most) {
        this.least = least;
        this.most = most;
    }

    @Override
    public String describe() {
        return "events per second, off";
    }

    @Override
    public @Nullable String problem(String text) {
        if (text.equals(OFF)) {
            return null;
        }
        long rate = Quantity.count(text);
        if (rate == Quantity.INVALID) {
            return "\"" + text + "\" is no rate; write a whole number of events per second, such as 10000, or off";
        }
        if (rate < least) {
            return "\"" + text + "\" is too low; the lowest is " + least + ", and off ends throttling";
        }
        return rate > most
                ? "\"" + text + "\" is too high; the highest is " + most + ", and off ends throttling"
                : null;
    }
}
