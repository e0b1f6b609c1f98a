package org.ompt4j.tools.report;

import java.util.Locale;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.State;
import org.ompt4j.tools.text.Units;

/**
 * A column of a table, with its names, its unit, its documentation and its values.
 *
 * @param key its name in output with raw values, such as JSON
 * @param head its heading in output for people
 * @param meaning what its values mean, for the documentation
 * @param isOnPage whether people see it as a column too; the values of other columns are in a line under the row, or not shown
 * @param value a row's value: a {@link Long}, {@link Double} or {@link String}; null if there is none
 * @param text a row's value for people
 */
public record Column<R>(
        String key,
        String head,
        Unit unit,
        String meaning,
        boolean isOnPage,
        Function<R, @Nullable Object> value,
        Function<R, String> text) {

    static <R> Column<R> of(Unit unit, String head, String meaning, Function<R, @Nullable Object> value) {
        String key = head.toLowerCase(Locale.ROOT).replace(' ', '_');
        return new Column<>(key, head, unit, meaning, true, value, row -> unit.text(value.apply(row)));
    }

    static <R> Column<R> count(String head, String meaning, ToLongFunction<R> value) {
        return of(Unit.COUNT, head, meaning, value::applyAsLong);
    }

    /** A column of times in nanoseconds, with or without a fraction. */
    static <R> Column<R> time(String head, String meaning, Function<R, @Nullable Number> value) {
        return of(Unit.NANOSECONDS, head, meaning, value::apply);
    }

    /** A column of a state's share of a thread's time, from 0 to 1. */
    static <R> Column<R> state(State state, String head, Function<R, Double> share) {
        String meaning = "share of the state " + state.specName();
        Unit unit = Unit.BARE_SHARE;
        return new Column<>(
                state.specName(), head, unit, meaning, true, share::apply, row -> unit.text(share.apply(row)));
    }

    /** This column for raw values only: people do not see it in the table. */
    Column<R> notOnPage() {
        return new Column<>(key, head, unit, meaning, false, value, text);
    }

    /** This column with another text for people. */
    Column<R> as(Function<R, String> shown) {
        return new Column<>(key, head, unit, meaning, isOnPage, value, shown);
    }

    /** This column with {@link Units#NONE} instead of 0 for people. */
    Column<R> withoutZero() {
        return as(row -> {
            Object number = value.apply(row);
            boolean isZero = number instanceof Number && ((Number) number).doubleValue() == 0;
            return isZero ? Units.NONE : unit.text(number);
        });
    }
}
