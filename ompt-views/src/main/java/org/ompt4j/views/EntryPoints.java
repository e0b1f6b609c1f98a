package org.ompt4j.views;

import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.OmptFunctionLookup;

/**
 * The runtime's entry points by type and name.
 *
 * <p>Thread safety: any thread.
 */
public final class EntryPoints {
    private final OmptFunctionLookup lookup;

    public EntryPoints(OmptFunctionLookup lookup) {
        this.lookup = lookup;
    }

    /**
     * An entry point that a view needs.
     *
     * @throws IllegalStateException if the runtime has no entry point of that name and type
     */
    public <T> T required(Class<T> type, String name) {
        T entryPoint = optional(type, name);
        if (entryPoint == null) {
            throw new IllegalStateException("the runtime has no entry point " + name + " of the type " + type.getName()
                    + "; agent and view are of different versions");
        }
        return entryPoint;
    }

    /** An optional entry point; null if the runtime has none of that name and type. */
    public <T> @Nullable T optional(Class<T> type, String name) {
        Object entryPoint = lookup.lookup(name);
        return type.isInstance(entryPoint) ? type.cast(entryPoint) : null;
    }
}
