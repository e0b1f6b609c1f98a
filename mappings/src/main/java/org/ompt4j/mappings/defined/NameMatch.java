package org.ompt4j.mappings.defined;

import org.jspecify.annotations.Nullable;

/** Says whether a name is one that the user meant; the agent hands in its globs as this. */
public interface NameMatch {

    /** Whether the name, with dots or slashes between packages, matches. */
    boolean matches(String name);

    /** The one name that matches, with dots between packages; null where the user wrote a pattern. */
    default @Nullable String onlyName() {
        return null;
    }
}
