package org.ompt4j.emitter;

import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.ScopeEndpoint;
import org.ompt4j.ompt.State;
import org.ompt4j.ompt.WaitOutcome;

/**
 * Waits that OMPT has no event for: conditions, sleep, parking, queues, input and output, and calls of which only their entry and
 * their return are known. They have an event of ours, {@link org.ompt4j.ompt.Event#WAIT}, and the state that they are told.
 *
 * <p>A wait is told once, as the outermost one: nothing begins in a thread that waits already or is idle. Tasks that the thread runs
 * while it waits have states and waits of their own. What else the current task does meanwhile goes back to the wait's state.
 *
 * <p>Thread safety: every method on the thread that {@code c} belongs to, between enter and leave. Nothing is allocated but for a
 * thread's first wait.
 */
public final class Waits {

    /** Of what mostly does not wait only longer waits are told, in nanoseconds. */
    static final long SHORTEST_REPORTED_NANOS = 10_000;

    /** A hundred years, so that nanoseconds do not overflow. */
    private static final long LONGEST_MILLIS = 3_155_760_000_000L;

    /** Half a day. The native library for monitors has the same number. */
    private static final long LONGEST_TIMEOUT_MILLIS = 43_200_000;

    private static final long LONGEST_TIMEOUT_NANOS = LONGEST_TIMEOUT_MILLIS * 1_000_000;

    private Waits() {}

    /** Whether a wait would be one of its own: the thread has a task, and does not wait already. */
    public static boolean canBegin(ThreadContext c) {
        return c.tasks().isWorking();
    }

    /**
     * The current task begins to wait; its state says so already when tools hear of it.
     *
     * @param waitId what it waits for; 0 if that is not known
     * @param callSite the call site; 0 if it is not known
     * @return whether the wait was opened; if not, {@link #end} must not be called
     */
    public static boolean begin(ThreadContext c, Construct k, State state, long waitId, int callSite) {
        boolean opens = announce(c, state, waitId);
        if (opens) {
            beginAnnounced(c, k, state, waitId, callSite, 0);
        }
        return opens;
    }

    /**
     * The current task waits; its state says so, for samplers, while it is found out what tools hear of it. To be followed by a begin or by
     * {@link #withdraw}.
     *
     * @return false, without a change, if the thread waits already
     */
    public static boolean announce(ThreadContext c, State state, long waitId) {
        InitialTasks.ensure(c);
        boolean works = c.tasks().isWorking();
        if (works) {
            c.tasks().setState(state, waitId);
        }
        return works;
    }

    /** What was announced is not to be told. */
    public static void withdraw(ThreadContext c) {
        c.tasks().setWorking();
    }

    /** Opens the wait that was announced, since {@code beginNanos}; 0 for now. */
    public static void beginAnnounced(
            ThreadContext c, Construct k, State state, long waitId, int callSite, long beginNanos) {
        long time = c.clock().at(beginNanos);
        Events.wait(c, time, k, ScopeEndpoint.BEGIN, state, waitId, callSite);
        c.tasks().syncs().begin(c.tasks().top(), k, null, state, waitId, callSite);
        c.tasks().syncs().waiting(null, waitId, true);
    }

    /**
     * As {@link #begin} for what mostly does not wait, as reading a file whose bytes are in memory: the state says so at once, the event comes when it
     * is over, and only if it took {@link #SHORTEST_REPORTED_NANOS}.
     */
    public static boolean beginUnreported(ThreadContext c, Construct k, State state, int callSite) {
        InitialTasks.ensure(c);
        if (!c.tasks().isWorking()) {
            return false;
        }
        long time = c.clock().now();
        c.tasks().setState(state, 0);
        c.tasks().syncs().begin(c.tasks().top(), k, null, state, 0, callSite);
        c.tasks().syncs().waiting(null, 0, true);
        c.tasks().syncs().innermost().unreportedNanos = time;
        return true;
    }

    /** The wait that {@link #begin} opened with these arguments is over; nothing if it began in an earlier epoch. */
    public static void end(ThreadContext c, Construct k, State state, long waitId, int callSite) {
        end(c, k, state, waitId, callSite, 0);
    }

    /** As {@link #end(ThreadContext, Construct, State, long, int)}, since {@code endNanos}; 0 for now. */
    public static void end(ThreadContext c, Construct k, State state, long waitId, int callSite, long endNanos) {
        long unreportedNanos = c.tasks().syncs().unreportedNanos(waitId);
        WaitOutcome outcome = c.tasks().syncs().outcome(null, waitId);
        if (!c.tasks().syncs().end(null, waitId)) {
            return;
        }
        c.tasks().setWorking();
        long time = c.clock().at(endNanos);
        if (unreportedNanos != 0) {
            if (time - unreportedNanos < SHORTEST_REPORTED_NANOS) {
                return;
            }
            Events.wait(c, unreportedNanos, k, ScopeEndpoint.BEGIN, state, waitId, callSite);
        }
        Events.wait(c, time, k, ScopeEndpoint.END, state, outcome, waitId, callSite);
    }

    /**
     * Keeps what the wait that is under way, if any, ends by, unless the thread waits on.
     *
     * @param timedOut whether its time is over
     */
    public static void keepOutcome(ThreadContext c, boolean timedOut, boolean interrupted) {
        if (timedOut) {
            c.tasks().syncs().keepOutcome(WaitOutcome.TIMEOUT);
        } else {
            c.tasks().syncs().keepOutcome(interrupted ? WaitOutcome.INTERRUPT : WaitOutcome.UNSPECIFIED);
        }
    }

    /**
     * Whether a timeout of so many nanoseconds, or of its rest, is one: what would last for days is meant to have none, as in {@code
     * ExecutorService.close}.
     */
    public static boolean isTimeout(long nanos) {
        return nanos < LONGEST_TIMEOUT_NANOS;
    }

    /** As {@link #isTimeout}, in milliseconds. */
    public static boolean isTimeoutMillis(long millis) {
        return millis < LONGEST_TIMEOUT_MILLIS;
    }

    /** The wait that is under way, if any, has a timeout. An attempt at a mutex says so itself. */
    public static void limit(ThreadContext c) {
        if (!c.state().isForMutex()) {
            c.tasks().syncs().limit();
        }
    }

    /** The wait that is under way, if any, has this timeout, in milliseconds; see {@link #isTimeoutMillis}. */
    public static void limitMillis(ThreadContext c, long millis) {
        if (isTimeoutMillis(millis)) {
            limit(c);
        }
    }

    /** When so many nanoseconds from now are over, in those of {@link System#nanoTime}, and never 0. */
    public static long endAfter(long nanos) {
        long end = System.nanoTime() + nanos;
        return end == 0 ? 1 : end;
    }

    /** As {@link #endAfter}, in milliseconds; a hundred years at most. */
    public static long endAfterMillis(long millis) {
        return endAfter(Math.min(Math.max(millis, -LONGEST_MILLIS), LONGEST_MILLIS) * 1_000_000);
    }

    /** Whether it is later than what {@link #endAfter} has said; 0 for a wait without a limit. */
    public static boolean isOver(long endNanos) {
        return endNanos != 0 && System.nanoTime() - endNanos >= 0;
    }

    /** The JDK does something else that is told where it was said to wait: it does not until {@link #goOn}. */
    public static void interrupt(ThreadContext c) {
        if (c.tasks().syncs().anyWaits() && !c.tasks().isWorking()) {
            tellUnreported(c);
            c.tasks().setState(State.OVERHEAD, 0);
        }
    }

    /** Goes on with the wait that {@link #interrupt} has interrupted, if it did. */
    public static void goOn(ThreadContext c) {
        if (c.tasks().syncs().anyWaits()) {
            c.tasks().setWorking();
        }
    }

    /** A wait that was to be told once it is over is told now: its thread leaves its carrier in it, or does something else that is told. */
    static void tellUnreported(ThreadContext c) {
        OpenSyncs syncs = c.tasks().syncs();
        OpenSyncs.Open open = syncs.isEmpty() ? null : syncs.innermost();
        if (open != null && open.unreportedNanos != 0) {
            Events.wait(
                    c,
                    open.unreportedNanos,
                    open.construct,
                    ScopeEndpoint.BEGIN,
                    open.state,
                    open.waitId,
                    open.callSite);
            open.unreportedNanos = 0;
        }
    }

    /** The runtime ends while the thread, or the virtual one that it runs, waits: what closes those waits says so. */
    static void remainAtEnd(ThreadContext c) {
        c.tasks().syncs().remainAtEnd();
        ThreadContext.OnCarrier mounted = c.mounted();
        ThreadContext virtual = mounted == null ? null : mounted.context();
        if (virtual != null) {
            virtual.tasks().syncs().remainAtEnd();
        }
    }

    /** Ends one on behalf of a thread that ends or is alive when the runtime ends; one for a mutex has no end until then. */
    static void close(ThreadContext c, OpenSyncs.Open open) {
        if (open.state.isForMutex()) {
            c.tasks().syncs().end(null, open.waitId);
        } else {
            end(c, open.construct, open.state, open.waitId, open.callSite);
        }
    }
}
