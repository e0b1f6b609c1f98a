package org.ompt4j.views.collector;

import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.Enumerator;

/**
 * What a thread is doing.
 *
 * <p>Spec: Collector API, {@code OMP_COLLECTOR_API_THR_STATE}; numbers are the specification's.
 */
public enum OmpCollectorState implements Enumerator {
    /** Between tasks, in the agent, or asleep by its own wish. */
    OVHD(1),
    WORK(2),
    /** End of a region, taskwait, taskgroup and barriers of the machinery. */
    IBAR(3),
    EBAR(4),
    IDLE(5),
    /** Outside parallel regions, and every thread that is none of the runtime. */
    SERIAL(6),
    REDUC(7),
    /** A lock; also a condition, a parking place, a queue, input or output. */
    LKWT(8),
    /** A monitor. */
    CTWT(9),
    ODWT(10),
    ATWT(11);

    private static final OmpCollectorState[] ALL = values();

    private final int value;

    OmpCollectorState(int value) {
        this.value = value;
    }

    @Override
    public int value() {
        return value;
    }

    @Override
    public String specName() {
        return "THR_" + name() + "_STATE";
    }

    /** Whether time in this state is "OpenMP Work"; all other time is "OpenMP Wait". */
    public boolean isWork() {
        return this == WORK || this == SERIAL || this == REDUC;
    }

    /** Whether the state comes with a wait id: the lock, the monitor, the barrier or the region. */
    public boolean hasWaitId() {
        return this == IBAR || this == EBAR || this == LKWT || this == CTWT || this == ODWT || this == ATWT;
    }

    /** The enumerator with this number, or null if there is none. */
    public static @Nullable OmpCollectorState of(int value) {
        return Enumerator.find(ALL, value);
    }
}
