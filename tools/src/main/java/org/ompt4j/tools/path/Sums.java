package org.ompt4j.tools.path;

import org.jspecify.annotations.Nullable;

/** A persistent (immutable) map from numbers to sums: an addition makes a new map, which shares unchanged nodes with the old one. */
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

    /** These sums plus the difference between the later sums and the earlier ones from which they were made. */
    Sums plusDifference(Sums later, Sums earlier) {
        int levels = Math.max(height, Math.max(later.height, earlier.height));
        Object sum = plusDifference(raised(levels), later.raised(levels), earlier.raised(levels), levels);
        return sum == null ? this : new Sums(sum, levels);
    }

    private Object raised(int levels) {
        Object raised = root;
        for (int i = height; i < levels; i++) {
            @Nullable Object[] above = new Object[WIDTH];
            above[0] = raised;
            raised = above;
        }
        return raised;
    }

    /* Shared nodes are the same object in both: only different ones must be visited. */
    private static @Nullable Object plusDifference(
            @Nullable Object node, @Nullable Object later, @Nullable Object earlier, int level) {
        if (later == earlier) {
            return node;
        }
        if (level == 0) {
            long[] sums = node == null ? new long[WIDTH] : ((long[]) node).clone();
            for (int i = 0; i < WIDTH; i++) {
                sums[i] += sumAt(later, i) - sumAt(earlier, i);
            }
            return sums;
        }
        @Nullable Object[] nodes = new Object[WIDTH];
        for (int i = 0; i < WIDTH; i++) {
            nodes[i] = plusDifference(nodeAt(node, i), nodeAt(later, i), nodeAt(earlier, i), level - 1);
        }
        return nodes;
    }

    private static long sumAt(@Nullable Object sums, int slot) {
        return sums == null ? 0 : ((long[]) sums)[slot];
    }

    private static @Nullable Object nodeAt(@Nullable Object nodes, int slot) {
        return nodes == null ? null : ((@Nullable Object[]) nodes)[slot];
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
