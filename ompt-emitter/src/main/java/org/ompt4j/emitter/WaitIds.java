package org.ompt4j.emitter;

import java.lang.invoke.VarHandle;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.Construct;

/**
 * Wait ids of objects that have no room for an added field: locks, monitors, barriers loaded early.
 *
 * <p>Thread safety: any thread; looking up a known object takes no lock.
 */
public final class WaitIds {
    /*
     * Overview. A weak identity map in stripes. Readers take a stripe's table (volatile) and walk a chain whose entries never
     * were published by the volatile store of the table; writers hold the stripe's monitor for the few
     * instructions of an insertion. Entries whose object is gone are dropped after each collection, so the map's size follows
     * the number of live objects. Identity hashes are taken from the object's header; the caller takes them before the monitor
     * is entered, which avoids inflating it on 17. Entries of objects whose end somebody wants to hear of are queued by the
     * collector when their object is unreachable; who comes to hear takes them from there, or, after a sweep, their ids from `gone`.
     *
     * A sweep takes entries without an object out of their chains. A reader that stands on one goes on from there.
     */
    private static final int STRIPES = 64;
    private static final ReferenceQueue<Object> UNREACHABLE = new ReferenceQueue<>();
    /** The second half is for what users define: an object can be a lock of theirs and a monitor, which are two mutexes. */
    private static final Stripe[] ALL = new Stripe[2 * STRIPES];

    static {
        for (int i = 0; i < ALL.length; i++) {
            ALL[i] = new Stripe();
        }
    }

    private static final Object GONE_LOCK = new Object();

    /** Watched objects that are gone and of which nobody has been told. */
    private static long[] gone = new long[0];

    private static int goneCount;

    private WaitIds() {}

    /** The id of an object, given when it is first asked for; never 0, the same as long as the object lives. */
    public static long of(Object object, Construct construct) {
        return of(object, construct, object.getClass());
    }

    /** The same for an object that stands for another one, under whose class it is shown. */
    public static long of(Object object, Construct construct, Class<?> shownAs) {
        return of(object, construct, shownAs, false);
    }

    /** The same for a new object; {@link #takeUnreachable} tells when it is gone. */
    public static long ofWatched(Object object, Construct construct, Class<?> shownAs) {
        return of(object, construct, shownAs, true);
    }

    private static long of(Object object, Construct construct, Class<?> shownAs, boolean watched) {
        int hash = System.identityHashCode(object);
        int half = construct == Construct.DEFINED ? STRIPES : 0;
        Stripe stripe = ALL[half + (hash & (STRIPES - 1))];
        Entry known = stripe.find(object, hash);
        return known != null ? known.id : stripe.insert(object, hash, construct, shownAs, watched);
    }

    /** The id of a watched object that has become unreachable since, each once; 0 if there is none. */
    public static long takeUnreachable() {
        synchronized (GONE_LOCK) {
            if (goneCount > 0) {
                return gone[--goneCount];
            }
        }
        Object queued = UNREACHABLE.poll();
        return queued == null ? 0 : ((Entry) queued).id;
    }

    /** Drops what the collector has freed; called after a collection. */
    static void sweep() {
        for (Stripe each : ALL) {
            each.sweep();
        }
        Definitions.wereForgotten();
        synchronized (GONE_LOCK) {
            for (Object queued = UNREACHABLE.poll(); queued != null; queued = UNREACHABLE.poll()) {
                if (goneCount == gone.length) {
                    gone = Arrays.copyOf(gone, 2 * goneCount + 16);
                }
                gone[goneCount++] = ((Entry) queued).id;
            }
            if (gone.length != goneCount) {
                gone = Arrays.copyOf(gone, goneCount);
            }
        }
    }

    /** How many objects are remembered, those included that are gone and have not been swept. */
    static int count() {
        int count = 0;
        for (Stripe each : ALL) {
            count += each.count();
        }
        return count;
    }

    /** Forgets every object; one that is asked for again gets another id. */
    static void forget() {
        for (Stripe each : ALL) {
            each.clear();
        }
        Object queued;
        do {
            queued = UNREACHABLE.poll();
        } while (queued != null);
        synchronized (GONE_LOCK) {
            goneCount = 0;
        }
    }

    /** The id of an object if it has one, else 0. */
    public static long ifKnown(Object object) {
        int hash = System.identityHashCode(object);
        Entry known = ALL[hash & (STRIPES - 1)].find(object, hash);
        return known == null ? 0 : known.id;
    }

    private static final class Entry extends WeakReference<Object> {
        final int hash;
        final long id;
        final boolean watched;

        @Nullable
        Entry next;

        Entry(Object object, int hash, long id, boolean watched, @Nullable Entry next) {
            super(object, watched ? UNREACHABLE : null);
            this.hash = hash;
            this.id = id;
            this.watched = watched;
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

        synchronized long insert(Object object, int hash, Construct construct, Class<?> shownAs, boolean watched) {
            Entry known = find(object, hash);
            if (known != null) {
                return known.id;
            }
            if (entries >= buckets.length * 2) {
                rebuild();
            }
            Entry[] table = buckets;
            int index = index(hash, table.length);
            Entry added = new Entry(object, hash, Ids.takeOne(), watched, table[index]);
            // Who finds the entry without having read the table anew shall find its successor.
            VarHandle.releaseFence();
            table[index] = added;
            buckets = table;
            if (++entries == ENTRIES_WORTH_A_SWEEP) {
                Sweeper.begin();
            }
            Definitions.waitObject(added.id, construct, shownAs.getName());
            return added.id;
        }

        synchronized int count() {
            return entries;
        }

        synchronized void sweep() {
            if (entries > 0) {
                dropCleared();
                if (buckets.length > FIRST_BUCKETS && entries < buckets.length / 8) {
                    rebuild();
                }
            }
        }

        synchronized void clear() {
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
            Entry[] table = new Entry[length];
            int moved = 0;
            for (Entry head : old) {
                for (Entry each = head; each != null; each = each.next) {
                    moved += move(each, table) ? 1 : 0;
                }
            }
            entries = moved;
            buckets = table;
        }

        private static boolean move(Entry entry, Entry[] table) {
            Object object = entry.get();
            if (object == null) {
                Definitions.forgetWaitObject(entry.id);
                return false;
            }
            int index = index(entry.hash, table.length);
            table[index] = new Entry(object, entry.hash, entry.id, entry.watched, table[index]);
            if (entry.watched) {
                // Its successor tells of the end. Who still looks through the old table asks again, with the lock.
                entry.clear();
            }
            return true;
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
                        Definitions.forgetWaitObject(each.id);
                        if (before == null) {
                            table[i] = each.next;
                        } else {
                            before.next = each.next;
                        }
                    }
                }
            }
            entries = live;
        }

        private static int index(int hash, int length) {
            return (hash >>> 6) & (length - 1);
        }
    }
}
