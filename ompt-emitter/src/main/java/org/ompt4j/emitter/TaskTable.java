package org.ompt4j.emitter;

/**
 * Rows of numbers, each with a task as its key: a table with open addressing, as small as it can be, since there can be a million rows.
 *
 * <p>Thread safety: none.
 */
final class TaskTable {
    /** Says that a task has no row. */
    static final int NONE = -1;

    private static final int FIRST_ROWS = 16;
    /** 2^64 over the golden ratio: spreads tasks that follow one another. */
    private static final long SPREAD = 0x9E3779B97F4A7C15L;

    private final int columns;
    private long[] table;
    private int size;

    /** @param columns how many numbers a row has, with the task, which is the first */
    TaskTable(int columns) {
        this.columns = columns;
        this.table = new long[FIRST_ROWS * columns];
    }

    /** How many rows there is memory for. */
    int capacity() {
        return table.length / columns;
    }

    /** Adds a row for a task, not 0, that has none; its other numbers are 0. Returns the index for {@link #get} and {@link #set}. */
    int add(long task) {
        int rows = capacity();
        if (size * 5L >= rows * 4L) {
            rebuild(rows + rows / 4);
        }
        size++;
        int at = place(table, task);
        table[at] = task;
        return at;
    }

    /** The index of the row of a task, valid until the next change of the table; {@link #NONE} if it has none. */
    int find(long task) {
        int at = place(table, task);
        return table[at] == 0 ? NONE : at;
    }

    long get(int row, int column) {
        return table[row + column];
    }

    void set(int row, int column, long value) {
        table[row + column] = value;
    }

    /** Removes a row. */
    void remove(int row) {
        closeGap(row);
        size--;
        int rows = capacity();
        if (rows > FIRST_ROWS && size < rows / 4) {
            rebuild(Math.max(FIRST_ROWS, size * 2));
        }
    }

    void clear() {
        table = new long[FIRST_ROWS * columns];
        size = 0;
    }

    private void rebuild(int rows) {
        long[] next = new long[rows * columns];
        for (int at = 0; at < table.length; at += columns) {
            if (table[at] != 0) {
                System.arraycopy(table, at, next, place(next, table[at]), columns);
            }
        }
        table = next;
    }

    /** Where a task would be if no other one were there. */
    private int home(long[] in, long task) {
        return (int) ((task * SPREAD >>> 32) * (in.length / columns) >>> 32) * columns;
    }

    /** Where a task is, or would be added. */
    private int place(long[] in, long task) {
        int at = home(in, task);
        while (in[at] != 0 && in[at] != task) {
            at = after(in, at);
        }
        return at;
    }

    private int after(long[] in, int at) {
        int next = at + columns;
        return next == in.length ? 0 : next;
    }

    private int distance(int from, int to) {
        return to >= from ? to - from : to - from + table.length;
    }

    /** Moves rows into the gap that would not be found any more. */
    private void closeGap(int removed) {
        int gap = removed;
        int at = after(table, removed);
        while (table[at] != 0) {
            if (distance(home(table, table[at]), at) >= distance(gap, at)) {
                System.arraycopy(table, at, table, gap, columns);
                gap = at;
            }
            at = after(table, at);
        }
        for (int i = 0; i < columns; i++) {
            table[gap + i] = 0;
        }
    }
}
