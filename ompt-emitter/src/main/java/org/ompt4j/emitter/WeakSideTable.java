package org.ompt4j.emitter;

import org.jspecify.annotations.Nullable;

/**
 * A weak identity map: values for objects that have no field for them. An entry lives as long as its object, but at most until the end of the epoch.
 *
 * <p>Thread safety: any thread; looking up what is there takes no lock.
 */
public final class WeakSideTable<V> extends Swept {
    private final WeakStripe[] stripes = WeakStripe.newStripes(WeakStripe.STRIPES);

    /** Makes a table that is swept after collections, and emptied at the end of each epoch. */
    public WeakSideTable() {
        register();
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

    @Override
    void sweep() {
        WeakStripe.sweep(stripes);
    }

    @Override
    void clear() {
        WeakStripe.clear(stripes);
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
