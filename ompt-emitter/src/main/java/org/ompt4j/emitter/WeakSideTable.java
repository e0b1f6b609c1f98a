package org.ompt4j.emitter;

import org.jspecify.annotations.Nullable;

/**
 * A weak identity map: what is kept of objects that have no field for it, for as long as they live and in one epoch only.
 *
 * <p>Thread safety: any thread; looking up what is there takes no lock.
 */
public final class WeakSideTable<V> {
    /* Made for good: a few by hook families when they are initialised. Stripes are explained at WeakStripe. */
    private static volatile WeakSideTable<?>[] all = new WeakSideTable<?>[0];

    private final Stripe[] stripes = new Stripe[WeakStripe.STRIPES];

    /** Makes a table that is swept after collections, and emptied at the end of each epoch. */
    public WeakSideTable() {
        for (int i = 0; i < stripes.length; i++) {
            stripes[i] = new Stripe();
        }
        synchronized (WeakSideTable.class) {
            WeakSideTable<?>[] before = all;
            WeakSideTable<?>[] after = new WeakSideTable<?>[before.length + 1];
            System.arraycopy(before, 0, after, 0, before.length);
            after[before.length] = this;
            all = after;
        }
    }

    /** What is kept of the object, or null if that is nothing. */
    @SuppressWarnings("unchecked")
    public @Nullable V find(Object object) {
        int hash = System.identityHashCode(object);
        Kept known = (Kept) stripes[WeakStripe.stripeOf(hash)].find(object, hash);
        return known == null ? null : (V) known.value;
    }

    /** What is kept of the object; the given value, from now on, if that was nothing. */
    @SuppressWarnings("unchecked")
    public V findOrKeep(Object object, V fresh) {
        int hash = System.identityHashCode(object);
        return (V) stripes[WeakStripe.stripeOf(hash)].findOrKeep(object, hash, fresh);
    }

    /** Keeps a value of the object in place of any other; null forgets the object. */
    public void put(Object object, @Nullable V value) {
        int hash = System.identityHashCode(object);
        stripes[WeakStripe.stripeOf(hash)].put(object, hash, value);
    }

    /** How many objects are remembered, those included that are gone, or forgotten, and have not been swept. */
    public int count() {
        int count = 0;
        for (Stripe each : stripes) {
            count += each.count();
        }
        return count;
    }

    /** Drops what the collector has freed; called after a collection. */
    static void sweepAll() {
        for (WeakSideTable<?> table : all) {
            for (Stripe each : table.stripes) {
                each.sweep();
            }
        }
    }

    /** Forgets every object. */
    static void forgetAll() {
        for (WeakSideTable<?> table : all) {
            for (Stripe each : table.stripes) {
                each.clear();
            }
        }
    }

    private static final class Kept extends WeakStripe.Entry {
        volatile @Nullable Object value;

        Kept(Object object, int hash, @Nullable Object value) {
            super(object, hash, null);
            this.value = value;
        }
    }

    private static final class Stripe extends WeakStripe {

        synchronized Object findOrKeep(Object object, int hash, Object fresh) {
            Kept known = (Kept) find(object, hash);
            Object value = known == null ? null : known.value;
            if (value != null) {
                return value;
            }
            put(object, hash, fresh);
            return fresh;
        }

        synchronized void put(Object object, int hash, @Nullable Object value) {
            Kept known = (Kept) find(object, hash);
            if (known != null) {
                known.value = value;
            } else if (value != null) {
                add(new Kept(object, hash, value));
            }
        }

        @Override
        WeakStripe.Entry copy(WeakStripe.Entry old, Object object) {
            return new Kept(object, old.hash(), ((Kept) old).value);
        }

        @Override
        void replaced(WeakStripe.Entry old) {
            // A reader of the former table finds the same value.
        }

        @Override
        void dropped(WeakStripe.Entry entry) {
            // Nothing else is known of it.
        }
    }
}
