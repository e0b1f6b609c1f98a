package org.ompt4j.views.collector;

import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.Enumerator;

/** The enumerations of the Collector API. */
public final class Collector {
    private Collector() {}

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
}
