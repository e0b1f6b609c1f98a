package org.ompt4j.views.early;

import org.ompt4j.ompt.Enumerator;
import org.ompt4j.ompt.State;

/**
 * What a thread is doing. Most numbers are not those of 5.1.
 *
 * <p>Spec: OMPT TR2, section 2 and appendix A.1 ({@code ompt_state_t}); 0 to 127 are the document's, 512 and more ours.
 */
public enum OmptState implements Enumerator {
    WORK_SERIAL(0x00),
    WORK_PARALLEL(0x01),
    WORK_REDUCTION(0x02),
    IDLE(0x10),
    OVERHEAD(0x20),
    /** A barrier of the runtime itself: waiting for a pool, registering at a phaser. */
    WAIT_BARRIER(0x40),
    WAIT_BARRIER_IMPLICIT(0x41),
    WAIT_BARRIER_EXPLICIT(0x42),
    WAIT_TASKWAIT(0x50),
    WAIT_TASKGROUP(0x51),
    WAIT_LOCK(0x60),
    WAIT_NEST_LOCK(0x61),
    WAIT_CRITICAL(0x62),
    WAIT_ATOMIC(0x63),
    WAIT_ORDERED(0x64),
    /** Not a thread of the OMPT runtime. */
    UNDEFINED(0x70),
    /** Where an enumeration of states begins; no thread is ever in it. */
    FIRST(0x71),
    /** Ours: Object.wait and Condition.await. */
    WAIT_CONDITION(0x200),
    /** Ours: LockSupport.park outside every mapped construct. */
    WAIT_PARK(0x201),
    /** Ours: an application call of a blocking queue. */
    WAIT_QUEUE(0x202),
    /** Ours: Thread.sleep. */
    WAIT_SLEEP(0x203),
    /** Ours: blocking input or output. */
    WAIT_IO(0x204),
    /** Ours: a call that is known to block, and nothing more is known. */
    UNKNOWN(0x205);

    private static final int FIRST_OF_OURS = 0x200;

    private final int value;

    OmptState(int value) {
        this.value = value;
    }

    @Override
    public int value() {
        return value;
    }

    /** The enumerator's whole name, as enumerating the states gives it: {@code ompt_state_idle}, {@code ompt4j_state_wait_io}. */
    public String fullName() {
        return (value < FIRST_OF_OURS ? "ompt_state_" : "ompt4j_state_") + specName();
    }

    /** What a state of today was called then. Locks that nest have a state of their own, which only their events tell apart. */
    static OmptState of(State state) {
        return switch (state) {
            case WORK_SERIAL -> WORK_SERIAL;
            case WORK_PARALLEL -> WORK_PARALLEL;
            case WORK_REDUCTION -> WORK_REDUCTION;
            case WAIT_BARRIER_IMPLICIT_PARALLEL, WAIT_BARRIER_IMPLICIT_WORKSHARE, WAIT_BARRIER_TEAMS ->
                WAIT_BARRIER_IMPLICIT;
            case WAIT_BARRIER_EXPLICIT -> WAIT_BARRIER_EXPLICIT;
            case WAIT_BARRIER_IMPLEMENTATION -> WAIT_BARRIER;
            case WAIT_TASKWAIT -> WAIT_TASKWAIT;
            case WAIT_TASKGROUP -> WAIT_TASKGROUP;
            case WAIT_MUTEX, WAIT_LOCK -> WAIT_LOCK;
            case WAIT_CRITICAL -> WAIT_CRITICAL;
            case WAIT_ATOMIC -> WAIT_ATOMIC;
            case WAIT_ORDERED -> WAIT_ORDERED;
            case WAIT_TARGET, WAIT_TARGET_MAP, WAIT_TARGET_UPDATE, OVERHEAD -> OVERHEAD;
            case IDLE -> IDLE;
            case UNDEFINED -> UNDEFINED;
            case WAIT_CONDITION -> WAIT_CONDITION;
            case WAIT_PARK -> WAIT_PARK;
            case WAIT_QUEUE -> WAIT_QUEUE;
            case WAIT_SLEEP -> WAIT_SLEEP;
            case WAIT_IO -> WAIT_IO;
            case UNKNOWN -> UNKNOWN;
        };
    }
}
