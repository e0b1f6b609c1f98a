package org.ompt4j.emitter;

import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.State;
import org.ompt4j.ompt.ThreadType;

/**
 * The ways into the runtime on carriers: the platform threads that run virtual ones. To all other hooks a carrier is a thread that is never
 * observed, so that nothing is told of what its scheduler does, with its queues, its tasks and its parks.
 *
 * <p>Thread safety: every method on the thread that it is about. It must be a carrier by itself, no virtual thread mounted, but for
 * {@link #contextOf}, {@link #inside} and {@link #canGoOn}.
 */
public final class Carriers {

    private Carriers() {}

    /**
     * Enters the runtime on a carrier, which begins with that.
     *
     * @return its context, to be left with {@link #leave}; null if the thread is no carrier of the JDK's, is inside already, or the runtime
     *     has ended
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

    /** The carrier, which the runtime was entered on, runs this virtual thread from now on, as its current task. */
    public static void mounted(ThreadContext c, Thread virtual) {
        if (c.mounted() instanceof Mounted mounted) {
            mounted.begin(virtual, c);
        }
    }

    /**
     * The virtual thread with this task has left its carrier, and can go on as soon as a carrier is free, after so many nanoseconds from now at the latest. On
     * any thread.
     */
    public static void canGoOn(Thread virtual, long task, long delayNanos) {
        if (SuspendedThreads.any()) {
            SuspendedThreads.canGoOn(virtual, task, Waits.endAfter(delayNanos));
        }
    }

    /** What is mounted on the carrier, which the runtime was entered on, goes on later, or has ended; tools are about to be told. */
    public static void unmounts(ThreadContext c, boolean goesOn) {
        if (c.mounted() instanceof Mounted mounted) {
            mounted.end(c, goesOn);
        }
    }

    /** The context of the current thread, a virtual one; null if tools have not been told that its carrier runs it. */
    static @Nullable ThreadContext contextOf(Thread current) {
        ThreadContext carrier = ofMounted(current);
        return carrier != null && carrier.mounted() instanceof Mounted mounted
                ? mounted.contextOf(current, carrier)
                : null;
    }

    /** The carrier's context if the current thread is a virtual one that is in the runtime, else null. */
    public static @Nullable ThreadContext inside() {
        ThreadContext c = ofMounted(Thread.currentThread());
        return c != null && c.isInside() ? c : null;
    }

    /** The context of a virtual thread's carrier; null if it has not begun. For the thread itself, which is on it. */
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
            // Someone erased the thread's locals; the thread itself is the same.
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
        // The state before the clock: a sampler finds none undefined from the thread's begin on.
        context.tasks().setState(State.OVERHEAD, 0);
        Events.threadBegin(context, context.clock().now(), Construct.THREAD, ThreadType.WORKER);
        context.tasks().setState(State.IDLE, 0);
        Threads.reapDeadThreads();
        load(context);
        context.leaveAsCarrier();
        return context;
    }

    /** What virtual threads use: in one of them a class that is initialised could let it be unmounted. */
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
