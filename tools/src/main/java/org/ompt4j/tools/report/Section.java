package org.ompt4j.tools.report;

import java.util.List;
import org.ompt4j.tools.model.RunReader;

/** One part of the report: sees every event and every stretch of time once, keeps sums, and answers with tables at the end. */
interface Section extends RunReader.Listener {

    /** What came of all that. */
    default List<Table<?>> tables() {
        return List.of();
    }
}
