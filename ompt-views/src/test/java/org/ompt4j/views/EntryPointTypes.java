package org.ompt4j.views;

import org.ompt4j.ompt.OmptFunctionLookup;

/** Looks up entry points of a view by their interfaces, which have their names. */
public final class EntryPointTypes {

    private EntryPointTypes() {}

    /** The constant {@code NAME} of an entry point's interface. */
    public static String nameOf(Class<?> type) {
        try {
            return (String) type.getField("NAME").get(null);
        } catch (ReflectiveOperationException e) {
            throw new IllegalArgumentException(type + " is no entry point", e);
        }
    }

    /** Looks up an entry point; fails if there is none. */
    public static <T> T lookUp(OmptFunctionLookup lookup, Class<T> type) {
        Object found = lookup.lookup(nameOf(type));
        if (found == null) {
            throw new AssertionError("lookup gives no " + nameOf(type));
        }
        return type.cast(found);
    }
}
