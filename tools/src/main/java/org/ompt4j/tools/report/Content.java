package org.ompt4j.tools.report;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Everything that a report says, as data. Each form of a report writes it in its own way.
 *
 * @param findings null if no findings were looked for, since a trace of samples has no events
 * @param tables the tables about the run
 * @param missing what is not in the report, one sentence each
 * @param unobserved tables of the constructs that the program uses and that were not observed
 */
public record Content(
        RunFacts run,
        @Nullable FindingList findings,
        List<Table<?>> tables,
        List<String> missing,
        List<Table<?>> unobserved) {

    List<Table<?>> allTables() {
        List<Table<?>> all = new ArrayList<>(tables);
        all.addAll(unobserved);
        return all;
    }
}
