package org.ompt4j.tools.report;

import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.ompt4j.tools.text.Units;

/** What the values of a column are, and how people read them. */
public enum Unit {
    COUNT("count", value -> Units.count(longOf(value))),
    NANOSECONDS("ns", value -> Units.time(doubleOf(value))),
    /** From 0 to 1. */
    SHARE("share", value -> Units.percent(doubleOf(value))),
    /** From 0 to 1, under a heading that says that it is in percent. */
    BARE_SHARE("share", value -> Units.barePercent(doubleOf(value))),
    RATIO("ratio", value -> Units.ratio(doubleOf(value))),
    TEXT("text", String::valueOf),
    /** A text that can be long and have lines, of which people see the beginning. */
    MESSAGE("text", value -> Units.beginning(String.valueOf(value))),
    CALL_SITE("call site", String::valueOf),
    /** A class with the wait id of one of its objects. */
    OBJECT("object", String::valueOf),
    THREAD("thread", String::valueOf);

    private final String id;
    private final Function<Object, String> text;

    Unit(String id, Function<Object, String> text) {
        this.id = id;
        this.text = text;
    }

    /** What it is called where the values are raw. */
    public String id() {
        return id;
    }

    /** The value for people; {@link Units#NONE} for none. */
    public String text(@Nullable Object value) {
        return value == null ? Units.NONE : text.apply(value);
    }

    private static long longOf(Object value) {
        return ((Number) value).longValue();
    }

    private static double doubleOf(Object value) {
        return ((Number) value).doubleValue();
    }
}
