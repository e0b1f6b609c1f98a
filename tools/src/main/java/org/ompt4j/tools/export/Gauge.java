package org.ompt4j.tools.export;

/** A number that changes over time. */
final class Gauge {
    /** What it counts. */
    enum Kind {
        /** Threads that work. */
        WORKING,
        /** Workers of a pool that work. */
        POOL,
        /** Tasks of a construct that were created and have not begun. */
        WAITING_TASKS
    }

    private final Kind kind;
    private final long id;
    private final String name;
    long value;
    /** The value that was passed to the viewer last. */
    long told = -1;

    boolean isChanged;

    /** @param id the pool or construct; 0 for the whole run */
    Gauge(Kind kind, long id, String name) {
        this.kind = kind;
        this.id = id;
        this.name = name;
    }

    Kind kind() {
        return kind;
    }

    long id() {
        return id;
    }

    String name() {
        return name;
    }
}
