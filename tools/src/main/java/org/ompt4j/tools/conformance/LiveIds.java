package org.ompt4j.tools.conformance;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicLongArray;

/** A growing set of ids at about a bit each, since ids of a run are dense. Thread safety: any thread. */
final class LiveIds {
    private static final int PAGE_BITS = 12;
    private static final int WORDS = (1 << PAGE_BITS) / Long.SIZE;

    private final ConcurrentMap<Long, AtomicLongArray> pages = new ConcurrentHashMap<>();

    /** Returns whether the id was not in the set before. */
    boolean add(long id) {
        AtomicLongArray page = pages.computeIfAbsent(id >>> PAGE_BITS, key -> new AtomicLongArray(WORDS));
        int word = (int) (id & ((1 << PAGE_BITS) - 1)) / Long.SIZE;
        long bit = 1L << id;
        return (page.getAndUpdate(word, old -> old | bit) & bit) == 0;
    }

    boolean contains(long id) {
        AtomicLongArray page = pages.get(id >>> PAGE_BITS);
        return page != null && (page.get((int) (id & ((1 << PAGE_BITS) - 1)) / Long.SIZE) & (1L << id)) != 0;
    }
}
