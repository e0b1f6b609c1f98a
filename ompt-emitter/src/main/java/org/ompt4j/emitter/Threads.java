package org.ompt4j.emitter;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.ScopeEndpoint;
import org.ompt4j.ompt.State;
import org.ompt4j.ompt.TaskFlag;
import org.ompt4j.ompt.ThreadType;

/**
 * The threads of the runtime: their begin and end, and the end of the runtime itself.
 *
 * <p>Thread safety: any thread; {@link #begin} and {@link #end} on the thread they are about.
 */
public final class Threads {
    /*
     * Overview. Live contexts are kept in a copy-on-write array: threads come and go rarely, samplers read often. The runtime
     * ends once a round: `Rounds.running` is set, then a global safepoint (a thread dump does one) makes sure that every thread has either
     * seen it or shows its guard raised; guards are waited for a moment, and what is left open is closed on the threads' behalf.
     * Without the safepoint each hook would need a full fence between raising its guard and asking for it.
     */
    /** Threads with this prefix belong to the agent or a tool and are never observed. */
    public static final String OWN_PREFIX = "ompt4j-";

    private static final long GUARD_PATIENCE_NANOS = 200_000_000L;
    private static final Object LOCK = new Object();

    /** So many threads are not worth a look at which of them are dead. */
    private static final int FEW = 64;

    private static volatile ThreadContext[] live = new ThreadContext[0];
    private static volatile List<ThreadContext> liveList = List.of();

    private static int enoughToLook = FEW;
    private static List<ThreadContext> closed = List.of();
    private static boolean sawVirtual;
    private static @Nullable Runnable beforeFinish;

    private static @Nullable WorkerHome workerHome;

    private Threads() {}

    /** Where workers belong that began before anyone could see it. */
    public interface WorkerHome {
        /** Gives the current thread, which has no task, its place; false if it is not known. */
        boolean enter(ThreadContext c);
    }

    /** Told by the one family that knows. */
    public static void homeOfWorkers(WorkerHome home) {
        workerHome = home;
    }

    /** Begins a thread lazily, when it first reaches a hook. */
    static @Nullable ThreadContext begin(Thread thread) {
        ThreadContext known = find(thread);
        if (known != null) {
            // Someone erased the thread's locals; the thread itself is the same.
            ThreadContext.attach(thread, known);
            return known;
        }
        return begin(thread, typeOf(thread));
    }

    /** Begins the current thread with a known type; a thread that has begun already keeps what it is. */
    public static @Nullable ThreadContext begin(Thread thread, ThreadType type) {
        ThreadContext known = find(thread);
        if (known != null) {
            return known;
        }
        if (ThreadContext.isVirtual(thread)) {
            return null;
        }
        if (Rounds.running == Rounds.NONE) {
            return null;
        }
        if (isOwn(thread) || ThreadContext.isCarrier(thread)) {
            ThreadContext.attachUnobserved(thread);
            return null;
        }
        ThreadContext context = new ThreadContext(thread, type);
        // Inside: the thread can have to wait for the lock of the list, which is nothing that it does itself.
        context.tryEnter();
        ThreadContext.attach(thread, context);
        add(context);
        context.leave();
        ThreadContext entered = ThreadContext.enter();
        if (entered != context) {
            return context;
        }
        context.begin();
        // The state before the clock: a sampler finds none undefined from the thread's begin on.
        context.setState(State.OVERHEAD, 0);
        long time = context.now();
        Events.threadBegin(context, time, Construct.THREAD, type);
        if (type != ThreadType.WORKER) {
            beginInitialTask(context);
        } else {
            context.setState(State.IDLE, 0);
        }
        endThoseThatDied();
        context.leave();
        return context;
    }

    private static void beginInitialTask(ThreadContext c) {
        long parallel = c.newId();
        long task = c.newId();
        Region region =
                new Region(parallel, Region.Kind.INITIAL, Construct.THREAD, null, 0, 1, TaskFlag.INITIAL, 0, c.id());
        // Read anew: whoever heard of the thread took time.
        long time = c.now();
        c.push(TaskFrame.Kind.INITIAL, Construct.THREAD, task, region, 1);
        Events.implicitTask(c, time, Construct.THREAD, ScopeEndpoint.BEGIN, parallel, task, 1, 1, TaskFlag.INITIAL);
    }

    /**
     * Makes sure that a worker of an unmapped pool has a task to be in: such a worker has no pool region, so that it is given an
     * initial task when it first does something that needs one.
     */
    public static void ensureTask(ThreadContext c) {
        if (c.hasNoFrame()) {
            WorkerHome home = workerHome;
            if (home == null || !home.enter(c)) {
                beginInitialTask(c);
            }
        }
    }

    /** Ends the current thread: its last event. */
    public static void end(ThreadContext c) {
        if (c.hasEnded()) {
            return;
        }
        if (c.hasBegun()) {
            Mutexes.tellUntold(c);
            closeFrames(c);
            Events.threadEnd(c, c.now(), Construct.THREAD);
        }
        c.end();
        remove(c);
    }

    /** Closes whatever is still open on a thread, innermost first. */
    private static void closeFrames(ThreadContext c) {
        while (!c.hasNoFrame()) {
            closeFrame(c);
        }
    }

    /** Closes what is open on top of a thread's stack. */
    static void closeFrame(ThreadContext c) {
        SyncRegions.closeOpen(c);
        switch (c.frame().kind) {
            case EXPLICIT -> Tasks.endOpenTask(c);
            case MEMBER -> Regions.leaveMembership(c);
            case ENCOUNTERING -> Regions.abandon(c);
            case POOL, INITIAL -> endBottom(c);
        }
    }

    private static void endBottom(ThreadContext c) {
        TaskFrame frame = c.frame();
        int flags = frame.kind == TaskFrame.Kind.INITIAL ? TaskFlag.INITIAL : TaskFlag.IMPLICIT;
        if (frame.kind == TaskFrame.Kind.INITIAL && frame.region != null) {
            // Regions inside may outlive it on other threads: they shall not find it any more.
            frame.region.closeFirst();
        }
        Events.implicitTask(c, c.now(), frame.construct, ScopeEndpoint.END, 0, frame.taskId, 0, frame.index, flags);
        c.pop();
    }

    /** Keeps the current thread out of the runtime until {@link #show}: premain, before tools can hear of it. */
    public static void hide() {
        ThreadContext.attachUnobserved(Thread.currentThread());
    }

    /** Ends {@link #hide}: the thread begins now. */
    public static void show() {
        ThreadContext.detach();
        ThreadContext.current();
    }

    /** The contexts of the threads that are alive now; a snapshot, the same object until a thread comes or goes. */
    public static List<ThreadContext> live() {
        return liveList;
    }

    /**
     * Whether any thread is in this state with this wait id now, and has been so for long enough to be waiting if nobody knows whether
     * it does.
     *
     * @param shortestNanos how long that is
     */
    public static boolean anyWaits(State state, long waitId, long nowNanos, long shortestNanos) {
        for (ThreadContext each : live) {
            if (each.waitId() == waitId && each.state() == state) {
                long since = each.untold().beginNanos();
                if (since == 0 || nowNanos - since >= shortestNanos) {
                    return true;
                }
            }
        }
        return false;
    }

    /** What to do when the runtime ends, before threads are closed: pools report their regions' ends here. */
    public static void beforeFinish(Runnable action) {
        Runnable before = beforeFinish;
        beforeFinish = new Runnable() {
            @Override
            public void run() {
                if (before != null) {
                    before.run();
                }
                action.run();
            }
        };
    }

    /**
     * Ends the runtime: threads that are still alive get their last events now, on their behalf. Nothing is reported
     * afterwards. Called once a round: after the application's shutdown hooks, or when the agent leaves.
     */
    public static void finish() {
        Runnable before = beforeFinish;
        // The thread that shuts the JVM down begins only if there is something to report on it.
        ThreadContext own = before == null ? ThreadContext.enterIfBegun() : ThreadContext.enter();
        Rounds.running = Rounds.NONE;
        // A safepoint, see the overview; the result is of no interest.
        Thread.getAllStackTraces();
        long patience = System.nanoTime() + GUARD_PATIENCE_NANOS;
        List<ThreadContext> last = new ArrayList<>();
        for (ThreadContext each : live) {
            if (each != own) {
                while (each.isInside() && !each.hasEnded() && System.nanoTime() < patience) {
                    Thread.onSpinWait();
                }
            }
            if (each == own || !each.isInside()) {
                last.add(each);
            } else if (!each.hasEnded()) {
                Failures.count("a thread did not leave the runtime in time for its last events");
            }
        }
        // Not before: whoever was inside a hook may have opened something.
        if (own != null && before != null) {
            before.run();
        }
        // Tools hear of the last events of others on this thread: they are in a callback.
        QuietCall call = QuietCall.enterUnobserved();
        for (ThreadContext each : last) {
            end(each);
        }
        if (call != null) {
            call.leave();
        }
        closed = last;
    }

    /** Makes room for the threads of a new round. */
    static void newRound() {
        synchronized (LOCK) {
            publish(new ThreadContext[0]);
        }
        sawVirtual = false;
        ThreadContext.newRound();
    }

    /** Lets go of what the threads did in a round that is over; what is left of a context stays as long as its thread. */
    static void forget() {
        for (ThreadContext each : closed) {
            each.forget();
        }
        closed = List.of();
        for (ThreadContext each : live) {
            // It did not leave a hook in time; what it still does there finds nothing of a tool.
            each.forgetTools();
        }
        synchronized (LOCK) {
            publish(new ThreadContext[0]);
        }
    }

    static void sawVirtualThread() {
        sawVirtual = true;
    }

    /** Whether code in virtual threads reached a hook; it is not observed in this version. */
    public static boolean sawVirtualThreads() {
        return sawVirtual;
    }

    /** Also the one by which the JVM lets agents in: what runs there is theirs, not the application's. */
    private static boolean isOwn(Thread thread) {
        String name = thread.getName();
        return name.startsWith(OWN_PREFIX) || name.equals("Attach Listener") && isInternal(thread);
    }

    private static ThreadType typeOf(Thread thread) {
        if (ThreadContext.isWorker(thread)) {
            return ThreadType.WORKER;
        }
        return isInternal(thread) ? ThreadType.OTHER : ThreadType.INITIAL;
    }

    /** Whether the JVM made the thread for itself: it is in the system group, or it is the one that shuts the JVM down. */
    public static boolean isInternal(Thread thread) {
        ThreadGroup group = thread.getThreadGroup();
        return group == null || group.getParent() == null || thread.getName().equals("DestroyJavaVM");
    }

    /** Whether a thread is one of those that can be observed: neither virtual nor the agent's own. */
    public static boolean canObserve(Thread thread) {
        return !ThreadContext.isVirtual(thread) && !isOwn(thread);
    }

    private static @Nullable ThreadContext find(Thread thread) {
        for (ThreadContext each : live) {
            if (each.thread() == thread) {
                return each;
            }
        }
        return null;
    }

    private static void add(ThreadContext context) {
        synchronized (LOCK) {
            ThreadContext[] before = live;
            ThreadContext[] after = new ThreadContext[before.length + 1];
            System.arraycopy(before, 0, after, 0, before.length);
            after[before.length] = context;
            publish(after);
        }
    }

    /**
     * Ends, on their behalf, threads that are dead and whose own end nobody saw: where the construct thread is not observed. Looked
     * for when twice as many are known as lived the last time, so that threads without end take no memory without end.
     */
    private static void endThoseThatDied() {
        List<ThreadContext> died = takeDead();
        if (died.isEmpty()) {
            return;
        }
        QuietCall call = QuietCall.enterUnobserved();
        for (ThreadContext each : died) {
            end(each);
        }
        if (call != null) {
            call.leave();
        }
    }

    /** Whoever gets them ends them. */
    private static List<ThreadContext> takeDead() {
        synchronized (LOCK) {
            if (live.length < enoughToLook) {
                return List.of();
            }
            List<ThreadContext> alive = new ArrayList<>();
            List<ThreadContext> dead = new ArrayList<>();
            for (ThreadContext each : live) {
                (each.thread().isAlive() ? alive : dead).add(each);
            }
            publish(alive.toArray(new ThreadContext[0]));
            enoughToLook = Math.max(FEW, 2 * alive.size());
            return dead;
        }
    }

    private static void publish(ThreadContext[] threads) {
        live = threads;
        liveList = List.of(threads);
    }

    private static void remove(ThreadContext context) {
        synchronized (LOCK) {
            ThreadContext[] before = live;
            for (int i = 0; i < before.length; i++) {
                if (before[i] == context) {
                    ThreadContext[] after = new ThreadContext[before.length - 1];
                    System.arraycopy(before, 0, after, 0, i);
                    System.arraycopy(before, i + 1, after, i, after.length - i);
                    publish(after);
                    return;
                }
            }
        }
    }
}
