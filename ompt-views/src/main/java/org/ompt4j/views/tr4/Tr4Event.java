package org.ompt4j.views.tr4;

import org.jspecify.annotations.Nullable;

/**
 * The callbacks that a tool of the TR4 era can register.
 *
 * <p>Spec: OpenMP TR4, {@code ompt_callbacks_t}; numbers are the specification's.
 */
public enum Tr4Event {
    THREAD_BEGIN(1),
    THREAD_END(2),
    PARALLEL_BEGIN(3),
    PARALLEL_END(4),
    TASK_CREATE(5),
    TASK_SCHEDULE(6),
    IMPLICIT_TASK(7),
    TARGET(8),
    TARGET_DATA_OP(9),
    TARGET_SUBMIT(10),
    CONTROL_TOOL(11),
    DEVICE_INITIALIZE(12),
    DEVICE_FINALIZE(13),
    SYNC_REGION_WAIT(14),
    MUTEX_RELEASED(15),
    TASK_DEPENDENCES(16),
    TASK_DEPENDENCE(17),
    WORK(18),
    MASTER(19),
    TARGET_MAP(20),
    SYNC_REGION(21),
    LOCK_INIT(22),
    LOCK_DESTROY(23),
    MUTEX_ACQUIRE(24),
    MUTEX_ACQUIRED(25),
    NEST_LOCK(26),
    FLUSH(27),
    CANCEL(28),
    IDLE(29);

    private static final Tr4Event[] ALL = values();

    private final int value;

    Tr4Event(int value) {
        this.value = value;
    }

    /** The number that the specification gives to this enumerator. */
    public int value() {
        return value;
    }

    /** The enumerator's name in the specification. */
    public String specName() {
        return "ompt_callback_" + name().toLowerCase(java.util.Locale.ROOT);
    }

    /** Whether the only answer that the specification allows to a registration is {@link OmptSetResult#ALWAYS}. */
    public boolean isMandatory() {
        return value <= DEVICE_FINALIZE.value;
    }

    /** The enumerator with this number, or null if there is none. */
    public static @Nullable Tr4Event of(int value) {
        for (Tr4Event each : ALL) {
            if (each.value == value) {
                return each;
            }
        }
        return null;
    }
}
