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

    /** Whether the class path of what is measured has all libraries; looking for tools opens each of them. */
    boolean needsLibraries() {
        return this != START_UP && this != MEMORY;
    }

    /** In raw data. */
    String id() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    static Suite byId(String id) {
        return valueOf(id.toUpperCase(Locale.ROOT).replace('-', '_'));
    }
}
