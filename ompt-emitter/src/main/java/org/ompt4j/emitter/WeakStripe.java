package org.ompt4j.emitter;

import java.lang.invoke.VarHandle;
import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import org.jspecify.annotations.Nullable;

/**
 * One stripe of a weak identity map, whose entries hold the values of objects.
 *
 * <p>Thread safety: any thread; looking up what is there takes no lock.
 */
final class WeakStripe {
    /*
     * Overview. Readers read the table (volatile) and walk a chain. Writers hold the stripe's monitor for the few instructions of an insertion; an
     * entry is complete before it is linked. Entries whose object is gone are removed from their chains after each collection, so the size follows
     * the number of live objects; a reader that is at a removed entry goes on from there. A larger or smaller table gets copies of the entries, so
     * that a reader of the old table still finds everything.
     *
     * The caller passes identity hashes; their lowest bits select the stripe.
     */
    private static final int FIRST_BUCKETS = 16;

    /** If a stripe has fewer entries, it is not swept. */
    private static final int ENTRIES_WORTH_A_SWEEP = 8;

    /** How many of the lowest bits of a hash select the stripe. */
    private static final int STRIPE_BITS = 6;

    static final int STRIPES = 1 << STRIPE_BITS;

    private volatile @Nullable Entry[] buckets = new Entry[FIRST_BUCKETS];
    private int entries;

    /** The entry of one object; subclasses hold its value. */
    abstract static class Entry extends WeakReference<Object> {
        private final int hash;
        private @Nullable Entry next;

        Entry(Object object, int hash, @Nullable ReferenceQueue<Object> queue) {
            super(object, queue);
            this.hash = hash;
        }

        final int hash() {
            return hash;
        }

        /** A copy, for a larger or smaller table. */
        abstract Entry copy(Object object);

        /** Called when a copy has replaced this entry, whose object lives. The stripe's lock is held; must not fail. */
        void replaced() {}

        /** Called when the object is gone and this entry was dropped. The stripe's lock is held. */
        void dropped() {}
    }

    /** The index of the stripe of an object with this identity hash. */
    static int stripeOf(int hash) {
        return hash & (STRIPES - 1);
    }

    /** A map's stripes. */
    static WeakStripe[] newStripes(int count) {
        WeakStripe[] stripes = new WeakStripe[count];
        for (int i = 0; i < count; i++) {
            stripes[i] = new WeakStripe();
        }
        return stripes;
    }

    /** How many objects have entries, including objects that are gone and have not been swept. */
    static int count(WeakStripe[] stripes) {
        int count = 0;
        for (WeakStripe each : stripes) {
            count += each.count();
        }
        return count;
    }

    /** Drops entries of objects that the garbage collector has freed. */
    static void sweep(WeakStripe[] stripes) {
        for (WeakStripe each : stripes) {
            each.sweep();
        }
    }

    /** Removes every object. */
    static void clear(WeakStripe[] stripes) {
        for (WeakStripe each : stripes) {
            each.clear();
        }
    }

    @Nullable
    Entry find(Object object, int hash) {
        Entry[] table = buckets;
        Entry each = table[index(hash, table.length)];
        while (each != null) {
            if (each.hash == hash && each.refersTo(object)) {
                return each;
            }
            each = each.next;
        }
        return null;
    }

    /** Whether there is no entry. Of changes by other threads only those are certainly seen that happen-before. */
    boolean isEmpty() {
        return entries == 0;
    }

    /** Adds an entry. The caller holds the stripe's lock, and {@link #find} has found nothing since it was taken. */
    void add(Entry added) {
        if (entries >= buckets.length * 2) {
            rebuild();
        }
        Entry[] table = buckets;
        int index = index(added.hash, table.length);
        added.next = table[index];
        // A reader of the present table must find the entry complete.
        VarHandle.releaseFence();
        table[index] = added;
        buckets = table;
        if (++entries >= ENTRIES_WORTH_A_SWEEP) {
            Sweeper.begin();
        }
    }

    /** Removes an entry that was found under the stripe's lock, which is still held. */
    void remove(Entry removed) {
        Entry[] table = buckets;
        int index = index(removed.hash, table.length);
        Entry before = null;
        for (Entry each = table[index]; each != null && each != removed; each = each.next) {
            before = each;
        }
        unlink(table, index, before, removed);
        entries--;
    }

    /** Readers that are at the entry go on from there. */
    private static void unlink(@Nullable Entry[] table, int index, @Nullable Entry before, Entry removed) {
        if (before == null) {
            table[index] = removed.next;
        } else {
            before.next = removed.next;
        }
    }

    private synchronized int count() {
        return entries;
    }

    private synchronized void sweep() {
        if (entries > 0) {
            dropCleared();
            if (buckets.length > FIRST_BUCKETS && entries < buckets.length / 8) {
                rebuild();
            }
        }
    }

    private synchronized void clear() {
        buckets = new Entry[FIRST_BUCKETS];
        entries = 0;
    }

    private void rebuild() {
        dropCleared();
        Entry[] old = buckets;
        int length = FIRST_BUCKETS;
        while (length < entries) {
            length *= 2;
        }
        // Nothing changes before everything is allocated. Objects that are alive then are kept alive only until they
        // have their new entries.
        Object[] living = new Object[entries];
        Entry[] table = new Entry[length];
        int moved = 0;
        for (Entry head : old) {
            for (Entry each = head; each != null; each = each.next) {
                Object object = each.get();
                if (object == null) {
                    each.dropped();
                } else {
                    living[moved++] = object;
                    move(each, object, table);
                }
            }
        }
        entries = moved;
        buckets = table;
        for (Entry head : old) {
            for (Entry each = head; each != null; each = each.next) {
                each.replaced();
            }
        }
        Reference.reachabilityFence(living);
    }

    private static void move(Entry entry, Object object, @Nullable Entry[] table) {
        int index = index(entry.hash, table.length);
        Entry copy = entry.copy(object);
        copy.next = table[index];
        table[index] = copy;
    }

    private void dropCleared() {
        Entry[] table = buckets;
        int live = 0;
        for (int i = 0; i < table.length; i++) {
            Entry before = null;
            for (Entry each = table[i]; each != null; each = each.next) {
                if (!each.refersTo(null)) {
                    before = each;
                    live++;
                } else {
                    each.dropped();
                    unlink(table, i, before, each);
                }
            }
        }
        entries = live;
    }

    private static int index(int hash, int length) {
        return (hash >>> STRIPE_BITS) & (length - 1);
    }
}
