package org.ompt4j.emitter;

import java.security.AccessController;
import java.security.PrivilegedAction;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import jdk.internal.misc.InnocuousThread;
import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.State;
import org.ompt4j.ompt.ThreadType;

/**
 * The ways into the runtime, the begin and end of its threads, and the end of the runtime itself.
 *
 * <p>A hook enters by {@link #enter}, or by {@link #enterIfBegun} where it must not begin the thread, or by {@link ThreadContext#enter} with
 * the context that an earlier hook of the same call has found. Work of the agent or of a tool that is no event enters by {@link
 * #enterUnobserved}. All leave by {@link ThreadContext#leave}.
 *
 * <p>Thread safety: any thread; {@link #begin} and {@link #end} on the thread they are about.
 */
public final class Threads {
    /*
     * Overview. The runtime ends once an epoch: `AttachEpoch.running` is set, then a global safepoint (a thread dump does one) makes sure
     * that every thread has either seen it or shows its guard raised; guards are waited for a moment, and what is left open is closed on
     * the threads' behalf. Without the safepoint each hook would need a full fence between raising its guard and asking for the epoch.
     */
    /** Threads with this prefix belong to the agent or a tool and are never observed. */
    public static final String OWN_PREFIX = "ompt4j-";

    /** The class of the shutdown hook with which the Flight Recorder ends, whoever has started that. */
    private static final String FLIGHT_RECORDER_HOOK = "jdk.jfr.internal.ShutdownHook";

    /** The name of the thread that runs it. */
    private static final String FLIGHT_RECORDER_HOOK_THREAD = "JFR Shutdown Hook";

    private static final long GUARD_TIMEOUT_NANOS = 200_000_000L;
    private static final long PARENT_OF_GROUP = Memory.fieldOffset(ThreadGroup.class, "parent");

    private static List<ThreadContext> closed = List.of();
    private static @Nullable Runnable beforeFinish;
    private static @Nullable Predicate<Thread> earlierWorkers;

    private Threads() {}

    // ---------------------------------------------------------------- the ways in

    /**
     * Enters the runtime on behalf of the current thread: the first thing a hook does.
     *
     * @return the thread's context, to be left with {@link ThreadContext#leave}; null if the thread is not observed, is inside the runtime
     *     already, or the runtime has ended
     */
    public static @Nullable ThreadContext enter() {
        ThreadContext context = current();
        if (context == null || context.enter()) {
            return context;
        }
        // It may be of an epoch that is over.
        ThreadContext fresh = ofEpoch(context);
        return fresh != null && fresh.enter() ? fresh : null;
    }

    /** As {@link #enter}, for a hook that must not begin the thread: null also if the thread has not begun. */
    public static @Nullable ThreadContext enterIfBegun() {
        ThreadContext context = currentIfBegun();
        return context != null && context.enter() ? context : null;
    }

    /**
     * Enters the runtime for work of the agent or of a tool, during which nothing the thread does is reported. Does not begin the thread.
     *
     * @return null if there is nothing to leave: the thread has no context, or is inside already
     */
    public static @Nullable ThreadContext enterUnobserved() {
        ThreadContext context = ThreadRegistry.attached(Thread.currentThread());
        return context != null && context.enterUnobserved() ? context : null;
    }

    /** The context of the current thread, made if there is none yet; null for threads that are never observed. */
    public static @Nullable ThreadContext current() {
        Thread thread = Thread.currentThread();
        ThreadContext attached = ThreadRegistry.attached(thread);
        return attached != null ? attached : begin(thread);
    }

    /** As {@link #current}, but never of an epoch that is over: for what is kept with the thread until its next hook enters. */
    static @Nullable ThreadContext currentOfEpoch() {
        ThreadContext context = current();
        return context == null ? null : ofEpoch(context);
    }

    /** The context itself if it is of the running epoch or there is none, else one of the running epoch. */
    private static @Nullable ThreadContext ofEpoch(ThreadContext known) {
        return known.isOfRunningEpoch() || !AttachEpoch.isOpen() ? known : begin(Thread.currentThread());
    }

    /** The context of the current thread, or null if it has none; never begins the thread. */
    public static @Nullable ThreadContext currentIfBegun() {
        ThreadContext context = ThreadRegistry.attached(Thread.currentThread());
        return context == null || ThreadRegistry.isNeverObserved(context) ? null : context;
    }

    /**
     * Before a thread's last event: it cannot be inside any more. If it seems to be, a hook ran out of stack before it could leave, and what the
     * thread did since was not seen.
     */
    public static void leaveBeforeEnd() {
        ThreadContext context = currentIfBegun();
        if (context != null
                && !context.isCarrier()
                && !context.isVirtual()
                && context.isInside()
                && !context.hasEnded()) {
            Failures.count(
                    "a hook was cut short, by the end of the stack or a stop of its thread; what the thread did afterwards was not seen");
            context.leave();
        }
    }

    // ---------------------------------------------------------------- begin and end

    /** Begins a thread when it first reaches a hook. */
    private static @Nullable ThreadContext begin(Thread thread) {
        if (ThreadRegistry.isVirtual(thread)) {
            ThreadRegistry.sawVirtualThread();
            return null;
        }
        ThreadContext known = ThreadRegistry.find(thread);
        if (known != null) {
            // Someone erased the thread's locals; the thread itself is the same.
            ThreadRegistry.attach(thread, known);
            return known;
        }
        return beginNew(thread, typeOf(thread));
    }

    /** Begins the current thread with a known type; a thread that has begun already keeps what it is. */
    public static @Nullable ThreadContext begin(Thread thread, ThreadType type) {
        ThreadContext known = ThreadRegistry.find(thread);
        return known == null ? beginNew(thread, type) : known;
    }

    private static @Nullable ThreadContext beginNew(Thread thread, ThreadType type) {
        if (ThreadRegistry.isVirtual(thread) || !AttachEpoch.isOpen()) {
            return null;
        }
        if (isOwn(thread) || ThreadRegistry.isCarrier(thread)) {
            ThreadRegistry.attachUnobserved(thread);
            return null;
        }
        ThreadContext context = new ThreadContext(thread, type);
        // Inside: the thread can have to wait for the lock of the list, which is nothing that it does itself.
        context.enterUnobserved();
        ThreadRegistry.attach(thread, context);
        ThreadRegistry.add(context);
        context.leave();
        ThreadContext entered = enter();
        if (entered != context) {
            return context;
        }
        context.begin();
        // The state before the clock: a sampler finds none undefined from the thread's begin on.
        context.tasks().setState(State.OVERHEAD, 0);
        long time = context.clock().now();
        Events.threadBegin(context, time, Construct.THREAD, type);
        if (type != ThreadType.WORKER) {
            InitialTasks.begin(context);
        } else {
            context.tasks().setState(State.IDLE, 0);
        }
        reapDeadThreads();
        context.leave();
        return context;
    }

    /** Ends the current thread: its last event. */
    public static void end(ThreadContext c) {
        if (c.hasEnded()) {
            return;
        }
        if (c.hasBegun()) {
            if (c.isCarrier()) {
                Carriers.unmounts(c, false);
            }
            Mutexes.tellUntold(c);
            OpenFrames.closeAll(c);
            Pool.leave(c);
            Events.threadEnd(c, c.clock().now(), Construct.THREAD);
        }
        c.end();
        ThreadRegistry.remove(c);
    }

    /** Keeps the current thread out of the runtime until {@link #show}: premain, before tools can hear of it. */
    public static void hide() {
        ThreadRegistry.attachUnobserved(Thread.currentThread());
    }

    /** Ends {@link #hide}: the thread begins now. */
    public static void show() {
        ThreadRegistry.detach();
        current();
    }

    /** Has hooks do nothing, on whatever thread, before {@link AttachEpoch#open}: tools cannot hear of the program yet. */
    public static void holdOff() {
        AttachEpoch.close();
    }

    /** What to do when the runtime ends, before threads are closed: pools report their ends here. */
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

    /** What tells a worker of a pool, by the thread alone: of one that ran before the runtime came it is not known otherwise. */
    public static void recogniseEarlierWorkers(Predicate<Thread> areWorkers) {
        earlierWorkers = areWorkers;
    }

    /** Prepares an epoch of a program that is attached to; nothing is observed before {@link AttachEpoch#open}. */
    public static void beginAttached() {
        AttachEpoch.beginAttached();
        ThreadRegistry.beginEpoch();
    }

    /**
     * Ends the runtime: threads that are still alive get their last events now, on their behalf. Nothing is reported
     * afterwards. Called once an epoch: after the application's shutdown hooks, or when the agent leaves.
     */
    public static void finish() {
        Runnable before = beforeFinish;
        // The thread that shuts the JVM down begins only if there is something to report on it.
        ThreadContext own = before == null ? enterIfBegun() : enter();
        AttachEpoch.close();
        stopAllThreads();
        long deadline = System.nanoTime() + GUARD_TIMEOUT_NANOS;
        List<ThreadContext> last = new ArrayList<>();
        for (ThreadContext each : ThreadRegistry.live()) {
            if (each != own) {
                while (each.isInside() && !each.hasEnded() && System.nanoTime() < deadline) {
                    Thread.yield();
                }
            }
            if (each == own || !each.isInside()) {
                last.add(each);
            } else if (!each.hasEnded()) {
                Failures.count("a thread did not leave the runtime in time for its last events");
            }
        }
        // Not before: a thread that was inside a hook may have opened something.
        if (own != null && before != null) {
            before.run();
        }
        // Tools hear of the last events of others on this thread: they are in a callback.
        UnobservedScope call = UnobservedScope.enterWithoutContext();
        for (ThreadContext each : last) {
            Waits.remainAtEnd(each);
            end(each);
        }
        if (call != null) {
            call.leave();
        }
        closed = last;
    }

    /** A safepoint, see the overview. With the agent's rights: a security manager can refuse a stack dump to the program that ends. */
    @SuppressWarnings("removal")
    private static void stopAllThreads() {
        AccessController.doPrivileged(new PrivilegedAction<@Nullable Void>() {
            @Override
            public @Nullable Void run() {
                try {
                    Thread.getAllStackTraces();
                } catch (OutOfMemoryError stacksOfAllAtOnce) {
                    stopEachThread();
                }
                return null;
            }
        });
    }

    /** Where the heap has no room for all stacks at once. A thread whose own has none is not stopped: a hook of its may still be at work. */
    private static void stopEachThread() {
        for (ThreadContext each : ThreadRegistry.live()) {
            try {
                if (!each.isVirtual()) {
                    each.thread().getStackTrace();
                }
            } catch (OutOfMemoryError tooDeep) {
                continue;
            }
        }
    }

    /** Forgets the epoch that {@link #finish} has ended. */
    public static void forgetEpoch() {
        AttachEpoch.end();
        forget();
        WaitIds.forget();
        ConditionWaits.forget();
        ToldWaiters.forget();
        WeakSideTable.forgetAll();
        Definitions.forgetObjects();
        Failures.forget();
    }

    /** Lets go of what the threads did; what is left of a context stays as long as its thread. */
    private static void forget() {
        for (ThreadContext each : closed) {
            each.forget();
        }
        closed = List.of();
        for (ThreadContext each : ThreadRegistry.live()) {
            // It did not leave a hook in time; what it still does there finds nothing of a tool.
            each.forgetTools();
        }
        ThreadRegistry.clear();
    }

    // ---------------------------------------------------------------- whose threads

    /** Also the one by which the JVM lets agents in, and the one on which the Flight Recorder ends: no code of the application's runs there. */
    private static boolean isOwn(Thread thread) {
        String name = thread.getName();
        return name.startsWith(OWN_PREFIX)
                || name.equals("Attach Listener") && isInternal(thread)
                || name.equals(FLIGHT_RECORDER_HOOK_THREAD) && isFlightRecorderHook(thread);
    }

    private static boolean isFlightRecorderHook(Thread thread) {
        Object target = JvmThreads.target(thread);
        Object code = target == null ? thread : target;
        return code.getClass().getName().equals(FLIGHT_RECORDER_HOOK);
    }

    private static ThreadType typeOf(Thread thread) {
        Predicate<Thread> areWorkers = earlierWorkers;
        if (ThreadRegistry.isWorker(thread) || areWorkers != null && areWorkers.test(thread)) {
            return ThreadType.WORKER;
        }
        return isInternal(thread) ? ThreadType.OTHER : ThreadType.INITIAL;
    }

    /** Whether the JVM made the thread for itself: it is in the system group, or it is the one that shuts the JVM down. */
    public static boolean isInternal(Thread thread) {
        ThreadGroup group = thread.getThreadGroup();
        return group == null || isSystem(group) || thread.getName().equals("DestroyJavaVM");
    }

    /** Whether it is the group of all others. Read, since a security manager can refuse the program the call, and so the hook inside of it. */
    private static boolean isSystem(ThreadGroup group) {
        return (PARENT_OF_GROUP == Memory.NO_FIELD
                        ? group.getParent()
                        : Memory.UNSAFE.getReference(group, PARENT_OF_GROUP))
                == null;
    }

    /** Whether a thread does not run the program's code, or no more. */
    public static boolean isOfJvm(Thread thread) {
        return thread instanceof InnocuousThread || isInternal(thread);
    }

    /** Whether the current thread is such a one that has not begun: it does not do so in the middle of the JVM's own work. */
    public static boolean isJvmThreadThatHasNotBegun() {
        return currentIfBegun() == null && isOfJvm(Thread.currentThread());
    }

    /** Whether a thread is one of those that can be observed: neither virtual nor the agent's own. */
    public static boolean canObserve(Thread thread) {
        return !ThreadRegistry.isVirtual(thread) && !isOwn(thread);
    }

    /** Ends dead threads whose end was not seen on their behalf, see {@link ThreadRegistry#removeDead}. */
    static void reapDeadThreads() {
        List<ThreadContext> died = ThreadRegistry.removeDead();
        if (died.isEmpty()) {
            return;
        }
        UnobservedScope call = UnobservedScope.enterWithoutContext();
        for (ThreadContext each : died) {
            end(each);
        }
        if (call != null) {
            call.leave();
        }
    }
}
