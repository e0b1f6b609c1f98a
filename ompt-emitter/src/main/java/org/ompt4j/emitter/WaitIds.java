package org.ompt4j.emitter;

import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
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
     * change after they were published by the volatile store of the bucket; writers hold the stripe's monitor for the few
     * instructions of an insertion. Entries whose object is gone are dropped when their stripe grows, so the map's size follows
     * the number of live objects. Identity hashes are taken from the object's header; the caller takes them before the monitor
     * is entered, which avoids inflating it on 17. Entries of objects whose end somebody wants to hear of are queued by the
     * collector when their object is unreachable.
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
        Object gone = UNREACHABLE.poll();
        return gone == null ? 0 : ((Entry) gone).id;
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
        final @Nullable Entry next;

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
            table[index] = added;
            buckets = table;
            entries++;
            Definitions.waitObject(added.id, construct, shownAs.getName());
            return added.id;
        }

        private void rebuild() {
            int live = dropCleared();
            Entry[] old = buckets;
            Entry[] table = new Entry[live * 2 > old.length ? old.length * 2 : old.length];
            for (Entry head : old) {
                for (Entry each = head; each != null; each = each.next) {
                    Object object = each.get();
                    if (object != null) {
                        int index = index(each.hash, table.length);
                        table[index] = new Entry(object, each.hash, each.id, each.watched, table[index]);
                        // Its successor tells of the end; who still looks through the old table asks again for the new
                        // one.
                        each.clear();
                    }
                }
            }
            entries = live;
            buckets = table;
        }

        private int dropCleared() {
            int live = 0;
            for (Entry head : buckets) {
                for (Entry each = head; each != null; each = each.next) {
                    if (each.refersTo(null)) {
                        Definitions.forgetWaitObject(each.id);
                    } else {
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
