package org.ompt4j.views.collector;

import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.Enumerator;

/**
 * What a collector can be notified of.
 *
 * <p>Spec: Collector API, {@code OMP_COLLECTORAPI_EVENT}; numbers are the specification's. There are none of our own (4096 and more).
 */
public enum OmpCollectorEvent implements Enumerator {
    /** A parallel region begins. */
    FORK(1),
    /** A parallel region is over. */
    JOIN(2),
    THR_BEGIN_IDLE(3),
    THR_END_IDLE(4),
    THR_BEGIN_IBAR(5),
    THR_END_IBAR(6),
    THR_BEGIN_EBAR(7),
    THR_END_EBAR(8),
    THR_BEGIN_LKWT(9),
    THR_END_LKWT(10),
    THR_BEGIN_CTWT(11),
    THR_END_CTWT(12),
    THR_BEGIN_ODWT(13),
    THR_END_ODWT(14),
    THR_BEGIN_MASTER(15),
    THR_END_MASTER(16),
    THR_BEGIN_SINGLE(17),
    THR_END_SINGLE(18),
    THR_BEGIN_ORDERED(19),
    THR_END_ORDERED(20),
    THR_BEGIN_ATWT(21),
    THR_END_ATWT(22);

    private static final OmpCollectorEvent[] ALL = values();

    private final int value;

    OmpCollectorEvent(int value) {
        this.value = value;
    }

    @Override
    public int value() {
        return value;
    }

    @Override
    public String specName() {
        return "OMP_EVENT_" + name();
    }

    /** Whether something ends here: {@link #JOIN} and every {@code THR_END_*}. */
    public boolean isEnd() {
        return (value & 1) == 0;
    }

    /** The event that begins what this one ends, or ends what this one begins. */
    public OmpCollectorEvent partner() {
        return ALL[isEnd() ? ordinal() - 1 : ordinal() + 1];
    }

    /** The enumerator with this number, or null if there is none. */
    public static @Nullable OmpCollectorEvent of(int value) {
        return Enumerator.find(ALL, value);
    }
}
