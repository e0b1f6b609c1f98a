package org.ompt4j.emitter;

import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/**
 * Queues of values for objects that have no field for them: any number of values for each object, taken one by one. Objects are compared by identity
 * and not kept alive. Values of objects that are gone, and of earlier epochs, are dropped.
 *
 * <p>Thread safety: any thread.
 */
public final class WeakBacklog<V> {
    private final WeakStripe[] stripes = WeakSideTable.sweptStripes();

    /** Makes a backlog, which is never freed. */
    public WeakBacklog() {}

    /** Adds a value of the object, which becomes its youngest one. */
    public void add(Object object, V value) {
        int hash = System.identityHashCode(object);
        WeakStripe stripe = stripes[WeakStripe.stripeOf(hash)];
        synchronized (stripe) {
            Pending<V> pending = find(stripe, object, hash);
            if (pending == null) {
                stripe.add(new Pending<>(object, hash, value));
            } else {
                pending.add(value);
            }
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

    private @Nullable V take(Object object, boolean oldest) {
        int hash = System.identityHashCode(object);
        WeakStripe stripe = stripes[WeakStripe.stripeOf(hash)];
        synchronized (stripe) {
            Pending<V> pending = find(stripe, object, hash);
            if (pending == null) {
                return null;
            }
            if (pending.hasOne()) {
                stripe.remove(pending);
                return pending.oldest;
            }
            return oldest ? pending.takeOldest() : pending.takeYoungest();
        }
    }

    @SuppressWarnings("unchecked")
    private @Nullable Pending<V> find(WeakStripe stripe, Object object, int hash) {
        return (Pending<V>) stripe.find(object, hash);
    }

    /** How many objects have values, including objects that are gone and have not been swept. */
    int count() {
        return WeakStripe.count(stripes);
    }

    /** The values of one object, at least one. There can be many: a program can submit the same object a million times before it runs once. */
    private static final class Pending<V> extends WeakStripe.Entry {
        private V oldest;
        /** The other values, the oldest first; null if there never was another one. */
        private @Nullable ArrayDeque<V> later;

        Pending(Object object, int hash, V value) {
            super(object, hash, null);
            this.oldest = value;
        }

        void add(V value) {
            ArrayDeque<V> others = later;
            if (others == null) {
                others = new ArrayDeque<>();
                later = others;
            }
            others.addLast(value);
        }

        boolean hasOne() {
            return later == null || later.isEmpty();
        }

        /** One of several. */
        @Nullable
        V takeOldest() {
            V taken = oldest;
            V next = later == null ? null : later.pollFirst();
            if (next != null) {
                oldest = next;
            }
            return taken;
        }

        /** One of several. */
        @Nullable
        V takeYoungest() {
            return later == null ? null : later.pollLast();
        }

        @Override
        WeakStripe.Entry copy(Object object) {
            Pending<V> copy = new Pending<>(object, hash(), oldest);
            copy.later = later;
            return copy;
        }
    }
}
