package org.ompt4j.emitter;

import org.jspecify.annotations.Nullable;

/**
 * Called by class loaders, such as those of OSGi, that delegate only the imports of their modules: no module imports the hooks.
 *
 * <p>Thread safety: any thread.
 */
public final class HiddenHooks {
    private static final String PREFIX = "org.ompt4j.emitter.";

    private HiddenHooks() {}

    /** The hook class of this name; null for every other class, which the loader has to find itself. */
    public static @Nullable Class<?> find(@Nullable String name) {
        if (name == null || !name.startsWith(PREFIX)) {
            return null;
        }
        try {
            return Class.forName(name, false, null);
        } catch (ClassNotFoundException | LinkageError notOurs) {
            return null;
        }
    }
}
