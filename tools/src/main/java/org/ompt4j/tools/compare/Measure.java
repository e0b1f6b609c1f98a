package org.ompt4j.tools.compare;

import org.ompt4j.tools.report.Unit;

/**
 * One figure of a row that is compared.
 *
 * @param key of the report's column that has it, or of what is computed instead
 * @param joined what becomes of it where several rows of a run have one name
 */
record Measure(String key, String head, Unit unit, Joined joined) {
    /** How the figures of several rows make one. */
    enum Joined {
        SUM,
        MAX,
        /** It cannot be said of several rows. */
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
