package org.ompt4j.emitter;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.OmptThread;
import org.ompt4j.ompt.State;
import org.ompt4j.ompt.ThreadType;

/**
 * What the runtime knows about one thread: its identity, its {@linkplain #tasks stack of tasks}, its {@linkplain #clock clock}, and whether it is
 * inside the runtime now.
 *
 * <p>Thread safety: owner thread only, except the values that {@link OmptThread} lets a sampler read.
 */
public class ThreadContext extends OmptThread {
    /*
     * Overview. `depth` is the re-entry guard: hooks work only if it is 0, so code of a tool inside a callback raises no events. The context of a
     * thread that must not be observed has a depth that never returns to 0. Contexts are found and entered by Threads.
     *
     * A carrier of virtual threads has such a depth too, since the code of its scheduler raises no events. Only the hooks of virtual threads enter
     * it, with another guard, see Carriers. A mounted virtual thread has a context of its own, see VirtualContext. A sampler that asks for the state
     * of a carrier gets that of the virtual thread.
     */
    private static int slots;

    /** The virtual thread that a carrier runs. */
    abstract static class OnCarrier {
        /** The context of the mounted virtual thread; null if it has none. Called by any thread. */
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
    /** Whether a callback has parked since the thread was last about to park. Used only by the thread itself. */
    boolean hasParkedInside;

    /**
     * Index of the place where other threads find the reported park of this thread, see {@link Permits}; -1 for none. Used only by the thread itself.
     */
    int parkPlace = -1;

    /** Begin of the last task for which {@link CpuClock} was read, in nanoseconds. Used only by the thread itself. */
    long cpuAskedNanos;

    /** Call site at which the thread has handed over its last task; 0 if it is not known. Used only by the thread itself. */
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

    /** The context of a virtual thread, whose events are reported on a carrier. */
    ThreadContext(ThreadContext carrier, TaskStack tasks) {
        this(carrier.thread, carrier.name, ThreadType.WORKER, null, tasks);
    }

    /** Stands for all threads that are never observed. It refers to no thread, which it would keep alive. */
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
     * The region that the thread is in, for callers that need more than its id; null if the thread has left it meanwhile, or it is not the region of
     * a team. Called by any thread.
     *
     * @param parallelId the result of {@link #parallelId}
     */
    public final @Nullable Region sampledTeam(long parallelId) {
        Region found = current().tasks.sampledRegion(parallelId);
        return found != null && found.isTeam() ? found : null;
    }

    /** For a carrier the context of its mounted virtual thread, if that has one; else this context. */
    public final ThreadContext current() {
        ThreadContext virtual = mounted == null ? null : mounted.context();
        return virtual == null ? this : virtual;
    }

    /** The context under whose thread id events are reported: this one, or for a virtual thread, which must be mounted, that of its carrier. */
    ThreadContext teller() {
        return this;
    }

    /** The time in nanoseconds under which to report something that happened at {@code nanos}. */
    long toldAt(long nanos) {
        return nanos;
    }

    // ---------------------------------------------------------------- the guard

    /**
     * Enters the runtime with a context that an earlier hook of the same call, and so of the same thread, has found.
     *
     * @return whether the thread has entered and must call {@link #leave}; false if it was inside already, or the context is of an epoch that is over
     */
    public boolean enter() {
        if (depth != 0) {
            return false;
        }
        depth = 1;
        // Asked after the guard was raised, since that store must come before this load: see Threads.
        if (epoch != AttachEpoch.running) {
            depth = 0;
            return false;
        }
        return true;
    }

    /** Enters the runtime on the context's own thread, even if nothing is observed; false if the thread is inside already. */
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

    /** As {@link #enter}, for the hooks of virtual threads on their carrier; to be left by {@link #leaveAsCarrier}. */
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

    /** The holder of a carrier's mounted virtual thread; null for other threads. */
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

    /** Whether a hook may enter with this context when the thread is not inside the runtime. */
    boolean isOfRunningEpoch() {
        return epoch == AttachEpoch.running;
    }

    /** Whether the context belongs to an epoch that is over. */
    boolean isOfFormerEpoch() {
        return epoch != AttachEpoch.current();
    }

    /** The thread's begin is about to be reported. */
    void begin() {
        begun = true;
    }

    /** Whether the thread's begin was reported; false if the runtime ended just before. */
    boolean hasBegun() {
        return begun;
    }

    /** Locks out all later hooks of this thread, which ends. */
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

    /** The thread's wait for a condition, if it is in one. */
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

    /** Whether an id is from the thread's present block, so that it was given by this thread. */
    boolean gaveId(long id) {
        return id < idLimit && id >= idLimit - Ids.BLOCK;
    }

    /** Allocates a per-thread slot for data of a hook family, and returns its number. Called once per family. */
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

    /** Drops all references to what the thread did and to data of tools; for a context of an epoch that is over. */
    void forget() {
        tasks.forget();
        forgetTools();
    }

    /** Drops the data that tools and hooks kept with the thread. */
    void forgetTools() {
        slotValues = new Object[0];
        sinkSlot = null;
    }

    @Override
    public String toString() {
        return name + " (" + id() + "), " + state() + ", task " + tasks.currentTaskId();
    }
}
