package org.ompt4j.tools.read;

import java.util.SplittableRandom;

/** A map from ids to numbers, without objects: a trace can hold millions of locks and messages. */
final class IdMap {
    /* Not the same one every time, so that no file can be made whose ids all meet in one slot. */
    private final long factor = new SplittableRandom().nextLong() | 1;
    private long[] keys = new long[64];
    private long[] values = new long[64];
    private int size;

    /** @param id not 0 */
    void put(long id, long value) {
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

    /** The value of this id, or -1. */
    long get(long id) {
        int slot = slotOf(id);
        return id != 0 && keys[slot] == id ? values[slot] : -1;
    }

    private int slotOf(long id) {
        int mask = keys.length - 1;
        int slot = (int) (id * factor >>> 33) & mask;
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
