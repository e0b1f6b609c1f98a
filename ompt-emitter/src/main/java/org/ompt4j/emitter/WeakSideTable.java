package org.ompt4j.emitter;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A weak identity map: values for objects that have no field for them. An entry lives as long as its object, but at most until the end of the epoch.
 *
 * <p>Thread safety: any thread; looking up what is there takes no lock.
 */
public final class WeakSideTable<V> {
    /* Of all tables and backlogs. They are made for good: a few by hook families when they are initialised. */
    private static volatile WeakStripe[][] all = new WeakStripe[0][];

    private static volatile PendingTasks[] backlogs = new PendingTasks[0];

    private final WeakStripe[] stripes = sweptStripes();

    /** Makes a table that is swept after collections, and emptied at the end of each epoch. */
    public WeakSideTable() {}

    /** Stripes of a table that is swept after collections, and emptied at the end of each epoch. */
    static WeakStripe[] sweptStripes() {
        WeakStripe[] stripes = WeakStripe.newStripes(WeakStripe.STRIPES);
        synchronized (WeakSideTable.class) {
            WeakStripe[][] after = Arrays.copyOf(all, all.length + 1);
            after[after.length - 1] = stripes;
            all = after;
        }
        return stripes;
    }

    /** As {@link #sweptStripes()}, of a backlog, which is then swept and emptied too. */
    static WeakStripe[] sweptStripes(PendingTasks backlog) {
        synchronized (WeakSideTable.class) {
            PendingTasks[] after = Arrays.copyOf(backlogs, backlogs.length + 1);
            after[after.length - 1] = backlog;
            backlogs = after;
        }
        return sweptStripes();
    }

    /** The value of the object, or null if it has none. */
    @SuppressWarnings("unchecked")
    public @Nullable V find(Object object) {
        int hash = System.identityHashCode(object);
        Kept known = (Kept) stripes[WeakStripe.stripeOf(hash)].find(object, hash);
        return known == null ? null : (V) known.value;
    }

    /** The value of the object; if it has none, {@code fresh} is kept and returned. */
    public V findOrKeep(Object object, V fresh) {
        synchronized (stripes[WeakStripe.stripeOf(System.identityHashCode(object))]) {
            V known = find(object);
            if (known == null) {
                put(object, fresh);
            }
            return known == null ? fresh : known;
        }
    }

    /** Sets the value of the object; null removes the object. */
    public void put(Object object, @Nullable V value) {
        int hash = System.identityHashCode(object);
        WeakStripe stripe = stripes[WeakStripe.stripeOf(hash)];
        synchronized (stripe) {
            Kept known = (Kept) stripe.find(object, hash);
            if (known != null) {
                known.value = value;
            } else if (value != null) {
                stripe.add(new Kept(object, hash, value));
            }
        }
    }

    /** How many objects have entries, including objects that are gone or removed and have not been swept. */
    public int count() {
        return WeakStripe.count(stripes);
    }

    /** Drops entries of objects that the garbage collector has freed; called after a collection. */
    static void sweepAll() {
        for (WeakStripe[] stripes : all) {
            WeakStripe.sweep(stripes);
        }
        for (PendingTasks each : backlogs) {
            each.sweep(false);
        }
    }

    /** Removes every object. */
    static void forgetAll() {
        for (WeakStripe[] stripes : all) {
            WeakStripe.clear(stripes);
        }
        for (PendingTasks each : backlogs) {
            each.sweep(true);
        }
    }

    private static final class Kept extends WeakStripe.Entry {
        volatile @Nullable Object value;

        Kept(Object object, int hash, @Nullable Object value) {
            super(object, hash, null);
            this.value = value;
        }

        @Override
        WeakStripe.Entry copy(Object object) {
            return new Kept(object, hash(), value);
        }
    }
}
