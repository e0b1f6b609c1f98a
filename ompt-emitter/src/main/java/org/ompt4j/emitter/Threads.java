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
 * The ways into the runtime, the begin and end of threads, and the end of the runtime itself.
 *
 * <p>A hook enters by {@link #enter}; by {@link #enterIfBegun} if it must not begin the thread; or by {@link ThreadContext#enter} with the context
 * that an earlier hook of the same call has found. Other code of the agent or of a tool, which must not be observed, enters by {@link
 * #enterUnobserved}. All leave by {@link ThreadContext#leave}.
 *
 * <p>Thread safety: any thread; {@link #begin} and {@link #end} on the thread they are about.
 */
public final class Threads {
    /*
     * Overview. The runtime ends once in each epoch. First `AttachEpoch.running` is set. Then a global safepoint (a thread dump causes one) makes
     * sure that every thread has either seen the new value or shows its guard raised. After a short wait for threads with a raised guard, everything
     * that is still open is closed on behalf of the threads. Without the safepoint each hook would need a full fence between raising its guard and
     * reading the epoch.
     */
    /** Threads whose names have this prefix belong to the agent or a tool, and are never observed. */
    public static final String OWN_PREFIX = "ompt4j-";

    /** The class of the shutdown hook that ends the Flight Recorder, whoever has started it. */
    private static final String FLIGHT_RECORDER_HOOK = "jdk.jfr.internal.ShutdownHook";

    /** The name of the thread that runs this shutdown hook. */
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
        // The context may be of an epoch that is over.
        ThreadContext fresh = ofEpoch(context);
        return fresh != null && fresh.enter() ? fresh : null;
    }

    /** As {@link #enter}, for a hook that must not begin the thread: null also if the thread has not begun. */
    public static @Nullable ThreadContext enterIfBegun() {
        ThreadContext context = currentIfBegun();
        return context != null && context.enter() ? context : null;
    }

    /**
     * Enters the runtime with the context that the current thread had before a wait. A virtual thread may have another one since.
     *
     * @return null if nothing is to be reported
     */
    static @Nullable ThreadContext enterAgain(ThreadContext before) {
        return before.enter() ? before : before.isVirtual() ? enterIfBegun() : null;
    }

    /**
     * Enters the runtime for code of the agent or of a tool, during which nothing on this thread is reported. Does not begin the thread.
     *
     * @return null if there is nothing to leave: the thread has no context, or is inside already
     */
    public static @Nullable ThreadContext enterUnobserved() {
        ThreadContext context = ThreadRegistry.attached(Thread.currentThread());
        return context != null && context.enterUnobserved() ? context : null;
    }

    /** The context of the current thread, which is made if there is none; null for threads that are never observed. */
    public static @Nullable ThreadContext current() {
        Thread thread = Thread.currentThread();
        ThreadContext attached = ThreadRegistry.attached(thread);
        return attached != null ? attached : begin(thread);
    }

    /** As {@link #current}, but never a context of an epoch that is over: for data that is kept with the thread until its next hook enters. */
    static @Nullable ThreadContext currentOfEpoch() {
        ThreadContext context = current();
        return context == null ? null : ofEpoch(context);
    }

    /** The given context if it is null or of the running epoch, else a new one of the running epoch. */
    private static @Nullable ThreadContext ofEpoch(ThreadContext known) {
        return known.isOfRunningEpoch() || !AttachEpoch.isOpen() ? known : begin(Thread.currentThread());
    }

    /** The context of the current thread, or null if it has none; never begins the thread. */
    public static @Nullable ThreadContext currentIfBegun() {
        ThreadContext context = ThreadRegistry.attached(Thread.currentThread());
        return context == null || ThreadRegistry.isNeverObserved(context) ? null : context;
    }

    /**
     * Called before a thread's last event, when it cannot be inside the runtime any more. If it seems to be inside, a hook ran out of stack before it
     * could leave, and what the thread did since then was not observed.
     */
    public static void leaveBeforeEnd() {
        ThreadContext context = currentIfBegun();
        if (context != null
                && !context.isCarrier()
                && !context.isVirtual()
                && context.isInside()
                && !context.hasEnded()) {
            Failures.count(
                    "a hook was aborted by a stack overflow or Thread.stop; what its thread did afterwards was not observed");
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
            // Some code erased the thread locals; the thread is the same.
            ThreadRegistry.attach(thread, known);
            return known;
        }
        return beginNew(thread, typeOf(thread));
    }

    /** Begins the current thread with a known type. A thread that has begun already keeps its type. */
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
        // Inside the runtime: the thread may have to wait for the lock of the list, which must not be observed as its
        // own wait.
        context.enterUnobserved();
        ThreadRegistry.attach(thread, context);
        ThreadRegistry.add(context);
        context.leave();
        ThreadContext entered = enter();
        if (entered != context) {
            return context;
        }
        context.begin();
        // The state is set before the clock is read, so that a sampler finds no undefined state after the thread's
        // begin.
        context.tasks().setState(State.OVERHEAD, 0);
        long time = context.clock().now();
        Events.threadBegin(context, time, Construct.THREAD, type);
        if (type != ThreadType.WORKER) {
            InitialTasks.begin(context);
        } else if (EarlierTasks.isInOne()) {
            InitialTasks.ensure(context);
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

    /** Keeps the current thread out of the runtime until {@link #show}: for premain, before tools are ready for events. */
    public static void hide() {
        ThreadRegistry.attachUnobserved(Thread.currentThread());
    }

    /** Ends {@link #hide}: the thread begins now. */
    public static void show() {
        ThreadRegistry.detach();
        current();
    }

    /** Makes hooks of all threads do nothing until {@link AttachEpoch#open}, since tools are not ready for events yet. */
    public static void holdOff() {
        AttachEpoch.close();
    }

    /** Registers an action for the end of the runtime, before threads are closed: pools report their ends in it. */
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

    /** Registers a test that recognizes a worker of a pool by its thread alone, for workers that ran before the runtime started. */
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
        // The thread that shuts down the JVM begins only if there is something to report on it.
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
        // Not earlier: a thread that was inside a hook may have opened something.
        if (own != null && before != null) {
            before.run();
        }
        // The last events of other threads are reported on this thread, which is in callbacks then.
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

    /**
     * Causes a safepoint, see the overview. Uses the permissions of the agent, since a security manager may not allow the program to dump stacks.
     */
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

    /**
     * Used if the heap has no room for all stacks at once. If there is no room even for the stack of a single thread, this thread is not stopped, and
     * one of its hooks may still be running.
     */
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
        Swept.clearAll();
        Definitions.forgetObjects();
        Failures.forget();
    }

    /** Drops all references to what the threads did. The rest of a context stays as long as its thread. */
    private static void forget() {
        for (ThreadContext each : closed) {
            each.forget();
        }
        closed = List.of();
        for (ThreadContext each : ThreadRegistry.live()) {
            // The thread did not leave a hook in time; the hook will find no data of tools.
            each.forgetTools();
        }
        ThreadRegistry.clear();
    }

    // ---------------------------------------------------------------- whose threads

    /**
     * Whether a thread belongs to the agent or a tool. Also true for the JVM's attach listener and the thread that ends the Flight Recorder: no code
     * of the application runs there.
     */
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

    /** Whether the thread belongs to the JVM: it is in the system group, or shuts down the JVM. */
    public static boolean isInternal(Thread thread) {
        ThreadGroup group = thread.getThreadGroup();
        return group == null || isSystem(group) || thread.getName().equals("DestroyJavaVM");
    }

    /**
     * Whether this is the root of all thread groups. Reads the field, since a security manager may not allow the program, and so the hook, to call
     * the method.
     */
    private static boolean isSystem(ThreadGroup group) {
        return (PARENT_OF_GROUP == Memory.NO_FIELD
                        ? group.getParent()
                        : Memory.UNSAFE.getReference(group, PARENT_OF_GROUP))
                == null;
    }

    /** Whether a thread runs no code of the program, or no longer does. */
    public static boolean isOfJvm(Thread thread) {
        return thread instanceof InnocuousThread || isInternal(thread);
    }

    /** Whether the current thread belongs to the JVM and has not begun. It must not begin in the middle of the JVM's own work. */
    public static boolean isJvmThreadThatHasNotBegun() {
        return currentIfBegun() == null && isOfJvm(Thread.currentThread());
    }

    /** Whether a thread can be observed: it is neither virtual nor a thread of the agent. */
    public static boolean canObserve(Thread thread) {
        return !ThreadRegistry.isVirtual(thread) && !isOwn(thread);
    }

    /** Ends, on their behalf, dead threads whose end was not seen, see {@link ThreadRegistry#removeDead}. */
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
