package org.ompt4j.emitter.monitor;

import org.ompt4j.emitter.Memory;
import org.ompt4j.emitter.Slots;

/**
 * Numbers of call sites by place in code.
 *
 * <p>Thread safety: one thread at a time adds; any thread looks up meanwhile, and may miss what was just added.
 */
final class Places {
    static final int MISSING = -3;

    /** Places kept at most. */
    static final int MOST = 4096;

    private static final int FIRST_ROOM = 32;

    private final long[] keys;
    private final int[] sites;
    private int size;

    Places() {
        this(FIRST_ROOM);
    }

    private Places(int room) {
        keys = new long[room];
        sites = new int[room];
    }

    /** Whether nothing more may be added. */
    boolean isFull() {
        return size >= MOST;
    }

    /**
     * Adds a place that is missing.
     *
     * @return the table that has it: this one, or a larger copy, which is the one to use from now on
     */
    Places with(long place, int callSite) {
        Places wide = 2 * (size + 1) > keys.length ? twiceAsLarge() : this;
        wide.put(place, callSite);
        return wide;
    }

    private Places twiceAsLarge() {
        Places larger = new Places(2 * keys.length);
        for (int i = 0; i < keys.length; i++) {
            if (keys[i] != 0) {
                larger.put(keys[i], sites[i]);
            }
        }
        return larger;
    }

    private void put(long place, int callSite) {
        int at = slot(place);
        sites[at] = callSite;
        // The number is written first: a reader that finds the place finds its number.
        Memory.UNSAFE.storeFence();
        keys[at] = place;
        size++;
    }

    /** The number that was added with the place, or {@link #MISSING}. */
    int find(long place) {
        int at = slot(place);
        if (keys[at] != place) {
            return MISSING;
        }
        Memory.UNSAFE.loadFence();
        return sites[at];
    }

    /** The index of the place, or at which it would be inserted; at least half of the table is free. */
    private int slot(long place) {
        int at = Slots.of(place, keys.length);
        while (keys[at] != 0 && keys[at] != place) {
            at = at + 1 & keys.length - 1;
        }
        return at;
    }
}
