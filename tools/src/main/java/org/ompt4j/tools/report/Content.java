package org.ompt4j.tools.report;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * All that a report says, as data that each form of a report writes in its own way.
 *
 * @param findings null if nothing was looked for: samples tell no events
 * @param tables of the run
 * @param missing what is not in the report, a sentence each
 * @param unobserved tables of what the program uses that was not observed
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
