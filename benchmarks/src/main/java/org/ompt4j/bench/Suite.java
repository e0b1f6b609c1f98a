package org.ompt4j.bench;

import java.util.Locale;

/** Kinds of measurements, each with a section of the page. */
enum Suite {
    START_UP,
    EVENTS,
    CONSTRUCTS,
    PROGRAMS,
    TRACES,
    MEMORY;

    /** Whether the class path has all libraries, each of which is opened when the agent looks for tools. */
    boolean needsLibraries() {
        return this != START_UP && this != MEMORY;
    }

    /** The name in raw data. */
    String id() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    static Suite byId(String id) {
        return valueOf(id.toUpperCase(Locale.ROOT).replace('-', '_'));
    }
}
