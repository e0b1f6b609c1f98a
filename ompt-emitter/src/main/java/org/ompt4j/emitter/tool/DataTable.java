package org.ompt4j.emitter.tool;

import org.jspecify.annotations.Nullable;
import org.ompt4j.emitter.Slots;
import org.ompt4j.ompt.OmptData;

/**
 * One tool's data of live regions or tasks, by id.
 *
 * <p>Thread safety: any thread. Cost: one short {@code synchronized}, hardly ever contended; no allocation but for growing.
 */
final class DataTable {
    /*
     * Overview. Open addressing with linear probing, in stripes with a lock each. Threads take ids in blocks of 1024; the stripe is selected by the
     * bits above, so threads that create tasks at the same time mostly use different stripes. A removal moves later entries back, so there are no
     * tombstones.
     */
    private static final int STRIPES = 64;
    private static final int BLOCK_BITS = 10;

    private final Stripe[] stripes = new Stripe[STRIPES];

    DataTable() {
        for (int i = 0; i < STRIPES; i++) {
            stripes[i] = new Stripe();
        }
    }

    /** Makes new data, initially zero, which replaces any data with this id. */
    OmptData create(long id) {
        return create(id, 0);
    }

    /** As {@link #create(long)}, for a task with these flags. */
    OmptData create(long id, int flags) {
        OmptData data = new OmptData(id);
        stripe(id).put(data, flags);
        return data;
    }

    /** The flags that the task was created with; 0 if that is not known. */
    int flagsOf(long id) {
        return stripe(id).flagsOf(id);
    }

    @Nullable
    OmptData find(long id) {
        return stripe(id).get(id);
    }

    /** The data with this id; it is made if there is none. */
    OmptData findOrCreate(long id) {
        return stripe(id).getOrPut(id);
    }

    void remove(long id) {
        stripe(id).remove(id);
    }

    int size() {
        int size = 0;
        for (Stripe each : stripes) {
            size += each.size();
        }
        return size;
    }

    private Stripe stripe(long id) {
        return stripes[(int) (id >>> BLOCK_BITS) & (STRIPES - 1)];
    }

    private static final class Stripe {
        private static final int FIRST_LENGTH = 16;

        private @Nullable OmptData[] entries = new OmptData[FIRST_LENGTH];
        private int[] flags = new int[FIRST_LENGTH];
        private int used;

        synchronized int size() {
            return used;
        }

        synchronized @Nullable OmptData get(long id) {
            return entries[indexOf(id)];
        }

        synchronized OmptData getOrPut(long id) {
            OmptData known = entries[indexOf(id)];
            if (known != null) {
                return known;
            }
            OmptData made = new OmptData(id);
            put(made, 0);
            return made;
        }

        synchronized int flagsOf(long id) {
            int index = indexOf(id);
            return entries[index] == null ? 0 : flags[index];
        }

        synchronized void put(OmptData data, int itsFlags) {
            int index = indexOf(data.id());
            if (entries[index] == null) {
                used++;
            }
            entries[index] = data;
            flags[index] = itsFlags;
            if (used * 2 > entries.length) {
                grow();
            }
        }

        synchronized void remove(long id) {
            int hole = indexOf(id);
            if (entries[hole] == null) {
                return;
            }
            used--;
            entries[hole] = null;
            closeGap(hole);
        }

        /** Moves back entries that were displaced beyond the gap when they were inserted. */
        private void closeGap(int gap) {
            int mask = entries.length - 1;
            int hole = gap;
            int next = (hole + 1) & mask;
            OmptData each = entries[next];
            while (each != null) {
                int home = home(each.id());
                if (((next - home) & mask) >= ((next - hole) & mask)) {
                    entries[hole] = each;
                    flags[hole] = flags[next];
                    entries[next] = null;
                    hole = next;
                }
                next = (next + 1) & mask;
                each = entries[next];
            }
        }

        /** The index of the id, or the free index where it would be inserted. */
        private int indexOf(long id) {
            int mask = entries.length - 1;
            int index = home(id);
            OmptData there = entries[index];
            while (there != null && there.id() != id) {
                index = (index + 1) & mask;
                there = entries[index];
            }
            return index;
        }

        private int home(long id) {
            return Slots.of(id, entries.length);
        }

        private void grow() {
            @Nullable OmptData[] before = entries;
            int[] flagsBefore = flags;
            entries = new OmptData[before.length * 2];
            flags = new int[before.length * 2];
            for (int i = 0; i < before.length; i++) {
                OmptData each = before[i];
                if (each != null) {
                    int index = indexOf(each.id());
                    entries[index] = each;
                    flags[index] = flagsBefore[i];
                }
            }
        }
    }
}
