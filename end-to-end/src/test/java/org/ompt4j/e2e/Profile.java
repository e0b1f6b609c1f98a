package org.ompt4j.e2e;

import java.util.Locale;

/** The values of the setting {@code profile}. */
enum Profile {
    STATES,
    DEFAULT,
    FULL;

    /** The name in the setting. */
    String id() {
        return name().toLowerCase(Locale.ROOT);
    }

    @Override
    public String toString() {
        return id();
    }
}
