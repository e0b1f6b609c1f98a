package org.ompt4j.emitter;

import org.jspecify.annotations.Nullable;

/**
 * What is still to come for objects that have no field for it: any number of values for each, taken one by one. Objects are told apart by
 * identity and not kept alive; values of objects that are gone, or of an earlier epoch, are dropped.
 *
 * <p>Thread safety: any thread.
 */
public final class WeakBacklog<V> {
    private final WeakStripe[] stripes = WeakSideTable.sweptStripes();

    /** Makes a backlog for good: it is never forgotten itself. */
    public WeakBacklog() {}

    /** Adds a value of the object, the youngest of those that it has. */
    public void add(Object object, V value) {
        int hash = System.identityHashCode(object);
        WeakStripe stripe = stripes[WeakStripe.stripeOf(hash)];
        Pending<V> pending = new Pending<>(object, hash, value);
        synchronized (stripe) {
            stripe.add(pending);
        }
    }

    /** Takes the oldest value of the object; null if it has none. */
    public @Nullable V takeOldest(Object object) {
        return take(object, true);
    }

    /** Takes the youngest value of the object; null if it has none. */
    public @Nullable V takeYoungest(Object object) {
        return take(object, false);
    }

    @SuppressWarnings("unchecked")
    private @Nullable V take(Object object, boolean oldest) {
        int hash = System.identityHashCode(object);
        WeakStripe stripe = stripes[WeakStripe.stripeOf(hash)];
        synchronized (stripe) {
            WeakStripe.Entry taken = oldest ? stripe.findOldest(object, hash) : stripe.find(object, hash);
            if (taken == null) {
                return null;
            }
            stripe.remove(taken);
            return ((Pending<V>) taken).value;
        }
    }

    /** How many values are there, those included whose objects are gone and have not been swept. */
    int count() {
        return WeakStripe.count(stripes);
    }

    private static final class Pending<V> extends WeakStripe.Entry {
        private final V value;

        Pending(Object object, int hash, V value) {
            super(object, hash, null);
            this.value = value;
        }

        @Override
        WeakStripe.Entry copy(Object object) {
            return new Pending<>(object, hash(), value);
        }
    }
}
