package org.ompt4j.tools.model;

import java.util.HashMap;
import java.util.Map;

/**
 * A set of ids at about one bit each, because ids of a run are dense: threads take them in blocks from one counter.
 *
 * <p>Thread safety: none.
 */
public final class IdSet {
    private static final int PAGE_BITS = 12;
    private static final int WORDS = (1 << PAGE_BITS) / Long.SIZE;

    private final Map<Long, long[]> pages = new HashMap<>();

    /** Returns whether the id was not in the set before. */
    public boolean add(long id) {
        long[] page = pages.computeIfAbsent(id >>> PAGE_BITS, key -> new long[WORDS]);
        int word = (int) (id & ((1 << PAGE_BITS) - 1)) / Long.SIZE;
        long bit = 1L << id;
        boolean isNew = (page[word] & bit) == 0;
        page[word] |= bit;
        return isNew;
    }

    public boolean contains(long id) {
        long[] page = pages.get(id >>> PAGE_BITS);
        return page != null && (page[(int) (id & ((1 << PAGE_BITS) - 1)) / Long.SIZE] & (1L << id)) != 0;
    }
}
