package org.ompt4j.emitter;

import java.lang.ref.WeakReference;
import org.jspecify.annotations.Nullable;

/**
 * What would stand in fields added to classes of the JDK, where those were loaded before the agent could add any: by another
 * agent, or from an archive of linked classes. A look-up takes the place of reading a field, and a new object that of writing one.
 *
 * <p>Thread safety: any thread; looking up what is there takes no lock.
 */
public final class SideNotes {
    /*
     * Overview. A weak identity map from object to note in stripes, as in WaitIds: readers walk chains whose entries never
     * change after the volatile store that published them; writers hold the stripe's monitor for a few instructions. Entries
     * whose object is gone are dropped after each collection, so the map's size follows the number of live objects.
     */
    private static final int STRIPES = 64;
    private static final Stripe[] ALL = new Stripe[STRIPES];
    private static volatile Class<?>[] classes = new Class<?>[0];

    static {
        for (int i = 0; i < STRIPES; i++) {
            ALL[i] = new Stripe();
        }
    }

    private SideNotes() {}

    /** Notes stand in for the fields of this class from now on. Called before its first hook. */
    public static synchronized void keepFor(Class<?> owner) {
        if (areKeptFor(owner)) {
            return;
        }
        Class<?>[] before = classes;
        Class<?>[] after = new Class<?>[before.length + 1];
        System.arraycopy(before, 0, after, 0, before.length);
        after[before.length] = owner;
        classes = after;
    }

    /** Whether notes stand in for the fields of this class. */
    public static boolean areKeptFor(Class<?> owner) {
        for (Class<?> each : classes) {
            if (each == owner) {
                return true;
            }
        }
        return false;
    }

    /** The object's note, or null if it has none. */
    public static @Nullable Object find(Object object) {
        int hash = System.identityHashCode(object);
        return ALL[hash & (STRIPES - 1)].find(object, hash);
    }

    /** The object's note; the given one, from now on, if it had none. */
    public static Object findOrKeep(Object object, Object fresh) {
        int hash = System.identityHashCode(object);
        return ALL[hash & (STRIPES - 1)].findOrKeep(object, hash, fresh);
    }

    /** Drops what the collector has freed; called after a collection. */
    static void sweep() {
        for (Stripe each : ALL) {
            each.sweep();
        }
    }

    /** Forgets every object. */
    static void forget() {
        for (Stripe each : ALL) {
            each.clear();
        }
    }

    private static final class Entry extends WeakReference<Object> {
        final int hash;
        final Object note;
        final @Nullable Entry next;

        Entry(Object object, int hash, Object note, @Nullable Entry next) {
            super(object);
            this.hash = hash;
            this.note = note;
            this.next = next;
        }
    }

    private static final class Stripe {
        private static final int FIRST_BUCKETS = 16;

        /** Fewer in each stripe are not worth a sweep. */
        private static final int ENTRIES_WORTH_A_SWEEP = 8;

        private volatile @Nullable Entry[] buckets = new Entry[FIRST_BUCKETS];
        private int entries;

        @Nullable
        Object find(Object object, int hash) {
            Entry[] table = buckets;
            Entry each = table[index(hash, table.length)];
            while (each != null) {
                if (each.hash == hash && each.refersTo(object)) {
                    return each.note;
                }
                each = each.next;
            }
            return null;
        }

        synchronized Object findOrKeep(Object object, int hash, Object fresh) {
            Object known = find(object, hash);
            if (known != null) {
                return known;
            }
            if (entries >= buckets.length * 2) {
                rebuild();
            }
            Entry[] table = buckets;
            int index = index(hash, table.length);
            table[index] = new Entry(object, hash, fresh, table[index]);
            // Publishes the entry.
            buckets = table;
            if (++entries == ENTRIES_WORTH_A_SWEEP) {
                Sweeper.begin();
            }
            return fresh;
        }

        /** Only where at least half of the entries are gone, since the others are made anew. */
        synchronized void sweep() {
            if (entries > ENTRIES_WORTH_A_SWEEP && live() <= entries / 2) {
                rebuild();
            }
        }

        synchronized void clear() {
            buckets = new Entry[FIRST_BUCKETS];
            entries = 0;
        }

        private void rebuild() {
            int live = live();
            Entry[] old = buckets;
            int length = FIRST_BUCKETS;
            while (length < live) {
                length *= 2;
            }
            Entry[] table = new Entry[length];
            for (Entry head : old) {
                for (Entry each = head; each != null; each = each.next) {
                    Object object = each.get();
                    if (object != null) {
                        int index = index(each.hash, table.length);
                        table[index] = new Entry(object, each.hash, each.note, table[index]);
                    }
                }
            }
            entries = live;
            buckets = table;
        }

        private int live() {
            int live = 0;
            for (Entry head : buckets) {
                for (Entry each = head; each != null; each = each.next) {
                    if (!each.refersTo(null)) {
                        live++;
                    }
                }
            }
            return live;
        }

        private static int index(int hash, int length) {
            return (hash >>> 6) & (length - 1);
        }
    }
}
