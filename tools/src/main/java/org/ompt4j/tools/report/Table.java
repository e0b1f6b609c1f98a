package org.ompt4j.tools.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * Rows with the same columns. The values of a row are computed only when they are needed.
 *
 * @param order what the rows are and how they are ordered
 * @param rows all rows, in their order
 * @param onPage the columns that people see, depending on the rows that they see and on the room
 * @param under the lines under a row for people, depending on the columns that they see
 * @param portions the parts of a row's time
 * @param histogram the lengths of a row's waits
 * @param notes sentences under the table
 * @param <R> what a row is made of
 */
public record Table<R>(
        String title,
        String order,
        List<R> rows,
        List<Column<R>> columns,
        BiFunction<List<R>, Integer, List<Column<R>>> onPage,
        BiFunction<R, List<Column<R>>, List<RowLine>> under,
        Function<R, List<Portion>> portions,
        Function<R, List<WaitHistogram.Range>> histogram,
        List<Note> notes) {

    static <R> Table<R> of(String title, String order, List<R> rows, List<Column<R>> columns) {
        List<Column<R>> onPage = columns.stream().filter(Column::isOnPage).toList();
        return new Table<>(
                title,
                order,
                List.copyOf(rows),
                List.copyOf(columns),
                (shown, width) -> onPage,
                (row, shown) -> List.of(),
                row -> List.of(),
                row -> List.of(),
                List.of());
    }

    /** The table's name in output with raw values, such as JSON. */
    public String key() {
        return title.toLowerCase(Locale.ROOT).replaceAll("[^a-z]+", "_");
    }

    Table<R> choosing(BiFunction<List<R>, Integer, List<Column<R>>> columnsOnPage) {
        return new Table<>(
                title,
                order,
                rows,
                columns,
                (shown, width) -> columnsOnPage.apply(shown, width).stream()
                        .filter(Column::isOnPage)
                        .toList(),
                under,
                portions,
                histogram,
                notes);
    }

    Table<R> under(BiFunction<R, List<Column<R>>, List<RowLine>> lines) {
        return new Table<>(title, order, rows, columns, onPage, lines, portions, histogram, notes);
    }

    Table<R> under(Function<R, List<RowLine>> lines) {
        return under((row, shown) -> lines.apply(row));
    }

    Table<R> portions(Function<R, List<Portion>> ofRow) {
        return new Table<>(title, order, rows, columns, onPage, under, ofRow, histogram, notes);
    }

    Table<R> histogram(Function<R, List<WaitHistogram.Range>> ofRow) {
        return new Table<>(title, order, rows, columns, onPage, under, portions, ofRow, notes);
    }

    Table<R> note(Note note) {
        List<Note> more = new ArrayList<>(notes);
        more.add(note);
        return new Table<>(title, order, rows, columns, onPage, under, portions, histogram, List.copyOf(more));
    }
}
