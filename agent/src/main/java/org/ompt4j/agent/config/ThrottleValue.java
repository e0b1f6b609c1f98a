package org.ompt4j.agent.config;

import org.jspecify.annotations.Nullable;
import org.ompt4j.text.Quantity;

/** {@code auto}, {@code off}, or how often something happens in a second, with how short it is: {@code 10000/10us}. */
final class ThrottleValue implements ValueType {

    private static final long LOWEST_RATE = 10;
    private static final long HIGHEST_RATE = 1_000_000_000;
    private static final DurationValue BELOW = new DurationValue(1, 3_600_000_000_000L);

    @Override
    public String describe() {
        return "auto, off, events per second/duration";
    }

    @Override
    public @Nullable String problem(String text) {
        if (text.equals("auto") || text.equals("off")) {
            return null;
        }
        int slash = text.indexOf('/');
        long rate = slash < 0 ? Quantity.INVALID : Quantity.count(text.substring(0, slash));
        if (rate == Quantity.INVALID) {
            return "\"" + text
                    + "\" is neither auto nor off nor a whole number of events per second and a duration, such as"
                    + " 10000/10us";
        }
        if (rate < LOWEST_RATE) {
            return "\"" + rate + "\" is too low; the lowest rate is " + LOWEST_RATE + ", and off ends throttling";
        }
        return rate > HIGHEST_RATE
                ? "\"" + rate + "\" is too high; the highest rate is " + HIGHEST_RATE + ", and off ends throttling"
                : BELOW.problem(text.substring(slash + 1));
    }
}
