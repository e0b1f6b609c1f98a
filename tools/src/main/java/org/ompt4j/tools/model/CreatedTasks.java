package org.ompt4j.tools.model;

import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.EventShape;
import org.ompt4j.tools.model.Flows.Created;

/** Tasks that were created and have not begun, without an object for each. If there are too many at a time, later ones are left out. */
final class CreatedTasks {
    private static final Construct[] CONSTRUCTS = Construct.values();

    private final int most;
    /* A random seed, so that no file can be prepared whose ids all collide in one slot. */
    private final long factor = new SplittableRandom().nextLong() | 1;
    private long[] ids = new long[1024];
    private long[] places = new long[ids.length];
    private long[] times = new long[ids.length];
    private long[] threads = new long[ids.length];
    private byte[] constructs = new byte[ids.length];
    private int size;
    private long notFollowed;

    CreatedTasks(int most) {
        this.most = most;
    }

    /** Adds a task, which replaces one with the same id. Returns whether the id is new; false also if there is no room. */
    boolean add(long id, Created task) {
        if (id == 0) {
            return false;
        }
        if (size >= most) {
            notFollowed++;
            return false;
        }
        if (2 * (size + 1) > ids.length) {
            grow();
        }
        int slot = slotOf(id);
        boolean isNew = ids[slot] == 0;
        size += isNew ? 1 : 0;
        put(slot, id, EventShape.place(task.codeptrRa(), task.body()), task.timeNanos(), task.threadId(), (byte)
                task.construct().ordinal());
        return isNew;
    }

    /** How many were left out. */
    long notFollowed() {
        return notFollowed;
    }

    /** Removes the task; null if it is not there. */
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
                times[slot],
                threads[slot]);
        size--;
        close(slot);
        return found;
    }

    /* Moves up entries after the empty slot that would not be found any more. */
    private void close(int emptied) {
        int mask = ids.length - 1;
        int hole = emptied;
        for (int slot = hole + 1 & mask; ids[slot] != 0; slot = slot + 1 & mask) {
            int home = homeOf(ids[slot]);
            if ((slot - home & mask) >= (slot - hole & mask)) {
                put(hole, ids[slot], places[slot], times[slot], threads[slot], constructs[slot]);
                hole = slot;
            }
        }
        ids[hole] = 0;
    }

    private void put(int slot, long id, long place, long time, long thread, byte construct) {
        ids[slot] = id;
        places[slot] = place;
        times[slot] = time;
        threads[slot] = thread;
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
        long[] oldThreads = threads;
        byte[] oldConstructs = constructs;
        ids = new long[2 * oldIds.length];
        places = new long[ids.length];
        times = new long[ids.length];
        threads = new long[ids.length];
        constructs = new byte[ids.length];
        for (int i = 0; i < oldIds.length; i++) {
            if (oldIds[i] != 0) {
                put(slotOf(oldIds[i]), oldIds[i], oldPlaces[i], oldTimes[i], oldThreads[i], oldConstructs[i]);
            }
        }
    }
}
