package org.ompt4j.mappings.defined;

/** Says whether a name is one that the user meant; the agent hands in its globs as this. */
public interface NameMatch {

    /** Whether the name, with dots or slashes between packages, matches. */
    boolean matches(String name);
}
