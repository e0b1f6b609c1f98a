package org.ompt4j.emitter;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Replaces the fields that the agent adds to classes of the JDK, for classes that were loaded before the agent could add any: by another agent, or
 * from an archive of linked classes. Instead of reading a field, an object is looked up; instead of writing one, an object is made.
 *
 * <p>Thread safety: any thread; looking up what is there takes no lock.
 */
public final class FieldSubstitutes {
    private static final WeakSideTable<Object> TABLE = new WeakSideTable<>();
    private static volatile Class<?>[] classes = new Class<?>[0];

    private FieldSubstitutes() {}

    /** The objects of this class have no added fields, so substitutes are kept. Must be called before the first hook of the class. */
    public static synchronized void keepFor(Class<?> owner) {
        if (areKeptFor(owner)) {
            return;
        }
        Class<?>[] after = Arrays.copyOf(classes, classes.length + 1);
        after[after.length - 1] = owner;
        classes = after;
    }

    /** Whether substitutes are kept for the objects of this class. */
    public static boolean areKeptFor(Class<?> owner) {
        for (Class<?> each : classes) {
            if (each == owner) {
                return true;
            }
        }
        return false;
    }

    /** The substitute for the object's fields; null if there is none yet. */
    public static @Nullable Object find(Object object) {
        return TABLE.find(object);
    }

    /** The substitute for the object's fields; if there was none, {@code fresh} is kept and returned. */
    public static Object findOrKeep(Object object, Object fresh) {
        return TABLE.findOrKeep(object, fresh);
    }
}
