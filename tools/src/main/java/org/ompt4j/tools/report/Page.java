package org.ompt4j.tools.report;

import java.io.IOException;
import java.io.Writer;

/** How the parts of a report follow one another. */
final class Page {
    private Page() {}

    /**
     * A table with a heading and an empty line before it; one line if there is nothing to show.
     *
     * @param how what the rows are and how they are ordered
     * @param rows how many rows there are, also those that the table leaves out
     */
    static void section(Writer out, String title, String how, int rows, Table table) throws IOException {
        if (rows == 0) {
            out.write("\n" + title + ": none\n");
            return;
        }
        String more = rows > table.rowCount() ? ", " + table.rowCount() + " of " + Units.count(rows) : "";
        out.write("\n" + title + " (" + how + more + ")\n");
        table.write(out);
    }
}
