package org.ompt4j.emitter;

import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.State;
import org.ompt4j.ompt.ThreadType;

/**
 * The ways into the runtime on carriers, the platform threads that run virtual threads. For all other hooks a carrier is never observed, so that the
 * queues, tasks and parks of its scheduler raise no events.
 *
 * <p>Thread safety: every method is called on the thread that it is about, except {@link #canGoOn}. This thread must be a carrier without a mounted
 * virtual thread, except for {@link #contextOf}, {@link #inside} and {@link #canGoOn}.
 */
public final class Carriers {

    private Carriers() {}

    /**
     * Enters the runtime on the current thread, a carrier, and begins the carrier if it has not begun.
     *
     * @return its context, to be left with {@link #leave}; null if the thread is not a carrier of the JDK or is already inside the runtime, or if the
     *     runtime has ended
     */
    public static @Nullable ThreadContext enter() {
        Thread current = Thread.currentThread();
        ThreadContext known = ThreadRegistry.attached(current);
        if (known == null || !known.isCarrier() || known.isOfFormerEpoch()) {
            known = begin(current);
        }
        return known != null && known.enterAsCarrier() ? known : null;
    }

    /** As {@link #enter}; null also if the carrier has not begun. */
    public static @Nullable ThreadContext enterIfBegun() {
        ThreadContext known = ThreadRegistry.attached(Thread.currentThread());
        return known != null && known.isCarrier() && known.enterAsCarrier() ? known : null;
    }

    /** Leaves the runtime: the last thing a hook does. */
    public static void leave(ThreadContext c) {
        c.leaveAsCarrier();
    }

    /** Whether the current thread is a carrier, observed or not. */
    public static boolean isCurrent() {
        return ThreadRegistry.isCarrier(Thread.currentThread());
    }

    // ---------------------------------------------------------------- what is mounted

    /** The carrier, which is inside the runtime, runs this virtual thread from now on, as its current task. */
    public static void mounted(ThreadContext c, Thread virtual) {
        if (c.mounted() instanceof Mounted mounted) {
            mounted.begin(virtual, c);
        }
    }

    /**
     * A virtual thread that is unmounted can go on as soon as a carrier is free, at the latest {@code delayNanos} from now. May be called on any
     * thread.
     */
    public static void canGoOn(Thread virtual, long task, long delayNanos) {
        if (SuspendedThreads.any()) {
            SuspendedThreads.canGoOn(virtual, task, Waits.endAfter(delayNanos));
        }
    }

    /**
     * The carrier, which is inside the runtime, unmounts its virtual thread. The caller reports the unmount afterwards. {@code goesOn} is false if
     * the virtual thread has ended.
     */
    public static void unmounts(ThreadContext c, boolean goesOn) {
        if (c.mounted() instanceof Mounted mounted) {
            mounted.end(c, goesOn);
        }
    }

    /** The context of the current thread, which is virtual; null if its mount was not reported. */
    static @Nullable ThreadContext contextOf(Thread current) {
        ThreadContext carrier = ofMounted(current);
        return carrier != null && carrier.mounted() instanceof Mounted mounted
                ? mounted.contextOf(current, carrier)
                : null;
    }

    /** The context of the carrier if the current thread is virtual and inside the runtime, else null. */
    public static @Nullable ThreadContext inside() {
        ThreadContext c = ofMounted(Thread.currentThread());
        return c != null && c.isInside() ? c : null;
    }

    /** The context of the carrier of the current thread, which is virtual; null if the carrier has not begun. */
    private static @Nullable ThreadContext ofMounted(Thread virtual) {
        ThreadContext known = ThreadRegistry.ofCarrierOf(virtual);
        return known != null && known.isCarrier() && known.isOfRunningEpoch() ? known : null;
    }

    // ---------------------------------------------------------------- begin and end

    private static @Nullable ThreadContext begin(Thread current) {
        if (!AttachEpoch.isOpen() || !ThreadRegistry.isCarrier(current)) {
            return null;
        }
        ThreadContext found = ThreadRegistry.find(current);
        if (found != null) {
            // Some code erased the thread locals; the thread is the same.
            ThreadRegistry.attach(current, found);
            return found;
        }
        ThreadContext context = ThreadContext.ofCarrier(current, new Mounted());
        ThreadRegistry.attach(current, context);
        ThreadRegistry.add(context);
        if (!context.enterAsCarrier()) {
            return null;
        }
        context.begin();
        // The state is set before the clock is read, so that a sampler finds no undefined state after the thread's
        // begin.
        context.tasks().setState(State.OVERHEAD, 0);
        Events.threadBegin(context, context.clock().now(), Construct.THREAD, ThreadType.WORKER);
        context.tasks().setState(State.IDLE, 0);
        Threads.reapDeadThreads();
        load(context);
        context.leaveAsCarrier();
        return context;
    }

    /** Loads what virtual threads use: if a virtual thread initialised a class in a hook, it could be unmounted there. */
    private static void load(ThreadContext carrier) {
        try {
            Pinning.load();
            if (carrier.mounted() instanceof Mounted mounted) {
                mounted.load(carrier);
            }
        } catch (Throwable t) {
            Failures.count("virtual thread", t);
        }
    }

    /** The current thread is about to end. */
    public static void exit() {
        ThreadContext c = enterIfBegun();
        if (c != null) {
            Threads.end(c);
        }
    }
}
