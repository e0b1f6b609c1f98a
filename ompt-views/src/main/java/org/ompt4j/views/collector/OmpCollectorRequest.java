package org.ompt4j.views.collector;

import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.Enumerator;

/**
 * What a collector can ask for.
 *
 * <p>Spec: Collector API, {@code OMP_COLLECTORAPI_REQUEST}; numbers are the specification's.
 */
public enum OmpCollectorRequest implements Enumerator {
    START(0),
    REGISTER(1),
    UNREGISTER(2),
    STATE(3),
    CURRENT_PRID(4),
    PARENT_PRID(5),
    STOP(6),
    PAUSE(7),
    RESUME(8);

    private static final OmpCollectorRequest[] ALL = values();

    private final int value;

    OmpCollectorRequest(int value) {
        this.value = value;
    }

    @Override
    public int value() {
        return value;
    }

    @Override
    public String specName() {
        return "OMP_REQ_" + name();
    }

    /** The enumerator with this number, or null if there is none. */
    public static @Nullable OmpCollectorRequest of(int value) {
        return Enumerator.find(ALL, value);
    }
}
