package org.ompt4j.tools.read;

import java.util.SplittableRandom;

/**
 * A map from ids to numbers without boxed objects, for millions of entries.
 *
 * <p>Thread safety: none.
 */
public final class IdMap {
    /* Random, so that no file can be constructed whose ids all collide in one slot. */
    private final long factor = new SplittableRandom().nextLong() | 1;
    private long[] keys = new long[64];
    private long[] values = new long[64];
    private int size;

    /** How many ids have a number. */
    public int size() {
        return size;
    }

    /**
     * Sets the number of an id, replacing an earlier one.
     *
     * @param id not 0
     * @param value not -1
     */
    public void put(long id, long value) {
        if (2 * (size + 1) > keys.length) {
            grow();
        }
        int slot = slotOf(id);
        if (keys[slot] == 0) {
            size++;
        }
        keys[slot] = id;
        values[slot] = value;
    }

    /** The number of this id; -1 if it has none. */
    public long get(long id) {
        int slot = slotOf(id);
        return id != 0 && keys[slot] == id ? values[slot] : -1;
    }

    /** Removes this id; returns its number, or -1 if it had none. */
    public long remove(long id) {
        int slot = slotOf(id);
        if (id == 0 || keys[slot] != id) {
            return -1;
        }
        long value = values[slot];
        size--;
        close(slot);
        return value;
    }

    /* Moves entries that would not be found any more behind the emptied slot. */
    private void close(int emptied) {
        int mask = keys.length - 1;
        int hole = emptied;
        for (int slot = hole + 1 & mask; keys[slot] != 0; slot = slot + 1 & mask) {
            int home = homeOf(keys[slot]);
            if ((slot - home & mask) >= (slot - hole & mask)) {
                keys[hole] = keys[slot];
                values[hole] = values[slot];
                hole = slot;
            }
        }
        keys[hole] = 0;
    }

    /** Removes all ids. */
    public void clear() {
        keys = new long[64];
        values = new long[64];
        size = 0;
    }

    private int homeOf(long id) {
        return (int) (id * factor >>> 33) & keys.length - 1;
    }

    private int slotOf(long id) {
        int mask = keys.length - 1;
        int slot = homeOf(id);
        while (keys[slot] != 0 && keys[slot] != id) {
            slot = slot + 1 & mask;
        }
        return slot;
    }

    private void grow() {
        long[] oldKeys = keys;
        long[] oldValues = values;
        keys = new long[2 * oldKeys.length];
        values = new long[keys.length];
        size = 0;
        for (int i = 0; i < oldKeys.length; i++) {
            if (oldKeys[i] != 0) {
                put(oldKeys[i], oldValues[i]);
            }
        }
    }
}
