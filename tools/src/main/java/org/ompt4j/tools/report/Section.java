package org.ompt4j.tools.report;

import java.util.List;
import org.ompt4j.tools.model.RunReader;

/** One part of the report: gets every event and every interval once, keeps sums, and returns tables at the end. */
interface Section extends RunReader.Listener {

    /** The tables, after the last event. */
    default List<Table<?>> tables() {
        return List.of();
    }
}
