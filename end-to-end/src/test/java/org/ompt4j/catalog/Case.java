package org.ompt4j.catalog;

import java.util.Locale;

/**
 * The cases that the test of each construct shows, with exact counts that are known by construction, in the profile {@code full}. One more case is
 * shown for all constructs in the same way, with the whole program: an excluded construct is silent.
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
