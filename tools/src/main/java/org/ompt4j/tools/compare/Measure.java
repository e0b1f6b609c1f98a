package org.ompt4j.tools.compare;

import org.ompt4j.tools.report.Unit;

/**
 * One figure of a row that is compared.
 *
 * @param key the key of the report's column, or of a computed figure
 * @param joined how the figures of several rows with the same name are combined
 */
record Measure(String key, String head, Unit unit, Joined joined) {
    /** How the figures of several rows are combined. */
    enum Joined {
        SUM,
        MAX,
        /** There is no combined figure. */
        NONE,
        /** The first measure of the row divided by the second one. */
        MEAN
    }

    static Measure time(String key, String head) {
        return new Measure(key, head, Unit.NANOSECONDS, Joined.SUM);
    }

    static Measure longest(String key, String head) {
        return new Measure(key, head, Unit.NANOSECONDS, Joined.MAX);
    }

    static Measure count(String key, String head) {
        return new Measure(key, head, Unit.COUNT, Joined.SUM);
    }

    static Measure mean() {
        return new Measure("mean", "mean", Unit.NANOSECONDS, Joined.MEAN);
    }

    static Measure ratio(String key, String head) {
        return new Measure(key, head, Unit.RATIO, Joined.NONE);
    }
}
