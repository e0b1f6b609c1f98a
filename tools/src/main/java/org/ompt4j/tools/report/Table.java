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

    /** A line under the last row that belongs to it, in the last column. */
    void continuation(String text) {
        List<String> cells = new ArrayList<>();
        for (int i = 0; i < heads.size() - 1; i++) {
            cells.add("");
        }
        cells.add("  " + text);
        rows.add(cells);
    }

    boolean isEmpty() {
        return rows.isEmpty();
    }

    void write(Writer out) throws IOException {
        int[] widths = widths();
        line(out, heads, widths);
        for (List<String> each : rows) {
            line(out, each, widths);
        }
    }

    private int[] widths() {
        int last = heads.size() - 1;
        int[] widths = new int[heads.size()];
        int used = 0;
        for (int i = 0; i < last; i++) {
            widths[i] = heads.get(i).length();
            for (List<String> each : rows) {
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
        line.append(GAP).append(fit(cells.get(last), widths[last]));
        out.write(line.toString().stripTrailing());
        out.write('\n');
    }

    private static String fit(String text, int width) {
        String trimmed = text.stripLeading();
        int indent = text.length() - trimmed.length();
        return " ".repeat(indent) + Names.fit(trimmed, width - indent);
    }
}
