package org.ompt4j.tools.report;

import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.ompt4j.tools.text.Units;

/** The unit of a column's values, and their text for people. */
public enum Unit {
    COUNT("count", value -> Units.count(longOf(value))),
    NANOSECONDS("ns", value -> Units.time(doubleOf(value))),
    /** A share from 0 to 1. */
    SHARE("share", value -> Units.percent(doubleOf(value))),
    /** A share from 0 to 1, under a heading that says that it is in percent. */
    BARE_SHARE("share", value -> Units.barePercent(doubleOf(value))),
    RATIO("ratio", value -> Units.ratio(doubleOf(value))),
    TEXT("text", String::valueOf),
    /** A text that can be long and can have several lines; people see only its begin. */
    MESSAGE("text", value -> Units.beginning(String.valueOf(value))),
    CALL_SITE("call site", String::valueOf),
    /** An object: its class with its wait id. */
    OBJECT("object", String::valueOf),
    THREAD("thread", value -> Names.inTable(String.valueOf(value))),
    /** What distinguishes things with the same name; not for people. */
    ID("id", String::valueOf);

    private final String id;
    private final Function<Object, String> text;

    Unit(String id, Function<Object, String> text) {
        this.id = id;
        this.text = text;
    }

    /** The unit's name in output with raw values, such as JSON. */
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
