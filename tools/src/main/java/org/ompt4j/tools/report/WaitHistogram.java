package org.ompt4j.tools.report;

import java.util.ArrayList;
import java.util.List;
import org.ompt4j.tools.text.Units;

/**
 * Exact counts of waits by length. The upper bounds of the ranges are 10 us to 100 ms, each ten times the previous one; the last has none.
 */
final class WaitHistogram {
    private static final String[] RANGES = {"<10 us", "10-100 us", "0.1-1 ms", "1-10 ms", "10-100 ms", ">=100 ms"};
    private static final long FIRST_END_NANOS = 10_000;

    private final long[] waits = new long[RANGES.length];

    /**
     * Waits of about the same length.
     *
     * @param toNanos the upper bound, exclusive; {@link Long#MAX_VALUE} if there is none
     * @param text the range for people
     */
    record Range(long fromNanos, long toNanos, long waits, String text) {
        boolean hasEnd() {
            return toNanos < Long.MAX_VALUE;
        }
    }

    void add(long nanos) {
        int range = 0;
        for (long end = FIRST_END_NANOS; range < waits.length - 1 && nanos >= end; end *= 10) {
            range++;
        }
        waits[range]++;
    }

    /** All ranges, including those without a wait. */
    List<Range> ranges() {
        List<Range> ranges = new ArrayList<>();
        long from = 0;
        for (int i = 0; i < waits.length; i++) {
            long to = i == waits.length - 1 ? Long.MAX_VALUE : Math.max(FIRST_END_NANOS, 10 * from);
            ranges.add(new Range(from, to, waits[i], RANGES[i]));
            from = to;
        }
        return ranges;
    }

    /** The ranges that have a wait, such as {@code 12 of <10 us, 3 of 1-10 ms}. */
    String says() {
        List<String> says = new ArrayList<>();
        for (Range each : ranges()) {
            if (each.waits() > 0) {
                says.add(Units.count(each.waits()) + " of " + each.text());
            }
        }
        return String.join(", ", says);
    }

    /** Whether the waits are in several ranges. */
    boolean isSpread() {
        return ranges().stream().filter(each -> each.waits() > 0).count() > 1;
    }
}
