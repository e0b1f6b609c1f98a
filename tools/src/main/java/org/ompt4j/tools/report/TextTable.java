package org.ompt4j.tools.report;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.ompt4j.text.OneLine;
import org.ompt4j.tools.text.Columns;
import org.ompt4j.tools.text.Units;

/**
 * Aligned columns: numbers are aligned right; the last column, which names the row, is aligned left and shortened to the rest of the line.
 *
 * <p>If the names do not fit beside the numbers, each name has a line of its own above its numbers, and the numbers continue in another line if
 * they do not fit in one. The heads are laid out in the same way. No cell is blank: a missing number is {@link Units#NONE}. A column without any
 * number is left out.
 */
public final class TextTable {
    private static final String GAP = "  ";
    private static final String CONTINUATION = "            ";
    /** Behind the share with which a line under a row begins. */
    private static final String UNDER_TEXT = " ".repeat(10);
    /** How a line begins that is one of several parts. */
    private static final Pattern SHARE = Pattern.compile(" *<?[\\d.]+ % ");

    /** In characters. A name that is cut to less is not recognizable. */
    private static final int SHORTEST_NAME = 16;

    private final List<String> heads;
    private final List<Row> rows = new ArrayList<>();

    /** An empty table. */
    public TextTable(List<String> heads) {
        this.heads = List.copyOf(heads);
    }

    private record Row(List<String> cells, List<RowLine> lines) {}

    /**
     * Adds a row.
     *
     * @param lines the lines under the row
     */
    public void row(List<String> cells, List<RowLine> lines) {
        rows.add(new Row(
                cells.stream().map(OneLine::of).toList(),
                lines.stream().map(TextTable::shown).toList()));
    }

    private static RowLine shown(RowLine line) {
        return new RowLine(OneLine.of(line.text()), OneLine.of(line.name()), OneLine.of(line.names()));
    }

    /** The table in lines of at most {@code width} columns. */
    public List<String> lines(int width) {
        int[] columns = IntStream.range(0, heads.size()).filter(this::isUsed).toArray();
        int[] widths = IntStream.of(columns).map(this::width).toArray();
        int last = columns.length - 1;
        int rest = width - GAP.length();
        for (int i = 0; i < last; i++) {
            rest -= widths[i] + GAP.length();
        }
        boolean beside = last == 0 || shortestNames(columns[last]) <= rest;
        List<String> lines = new ArrayList<>();
        layOut(lines, heads, columns, widths, beside ? rest : -width);
        for (Row row : rows) {
            layOut(lines, row.cells, columns, widths, beside ? rest : -width);
            for (RowLine each : row.lines) {
                lines.addAll(lines(each, width));
            }
        }
        return lines;
    }

    private static List<String> lines(RowLine line, int width) {
        int room = width - CONTINUATION.length() - Columns.of(line.text());
        if (line.name().isEmpty()) {
            String indent = SHARE.matcher(line.text()).lookingAt() ? CONTINUATION + UNDER_TEXT : CONTINUATION;
            return Page.broken(CONTINUATION, indent, line.text(), width);
        }
        if (!line.names().isEmpty() && Columns.of(line.name()) > room) {
            return Page.broken(CONTINUATION, CONTINUATION + UNDER_TEXT, line.text() + line.names(), width);
        }
        if (room >= Math.min(SHORTEST_NAME, Columns.of(line.name()))) {
            return List.of(CONTINUATION + line.text() + Names.fit(line.name(), room));
        }
        List<String> lines = new ArrayList<>(
                Page.broken(CONTINUATION, CONTINUATION + GAP, line.text().stripTrailing(), width));
        String indent = CONTINUATION + GAP;
        lines.add(indent + Names.fit(line.name(), width - indent.length()));
        return lines;
    }

    /** Whether the column has a value in any row. */
    private boolean isUsed(int column) {
        return rows.stream().anyMatch(each -> !each.cells.get(column).equals(Units.NONE));
    }

    private int width(int column) {
        int width = heads.get(column).length();
        for (Row each : rows) {
            width = Math.max(width, Columns.of(each.cells.get(column)));
        }
        return width;
    }

    /** The columns of the longest name without its packages. */
    private int shortestNames(int column) {
        int longest = heads.get(column).length();
        for (Row each : rows) {
            longest = Math.max(longest, Columns.of(Names.withoutPackages(each.cells.get(column))));
        }
        return longest;
    }

    /** @param rest room for the name beside the numbers, or minus the width of the page if it has a line of its own */
    private static void layOut(List<String> to, List<String> cells, int[] columns, int[] widths, int rest) {
        int last = columns.length - 1;
        String name = cells.get(columns[last]);
        StringBuilder line = new StringBuilder();
        if (rest < 0) {
            to.add(GAP + Names.fit(name, -rest - GAP.length()));
            line.append(GAP);
        }
        for (int i = 0; i < last; i++) {
            String cell = cells.get(columns[i]);
            if (rest < 0
                    && line.length() > 2 * GAP.length()
                    && Columns.of(line.toString()) + GAP.length() + widths[i] > -rest) {
                to.add(line.toString().stripTrailing());
                line.setLength(0);
                line.append(GAP + GAP);
            }
            line.append(GAP).append(" ".repeat(widths[i] - Columns.of(cell))).append(cell);
        }
        if (rest >= 0) {
            line.append(GAP).append(Names.fit(name, rest));
        }
        to.add(line.toString().stripTrailing());
    }
}
