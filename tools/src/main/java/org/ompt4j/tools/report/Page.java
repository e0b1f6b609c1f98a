package org.ompt4j.tools.report;

import java.io.IOException;
import java.io.Writer;

/** How the parts of a report follow one another. */
final class Page {
    private Page() {}

    /**
     * A heading with an empty line before it.
     *
     * @param rows how many rows there are
     * @param top how many are shown
     */
    static void head(Writer out, String title, String how, int rows, int top) throws IOException {
        String more = rows > top ? ", " + top + " of " + Units.count(rows) : "";
        out.write("\n" + title + " (" + how + more + ")\n");
    }

    static void table(Writer out, Table table, String ifEmpty) throws IOException {
        if (table.isEmpty()) {
            out.write("  " + ifEmpty + "\n");
        } else {
            table.write(out);
        }
    }
}
