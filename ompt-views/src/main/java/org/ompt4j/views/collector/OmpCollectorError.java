package org.ompt4j.views.collector;

import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.Enumerator;

/**
 * What became of a request.
 *
 * <p>Spec: Collector API, {@code OMP_COLLECTORAPI_EC}; numbers are the specification's.
 */
public enum OmpCollectorError implements Enumerator {
    OK(0),
    /** An argument is missing or makes no sense. */
    ERROR(1),
    /** No such request, no such event. */
    UNKNOWN(2),
    /** An event that never happens in this run. */
    UNSUPPORTED(3),
    /** Not started, started already, or the run is over. */
    SEQUENCE_ERR(4),
    /** Never given: no request is obsolete. */
    OBSOLETE(5),
    /** Not the master of a team. */
    THREAD_ERR(6),
    /** The answer needs as much room as {@code rsz} says. */
    MEM_TOO_SMALL(7);

    private static final OmpCollectorError[] ALL = values();

    private final int value;

    OmpCollectorError(int value) {
        this.value = value;
    }

    @Override
    public int value() {
        return value;
    }

    @Override
    public String specName() {
        return "OMP_ERRCODE_" + name();
    }

    /** The enumerator with this number, or null if there is none. */
    public static @Nullable OmpCollectorError of(int value) {
        return Enumerator.find(ALL, value);
    }
}
