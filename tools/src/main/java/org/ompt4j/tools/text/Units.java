package org.ompt4j.tools.text;

import java.util.Locale;

/** Formats numbers for people. */
public final class Units {
    /** The text for a missing number or name. */
    public static final String NONE = "-";

    private static final int LONGEST_MESSAGE = 100;
    private static final String[] TIME_UNITS = {"ns", "us", "ms", "s"};

    private Units() {}

    /** A time with three digits and a unit, such as {@code 1.23 ms}; whole minutes from 100 minutes on. */
    public static String time(double nanos) {
        double value = nanos;
        int unit = 0;
        while (value >= 999.5 && unit < TIME_UNITS.length - 1) {
            value /= 1000;
            unit++;
        }
        if (unit == TIME_UNITS.length - 1 && value >= 6000) {
            return String.format(Locale.ROOT, "%,.0f min", value / 60);
        }
        return threeDigits(value, unit == 0) + " " + TIME_UNITS[unit];
    }

    /** A whole number, such as {@code 1,234}. */
    public static String count(long number) {
        return String.format(Locale.ROOT, "%,d", number);
    }

    /** A share in percent, such as {@code 12.3 %}. */
    public static String percent(double share) {
        if (share <= 0) {
            return "0 %";
        }
        return share < 0.0005 ? "<0.1 %" : String.format(Locale.ROOT, "%.1f %%", 100 * share);
    }

    /** A share in percent without the sign, such as {@code 12.3}. */
    public static String barePercent(double share) {
        return percent(share).replace(" %", "");
    }

    /** A message on one line; only the begin of a long one. */
    public static String beginning(String message) {
        String line = message.replaceAll("\\s+", " ");
        return line.length() <= LONGEST_MESSAGE ? line : line.substring(0, LONGEST_MESSAGE - 2) + "..";
    }

    /** A quotient with two decimals, such as {@code 1.50}. */
    public static String ratio(double value) {
        return String.format(Locale.ROOT, "%.2f", value);
    }

    /** A size, such as {@code 1,234 bytes}. */
    public static String bytes(long bytes) {
        return plural(bytes, "byte");
    }

    /** The number with its noun: {@code 1 thread}, {@code 2 threads}. */
    public static String plural(long number, String noun) {
        return count(number) + " " + noun + (number == 1 ? "" : "s");
    }

    private static String threeDigits(double value, boolean whole) {
        if (whole || value >= 99.95) {
            return String.format(Locale.ROOT, "%.0f", value);
        }
        return String.format(Locale.ROOT, value >= 9.995 ? "%.1f" : "%.2f", value);
    }
}
