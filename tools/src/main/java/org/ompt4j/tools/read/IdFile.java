package org.ompt4j.tools.read;

import java.io.Closeable;
import java.io.IOException;
import java.nio.LongBuffer;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * A map from ids to numbers for the definitions of a trace, whose number can grow with its length. Beyond a size the map is in a private file,
 * and only the parts in use take memory. The file is deleted when the map is closed, or when the process ends.
 *
 * <p>Thread safety: none.
 */
public final class IdFile implements Closeable {
    /*
     * Overview. An open hash table of pairs of a key and its number. Neighbouring ids are often looked up soon after each other, so 256
     * consecutive ids have their slots in one block, in an order that differs from block to block. If a slot is taken, the same slot of the next
     * block is tried. At least half of all slots are free; the table also grows if one slot is taken in all blocks.
     */
    private static final int BLOCK_BITS = 8;
    private static final int BLOCK = 1 << BLOCK_BITS;
    private static final int FIRST_SLOTS = 1 << 9;
    private static final int SLOTS_IN_MEMORY = 1 << 19;
    private static final int SEGMENT_BITS = 25;
    private static final int NO_SLOT = -1;

    /* Random, so that no file can be constructed whose ids all collide in one slot. */
    private final long factor = new SplittableRandom().nextLong() | 1;
    private long slots = FIRST_SLOTS;
    private LongBuffer[] segments = inMemory(FIRST_SLOTS);
    private @Nullable PrivateFile file;
    private long size;

    /**
     * Sets the number of an id, replacing an earlier one.
     *
     * @param id not 0
     * @param value not negative
     */
    public void put(long id, long value) throws IOException {
        long slot = slotOf(id);
        while (slot == NO_SLOT || key(slot) == 0 && 2 * (size + 1) > slots) {
            grow();
            slot = slotOf(id);
        }
        size += key(slot) == 0 ? 1 : 0;
        set(slot, id, value);
    }

    /** The number of this id; -1 if it has none. */
    public long get(long id) {
        long slot = slotOf(id);
        return id != 0 && slot != NO_SLOT && key(slot) == id ? segment(slot).get(at(slot) + 1) : -1;
    }

    /** How many ids have a number. */
    public long size() {
        return size;
    }

    /** The slot of this id, or the free slot for it; {@link #NO_SLOT} if there is no room. */
    private long slotOf(long id) {
        long mixed = (id >>> BLOCK_BITS) * factor;
        long mask = slots - 1;
        long slot = (mixed >>> 24 << BLOCK_BITS | (id ^ mixed >>> 48) & BLOCK - 1) & mask;
        for (long tries = slots >>> BLOCK_BITS; tries > 0; tries--) {
            long key = key(slot);
            if (key == 0 || key == id) {
                return slot;
            }
            slot = slot + BLOCK & mask;
        }
        return NO_SLOT;
    }

    private LongBuffer segment(long slot) {
        return segments[(int) (slot >>> SEGMENT_BITS)];
    }

    private static int at(long slot) {
        return (int) (slot & (1 << SEGMENT_BITS) - 1) << 1;
    }

    private long key(long slot) {
        return segment(slot).get(at(slot));
    }

    private void set(long slot, long id, long value) {
        segment(slot).put(at(slot), id).put(at(slot) + 1, value);
    }

    private void grow() throws IOException {
        LongBuffer[] old = segments;
        PrivateFile oldFile = file;
        do {
            slots *= 2;
            if (file != oldFile) {
                close();
            }
            segments = slots <= SLOTS_IN_MEMORY ? inMemory((int) slots) : inFile();
        } while (!copy(old));
        if (oldFile != null) {
            oldFile.close();
        }
    }

    private boolean copy(LongBuffer[] from) {
        for (LongBuffer each : from) {
            for (int i = 0; i < each.limit(); i += 2) {
                long id = each.get(i);
                long slot = id == 0 ? NO_SLOT : slotOf(id);
                if (slot != NO_SLOT) {
                    set(slot, id, each.get(i + 1));
                } else if (id != 0) {
                    return false;
                }
            }
        }
        return true;
    }

    private static LongBuffer[] inMemory(int slots) {
        return new LongBuffer[] {LongBuffer.allocate(2 * slots)};
    }

    private LongBuffer[] inFile() throws IOException {
        PrivateFile made = new PrivateFile("ompt4j-ids");
        file = made;
        long perSegment = Math.min(slots, 1L << SEGMENT_BITS);
        LongBuffer[] mapped = new LongBuffer[(int) (slots / perSegment)];
        for (int i = 0; i < mapped.length; i++) {
            mapped[i] = made.addMapped(perSegment * 2 * Long.BYTES);
        }
        return mapped;
    }

    @Override
    public void close() throws IOException {
        if (file != null) {
            file.close();
        }
    }
}
