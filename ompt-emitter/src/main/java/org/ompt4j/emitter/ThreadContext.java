package org.ompt4j.emitter;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.OmptThread;
import org.ompt4j.ompt.State;
import org.ompt4j.ompt.ThreadType;

/**
 * What the runtime knows of one thread: who it is, its {@linkplain #tasks stack of tasks}, its {@linkplain #clock clock}, and whether it is
 * inside the runtime now.
 *
 * <p>Thread safety: owner thread only, except the values that {@link OmptThread} lets a sampler read.
 */
public class ThreadContext extends OmptThread {
    /*
     * Overview. `depth` is the re-entry guard: hooks work only at 0, so whatever a tool does inside a callback raises nothing. A context
     * of a thread that must not be observed has a depth that never returns to 0. Contexts are found, and entered, by Threads.
     *
     * A carrier of virtual threads has such a depth too: what its scheduler does is no event. Only the hooks of virtual threads enter it, by a
     * guard of its own, see Carriers. What the virtual thread on it does is in a context of that thread's own, see VirtualContext. Whoever asks
     * a carrier what it is doing gets that one's answer.
     */
    private static int slots;

    /** What a carrier of virtual threads runs. */
    abstract static class OnCarrier {
        /** The context of the virtual thread that is mounted; null if it has none. Any thread may ask. */
        abstract @Nullable ThreadContext context();
    }

    private final int epoch = AttachEpoch.current();
    private final Thread thread;
    private final String name;
    private final ThreadType type;
    private final @Nullable OnCarrier mounted;
    private final TaskStack tasks;
    private final EventClock clock = new EventClock();
    private final UntoldAcquire untold = new UntoldAcquire();
    private final ConditionWait condition = new ConditionWait();

    private int depth;
    private long nextId;
    private long idLimit;
    private @Nullable Object[] slotValues = new Object[4];
    /** Whether a callback has parked since the thread was last about to; of the thread's own. */
    boolean hasParkedInside;

    /** Where others find that the thread has been told to park, see {@link Permits}; -1 for nowhere. Of the thread's own. */
    int parkPlace = -1;

    /** When the last task began of which {@link CpuClock} was asked; of the thread's own. */
    long cpuAskedNanos;

    /** Where the thread has handed over its last task; 0 if that is not known. Of the thread's own. */
    int handedOverAt;

    private boolean insideAsCarrier;
    private boolean begun;
    private boolean ended;

    ThreadContext(Thread thread, ThreadType type) {
        this(thread, thread.getName(), type, null, new TaskStack());
    }

    private ThreadContext(Thread thread, String name, ThreadType type, @Nullable OnCarrier mounted, TaskStack tasks) {
        super(Ids.takeOne());
        this.thread = thread;
        this.name = name;
        this.type = type;
        this.tasks = tasks;
        this.mounted = mounted;
        depth = mounted == null ? 0 : 1;
    }

    /** The context of a carrier of virtual threads. */
    static ThreadContext ofCarrier(Thread thread, OnCarrier mounted) {
        return new ThreadContext(thread, thread.getName(), ThreadType.WORKER, mounted, new TaskStack());
    }

    /** For what is a thread of its own, though tools hear of it on a carrier. */
    ThreadContext(ThreadContext carrier, TaskStack tasks) {
        this(carrier.thread, carrier.name, ThreadType.WORKER, null, tasks);
    }

    /** Stands for threads that are never observed; of no thread, which it would keep alive. */
    @SuppressWarnings("NullAway")
    ThreadContext() {
        super(Ids.takeOne());
        thread = null;
        name = "";
        type = ThreadType.UNKNOWN;
        tasks = new TaskStack();
        mounted = null;
        depth = 1;
    }

    // ---------------------------------------------------------------- what a sampler reads

    @Override
    public long javaThreadId() {
        return WaitIds.numberOf(thread);
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public ThreadType type() {
        return type;
    }

    @Override
    public State state() {
        ThreadContext current = current();
        State state = current.tasks.state();
        return state == State.WAIT_CONDITION ? current.condition.state() : state;
    }

    @Override
    public long waitId() {
        return current().tasks.waitId();
    }

    @Override
    public long taskId() {
        return current().tasks.taskId();
    }

    @Override
    public long parallelId() {
        return current().tasks.parallelId();
    }

    /**
     * The region that the thread is in, for whom the id alone says too little; null if the thread has left it meanwhile or it is none of a team. Any
     * thread may ask.
     *
     * @param parallelId what {@link #parallelId} has answered
     */
    public final @Nullable Region sampledTeam(long parallelId) {
        Region found = current().tasks.sampledRegion(parallelId);
        return found != null && found.isTeam() ? found : null;
    }

    /** What the thread runs: for a carrier the context of the virtual thread on it, if that has one; else this one. */
    public final ThreadContext current() {
        ThreadContext virtual = mounted == null ? null : mounted.context();
        return virtual == null ? this : virtual;
    }

    /** The thread that tools hear of: this one, or the carrier of a virtual thread, which must be mounted. */
    ThreadContext teller() {
        return this;
    }

    /** When an event is told to have happened, in nanoseconds, of which the thread knows since {@code nanos}. */
    long toldAt(long nanos) {
        return nanos;
    }

    // ---------------------------------------------------------------- the guard

    /**
     * Enters the runtime with a context that an earlier hook of the same call, thus of the same thread, has found.
     *
     * @return whether the thread is inside now, to leave with {@link #leave}; not if it was inside already, or the context is of an epoch
     *     that is over
     */
    public boolean enter() {
        if (depth != 0) {
            return false;
        }
        depth = 1;
        // Inside, since the store must come before the load: see Threads.
        if (epoch != AttachEpoch.running) {
            depth = 0;
            return false;
        }
        return true;
    }

    /** Enters the runtime on the context's own thread, whether anything is observed or not; false if it is inside already. */
    boolean enterUnobserved() {
        if (depth != 0) {
            return false;
        }
        depth = 1;
        return true;
    }

    /** Leaves the runtime: the last thing a hook does. */
    public void leave() {
        depth = 0;
    }

    /** As {@link #enter} for the hooks of virtual threads on their carrier; left by {@link #leaveAsCarrier}. */
    boolean enterAsCarrier() {
        if (insideAsCarrier) {
            return false;
        }
        insideAsCarrier = true;
        // As in enter.
        if (epoch != AttachEpoch.running) {
            insideAsCarrier = false;
            return false;
        }
        return true;
    }

    void leaveAsCarrier() {
        insideAsCarrier = false;
    }

    /** Whether the thread is a carrier of virtual threads. */
    boolean isCarrier() {
        return mounted != null;
    }

    /** What is mounted on a carrier; null for other threads. */
    @Nullable
    OnCarrier mounted() {
        return mounted;
    }

    /** Whether this is the context of a virtual thread. */
    public boolean isVirtual() {
        return false;
    }

    boolean isInside() {
        if (mounted == null) {
            return depth != 0;
        }
        ThreadContext current = current();
        return insideAsCarrier || current != this && current.depth != 0;
    }

    /** Whether a hook may enter with this context if the thread is outside. */
    boolean isOfRunningEpoch() {
        return epoch == AttachEpoch.running;
    }

    /** Whether the context is of an epoch that is over, or has ended before a new one began. */
    boolean isOfFormerEpoch() {
        return epoch != AttachEpoch.current();
    }

    /** The thread's begin is about to be reported. */
    void begin() {
        begun = true;
    }

    /** Whether the thread's begin was reported; not if the runtime ended just before. */
    boolean hasBegun() {
        return begun;
    }

    /** Keeps every later hook of this thread out, for the thread's end. */
    void end() {
        ended = true;
        depth = 1;
        insideAsCarrier = true;
        tasks.setState(State.UNDEFINED, 0);
    }

    boolean hasEnded() {
        return ended;
    }

    // ---------------------------------------------------------------- for hooks

    /** The observed thread. */
    public Thread thread() {
        return thread;
    }

    /** The tasks that the thread is in. */
    public TaskStack tasks() {
        return tasks;
    }

    /** The clock of the thread's events. */
    public EventClock clock() {
        return clock;
    }

    UntoldAcquire untold() {
        return untold;
    }

    /** What the thread waits for, if that is a condition. */
    ConditionWait condition() {
        return condition;
    }

    /** A new id for a task, region or wait object. */
    public long newId() {
        if (nextId == idLimit) {
            nextId = Ids.takeBlock();
            idLimit = nextId + Ids.BLOCK;
        }
        return nextId++;
    }

    /** Whether an id is of the thread's present block, so that it was given by this thread. */
    boolean gaveId(long id) {
        return id < idLimit && id >= idLimit - Ids.BLOCK;
    }

    /** Number of a new per-thread slot for a hook family's own data; called once per family. */
    public static synchronized int newSlot() {
        return slots++;
    }

    /** The family's data on this thread, or null. */
    public @Nullable Object slot(int number) {
        // Read once: a sampler asks from another thread.
        @Nullable Object[] values = slotValues;
        return number < values.length ? values[number] : null;
    }

    /** Sets the family's data on this thread. */
    public void setSlot(int number, @Nullable Object value) {
        if (number >= slotValues.length) {
            slotValues = Arrays.copyOf(slotValues, number + 4);
        }
        slotValues[number] = value;
    }

    /** Lets go of what the thread did and of what tools kept with it; for a context of an epoch that is over. */
    void forget() {
        tasks.forget();
        forgetTools();
    }

    /** Lets go of what tools and hooks kept with the thread. */
    void forgetTools() {
        slotValues = new Object[0];
        sinkSlot = null;
    }

    @Override
    public String toString() {
        return name + " (" + id() + "), " + state() + ", task " + tasks.currentTaskId();
    }
}
