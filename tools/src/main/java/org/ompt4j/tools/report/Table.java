package org.ompt4j.tools.report;

import java.io.IOException;
import java.io.Writer;
import java.util.ArrayList;
import java.util.List;

/**
 * Aligned columns, at most {@link #WIDTH} characters wide: numbers to the right, the last column to the left and shortened
 * to what is left of the line.
 */
final class Table {
    static final int WIDTH = 120;
    private static final String GAP = "  ";
    private static final String CONTINUATION = "            ";

    private final List<String> heads;
    private final List<List<String>> rows = new ArrayList<>();

    Table(String... heads) {
        this.heads = List.of(heads);
    }

    Table(List<String> heads) {
        this.heads = List.copyOf(heads);
    }

    void row(String... cells) {
        row(List.of(cells));
    }

    void row(List<String> cells) {
        rows.add(cells);
    }

    /**
     * A line under the last row that belongs to it.
     *
     * @param text kept whole
     * @param name follows the text, shortened to what is left of the line
     */
    void continuation(String text, String name) {
        rows.add(List.of(text + Names.fit(name, WIDTH - CONTINUATION.length() - text.length())));
    }

    /** Number of rows without their continuations. */
    long rowCount() {
        return rows.stream().filter(each -> each.size() == heads.size()).count();
    }

    void write(Writer out) throws IOException {
        int[] widths = widths();
        line(out, heads, widths);
        for (List<String> each : rows) {
            if (each.size() == 1 && heads.size() > 1) {
                out.write(CONTINUATION + each.get(0) + "\n");
            } else {
                line(out, each, widths);
            }
        }
    }

    private int[] widths() {
        int last = heads.size() - 1;
        int[] widths = new int[heads.size()];
        int used = 0;
        for (int i = 0; i < last; i++) {
            widths[i] = heads.get(i).length();
            for (List<String> each : rows) {
                if (each.size() == 1) {
                    continue;
                }
                widths[i] = Math.max(widths[i], each.get(i).length());
            }
            used += widths[i] + GAP.length();
        }
        widths[last] = Math.max(20, WIDTH - used - GAP.length());
        return widths;
    }

    private static void line(Writer out, List<String> cells, int[] widths) throws IOException {
        StringBuilder line = new StringBuilder();
        int last = widths.length - 1;
        for (int i = 0; i < last; i++) {
            line.append(GAP)
                    .append(" ".repeat(widths[i] - cells.get(i).length()))
                    .append(cells.get(i));
        }
        line.append(GAP).append(Names.fit(cells.get(last), widths[last]));
        out.write(line.toString().stripTrailing());
        out.write('\n');
    }
}
