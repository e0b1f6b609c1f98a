package org.ompt4j.tools.model;

import java.util.Arrays;

/**
 * The latest ids that were added, some thousands. An id can be forgotten earlier, if another one takes its place.
 *
 * <p>Thread safety: none.
 */
final class LatestIds {
    private static final int BITS = 13;
    private static final int MOST = 1 << BITS;
    /** Spreads ids, which threads take in blocks. */
    private static final long MIXER = 0x9E37_79B9_7F4A_7C15L;

    private final long[] ids = new long[MOST];

    /** Adds an id, which must not be 0. */
    void add(long id) {
        ids[place(id)] = id;
    }

    boolean contains(long id) {
        return id != 0 && ids[place(id)] == id;
    }

    void clear() {
        Arrays.fill(ids, 0);
    }

    private static int place(long id) {
        return (int) (id * MIXER >>> Long.SIZE - BITS);
    }
}
