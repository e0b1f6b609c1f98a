package org.ompt4j.agent.config;

import org.jspecify.annotations.Nullable;
import org.ompt4j.text.Quantity;

/** A size in bytes, or with a unit of 1024, 1024² or 1024³ bytes: {@code 512k}, {@code 200m}, {@code 1g}. */
final class SizeValue implements ValueType {

    private final long minBytes;

    SizeValue(long minBytes) {
        this.minBytes = minBytes;
    }

    @Override
    public String describe() {
        return "size (bytes, k, m, g)";
    }

    @Override
    public @Nullable String problem(String text) {
        long bytes = Quantity.bytes(text);
        if (bytes == Quantity.INVALID) {
            return "\"" + text + "\" is no size; write a whole number and its unit, such as 512k, 200m or 1g";
        }
        return bytes < minBytes ? "\"" + text + "\" is too small; the smallest is " + (minBytes >> 10) + "k" : null;
    }
}
