package org.ompt4j.catalog;

import java.util.Locale;

/**
 * What is shown of each construct with the counts that are known by construction, in the profile {@code full}. That a construct is silent when it
 * is excluded is shown for all alike, with the whole program.
 */
public enum Case {
    /** It is used as it is meant to be. */
    NORMAL,
    /** Several threads want one and the same at one time. */
    CONTENDED,
    /** A time runs out. */
    TIMEOUT,
    /** A thread is interrupted in it. */
    INTERRUPT,
    /** It throws, or the code that runs in it does. */
    EXCEPTION,
    /** One is inside another one. */
    NESTED;

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
