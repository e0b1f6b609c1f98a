package org.ompt4j.ompt;

/**
 * The state of a thread.
 *
 * <p>Spec: OpenMP 5.1, section 4.4.4.27; implementation-defined states from 0x200; numbers are the specification's, names too, without {@code ompt_state_}.
 */
public enum State implements Enumerator {
    WORK_SERIAL(0x000),
    WORK_PARALLEL(0x001),
    WORK_REDUCTION(0x002),
    /** OpenMP 6.0: runs a task of a region of which the thread is no member. */
    WORK_FREE_AGENT(0x003),
    WAIT_BARRIER_IMPLICIT_PARALLEL(0x011),
    WAIT_BARRIER_IMPLICIT_WORKSHARE(0x012),
    WAIT_BARRIER_EXPLICIT(0x014),
    WAIT_BARRIER_IMPLEMENTATION(0x015),
    WAIT_BARRIER_TEAMS(0x016),
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
    /** A worker without work. */
    IDLE(0x100),
    /** In the code of a pool between tasks, or in the agent. */
    OVERHEAD(0x101),
    /** Not a thread of the OMPT runtime. */
    UNDEFINED(0x102),
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

    private static final State[] ALL = values();

    private final int value;

    State(int value) {
        this.value = value;
    }

    @Override
    public int value() {
        return value;
    }

    /** Whether a thread in this state runs the program's code. */
    public boolean isWork() {
        return value <= WORK_FREE_AGENT.value;
    }

    /** Whether a thread in this state waits for something; being idle is no such wait. */
    public boolean isWait() {
        return !isWork() && this != IDLE && this != OVERHEAD && this != UNDEFINED;
    }

    /** Whether a thread in this state waits for a mutex. */
    public boolean isForMutex() {
        return value >= WAIT_MUTEX.value && value <= WAIT_ORDERED.value;
    }

    /** Whether a thread in this state waits in a blocking queue. */
    public boolean isForQueue() {
        return this == WAIT_QUEUE || this == WAIT_QUEUE_FULL;
    }

    /** The enumerator with this number; {@link IllegalArgumentException} if there is none. */
    public static State of(int value) {
        return Enumerator.of(ALL, value);
    }
}
