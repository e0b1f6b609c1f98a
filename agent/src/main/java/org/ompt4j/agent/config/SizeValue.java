package org.ompt4j.agent.config;

import org.jspecify.annotations.Nullable;

/** A size in bytes, or with a unit of 1024, 1024² or 1024³ bytes: {@code 512k}, {@code 200m}, {@code 1g}. */
public final class SizeValue implements ValueType {

    private static final String[] UNITS = {"", "b", "k", "kb", "m", "mb", "g", "gb"};
    private static final long[] BYTES = {1, 1, 1L << 10, 1L << 10, 1L << 20, 1L << 20, 1L << 30, 1L << 30};

    private final long minBytes;

    SizeValue(long minBytes) {
        this.minBytes = minBytes;
    }

    /** The size of valid text, in bytes. */
    public static long bytes(String text) {
        return Quantity.parse(text, UNITS, BYTES);
    }

    @Override
    public String describe() {
        return "size (bytes, k, m, g)";
    }

    @Override
    public @Nullable String problem(String text) {
        long bytes = bytes(text);
        if (bytes == Quantity.INVALID) {
            return "\"" + text + "\" is no size; write a whole number and its unit, such as 512k, 200m or 1g";
        }
        return bytes < minBytes ? "\"" + text + "\" is too small; the smallest is " + (minBytes >> 10) + "k" : null;
    }
}
