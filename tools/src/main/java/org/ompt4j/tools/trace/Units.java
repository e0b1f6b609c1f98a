package org.ompt4j.tools.trace;

import java.util.Locale;

/** Sizes and periods as the configuration spells them. */
public final class Units {
    private Units() {}

    /** A number of bytes such as {@code 512m}; suffixes k, m, g, none for bytes. */
    public static long bytes(String text) {
        String lower = text.trim().toLowerCase(Locale.ROOT);
        int shift = lower.endsWith("g") ? 30 : lower.endsWith("m") ? 20 : lower.endsWith("k") ? 10 : 0;
        String digits = shift == 0 ? lower : lower.substring(0, lower.length() - 1);
        return Math.multiplyExact(Long.parseLong(digits.trim()), 1L << shift);
    }

    /** A period in nanoseconds such as {@code 10ms}; suffixes ns, us, \u00b5s, ms, s; zero needs none. */
    public static long nanos(String text) {
        String lower = text.trim().toLowerCase(Locale.ROOT).replace('\u00b5', 'u');
        if (lower.equals("0")) {
            return 0;
        }
        if (lower.endsWith("ns")) {
            return number(lower, 2);
        }
        if (lower.endsWith("us")) {
            return Math.multiplyExact(number(lower, 2), 1_000L);
        }
        if (lower.endsWith("ms")) {
            return Math.multiplyExact(number(lower, 2), 1_000_000L);
        }
        if (lower.endsWith("s")) {
            return Math.multiplyExact(number(lower, 1), 1_000_000_000L);
        }
        throw new IllegalArgumentException("a period needs a unit, such as 10ms: " + text);
    }

    private static long number(String text, int suffixLength) {
        return Long.parseLong(text.substring(0, text.length() - suffixLength).trim());
    }
}
