package org.ompt4j.emitter;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * What would stand in fields added to classes of the JDK, where those were loaded before the agent could add any: by another
 * agent, or from an archive of linked classes. A look-up takes the place of reading a field, and a new object that of writing one.
 *
 * <p>Thread safety: any thread; looking up what is there takes no lock.
 */
public final class FieldSubstitutes {
    private static final WeakSideTable<Object> TABLE = new WeakSideTable<>();
    private static volatile Class<?>[] classes = new Class<?>[0];

    private FieldSubstitutes() {}

    /** There are no fields for the objects of this class. Called before its first hook. */
    public static synchronized void keepFor(Class<?> owner) {
        if (areKeptFor(owner)) {
            return;
        }
        Class<?>[] after = Arrays.copyOf(classes, classes.length + 1);
        after[after.length - 1] = owner;
        classes = after;
    }

    /** Whether there are no fields for the objects of this class. */
    public static boolean areKeptFor(Class<?> owner) {
        for (Class<?> each : classes) {
            if (each == owner) {
                return true;
            }
        }
        return false;
    }

    /** What stands for the object's fields; null if nothing does yet. */
    public static @Nullable Object find(Object object) {
        return TABLE.find(object);
    }

    /** What stands for the object's fields: the given object, from now on, if nothing did. */
    public static Object findOrKeep(Object object, Object fresh) {
        return TABLE.findOrKeep(object, fresh);
    }
}
