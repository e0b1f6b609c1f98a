package org.ompt4j.emitter;

import org.jspecify.annotations.Nullable;

/**
 * What would stand in fields added to classes of the JDK, where those were loaded before the agent could add any: by another
 * agent, or from an archive of linked classes. A look-up takes the place of reading a field, and a new object that of writing one.
 *
 * <p>Thread safety: any thread; looking up what is there takes no lock.
 */
public final class SideNotes {
    /* A weak identity map from object to note in stripes, see WeakStripe. */
    private static final Stripe[] ALL = new Stripe[WeakStripe.STRIPES];
    private static volatile Class<?>[] classes = new Class<?>[0];

    static {
        for (int i = 0; i < ALL.length; i++) {
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
        Note known = (Note) ALL[WeakStripe.stripeOf(hash)].find(object, hash);
        return known == null ? null : known.note;
    }

    /** The object's note; the given one, from now on, if it had none. */
    public static Object findOrKeep(Object object, Object fresh) {
        int hash = System.identityHashCode(object);
        return ALL[WeakStripe.stripeOf(hash)].findOrKeep(object, hash, fresh);
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

    private static final class Note extends WeakStripe.Entry {
        final Object note;

        Note(Object object, int hash, Object note) {
            super(object, hash, null);
            this.note = note;
        }
    }

    private static final class Stripe extends WeakStripe {

        synchronized Object findOrKeep(Object object, int hash, Object fresh) {
            Note known = (Note) find(object, hash);
            if (known != null) {
                return known.note;
            }
            add(new Note(object, hash, fresh));
            return fresh;
        }

        @Override
        WeakStripe.Entry copy(WeakStripe.Entry old, Object object) {
            return new Note(object, old.hash(), ((Note) old).note);
        }

        @Override
        void replaced(WeakStripe.Entry old) {
            // Who still looks through the old table finds the same note.
        }

        @Override
        void dropped(WeakStripe.Entry entry) {
            // Nothing else is known of it.
        }
    }
}
