package org.ompt4j.views.tr4;

import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.Enumerator;
import org.ompt4j.ompt.State;

/**
 * What a thread is doing. States from 0x200 are ours, as the specification provides for.
 *
 * <p>Spec: OpenMP TR4, {@code omp_state_t}; numbers are the specification's.
 */
public enum OmpState implements Enumerator {
    WORK_SERIAL(0x000),
    WORK_PARALLEL(0x001),
    WORK_REDUCTION(0x002),
    /** Barriers of the machinery: neither implicit nor explicit. */
    WAIT_BARRIER(0x010),
    WAIT_BARRIER_IMPLICIT_PARALLEL(0x011),
    WAIT_BARRIER_IMPLICIT_WORKSHARE(0x012),
    WAIT_BARRIER_IMPLICIT(0x013),
    WAIT_BARRIER_EXPLICIT(0x014),
    WAIT_TASKWAIT(0x020),
    WAIT_TASKGROUP(0x021),
    WAIT_MUTEX(0x040),
    WAIT_LOCK(0x041),
    WAIT_CRITICAL(0x042),
    WAIT_ATOMIC(0x043),
    WAIT_ORDERED(0x044),
    WAIT_TARGET(0x080),
    WAIT_TARGET_MAP(0x081),
    WAIT_TARGET_UPDATE(0x082),
    IDLE(0x100),
    OVERHEAD(0x101),
    UNDEFINED(0x102),
    /** Ours: Object.wait and Condition.await. */
    WAIT_CONDITION(0x200),
    /** Ours: LockSupport.park. */
    WAIT_PARK(0x201),
    /** Ours: a blocking queue. */
    WAIT_QUEUE(0x202),
    /** Ours: Thread.sleep. */
    WAIT_SLEEP(0x203),
    /** Ours: blocking input or output. */
    WAIT_IO(0x204),
    /** Ours: a call that is known to block, and nothing more is known. */
    UNKNOWN(0x205);

    private static final int FIRST_OF_OURS = 0x200;
    private static final OmpState[] ALL = values();

    private final int value;

    OmpState(int value) {
        this.value = value;
    }

    @Override
    public int value() {
        return value;
    }

    @Override
    public String specName() {
        return (value < FIRST_OF_OURS ? "omp_state_" : "ompt4j_state_") + Enumerator.super.specName();
    }

    /** The state of the present generation, as this one has it. */
    public static OmpState of(State state) {
        return switch (state) {
            case WAIT_BARRIER_IMPLEMENTATION -> WAIT_BARRIER;
            case WAIT_BARRIER_TEAMS -> WAIT_BARRIER_IMPLICIT;
            default -> valueOf(state.name());
        };
    }

    /** The enumerator with this number, or null if there is none. */
    public static @Nullable OmpState of(int value) {
        return Enumerator.find(ALL, value);
    }
}
