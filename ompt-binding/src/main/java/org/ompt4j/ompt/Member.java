package org.ompt4j.ompt;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A member of an event's trace record: its name, the type of its value, and how the value is passed from the hooks to the receivers of events
 * (see {@link RecordSink}). {@link Event} says which event has which members.
 *
 * <p>Spec: OpenMP 5.1, section 4.5.2; members that OMPT4J adds ("ours") are named in the same style.
 */
public enum Member {
    THREAD_TYPE(ThreadType.class),
    WSTYPE(WorkType.class),
    DISPATCH_KIND("kind", DispatchKind.class),
    SYNC_KIND("kind", SyncRegionKind.class),
    MUTEX_KIND("kind", MutexKind.class),
    PRIOR_TASK_STATUS(TaskStatus.class),
    DEPENDENCE_TYPE(DependenceType.class),
    SEVERITY(Severity.class),
    /** Ours, of {@link Event#WAIT}: the thread's state during the wait. */
    STATE(null, Type.ENUMERATOR, State.class, Member.KIND_SHIFT, 16),
    IMPL(null, Type.ENUMERATOR, MutexImpl.class, Member.IMPL_SHIFT, 8),
    HAS_DEPENDENCES(null, Type.TRUTH, null, 24, 1),
    /** Ours, of the end of a wait: what ended it. */
    OUTCOME(null, Type.ENUMERATOR, WaitOutcome.class, 24, 3),
    ENDPOINT(null, Type.ENUMERATOR, ScopeEndpoint.class, Member.ENDPOINT_SHIFT, 2),
    /** A disjunction of {@link ParallelFlag}. */
    PARALLEL_FLAGS("flags", Type.FLAGS, ParallelFlag.class, Member.UPPER_SHIFT, 32),
    /** A disjunction of {@link TaskFlag}. */
    TASK_FLAGS("flags", Type.FLAGS, TaskFlag.class, Member.UPPER_SHIFT, 32),
    /** A disjunction of {@link CancelFlag}. */
    CANCEL_FLAGS("flags", Type.FLAGS, CancelFlag.class, Member.UPPER_SHIFT, 32),
    /** A disjunction of {@code omp_sync_hint}; 0, {@code omp_sync_hint_none}, if no hint is known. */
    HINT(null, Type.FLAGS, null, Member.UPPER_SHIFT, 32),

    TASK_ID(Type.TASK),
    ENCOUNTERING_TASK_ID(Type.TASK),
    PRIOR_TASK_ID(Type.TASK),
    NEXT_TASK_ID(Type.TASK),
    SRC_TASK_ID(Type.TASK),
    SINK_TASK_ID(Type.TASK),
    NEW_TASK_ID(Type.NEW_TASK),
    PARALLEL_ID(Type.REGION),
    WAIT_ID(Type.WAIT),
    /** Ours, of {@link Event#MUTEX_ACQUIRE}: the thread that held the mutex when the wait for it began; 0 where that is not known. */
    OWNER(Type.THREAD),
    /** Ours, of {@link Event#POOL} and {@link Event#POOL_WORKER}: the pool, also as the wait id of those who wait for its termination. */
    POOL_ID(Type.POOL),
    REQUESTED_PARALLELISM(Type.SIGNED),
    ACTUAL_PARALLELISM(Type.SIGNED),
    INDEX(Type.SIGNED),
    /** 0 where it is not known. */
    COUNT(Type.SIGNED),
    /** {@code instance} of the specification: first iteration, iteration or section; -1 if it is not known. */
    START(Type.SIGNED),
    /** OpenMP 5.2, {@code ompt_dispatch_chunk_t}; 0 where it is not known. */
    ITERATIONS(Type.SIGNED),
    VARIABLE(Type.SIGNED),
    NDEPS(Type.UNSIGNED),
    /** Ours, of {@link Event#TASK_CPU_TIME}: nanoseconds of processor time. */
    CPU_TIME(Type.UNSIGNED),
    /** Ours, of {@link Event#TASK_LATE}: nanoseconds from the time at which the task was due to its begin or resumption. */
    LATENESS(Type.UNSIGNED),
    /**
     * Ours, of {@link Event#TASK_LATE}: the period of the task in nanoseconds. Positive for a fixed rate: to the next due time from this one.
     * Negative for a fixed delay from the end of the run, or for a timer from its begin. 0 if the task runs once.
     */
    PERIOD(Type.SIGNED),
    COMMAND(Type.UNSIGNED),
    MODIFIER(Type.UNSIGNED),

    MESSAGE(Type.TEXT),
    /** Ours, of {@link Event#POOL}: the common part of the names of the pool's workers. */
    NAME(Type.TEXT),
    CODEPTR_RA(Type.CALL_SITE),
    /** Ours: the class and method of the code that a task or region runs. */
    BODY(Type.BODY);

    /** The type of a member's value. */
    public enum Type {
        /** The number of an enumerator. */
        ENUMERATOR,
        /** 0 or 1. */
        TRUTH,
        /** A disjunction of bits. */
        FLAGS,
        /** The id of a task that existed before the event; 0 for none. */
        TASK,
        /** The id of a task that this event creates. */
        NEW_TASK,
        /** The id of a parallel region; 0 for none. */
        REGION,
        /** The wait id of an object; 0 for none. */
        WAIT,
        /** The id of a pool; 0 for none. */
        POOL,
        /** The id of a thread, as {@link OmptThread#id}; 0 for none. */
        THREAD,
        /** A signed number, mostly small. */
        SIGNED,
        /** A number that is not negative. */
        UNSIGNED,
        /** A text, which is passed as the payload; the number is 0, and a receiver can replace it by the id of the text. */
        TEXT,
        /** The id of a call site; 0 for none. */
        CALL_SITE,
        /** The id of a body; 0 for none. */
        BODY;

        /** Whether values are passed as one of the four numbers of {@link RecordSink}. */
        public boolean isNumber() {
            return this == TASK
                    || this == NEW_TASK
                    || this == REGION
                    || this == WAIT
                    || this == POOL
                    || this == THREAD
                    || this == SIGNED
                    || this == UNSIGNED
                    || this == TEXT;
        }

        /** Whether values are passed within the {@code details} of {@link RecordSink}. */
        public boolean isDetail() {
            return this == ENUMERATOR || this == TRUTH || this == FLAGS;
        }
    }

    /** In the details; the lowest byte is the construct. */
    private static final int KIND_SHIFT = 8;

    private static final int IMPL_SHIFT = 16;
    private static final int ENDPOINT_SHIFT = 28;
    private static final int UPPER_SHIFT = 32;

    private final String specName;
    private final Type type;
    private final @Nullable Class<?> values;
    private final int shift;
    private final int mask;

    /** @param specName null for the constant's own name in lower case */
    Member(@Nullable String specName, Type type, @Nullable Class<?> values, int shift, int bits) {
        this.specName = specName == null ? name().toLowerCase(Locale.ROOT) : specName;
        this.type = type;
        this.values = values;
        this.shift = shift;
        this.mask = bits == 32 ? -1 : (1 << bits) - 1;
    }

    Member(@Nullable String specName, Class<?> enumerators) {
        this(specName, Type.ENUMERATOR, enumerators, Member.KIND_SHIFT, 8);
    }

    Member(Class<?> enumerators) {
        this(null, enumerators);
    }

    Member(Type type) {
        this(null, type, null, 0, 32);
    }

    /** The member's name in the specification's record, or ours. */
    public String specName() {
        return specName;
    }

    public Type type() {
        return type;
    }

    /** The enumeration of the number, or the class with the bits of the flags; null if there is none. */
    public @Nullable Class<?> valueType() {
        return values;
    }

    /**
     * The value as a part of an event's {@code details}; parts are put together with {@code |}. Only for a type that {@link Type#isDetail}.
     *
     * @param value the number of an enumerator, 1 for true, or a disjunction of flags
     */
    public long bits(int value) {
        return (long) value << shift;
    }

    /** The value within an event's {@code details}. Only for a type that {@link Type#isDetail}, of an event that has the member. */
    public int in(long details) {
        return (int) (details >>> shift) & mask;
    }
}
