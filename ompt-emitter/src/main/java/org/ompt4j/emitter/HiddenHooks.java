package org.ompt4j.emitter;

import org.jspecify.annotations.Nullable;

/**
 * Called by class loaders that ask others only for what their modules import, as OSGi's do: no module imports the hooks.
 *
 * <p>Thread safety: any thread.
 */
public final class HiddenHooks {
    private static final String PREFIX = "org.ompt4j.emitter.";

    private HiddenHooks() {}

    /** The hook class of this name; null for all that the loader has to find itself. */
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
