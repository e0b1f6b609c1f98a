package org.ompt4j.tools.report;

import java.util.Locale;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.State;
import org.ompt4j.tools.text.Units;

/**
 * A column of a table: all that is said of it is said here.
 *
 * @param key its name where values are raw
 * @param head its name for people
 * @param meaning what its values are, for the documentation
 * @param isOnPage whether it is a column for people too; what is not stands in a line under the row, or nowhere
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

    /** A time in nanoseconds, whole or not. */
    static <R> Column<R> time(String head, String meaning, Function<R, @Nullable Number> value) {
        return of(Unit.NANOSECONDS, head, meaning, value::apply);
    }

    /** The share of a state in a thread's time. */
    static <R> Column<R> state(State state, String head, Function<R, Double> share) {
        String meaning = "share of the state " + state.specName();
        Unit unit = Unit.BARE_SHARE;
        return new Column<>(
                state.specName(), head, unit, meaning, true, share::apply, row -> unit.text(share.apply(row)));
    }

    /** This column, for data alone: people do not see it in the table. */
    Column<R> notOnPage() {
        return new Column<>(key, head, unit, meaning, false, value, text);
    }

    /** This column with a text of its own for people. */
    Column<R> as(Function<R, String> shown) {
        return new Column<>(key, head, unit, meaning, isOnPage, value, shown);
    }

    /** This column, in which people see no number instead of 0. */
    Column<R> withoutZero() {
        return as(row -> {
            Object number = value.apply(row);
            boolean isZero = number instanceof Number && ((Number) number).doubleValue() == 0;
            return isZero ? Units.NONE : unit.text(number);
        });
    }
}
