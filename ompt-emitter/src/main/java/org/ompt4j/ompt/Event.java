package org.ompt4j.ompt;

/**
 * The events of the interface, on the host and on target devices.
 *
 * <p>The target events and those that load code onto devices come from device mappings ({@code OmptDeviceMapping}) only; {@link
 * #DEVICE_INITIALIZE} and {@link #DEVICE_FINALIZE} come once for the host itself, which is device 0.
 *
 * <p>Spec: OpenMP 5.1, section 4.4.4.1; numbers are the specification's.
 */
public enum Event {
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
    DEVICE_LOAD(14),
    DEVICE_UNLOAD(15),
    SYNC_REGION_WAIT(16),
    MUTEX_RELEASED(17),
    DEPENDENCES(18),
    TASK_DEPENDENCE(19),
    WORK(20),
    MASKED(21),
    TARGET_MAP(22),
    SYNC_REGION(23),
    LOCK_INIT(24),
    LOCK_DESTROY(25),
    MUTEX_ACQUIRE(26),
    MUTEX_ACQUIRED(27),
    NEST_LOCK(28),
    FLUSH(29),
    CANCEL(30),
    REDUCTION(31),
    DISPATCH(32),
    TARGET_EMI(33),
    TARGET_DATA_OP_EMI(34),
    TARGET_SUBMIT_EMI(35),
    TARGET_MAP_EMI(36),
    ERROR(37),
    /** Ours, in traces only: a thread waits for something that OMPT has no event for. */
    WAIT(62),
    /** Ours, no callback of OMPT's: somebody ended another thread's wait. */
    WAKEUP(63);

    private static final Event[] ALL = values();

    private final int value;
    private final String specName;

    Event(int value) {
        this.value = value;
        this.specName = name().toLowerCase(java.util.Locale.ROOT);
    }

    /** The number that the specification gives to this enumerator. */
    public int value() {
        return value;
    }

    /** The enumerator's name without its {@code ompt_callback_} prefix, in lower case. */
    public String specName() {
        return specName;
    }

    /** The bit that stands for this event in a mask of events. */
    public long bit() {
        return 1L << value;
    }

    /**
     * The enumerator with this number.
     *
     * @throws IllegalArgumentException if there is none
     */
    public static Event of(int value) {
        for (Event each : ALL) {
            if (each.value == value) {
                return each;
            }
        }
        throw new IllegalArgumentException("no Event has the number " + value);
    }
}
