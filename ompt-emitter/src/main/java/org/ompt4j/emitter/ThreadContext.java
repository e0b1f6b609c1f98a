package org.ompt4j.emitter;

import java.util.Arrays;
import java.util.concurrent.ForkJoinWorkerThread;
import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.OmptThread;
import org.ompt4j.ompt.State;
import org.ompt4j.ompt.ThreadType;

/**
 * What the runtime knows of one thread: its state, its stack of tasks, its last clock reading, its block of ids.
 *
 * <p>Thread safety: owner thread only, except the values that {@link OmptThread} lets a sampler read.
 */
public final class ThreadContext extends OmptThread {
    /*
     * Overview. The owner writes, samplers read. The four sampled values are plain fields written with opaque stores; a reader
     * may see two of them from neighbouring moments, never a torn one. `depth` is the re-entry guard: hooks work only at 0, so
     * whatever a tool does inside a callback raises nothing. A context of a thread that must not be observed has a depth that
     * never returns to 0.
     *
     * Where the context sits: in a field added to ForkJoinWorkerThread, since common-pool workers have their thread locals
     * erased (17: after every top-level task, 25: before parking), and in a ThreadLocal elsewhere. Code in a virtual thread has
     * no context: it is a task of its own, which a mapping for virtual threads has to carry.
     */
    private static final int FIRST_FRAMES = 16;
    private static final State[] STATES = State.values();
    private static final long[] NO_IDS = {};
    private static final ThreadLocal<ThreadContext> LOCAL = new ThreadLocal<>();
    private static final @Nullable Class<?> VIRTUAL = classOrNull("java.lang.BaseVirtualThread");
    private static final @Nullable Class<?> CARRIER = classOrNull("jdk.internal.misc.CarrierThread");

    private static final long STATE = Memory.fieldOffset(ThreadContext.class, "stateOrdinal");
    private static final long WAIT_ID = Memory.fieldOffset(ThreadContext.class, "waitId");
    private static final long TASK_ID = Memory.fieldOffset(ThreadContext.class, "taskId");
    private static final long PARALLEL_ID = Memory.fieldOffset(ThreadContext.class, "parallelId");

    /** Set once a ForkJoinWorkerThread exists, so that programs without one never load that class for us. */
    private static boolean workersExist;

    private static int slots;
    private static ThreadContext neverObserved = new ThreadContext();

    private final int round = Rounds.current();
    private final Thread thread;
    private final String name;
    private final ThreadType type;

    private int stateOrdinal = State.UNDEFINED.ordinal();
    private long waitId;
    private long taskId;
    private long parallelId;

    private int depth;
    private long lastNanos;
    private boolean freshStamp;
    private long lastEndedTask;
    private long nextId;
    private long idLimit;

    private TaskFrame[] frames = new TaskFrame[FIRST_FRAMES];
    private int top = -1;
    private final OpenSyncs syncs = new OpenSyncs();
    private final UntoldAcquire untold = new UntoldAcquire();
    private @Nullable Object[] slotValues = new Object[4];
    private int callSite;
    private boolean begun;
    private boolean ended;
    private long[] undeferred = NO_IDS;
    private int undeferredCount;

    ThreadContext(Thread thread, ThreadType type) {
        super(Ids.takeOne());
        this.thread = thread;
        this.name = thread.getName();
        this.type = type;
        for (int i = 0; i < FIRST_FRAMES; i++) {
            frames[i] = new TaskFrame();
        }
    }

    /** Stands for threads that are never observed; of no thread, which it would keep alive. */
    @SuppressWarnings("NullAway")
    private ThreadContext() {
        super(Ids.takeOne());
        thread = null;
        name = "";
        type = ThreadType.UNKNOWN;
        depth = 1;
    }

    private static @Nullable Class<?> classOrNull(String name) {
        try {
            return Class.forName(name, false, null);
        } catch (ClassNotFoundException notOnThisJdk) {
            return null;
        }
    }

    // ---------------------------------------------------------------- finding the context

    /**
     * Enters the runtime on behalf of the current thread: the first thing a hook does.
     *
     * @return the thread's context, to be left with {@link #leave}; null if the thread is not observed, is inside the runtime
     *     already, or the runtime has ended
     */
    public static @Nullable ThreadContext enter() {
        ThreadContext context = current();
        if (context == null || context.depth != 0) {
            return context == null ? null : enterAnew(context);
        }
        context.depth = 1;
        if (context.round != Rounds.running) {
            context.depth = 0;
            return enterAnew(context);
        }
        return context;
    }

    /** Enters with a context of this round if the one that the thread has is of an earlier one. */
    private static @Nullable ThreadContext enterAnew(ThreadContext known) {
        ThreadContext fresh = inRound(known);
        if (fresh == null || fresh.depth != 0 || fresh.round != Rounds.running) {
            return null;
        }
        fresh.depth = 1;
        return fresh;
    }

    /**
     * Enters the runtime if the thread has a context already and is outside: for work of ours that is no event, during which
     * nothing the thread does should be reported.
     */
    public static @Nullable ThreadContext enterIfKnown() {
        Thread thread = Thread.currentThread();
        if (isVirtual(thread)) {
            return null;
        }
        ThreadContext held = isWorker(thread) && WorkerField.OFFSET >= 0
                ? (ThreadContext) Memory.UNSAFE.getReference(thread, WorkerField.OFFSET)
                : LOCAL.get();
        if (held == null || held.depth != 0) {
            return null;
        }
        held.depth = 1;
        return held;
    }

    /** The same for a hook that must not begin the thread: null also if the thread has not begun. */
    public static @Nullable ThreadContext enterIfBegun() {
        ThreadContext context = currentIfBegun();
        if (context == null || context.depth != 0) {
            return null;
        }
        context.depth = 1;
        if (context.round != Rounds.running) {
            context.depth = 0;
            return null;
        }
        return context;
    }

    /**
     * The same for the end of the current thread, where it cannot be inside any more: if it seems to be, a hook ran out of stack
     * before it could leave, and what the thread did since was not seen.
     */
    public static @Nullable ThreadContext enterToEnd() {
        ThreadContext context = currentIfBegun();
        if (context != null && context.depth != 0 && !context.ended) {
            Failures.count("a hook ran out of stack; what its thread did afterwards was not seen");
            context.depth = 0;
        }
        return enterIfBegun();
    }

    /**
     * The same as {@link #enter} for a hook that was handed the context by an earlier one of the same call, thus on the same thread.
     *
     * @return whether the thread is inside now, to leave with {@link #leave}
     */
    public boolean enterAgain() {
        if (depth != 0) {
            return false;
        }
        depth = 1;
        if (round != Rounds.running) {
            depth = 0;
            return false;
        }
        return true;
    }

    /** Enters the runtime on the context's own thread, whether the runtime has ended or not; false if it is inside already. */
    boolean tryEnter() {
        if (depth != 0) {
            return false;
        }
        depth = 1;
        return true;
    }

    /** Whether this stands for all threads that are never observed, or is of a round that is over. */
    boolean isNeverObserved() {
        return this == neverObserved || round != Rounds.current();
    }

    /** Leaves the runtime: the last thing a hook does. */
    public void leave() {
        depth = 0;
    }

    /** The context of the current thread, made if there is none yet; null for threads that are never observed. */
    public static @Nullable ThreadContext current() {
        Thread thread = Thread.currentThread();
        if (workersExist && thread instanceof ForkJoinWorkerThread && WorkerField.OFFSET >= 0) {
            Object held = Memory.UNSAFE.getReference(thread, WorkerField.OFFSET);
            return held != null ? (ThreadContext) held : Threads.begin(thread);
        }
        if (VIRTUAL != null && VIRTUAL.isInstance(thread)) {
            Threads.sawVirtualThread();
            return null;
        }
        ThreadContext held = LOCAL.get();
        return held != null ? held : Threads.begin(thread);
    }

    /**
     * The same, of the present round even if the thread has none of that yet: for what is kept with the thread until its next hook enters.
     */
    static @Nullable ThreadContext currentInRound() {
        ThreadContext context = current();
        return context == null ? null : inRound(context);
    }

    /** The current thread's context if it is of the present round or there is none, else one of the present round. */
    private static @Nullable ThreadContext inRound(ThreadContext known) {
        return known.round == Rounds.running || Rounds.running == Rounds.NONE
                ? known
                : Threads.begin(Thread.currentThread());
    }

    /** The context of the current thread, or null if it has none; never begins the thread. */
    public static @Nullable ThreadContext currentIfBegun() {
        Thread thread = Thread.currentThread();
        Object held = null;
        if (workersExist && thread instanceof ForkJoinWorkerThread && WorkerField.OFFSET >= 0) {
            held = Memory.UNSAFE.getReference(thread, WorkerField.OFFSET);
        } else if (VIRTUAL == null || !VIRTUAL.isInstance(thread)) {
            held = LOCAL.get();
        }
        ThreadContext known = (ThreadContext) held;
        return known == neverObserved || known != null && known.round != Rounds.current() ? null : known;
    }

    /** Told by the mapping of fork/join workers when the first worker is made. */
    public static void workersExist() {
        workersExist = true;
    }

    static boolean isCarrier(Thread thread) {
        return CARRIER != null && CARRIER.isInstance(thread);
    }

    /** Whether a thread is a virtual one, which has no context. */
    public static boolean isVirtual(Thread thread) {
        return VIRTUAL != null && VIRTUAL.isInstance(thread);
    }

    static boolean isWorker(Thread thread) {
        return workersExist && thread instanceof ForkJoinWorkerThread;
    }

    static void attach(Thread thread, ThreadContext context) {
        if (isWorker(thread) && WorkerField.OFFSET >= 0) {
            Memory.UNSAFE.putReference(thread, WorkerField.OFFSET, context);
        } else {
            LOCAL.set(context);
        }
    }

    static void attachUnobserved(Thread thread) {
        attach(thread, neverObserved);
    }

    /** Has threads that were not to be observed in an earlier round asked again. */
    static void newRound() {
        neverObserved = new ThreadContext();
    }

    /** Lets go of what the thread did and of what tools kept with it; for a context of a round that is over. */
    void forget() {
        top = -1;
        frames = new TaskFrame[0];
        undeferred = NO_IDS;
        forgetTools();
    }

    /** Lets go of what tools and hooks kept with the thread. */
    void forgetTools() {
        slotValues = new Object[0];
        sinkSlot = null;
    }

    static void detach() {
        LOCAL.remove();
    }

    /** Initialised when the first worker exists, thus after its class was rewritten and loaded. */
    private static final class WorkerField {
        static final long OFFSET = Memory.fieldOffset(ForkJoinWorkerThread.class, "ompt4j$context");
    }

    // ---------------------------------------------------------------- what a sampler reads

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
        State state = STATES[Memory.UNSAFE.getIntOpaque(this, STATE)];
        if (state != State.WAIT_BARRIER_IMPLICIT_PARALLEL) {
            return state;
        }
        TaskFrame left = underEndedMemberships();
        return left == null || left.kind == TaskFrame.Kind.MEMBER ? state : State.IDLE;
    }

    @Override
    public long waitId() {
        State state = state();
        if (state == State.IDLE) {
            // What the member waited for is still noted.
            return 0;
        }
        TaskFrame left = state == State.WAIT_BARRIER_IMPLICIT_PARALLEL ? underEndedMemberships() : null;
        return left == null ? Memory.UNSAFE.getLongOpaque(this, WAIT_ID) : idOf(left.region);
    }

    @Override
    public long taskId() {
        TaskFrame left = underEndedMemberships();
        return left == null ? Memory.UNSAFE.getLongOpaque(this, TASK_ID) : left.taskId;
    }

    @Override
    public long parallelId() {
        if (state() == State.IDLE) {
            return 0;
        }
        TaskFrame left = underEndedMemberships();
        return left == null ? Memory.UNSAFE.getLongOpaque(this, PARALLEL_ID) : idOf(left.region);
    }

    private static long idOf(@Nullable Region region) {
        return region == null ? 0 : region.id;
    }

    /**
     * The memberships on top of the stack end with their regions, on whatever thread that happens: from then on the thread is in the
     * task below, even if it wakes much later to say so. That task's frame, or null if no membership on top has ended.
     */
    private @Nullable TaskFrame underEndedMemberships() {
        int from = top;
        int at = from;
        while (at > 0 && isEndedMembership(frames[at])) {
            at--;
        }
        return at == from ? null : frames[at];
    }

    private static boolean isEndedMembership(TaskFrame frame) {
        Region region = frame.region;
        return frame.kind == TaskFrame.Kind.MEMBER && region != null && region.isClosing();
    }

    // ---------------------------------------------------------------- for hooks

    /** The region id as it stands, also while idle; for the owner. */
    long regionId() {
        return parallelId;
    }

    /** The current task's id; for the owner. */
    long currentTaskId() {
        return taskId;
    }

    /** The observed thread. */
    public Thread thread() {
        return thread;
    }

    /** Sets the state and what is waited for; {@code waitedFor} is 0 unless the state is a wait. */
    public void setState(State state, long waitedFor) {
        setState(state.ordinal(), waitedFor);
    }

    private void setState(int ordinal, long waitedFor) {
        Memory.UNSAFE.putLongOpaque(this, WAIT_ID, waitedFor);
        Memory.UNSAFE.putIntOpaque(this, STATE, ordinal);
    }

    /** Whether the thread works, so that a wait which begins now is its outermost. */
    boolean isWorking() {
        return stateOrdinal <= State.WORK_REDUCTION.ordinal() || stateOrdinal == State.OVERHEAD.ordinal();
    }

    /** Goes back to the state that belongs to the current task: its code's, or that of the wait which its code is inside of. */
    public void setWorking() {
        OpenSyncs.Open around = syncs.anyWaits() ? syncs.waitingIn(top) : null;
        if (around != null) {
            setState(around.state, around.waitId);
        } else {
            setState(workState(), 0);
        }
    }

    /** Says whether the current task combines partial results from now on. */
    public void setReducing(boolean reduces) {
        if (top >= 0) {
            frames[top].reduces = reduces;
            setWorking();
        }
    }

    /** Whether the current task combines partial results. */
    public boolean isReducing() {
        return top >= 0 && frames[top].reduces;
    }

    private State workState() {
        TaskFrame frame = top < 0 ? null : frames[top];
        if (frame != null && frame.reduces) {
            return State.WORK_REDUCTION;
        }
        Region region = frame == null ? null : frame.region;
        return region == null || region.kind == Region.Kind.INITIAL ? State.WORK_SERIAL : State.WORK_PARALLEL;
    }

    /** A clock reading, in nanoseconds; 0 if nobody wants times. Never less than the thread's last one. */
    public long now() {
        if (!Events.timed()) {
            return 0;
        }
        freshStamp = false;
        return stamp(System.nanoTime());
    }

    /** The thread's last reading, taken anew if there is none. */
    public long lastNow() {
        return Events.timed() && lastNanos != 0 ? lastNanos : now();
    }

    /** Makes a time that came from elsewhere (a region's end) this thread's last one; returns it, or the last if that is later. */
    long stamp(long nanos) {
        if (nanos > lastNanos) {
            lastNanos = nanos;
        }
        return lastNanos;
    }

    /** Says that the last stamp was taken just now, so that the next event of this thread may share it. */
    public void markFresh() {
        freshStamp = true;
    }

    /** Says that a task ended just now, with the last stamp as its end. */
    void markEnded(long endedTaskId) {
        lastEndedTask = endedTaskId;
        freshStamp = true;
    }

    /** Whether the last thing that happened on this thread was the end of a task, so that who joined it may share its time. */
    public boolean hasJustEnded(long endedTaskId) {
        return freshStamp && lastEndedTask == endedTaskId;
    }

    /** Says that time has passed since the last stamp. */
    public void markStale() {
        freshStamp = false;
    }

    /**
     * A reading for the start of a task, not yet the thread's last stamp: shared with the end of the one before if this thread
     * created the task itself.
     */
    long taskBeginReading(long newTaskId) {
        boolean own = newTaskId < idLimit && newTaskId >= idLimit - Ids.BLOCK;
        boolean shared = freshStamp && own;
        freshStamp = false;
        if (!Events.timed()) {
            return 0;
        }
        return shared ? lastNanos : System.nanoTime();
    }

    /** A new id for a task, region or wait object. */
    public long newId() {
        if (nextId == idLimit) {
            nextId = Ids.takeBlock();
            idLimit = nextId + Ids.BLOCK;
        }
        return nextId++;
    }

    /** Number of a new per-thread slot for a hook family's own data; called once per family. */
    public static synchronized int newSlot() {
        return slots++;
    }

    /** The family's data on this thread, or null. */
    public @Nullable Object slot(int number) {
        return number < slotValues.length ? slotValues[number] : null;
    }

    /** Sets the family's data on this thread. */
    public void setSlot(int number, @Nullable Object value) {
        if (number >= slotValues.length) {
            slotValues = Arrays.copyOf(slotValues, number + 4);
        }
        slotValues[number] = value;
    }

    /** Remembers the call site that is about to reach a construct inside the JDK; see {@link CallSites}. */
    void setCallSite(int packed) {
        callSite = packed;
    }

    int callSite() {
        return callSite;
    }

    // ---------------------------------------------------------------- the stack of tasks

    /** Whether the thread has no task yet. */
    public boolean hasNoFrame() {
        return top < 0;
    }

    OpenSyncs syncs() {
        return syncs;
    }

    UntoldAcquire untold() {
        return untold;
    }

    int top() {
        return top;
    }

    TaskFrame frame() {
        return frames[top];
    }

    @Nullable
    TaskFrame frameBelow() {
        return top < 1 ? null : frames[top - 1];
    }

    TaskFrame frame(int index) {
        return frames[index];
    }

    /** The region of the current task, null before the thread has one. */
    public @Nullable Region currentRegion() {
        return top < 0 ? null : frames[top].region;
    }

    /** The innermost team region that new tasks of this thread inherit, or null outside of any. */
    public @Nullable Region currentTeam() {
        Region region = currentRegion();
        return region != null && region.isTeam() ? region : null;
    }

    /** Whether the current task is an explicit one. */
    public boolean inExplicitTask() {
        return top >= 0 && frames[top].kind == TaskFrame.Kind.EXPLICIT;
    }

    /** The sync region that the current task is in, see {@link SyncRegions#pack}; 0 if none. */
    public long sync() {
        return top < 0 ? 0 : frames[top].sync;
    }

    /** The wait id of the sync region that the current task is in. */
    public long syncWaitId() {
        return top < 0 ? 0 : frames[top].syncWaitId;
    }

    /** Says which sync region the current task is in from now on; 0 for none. */
    public void setSync(long packed, long syncWaitId) {
        if (top >= 0) {
            frames[top].sync = packed;
            frames[top].syncWaitId = syncWaitId;
        }
    }

    /** Says which method of the application the current task, or region, is; for constructs that the configuration defines. */
    public void setBody(int body) {
        if (top >= 0) {
            frames[top].body = body;
        }
    }

    /** Notes that a task which the thread is about to run itself was made undeferred. */
    void madeUndeferred(long newTaskId) {
        int kept = 0;
        for (int i = 0; i < undeferredCount; i++) {
            if (isOnStack(undeferred[i])) {
                undeferred[kept++] = undeferred[i];
            }
        }
        if (kept == undeferred.length) {
            undeferred = Arrays.copyOf(undeferred, Math.max(4, kept * 2));
        }
        undeferred[kept] = newTaskId;
        undeferredCount = kept + 1;
    }

    private boolean isOnStack(long id) {
        for (int i = top; i >= 0; i--) {
            if (frames[i].taskId == id) {
                return true;
            }
        }
        return false;
    }

    /** Whether a task on the thread's stack was made undeferred. */
    boolean isUndeferred(long id) {
        for (int i = 0; i < undeferredCount; i++) {
            if (undeferred[i] == id) {
                return true;
            }
        }
        return false;
    }

    TaskFrame push(TaskFrame.Kind kind, Construct construct, long newTaskId, @Nullable Region region, int index) {
        if (top >= 0) {
            frames[top].stateOrdinal = stateOrdinal;
            frames[top].waitId = waitId;
        }
        if (top + 1 == frames.length) {
            grow();
        }
        TaskFrame frame = frames[++top];
        frame.become(kind, construct, newTaskId, region, index);
        // What another task announced and nobody took is not this one's.
        callSite = 0;
        Memory.UNSAFE.putLongOpaque(this, TASK_ID, newTaskId);
        Memory.UNSAFE.putLongOpaque(this, PARALLEL_ID, region == null ? 0 : region.id);
        setWorking();
        return frame;
    }

    private void grow() {
        int before = frames.length;
        TaskFrame[] larger = Arrays.copyOf(frames, before * 2);
        for (int i = before; i < larger.length; i++) {
            larger[i] = new TaskFrame();
        }
        frames = larger;
    }

    /** Removes the current frame and goes back to the state that the one below it had. */
    void pop() {
        // The frame keeps what it held for its next use; the region it may keep alive is small and refers to nothing
        // else.
        callSite = 0;
        top--;
        if (top < 0) {
            Memory.UNSAFE.putLongOpaque(this, TASK_ID, 0);
            Memory.UNSAFE.putLongOpaque(this, PARALLEL_ID, 0);
            setState(State.OVERHEAD, 0);
            return;
        }
        TaskFrame frame = frames[top];
        Memory.UNSAFE.putLongOpaque(this, TASK_ID, frame.taskId);
        Memory.UNSAFE.putLongOpaque(this, PARALLEL_ID, frame.region == null ? 0 : frame.region.id);
        setState(frame.stateOrdinal, frame.waitId);
    }

    boolean isInside() {
        return depth != 0;
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
        setState(State.UNDEFINED, 0);
    }

    boolean hasEnded() {
        return ended;
    }

    @Override
    public String toString() {
        return name + " (" + id() + "), " + state() + ", task " + taskId;
    }
}
