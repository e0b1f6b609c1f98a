package org.ompt4j.views.early;

import org.ompt4j.ompt.Enumerator;
import org.ompt4j.ompt.State;

/**
 * The state of a thread. Most numbers are not those of 5.1.
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
    /** The begin of an enumeration of states; no thread is ever in this state. */
    FIRST(0x71),
    /** Ours: Object.wait and Condition.await. */
    WAIT_CONDITION(0x200),
    /** Ours: LockSupport.park outside every observed construct. */
    WAIT_PARK(0x201),
    /** Ours: waits in a blocking queue for an item. */
    WAIT_QUEUE(0x202),
    /** Ours: Thread.sleep. */
    WAIT_SLEEP(0x203),
    /** Ours: blocking input or output. */
    WAIT_IO(0x204),
    /** Ours: in a call that is known to block; nothing more is known. */
    UNKNOWN(0x205),
    /** Ours: waits in a blocking queue for space, or for a consumer of its item. */
    WAIT_QUEUE_FULL(0x206);

    private static final int FIRST_OF_OURS = 0x200;

    private final int value;

    OmptState(int value) {
        this.value = value;
    }

    @Override
    public int value() {
        return value;
    }

    /** The enumerator's full name, as the enumeration of states returns it: {@code ompt_state_idle}, {@code ompt4j_state_wait_io}. */
    public String fullName() {
        return (value < FIRST_OF_OURS ? "ompt_state_" : "ompt4j_state_") + specName();
    }

    /** The state of this generation for a state of the present one. Nested locks have a state of their own, which only their events distinguish. */
    static OmptState of(State state) {
        return switch (state) {
            case WAIT_BARRIER_IMPLICIT_PARALLEL, WAIT_BARRIER_IMPLICIT_WORKSHARE, WAIT_BARRIER_TEAMS ->
                WAIT_BARRIER_IMPLICIT;
            case WORK_FREE_AGENT -> WORK_PARALLEL;
            case WAIT_BARRIER_IMPLEMENTATION -> WAIT_BARRIER;
            case WAIT_MUTEX -> WAIT_LOCK;
            case WAIT_TARGET, WAIT_TARGET_MAP, WAIT_TARGET_UPDATE -> OVERHEAD;
            default -> valueOf(state.name());
        };
    }
}
