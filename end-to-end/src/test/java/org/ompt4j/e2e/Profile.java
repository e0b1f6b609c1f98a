package org.ompt4j.e2e;

import java.util.Locale;

/** The three depths of observation. */
enum Profile {
    STATES,
    DEFAULT,
    FULL;

    /** As the setting {@code profile} has it. */
    String id() {
        return name().toLowerCase(Locale.ROOT);
    }

    @Override
    public String toString() {
        return id();
    }
}
