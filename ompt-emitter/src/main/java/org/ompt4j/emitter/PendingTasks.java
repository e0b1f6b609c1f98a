package org.ompt4j.emitter;

import java.lang.ref.WeakReference;
import java.util.ArrayDeque;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * Queues of pending tasks for objects that have no field for them: any number of tasks for each object, taken one by one. Objects are compared by
 * identity and not kept alive. Tasks of objects that are gone, and of earlier epochs, are dropped.
 *
 * <p>Thread safety: any thread; where an object has one task and not very many tasks are pending, nothing blocks.
 */
public final class PendingTasks extends Swept {
    /*
     * Overview. Mostly an object has one task. This task waits in one of a few places that the object's identity hash selects. It is put there and
     * taken from there by one atomic instruction. If all these places are taken, or the object has a task already, the task waits in a map. An
     * object that may have tasks in the map gets none in a place, so the task in a place is the oldest one of its object.
     */

    /** How many places an object may choose from. */
    private static final int PROBES = 8;

    private static final int PLACES = 4096;

    private final AtomicReferenceArray<@Nullable Lone> places = new AtomicReferenceArray<>(PLACES);
    private final WeakStripe[] stripes = WeakStripe.newStripes(WeakStripe.STRIPES);

    /** Makes a backlog, which is never freed. */
    public PendingTasks() {
        register();
    }

    /**
     * Adds a task of the object, which becomes its youngest one.
     *
     * @param region as {@link PendingTask#place}
     */
    public void add(Object object, long id, @Nullable Object region) {
        int hash = System.identityHashCode(object);
        WeakStripe stripe = stripes[WeakStripe.stripeOf(hash)];
        if (!stripe.isEmpty() || !addToPlace(object, hash, id, region)) {
            addToMap(stripe, object, hash, new PendingTask(id, region));
        }
    }

    /** Takes the oldest task of the object; null if it has none. */
    public @Nullable PendingTask takeOldest(Object object) {
        int hash = System.identityHashCode(object);
        PendingTask oldest = takeFromPlace(object, hash);
        return oldest != null ? oldest : takeFromMap(object, hash, true);
    }

    /** Takes the youngest task of the object; null if it has none. */
    public @Nullable PendingTask takeYoungest(Object object) {
        int hash = System.identityHashCode(object);
        PendingTask youngest = takeFromMap(object, hash, false);
        return youngest != null ? youngest : takeFromPlace(object, hash);
    }

    // ---------------------------------------------------------------- places

    private boolean addToPlace(Object object, int hash, long id, @Nullable Object region) {
        int free = -1;
        Lone before = null;
        for (int i = 0; i < PROBES; i++) {
            int at = place(hash, i);
            Lone other = places.get(at);
            boolean isFree = other == null || other.refersTo(null);
            if (!isFree && other.hash == hash && other.refersTo(object)) {
                return false;
            }
            if (isFree && free < 0) {
                free = at;
                before = other;
            }
        }
        return free >= 0 && places.compareAndSet(free, before, new Lone(object, hash, id, region));
    }

    private @Nullable PendingTask takeFromPlace(Object object, int hash) {
        for (int i = 0; i < PROBES; i++) {
            int at = place(hash, i);
            Lone found = places.get(at);
            if (found != null
                    && found.hash == hash
                    && found.refersTo(object)
                    && places.compareAndSet(at, found, null)) {
                return new PendingTask(found.id, found.region);
            }
        }
        return null;
    }

    /** The first one depends on the hash too, since it is nearly always free. */
    private static int place(int hash, int probe) {
        return hash & (PLACES - 1) & -PROBES | hash + probe & (PROBES - 1);
    }

    @Override
    void sweep() {
        WeakStripe.sweep(stripes);
        dropFromPlaces(false);
    }

    @Override
    void clear() {
        WeakStripe.clear(stripes);
        dropFromPlaces(true);
    }

    /** Drops the tasks whose objects are gone, or all. */
    private void dropFromPlaces(boolean all) {
        for (int i = 0; i < PLACES; i++) {
            Lone each = places.get(i);
            if (each != null && (all || each.refersTo(null))) {
                places.compareAndSet(i, each, null);
            }
        }
    }

    // ---------------------------------------------------------------- map

    private void addToMap(WeakStripe stripe, Object object, int hash, PendingTask task) {
        synchronized (stripe) {
            Pending pending = find(stripe, object, hash);
            if (pending == null) {
                stripe.add(new Pending(object, hash, task));
            } else {
                pending.add(task);
            }
        }
    }

    private @Nullable PendingTask takeFromMap(Object object, int hash, boolean oldest) {
        WeakStripe stripe = stripes[WeakStripe.stripeOf(hash)];
        if (stripe.isEmpty()) {
            return null;
        }
        synchronized (stripe) {
            Pending pending = find(stripe, object, hash);
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

    private static @Nullable Pending find(WeakStripe stripe, Object object, int hash) {
        return (Pending) stripe.find(object, hash);
    }

    /** How many objects have tasks, including objects that are gone and have not been swept. */
    int count() {
        int count = WeakStripe.count(stripes);
        for (int i = 0; i < PLACES; i++) {
            count += places.get(i) == null ? 0 : 1;
        }
        return count;
    }

    /** The only task of an object. */
    private static final class Lone extends WeakReference<Object> {
        private final int hash;
        private final long id;
        private final @Nullable Object region;

        Lone(Object object, int hash, long id, @Nullable Object region) {
            super(object);
            this.hash = hash;
            this.id = id;
            this.region = region;
        }
    }

    /** The tasks of one object, at least one. There can be many: a program can submit the same object a million times before it runs once. */
    private static final class Pending extends WeakStripe.Entry {
        private PendingTask oldest;
        /** The other tasks, the oldest first; null if there never was another one. */
        private @Nullable ArrayDeque<PendingTask> later;

        Pending(Object object, int hash, PendingTask task) {
            super(object, hash, null);
            this.oldest = task;
        }

        void add(PendingTask task) {
            ArrayDeque<PendingTask> others = later;
            if (others == null) {
                others = new ArrayDeque<>();
                later = others;
            }
            others.addLast(task);
        }

        boolean hasOne() {
            return later == null || later.isEmpty();
        }

        /** One of several. */
        @Nullable
        PendingTask takeOldest() {
            PendingTask taken = oldest;
            PendingTask next = later == null ? null : later.pollFirst();
            if (next != null) {
                oldest = next;
            }
            return taken;
        }

        /** One of several. */
        @Nullable
        PendingTask takeYoungest() {
            return later == null ? null : later.pollLast();
        }

        @Override
        WeakStripe.Entry copy(Object object) {
            Pending copy = new Pending(object, hash(), oldest);
            copy.later = later;
            return copy;
        }
    }
}
