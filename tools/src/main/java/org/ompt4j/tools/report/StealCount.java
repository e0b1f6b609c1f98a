package org.ompt4j.tools.report;

import java.util.List;
import java.util.function.Function;
import org.ompt4j.tools.model.Steals;
import org.ompt4j.tools.text.Units;

/**
 * How many tasks that workers of a pool created began in the pool, and how many of them on another worker; some columns of a table show
 * both.
 */
final class StealCount {
    private long made;
    private long stolen;

    /** Counts the event that {@code steals} got last. */
    void add(Steals steals) {
        made += steals.beginsOwn() ? 1 : 0;
        stolen += steals.isSteal() ? 1 : 0;
    }

    /** The columns for such counts; they have no number if there was no such task. */
    static <R> List<Column<R>> columns(Function<R, StealCount> ofRow) {
        return List.of(
                column(
                        "made by workers",
                        "tasks that workers of a fork/join pool made and that began in it",
                        ofRow,
                        each -> each.made),
                column(
                        "steals",
                        "of these, those that began on another worker than the one that made them",
                        ofRow,
                        each -> each.stolen));
    }

    private static <R> Column<R> column(
            String head, String meaning, Function<R, StealCount> ofRow, Function<StealCount, Long> count) {
        return Column.<R>of(Unit.COUNT, head, meaning, row -> {
                    StealCount counted = ofRow.apply(row);
                    return counted.made == 0 ? null : count.apply(counted);
                })
                .notOnPage();
    }

    /** The number of stolen tasks, in words; empty if none was stolen. */
    List<RowLine> lines() {
        return stolen == 0
                ? List.of()
                : List.of(new RowLine("steals: " + Units.count(stolen) + " of " + Units.plural(made, "task")
                        + " that workers made ran on another one"));
    }
}
