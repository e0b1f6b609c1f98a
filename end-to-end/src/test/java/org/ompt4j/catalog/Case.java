package org.ompt4j.catalog;

import java.util.Locale;

/**
 * The cases that the test of each construct shows, with exact counts that are known by construction, in the profile {@code full}. One more case is
 * shown for all constructs in the same way, with the whole program: an excluded construct is silent.
 */
public enum Case {
    /** The construct is used as intended. */
    NORMAL,
    /** Several threads want the same object at the same time. */
    CONTENDED,
    /** A call times out. */
    TIMEOUT,
    /** A thread is interrupted in a call. */
    INTERRUPT,
    /** The construct throws, or the code that it runs does. */
    EXCEPTION,
    /** The construct is used inside itself. */
    NESTED;

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
