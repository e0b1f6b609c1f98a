package org.ompt4j.tools.report;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.ompt4j.text.Quantity;

/** A limit that a test can set for its own run. The keys are the names of the members of the annotation in {@code ompt-junit}. */
enum Demand {
    LOCK_HELD("lockHeldAtMost", Kind.DURATION),
    LOCK_WAIT("lockWaitAtMost", Kind.DURATION),
    IMBALANCE("imbalanceAtMost", Kind.PERCENT),
    PINNED("pinnedAtMost", Kind.DURATION),
    NO_LOCK_INVERSION("noLockInversion", Kind.FLAG),
    NO_POOL_STARVATION("noPoolStarvation", Kind.FLAG);

    private static final Pattern PERCENT = Pattern.compile("(\\d{1,9}(?:\\.\\d{1,9})?) ?%");

    private final String key;
    private final Kind kind;

    private enum Kind {
        DURATION("no duration; write one such as 10ms, 500us, 1s or 0"),
        PERCENT("no percentage; write one such as 25%"),
        FLAG("neither true nor false");

        final String problem;

        Kind(String problem) {
            this.problem = problem;
        }
    }

    Demand(String key, Kind kind) {
        this.key = key;
        this.kind = kind;
    }

    String key() {
        return key;
    }

    boolean isFlag() {
        return kind == Kind.FLAG;
    }

    static @Nullable Demand of(String key) {
        for (Demand each : values()) {
            if (each.key.equals(key)) {
                return each;
            }
        }
        return null;
    }

    /**
     * Parses a limit.
     *
     * @return nanoseconds, a share of 1, or 1 for true and 0 for false
     * @throws IllegalArgumentException with a message of one line if the text is no such value
     */
    double value(String text) {
        double value = switch (kind) {
            case DURATION -> Quantity.nanos(text);
            case PERCENT -> share(text);
            case FLAG -> text.equals("true") ? 1 : text.equals("false") ? 0 : Quantity.INVALID;
        };
        if (value == Quantity.INVALID) {
            throw new IllegalArgumentException(key + ": \"" + text + "\" is " + kind.problem);
        }
        return value;
    }

    private static double share(String text) {
        Matcher percent = PERCENT.matcher(text.strip());
        return percent.matches() ? Double.parseDouble(percent.group(1)) / 100 : Quantity.INVALID;
    }
}
