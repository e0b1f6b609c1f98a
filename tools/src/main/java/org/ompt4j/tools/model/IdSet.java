package org.ompt4j.tools.model;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A set of ids at about one bit each, because ids of a run are dense: threads take them in blocks from one counter.
 *
 * <p>Thread safety: none.
 */
public final class IdSet {
    private static final int PAGE_BITS = 12;
    private static final int WORDS = (1 << PAGE_BITS) / Long.SIZE;

    private final Map<Long, long[]> pages = new HashMap<>();
    /** The last used page: most ids are close to the one before. */
    private long latestNumber = -1;

    private long @Nullable [] latest;

    /** Adds an id. Returns whether it was not in the set before. */
    public boolean add(long id) {
        long[] page = page(id);
        if (page == null) {
            page = new long[WORDS];
            pages.put(id >>> PAGE_BITS, page);
            latest = page;
        }
        int word = (int) (id & ((1 << PAGE_BITS) - 1)) / Long.SIZE;
        long bit = 1L << id;
        boolean isNew = (page[word] & bit) == 0;
        page[word] |= bit;
        return isNew;
    }

    public void clear() {
        pages.clear();
        latestNumber = -1;
        latest = null;
    }

    public boolean contains(long id) {
        long[] page = page(id);
        return page != null && (page[(int) (id & ((1 << PAGE_BITS) - 1)) / Long.SIZE] & (1L << id)) != 0;
    }

    private long @Nullable [] page(long id) {
        long number = id >>> PAGE_BITS;
        if (number != latestNumber) {
            latestNumber = number;
            latest = pages.get(number);
        }
        return latest;
    }
}
