package org.ompt4j.emitter;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A weak identity map: what is kept of objects that have no field for it, for as long as they live and in one epoch only.
 *
 * <p>Thread safety: any thread; looking up what is there takes no lock.
 */
public final class WeakSideTable<V> {
    /* Of all tables and backlogs. They are made for good: a few by hook families when they are initialised. */
    private static volatile WeakStripe[][] all = new WeakStripe[0][];

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

    /** What is kept of the object, or null if that is nothing. */
    @SuppressWarnings("unchecked")
    public @Nullable V find(Object object) {
        int hash = System.identityHashCode(object);
        Kept known = (Kept) stripes[WeakStripe.stripeOf(hash)].find(object, hash);
        return known == null ? null : (V) known.value;
    }

    /** What is kept of the object; the given value, from now on, if that was nothing. */
    public V findOrKeep(Object object, V fresh) {
        synchronized (stripes[WeakStripe.stripeOf(System.identityHashCode(object))]) {
            V known = find(object);
            if (known == null) {
                put(object, fresh);
            }
            return known == null ? fresh : known;
        }
    }

    /** Keeps a value of the object in place of any other; null forgets the object. */
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

    /** How many objects are remembered, those included that are gone, or forgotten, and have not been swept. */
    public int count() {
        return WeakStripe.count(stripes);
    }

    /** Drops what the collector has freed; called after a collection. */
    static void sweepAll() {
        for (WeakStripe[] stripes : all) {
            WeakStripe.sweep(stripes);
        }
    }

    /** Forgets every object. */
    static void forgetAll() {
        for (WeakStripe[] stripes : all) {
            WeakStripe.clear(stripes);
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
