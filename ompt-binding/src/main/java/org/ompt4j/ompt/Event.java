package org.ompt4j.ompt;

import static org.ompt4j.ompt.Member.*;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;

/**
 * The events of the interface, on the host and on target devices, each with the members of its trace record. This is the only place that defines
 * these members.
 *
 * <p>The target events and those that load code onto devices come from device mappings ({@code OmptDeviceMapping}) only; {@link
 * #DEVICE_INITIALIZE} and {@link #DEVICE_FINALIZE} come once for the host itself, which is device 0.
 *
 * <p>Spec: OpenMP 5.1, section 4.4.2 ({@code ompt_callbacks_t}); numbers are the specification's.
 */
public enum Event implements Enumerator {
    THREAD_BEGIN(1, record(THREAD_TYPE)),
    THREAD_END(2, record()),
    PARALLEL_BEGIN(
            3, record(ENCOUNTERING_TASK_ID, PARALLEL_ID, REQUESTED_PARALLELISM, PARALLEL_FLAGS, CODEPTR_RA), BODY),
    /** {@code actual_parallelism}, an extension of OMPT4J, is the number of threads that were members of the region; -1 if it is not known. */
    PARALLEL_END(4, record(PARALLEL_ID, ENCOUNTERING_TASK_ID, PARALLEL_FLAGS, CODEPTR_RA), ACTUAL_PARALLELISM),
    TASK_CREATE(5, record(ENCOUNTERING_TASK_ID, NEW_TASK_ID, TASK_FLAGS, HAS_DEPENDENCES, CODEPTR_RA), BODY),
    TASK_SCHEDULE(6, record(PRIOR_TASK_ID, PRIOR_TASK_STATUS, NEXT_TASK_ID)),
    /** {@code parallel_id} is 0 at the end. */
    IMPLICIT_TASK(7, record(ENDPOINT, PARALLEL_ID, TASK_ID, ACTUAL_PARALLELISM, INDEX, TASK_FLAGS)),
    TARGET(8),
    TARGET_DATA_OP(9),
    TARGET_SUBMIT(10),
    CONTROL_TOOL(11, record(COMMAND, MODIFIER, CODEPTR_RA)),
    DEVICE_INITIALIZE(12),
    DEVICE_FINALIZE(13),
    DEVICE_LOAD(14),
    DEVICE_UNLOAD(15),
    SYNC_REGION_WAIT(16, record(SYNC_KIND, ENDPOINT, PARALLEL_ID, TASK_ID, CODEPTR_RA), WAIT_ID, OUTCOME),
    MUTEX_RELEASED(17, record(MUTEX_KIND, WAIT_ID, CODEPTR_RA)),
    /** One record for each dependence of a task. */
    DEPENDENCES(18, record(TASK_ID, VARIABLE, DEPENDENCE_TYPE, NDEPS)),
    TASK_DEPENDENCE(19, record(SRC_TASK_ID, SINK_TASK_ID)),
    WORK(20, record(WSTYPE, ENDPOINT, PARALLEL_ID, TASK_ID, COUNT, CODEPTR_RA)),
    MASKED(21, record(ENDPOINT, PARALLEL_ID, TASK_ID, CODEPTR_RA)),
    TARGET_MAP(22),
    /** {@code parallel_id} is 0 at the end of a region-ending barrier. */
    SYNC_REGION(23, record(SYNC_KIND, ENDPOINT, PARALLEL_ID, TASK_ID, CODEPTR_RA), WAIT_ID),
    LOCK_INIT(24, record(MUTEX_KIND, HINT, IMPL, WAIT_ID, CODEPTR_RA)),
    LOCK_DESTROY(25, record(MUTEX_KIND, WAIT_ID, CODEPTR_RA)),
    MUTEX_ACQUIRE(26, record(MUTEX_KIND, HINT, IMPL, WAIT_ID, CODEPTR_RA), OWNER),
    MUTEX_ACQUIRED(27, record(MUTEX_KIND, WAIT_ID, CODEPTR_RA)),
    NEST_LOCK(28, record(ENDPOINT, WAIT_ID, CODEPTR_RA)),
    FLUSH(29, record(CODEPTR_RA)),
    CANCEL(30, record(TASK_ID, CANCEL_FLAGS, CODEPTR_RA)),
    REDUCTION(31, record(SYNC_KIND, ENDPOINT, PARALLEL_ID, TASK_ID, CODEPTR_RA)),
    DISPATCH(32, record(PARALLEL_ID, TASK_ID, DISPATCH_KIND, START, ITERATIONS)),
    TARGET_EMI(33),
    TARGET_DATA_OP_EMI(34),
    TARGET_SUBMIT_EMI(35),
    TARGET_MAP_EMI(36),
    ERROR(37, record(SEVERITY, MESSAGE, CODEPTR_RA)),
    /**
     * Extension of OMPT4J: a member of a region reaches the barrier at the end of the region, or leaves it. The value is how long its thread had a
     * processor since the implicit task began, or since the thread last left that barrier to run another task.
     */
    TASK_CPU_TIME(58, record(TASK_ID, CPU_TIME)),
    /** Extension of OMPT4J: the current task, which was due at a certain time, has just begun a millisecond or more after that time. */
    TASK_LATE(59, record(TASK_ID, LATENESS, PERIOD)),
    /** Extension of OMPT4J: the thread begins, or ceases, to work for a pool. Outside of regions it is idle or a free agent. */
    POOL_WORKER(60, record(ENDPOINT, POOL_ID)),
    /** Extension of OMPT4J: a pool creates its first worker, or has terminated. */
    POOL(61, record(ENDPOINT, NAME, POOL_ID, REQUESTED_PARALLELISM, CODEPTR_RA)),
    /**
     * Extension of OMPT4J: the current task begins or ends a wait for which OMPT has no event. Waits nest with the tasks that the thread runs while
     * it waits, never with each other in one task. {@link OmptCallback.Wait} says which of these waits are reported by callbacks.
     */
    WAIT(62, record(STATE, ENDPOINT, TASK_ID, WAIT_ID, CODEPTR_RA), OUTCOME),
    /** Extension of OMPT4J: the current task ends the wait of the threads that wait for the wait id. */
    WAKEUP(63, record(TASK_ID, WAIT_ID, CODEPTR_RA));

    private static final Event[] ALL = values();

    private final int value;
    private final String specName;
    private final boolean ofHost;
    private final List<Member> record;
    private final List<Member> members;
    private final List<Member> numbers;
    private final EventShape shape;

    /** An event of devices, which {@link RecordSink} does not receive. */
    Event(int value) {
        this(value, false, record());
    }

    /**
     * @param record the members of the specification's record, in its order
     * @param ours further members, which only sinks and traces have
     */
    Event(int value, Member[] record, Member... ours) {
        this(value, true, record, ours);
    }

    Event(int value, boolean ofHost, Member[] record, Member... ours) {
        this.value = value;
        this.specName = name().toLowerCase(Locale.ROOT);
        this.ofHost = ofHost;
        this.record = List.of(record);
        List<Member> all = new ArrayList<>(this.record);
        Collections.addAll(all, ours);
        this.members = List.copyOf(all);
        this.numbers = numbersOf(all);
        this.shape = EventShape.of(this);
    }

    private static Member[] record(Member... members) {
        return members;
    }

    /** Tasks first, then regions, then the others as they are declared: a trace stores them in this order. */
    private static List<Member> numbersOf(List<Member> members) {
        List<Member> tasks = new ArrayList<>();
        List<Member> regions = new ArrayList<>();
        List<Member> others = new ArrayList<>();
        for (Member each : members) {
            if (each.type() == Member.Type.TASK || each.type() == Member.Type.NEW_TASK) {
                tasks.add(each);
            } else if (each.type() == Member.Type.REGION) {
                regions.add(each);
            } else if (each.type().isNumber()) {
                others.add(each);
            }
        }
        tasks.addAll(regions);
        tasks.addAll(others);
        return List.copyOf(tasks);
    }

    @Override
    public int value() {
        return value;
    }

    @Override
    public String specName() {
        return specName;
    }

    /** Whether the host raises the event, so that {@link RecordSink} receives it; otherwise its records come from device mappings. */
    public boolean isOfHost() {
        return ofHost;
    }

    /** The members of the specification's trace record, in its order; for extensions the members that such a record would have. */
    public List<Member> recordMembers() {
        return record;
    }

    /** The members that {@link RecordSink} and a trace get: {@link #recordMembers}, then further members of OMPT4J. */
    public List<Member> members() {
        return members;
    }

    /** The {@link #bit bits} of the events that have this member. */
    public static long bitsOfAllWith(Member member) {
        long bits = 0;
        for (Event each : ALL) {
            bits |= each.has(member) ? each.bit() : 0;
        }
        return bits;
    }

    /** The {@link #bit bits} of the events that have a member of this type. */
    public static long bitsOfAllWith(Member.Type type) {
        long bits = 0;
        for (Member each : Member.values()) {
            bits |= each.type() == type ? bitsOfAllWith(each) : 0;
        }
        return bits;
    }

    /** Whether the event has this member. */
    public boolean has(Member member) {
        return members.contains(member);
    }

    /** The members that {@link RecordSink} is passed as numbers, at most four, in their order. */
    public List<Member> numbers() {
        return numbers;
    }

    /** The properties of the members that receivers need for each event. */
    public EventShape shape() {
        return shape;
    }

    /** The bit that stands for this event in a mask of events. */
    public long bit() {
        return 1L << value;
    }

    /** The enumerator with this number; {@link IllegalArgumentException} if there is none. */
    public static Event of(int value) {
        return Enumerator.of(ALL, value);
    }
}
