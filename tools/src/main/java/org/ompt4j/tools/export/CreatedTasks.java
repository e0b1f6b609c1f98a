package org.ompt4j.tools.export;

import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.EventShape;

/** Tasks that were created and have not begun, without an object for each. Of more than two million at a time the later ones are left out. */
final class CreatedTasks {
    private static final int MOST = 2_000_000;
    private static final Construct[] CONSTRUCTS = Construct.values();

    /* Not the same one every time, so that no file can be made whose ids all meet in one slot. */
    private final long factor = new SplittableRandom().nextLong() | 1;
    private long[] ids = new long[1024];
    private long[] places = new long[ids.length];
    private long[] times = new long[ids.length];
    private byte[] constructs = new byte[ids.length];
    private int size;

    /** A created task; its place has the call site and the code. */
    record Created(Construct construct, int codeptrRa, int body, long timeNanos) {}

    /** Whether the task is remembered. */
    boolean add(long id, Created task) {
        if (id == 0 || size >= MOST) {
            return false;
        }
        if (2 * (size + 1) > ids.length) {
            grow();
        }
        int slot = slotOf(id);
        boolean isNew = ids[slot] == 0;
        size += isNew ? 1 : 0;
        put(slot, id, EventShape.place(task.codeptrRa, task.body), task.timeNanos, (byte) task.construct.ordinal());
        return isNew;
    }

    /** Takes the task out; null if it is not there. */
    @Nullable
    Created remove(long id) {
        int slot = slotOf(id);
        if (id == 0 || ids[slot] != id) {
            return null;
        }
        Created found = new Created(
                CONSTRUCTS[constructs[slot] & 0xFF],
                EventShape.codeptrRa(places[slot]),
                EventShape.body(places[slot]),
                times[slot]);
        size--;
        close(slot);
        return found;
    }

    /* Moves up what would not be found any more behind the empty slot. */
    private void close(int emptied) {
        int mask = ids.length - 1;
        int hole = emptied;
        for (int slot = hole + 1 & mask; ids[slot] != 0; slot = slot + 1 & mask) {
            int home = homeOf(ids[slot]);
            if ((slot - home & mask) >= (slot - hole & mask)) {
                put(hole, ids[slot], places[slot], times[slot], constructs[slot]);
                hole = slot;
            }
        }
        ids[hole] = 0;
    }

    private void put(int slot, long id, long place, long time, byte construct) {
        ids[slot] = id;
        places[slot] = place;
        times[slot] = time;
        constructs[slot] = construct;
    }

    private int homeOf(long id) {
        return (int) (id * factor >>> 33) & ids.length - 1;
    }

    private int slotOf(long id) {
        int slot = homeOf(id);
        while (ids[slot] != 0 && ids[slot] != id) {
            slot = slot + 1 & ids.length - 1;
        }
        return slot;
    }

    private void grow() {
        long[] oldIds = ids;
        long[] oldPlaces = places;
        long[] oldTimes = times;
        byte[] oldConstructs = constructs;
        ids = new long[2 * oldIds.length];
        places = new long[ids.length];
        times = new long[ids.length];
        constructs = new byte[ids.length];
        for (int i = 0; i < oldIds.length; i++) {
            if (oldIds[i] != 0) {
                put(slotOf(oldIds[i]), oldIds[i], oldPlaces[i], oldTimes[i], oldConstructs[i]);
            }
        }
    }
}
