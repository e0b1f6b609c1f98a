package org.ompt4j.views.collector;

import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.Enumerator;

/** The enumerations of the Collector API. */
public final class Collector {
    private Collector() {}

    /**
     * The requests of a collector.
     *
     * <p>Spec: Collector API, {@code OMP_COLLECTORAPI_REQUEST}; numbers are the specification's, those from 4096 on are extensions of OMPT4J.
     */
    public enum OmpCollectorRequest implements Enumerator {
        START,
        REGISTER,
        UNREGISTER,
        STATE,
        CURRENT_PRID,
        PARENT_PRID,
        STOP,
        PAUSE,
        RESUME,
        /** The ids of the threads that are alive. */
        OMPT4J_THREADS,
        /** State of any thread; in the paper, a collector samples each thread in a signal handler on that thread. */
        OMPT4J_THREAD_STATE,
        /** The time of the event whose callback is running. */
        OMPT4J_EVENT_TIME;

        private static final int FIRST_OF_OURS = 4096;

        @Override
        public int value() {
            return compareTo(OMPT4J_THREADS) < 0 ? ordinal() : FIRST_OF_OURS + ordinal() - OMPT4J_THREADS.ordinal();
        }

        @Override
        public String specName() {
            return "OMP_REQ_" + name();
        }

        /** The enumerator with this number, or null if there is none. */
        public static @Nullable OmpCollectorRequest of(int value) {
            return Enumerator.find(values(), value);
        }
    }

    /**
     * The events for which a collector can register.
     *
     * <p>Spec: Collector API, {@code OMP_COLLECTORAPI_EVENT}; numbers are the specification's. There are no extensions (4096 and more).
     */
    public enum OmpCollectorEvent implements Enumerator {
        /** A parallel region begins. */
        FORK,
        /** A parallel region ends. */
        JOIN,
        THR_BEGIN_IDLE,
        THR_END_IDLE,
        THR_BEGIN_IBAR,
        THR_END_IBAR,
        THR_BEGIN_EBAR,
        THR_END_EBAR,
        THR_BEGIN_LKWT,
        THR_END_LKWT,
        THR_BEGIN_CTWT,
        THR_END_CTWT,
        THR_BEGIN_ODWT,
        THR_END_ODWT,
        THR_BEGIN_MASTER,
        THR_END_MASTER,
        THR_BEGIN_SINGLE,
        THR_END_SINGLE,
        THR_BEGIN_ORDERED,
        THR_END_ORDERED,
        THR_BEGIN_ATWT,
        THR_END_ATWT;

        private static final OmpCollectorEvent[] ALL = values();

        @Override
        public int value() {
            return ordinal() + 1;
        }

        @Override
        public String specName() {
            return "OMP_EVENT_" + name();
        }

        /** Whether the event is an end: {@link #JOIN} and every {@code THR_END_*}. */
        public boolean isEnd() {
            return (value() & 1) == 0;
        }

        /** The begin that belongs to this end, or the end that belongs to this begin. */
        public OmpCollectorEvent partner() {
            return ALL[isEnd() ? ordinal() - 1 : ordinal() + 1];
        }

        /** The enumerator with this number, or null if there is none. */
        public static @Nullable OmpCollectorEvent of(int value) {
            return Enumerator.find(ALL, value);
        }
    }

    /**
     * The states of threads.
     *
     * <p>Spec: Collector API, {@code OMP_COLLECTOR_API_THR_STATE}; numbers are the specification's.
     */
    public enum OmpCollectorState implements Enumerator {
        /** Between tasks, in the agent, or in a sleep. */
        OVHD,
        WORK,
        /** In the barrier at the end of a region, a taskwait, a taskgroup, or a barrier of the runtime. */
        IBAR,
        EBAR,
        IDLE,
        /** Outside parallel regions, and every thread that is not a thread of the runtime. */
        SERIAL,
        REDUC,
        /** Waits for a lock; also for a condition, a permit, a queue, input or output. */
        LKWT,
        /** Waits for a monitor. */
        CTWT,
        ODWT,
        ATWT;

        @Override
        public int value() {
            return ordinal() + 1;
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
            return Enumerator.find(values(), value);
        }
    }

    /**
     * The result of a request.
     *
     * <p>Spec: Collector API, {@code OMP_COLLECTORAPI_EC}; numbers are the specification's.
     */
    public enum OmpCollectorError implements Enumerator {
        OK,
        /** An argument is missing or invalid. */
        ERROR,
        /** No such request, no such event. */
        UNKNOWN,
        /** An event that never happens in this run. */
        UNSUPPORTED,
        /** Not started, started already, or the run has ended. */
        SEQUENCE_ERR,
        /** Never returned: no request is obsolete. */
        OBSOLETE,
        /** Not the master of a team. */
        THREAD_ERR,
        /** The answer needs as much room as {@code rsz} says. */
        MEM_TOO_SMALL;

        @Override
        public int value() {
            return ordinal();
        }

        @Override
        public String specName() {
            return "OMP_ERRCODE_" + name();
        }

        /** The enumerator with this number, or null if there is none. */
        public static @Nullable OmpCollectorError of(int value) {
            return Enumerator.find(values(), value);
        }
    }
}
