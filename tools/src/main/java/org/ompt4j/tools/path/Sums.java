package org.ompt4j.tools.path;

import org.jspecify.annotations.Nullable;

/** A sum for each number, never changed: adding to one makes others, which share with these what is the same. */
final class Sums {
    static final Sums NONE = new Sums(new long[1 << Sums.BITS], 0);

    private static final int BITS = 4;
    private static final int WIDTH = 1 << BITS;

    /** A {@code long[]} of sums, or above that a {@code Object[]} of such nodes. */
    private final Object root;

    /** How many levels of nodes there are above the sums. */
    private final int height;

    private Sums(Object root, int height) {
        this.root = root;
        this.height = height;
    }

    Sums plus(int number, long more) {
        Object grown = root;
        int levels = height;
        while (number >>> BITS * (levels + 1) != 0) {
            @Nullable Object[] above = new Object[WIDTH];
            above[0] = grown;
            grown = above;
            levels++;
        }
        return new Sums(plus(grown, levels, number, more), levels);
    }

    private static Object plus(@Nullable Object node, int level, int number, long more) {
        int slot = number >>> BITS * level & WIDTH - 1;
        if (level == 0) {
            long[] sums = node == null ? new long[WIDTH] : ((long[]) node).clone();
            sums[slot] += more;
            return sums;
        }
        @Nullable Object[] nodes = node == null ? new Object[WIDTH] : ((Object[]) node).clone();
        nodes[slot] = plus(nodes[slot], level - 1, number, more);
        return nodes;
    }

    long of(int number) {
        if (number >>> BITS * (height + 1) != 0) {
            return 0;
        }
        Object node = root;
        for (int level = height; level > 0; level--) {
            Object next = ((Object[]) node)[number >>> BITS * level & WIDTH - 1];
            if (next == null) {
                return 0;
            }
            node = next;
        }
        return ((long[]) node)[number & WIDTH - 1];
    }
}
