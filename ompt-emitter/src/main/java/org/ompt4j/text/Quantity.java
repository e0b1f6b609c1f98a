package org.ompt4j.text;

/**
 * Parses and formats whole numbers with a unit in settings: sizes, durations, counts. Used by the agent to check settings, and by the writer and the
 * readers of a trace.
 *
 * <p>Thread safety: any thread.
 */
public final class Quantity {

    /** The result for text that is not a valid quantity. */
    public static final long INVALID = -1;

    private static final int MOST_DIGITS = 18;
    private static final String[] NO_UNIT = {""};
    private static final long[] ONE = {1};
    private static final String[] SIZE_UNITS = {"", "b", "k", "kb", "m", "mb", "g", "gb"};
    private static final long[] BYTES = {1, 1, 1L << 10, 1L << 10, 1L << 20, 1L << 20, 1L << 30, 1L << 30};
    private static final String[] TIME_UNITS = {"ns", "us", "\u00b5s", "ms", "s"};
    private static final long[] NANOS = {1, 1_000, 1_000, 1_000_000, 1_000_000_000};

    private Quantity() {}

    /** A size in bytes: {@code 17}, {@code 512k}, {@code 200mb}, {@code 1g}, in units of 1024. {@link #INVALID} for other text. */
    public static long bytes(String text) {
        return parse(text, SIZE_UNITS, BYTES);
    }

    /** A duration in nanoseconds: {@code 500ns}, {@code 10us}, {@code 5ms}, {@code 1s}; zero needs no unit. {@link #INVALID} for other text. */
    public static long nanos(String text) {
        return text.strip().equals("0") ? 0 : parse(text, TIME_UNITS, NANOS);
    }

    /** A count without a unit. {@link #INVALID} for other text. */
    public static long count(String text) {
        return parse(text, NO_UNIT, ONE);
    }

    /** The size as {@link #bytes} reads it, in the largest unit of which it is a whole number. */
    public static String ofBytes(long bytes) {
        int unit = BYTES.length - 2;
        while (unit > 0 && (bytes == 0 || bytes % BYTES[unit] != 0)) {
            unit -= 2;
        }
        return bytes / BYTES[unit] + SIZE_UNITS[unit];
    }

    /** The duration as {@link #nanos} reads it, in the largest unit of which it is a whole number. */
    public static String ofNanos(long nanos) {
        if (nanos == 0) {
            return "0";
        }
        int unit = NANOS.length - 1;
        while (nanos % NANOS[unit] != 0) {
            unit -= TIME_UNITS[unit].equals("ms") ? 2 : 1;
        }
        return nanos / NANOS[unit] + TIME_UNITS[unit];
    }

    private static long parse(String wholeText, String[] units, long[] factors) {
        String text = wholeText.strip();
        int digits = 0;
        while (digits < text.length() && text.charAt(digits) >= '0' && text.charAt(digits) <= '9') {
            digits++;
        }
        if (digits == 0 || digits > MOST_DIGITS) {
            return INVALID;
        }
        long number = Long.parseLong(text.substring(0, digits));
        String unit = text.substring(digits).strip();
        int index = indexOf(unit, units);
        return index < 0 || number > Long.MAX_VALUE / factors[index] ? INVALID : number * factors[index];
    }

    /**
     * Compares the exact spelling first: for a case-insensitive comparison with a micro sign the JDK would build tables of all characters at each
     * start.
     */
    private static int indexOf(String unit, String[] units) {
        for (int i = 0; i < units.length; i++) {
            if (units[i].equals(unit)) {
                return i;
            }
        }
        for (int i = 0; i < units.length; i++) {
            if (units[i].equalsIgnoreCase(unit)) {
                return i;
            }
        }
        return -1;
    }
}
