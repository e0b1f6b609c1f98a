package org.ompt4j.emitter;

import org.ompt4j.emitter.Guarded.Needed;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.State;

/**
 * Waits that are seen inside the JDK: around a park, a sleep, an {@code Object.wait}, or a blocking call of the operating system.
 *
 * <p>The callers are in the middle of the JDK's own work: a queue may just have noted that the thread is about to park. So nothing here parks, takes
 * a lock of java.util.concurrent, or changes the interrupt status. Nothing begins a thread, which would be reported, except where a thread unparks
 * another one. Callbacks may park and so use up the permit that the JDK waits for, see {@link #mayLackPermit}; the callbacks that come here are those
 * of {@link ConditionWaits}.
 *
 * <p>Thread safety: any thread.
 */
public final class JdkWaits extends JdkWaitsGuards {

    /** Whether a park was seen; never true if parks are not observed. */
    private static boolean seesParks;

    private JdkWaits() {}

    /** Resets whether parks are observed, which can differ between two attaches. */
    public static void forgetParks() {
        seesParks = false;
    }

    /**
     * The current thread begins to wait.
     *
     * @param callSite the call site; 0 if it is not known
     * @return whether a wait was begun, which {@link #end} has to end: not on a thread that takes no part, and not if the thread is already in a
     *     reported wait
     */
    @Guarded(value = "wait inside the JDK", begins = false)
    public static boolean begin(ThreadContext c, Construct construct, State state, int callSite) {
        // Asked first, since a park must not give an idle worker a task.
        return c.tasks().isWorking() && Waits.begin(c, construct, state, 0, callSite);
    }

    /**
     * The current thread is about to park, in whatever class.
     *
     * @return as {@link #begin}; to be ended by {@link #endPark}
     */
    @Guarded(value = "wait inside the JDK", begins = false)
    public static boolean beginPark(ThreadContext c, Construct park) {
        c.hasParkedInside = false;
        if (!c.tasks().isWorking()) {
            return false;
        }
        boolean opens = false;
        Permits.begin(c);
        try {
            opens = Waits.begin(c, park, State.WAIT_PARK, Permits.of(c), SampledSites.of(c, false));
        } finally {
            if (!opens) {
                Permits.end(c);
                Permits.endVirtual();
            }
        }
        return opens;
    }

    /** The park that {@link #beginPark} began is over. */
    @Guarded(value = "wait inside the JDK", begins = false)
    public static void endPark(ThreadContext c, Construct park) {
        Permits.end(c);
        endOpen(c, park, State.WAIT_PARK);
    }

    /**
     * The current thread is about to park in a wait that was reported and whose end no other event explains: in a queue without a lock, or at a
     * barrier other than {@code CyclicBarrier}. The thread that unparks it then reports a wakeup.
     *
     * @return whether it is in such a wait, to be followed by {@link #endNamedPark}
     */
    @Guarded(value = "wait inside the JDK", begins = false)
    public static boolean beginNamedPark(ThreadContext c) {
        State state = c.state();
        if (!state.isForQueue() && state != State.WAIT_BARRIER_EXPLICIT) {
            return false;
        }
        Permits.begin(c);
        return true;
    }

    /** The park that {@link #beginNamedPark} began is over. */
    @Guarded(value = "wait inside the JDK", begins = false)
    public static void endNamedPark(ThreadContext c) {
        Permits.end(c);
    }

    /** The current thread, an idle worker, is about to park. */
    @Guarded(value = "wait inside the JDK", begins = false)
    public static boolean beginIdlePark(ThreadContext c, Construct park) {
        c.hasParkedInside = false;
        return begin(c, park, State.IDLE, 0);
    }

    /** The current thread is about to unpark another one. Reports a wakeup if the park of the other thread is known. */
    public static void unparks(Construct park, Thread other) {
        long permit = Events.wanted(Event.WAKEUP) && other != Thread.currentThread() ? Permits.ifParked(other) : 0;
        if (permit != 0 && !Threads.isJvmThreadThatHasNotBegun()) {
            tellUnpark(park, permit);
        }
    }

    @Guarded("wait inside the JDK")
    static void tellUnpark(ThreadContext c, Construct park, long permit) {
        // During an acquisition no wakeup is reported: a thread that has just got a permit unparks the next one in the
        // queue before its own wait is over. During a barrier wakeups are reported: the last thread at an exchanger
        // unparks the other one while its own wait is open.
        if (!c.state().isForMutex() && !KeptWakeup.keep(c, park, permit)) {
            Wakeups.tell(c, park, permit);
        }
    }

    /**
     * Whether a callback for the coming park has itself parked, and so may have used up the permit that the thread is about to wait for. If the
     * coming park is made by a callback, this is noted.
     *
     * @param begun the result of {@link #beginPark}
     */
    public static boolean mayLackPermit(boolean begun) {
        if (!seesParks) {
            seesParks = true;
        }
        ThreadContext c = Threads.currentIfBegun();
        if (c == null) {
            return false;
        }
        if (!begun && c.isInside()) {
            c.hasParkedInside = true;
        }
        return begun && c.hasParkedInside;
    }

    /**
     * Whether the callback that has just returned on the current thread may have used up the permit of the application: it has parked, or its park
     * would not have been seen.
     */
    public static boolean mayLackPermitAfterCallback(ThreadContext c) {
        if (!c.hasParkedInside) {
            return !seesParks;
        }
        c.hasParkedInside = false;
        return true;
    }

    /**
     * The current thread parks for a lock, inside a wait that is reported otherwise.
     *
     * @return whether callbacks were called, which may have parked
     */
    @Guarded(value = "wait inside the JDK", begins = false)
    public static boolean parks(ThreadContext c, @Needed Object blocker) {
        return ConditionWaits.parks(c, blocker);
    }

    /** {@link Waits#endAfter} for a park that is about to begin, after its callbacks; 0 if the value is not needed. */
    public static long endOfPark(long nanos) {
        if (!Events.wantsWaits()) {
            return 0;
        }
        limits(nanos);
        return Waits.endAfter(nanos);
    }

    /** The wait that the current thread is in has this timeout, in nanoseconds. */
    public static void limits(long nanos) {
        if (Waits.isTimeout(nanos)) {
            limits();
        }
    }

    @Guarded(value = "wait inside the JDK", begins = false)
    static void limits(ThreadContext c) {
        Waits.limit(c);
    }

    /** As {@link #limits(long)}, in milliseconds. */
    @Guarded(value = "wait inside the JDK", begins = false)
    public static void limitsMillis(ThreadContext c, long millis) {
        Waits.limitMillis(c, millis);
    }

    /**
     * The current thread has returned from park because it was woken or interrupted, or its time is over. This is the outcome of the wait if it does
     * not park again.
     *
     * @param endNanos the result of {@link #endOfPark}
     */
    public static void parkEnds(long endNanos) {
        if (Events.wantsWaits()) {
            keepOutcome(endNanos);
        }
    }

    @Guarded(value = "wait inside the JDK", begins = false)
    static void keepOutcome(ThreadContext c, long endNanos) {
        boolean isInWait = c.tasks().syncs().anyWaits() || c.state().isForMutex();
        // After a timeout or an interrupt the thread may have to park again, for the lock.
        if (isInWait && !ConditionWaits.isMet(c)) {
            Waits.keepOutcome(c, Waits.isOver(endNanos), JvmThreads.isInterrupted());
        }
    }

    /** The wait that now ends on the current thread was ended by an interrupt. */
    @Guarded(value = "wait inside the JDK", begins = false)
    public static void interrupted(ThreadContext c) {
        Waits.keepOutcome(c, false, true);
    }

    /** The current thread has returned from a park inside another wait. */
    public static void unparked() {
        // Calls only classes that are certainly initialized: a failure here would reach the application.
        if (Events.tellsMutexWaitsAtOnce()) {
            tellUnparked();
        }
    }

    @Guarded(value = "wait inside the JDK", begins = false)
    static void tellUnparked(ThreadContext c) {
        ConditionWaits.unparked(c);
    }

    /** As {@link #begin}, for a call that mostly does not wait: it is reported when it is over, and only if it took long enough. */
    @Guarded(value = "wait inside the JDK", begins = false)
    public static boolean beginUnreported(ThreadContext c, Construct construct, State state) {
        return c.tasks().isWorking() && Waits.beginUnreported(c, construct, state, 0);
    }

    /** A wait that {@link #begin} opened with these arguments is over. */
    @Guarded(value = "wait inside the JDK", begins = false)
    public static void end(ThreadContext c, @Needed boolean begun, Construct construct, State state, int callSite) {
        Waits.end(c, construct, state, 0, callSite);
    }

    /**
     * As {@link #begin}, for a wait at an object of the JDK, for an item or for room. Not reported if {@code include} and {@code exclude} leave out
     * the class that waits. No other wait begins inside this one.
     *
     * @param jdkName prefix of the names of classes that are shown as {@code shownAs}; others are shown under their own name
     */
    @Guarded(value = "wait inside the JDK", begins = false)
    public static boolean beginAt(
            ThreadContext c,
            Construct construct,
            State state,
            @Needed Object object,
            String jdkName,
            Class<?> shownAs) {
        if (!c.tasks().isWorking() || !Settings.selects(construct)) {
            return false;
        }
        long waitId = WaitIds.ifKnown(object);
        int callSite = SampledSites.ofObserved(c, waitId == 0);
        if (callSite < 0) {
            return false;
        }
        if (waitId == 0) {
            Class<?> type = object.getClass();
            waitId = WaitIds.of(object, construct, type.getName().startsWith(jdkName) ? shownAs : type);
        }
        return Waits.begin(c, construct, state, waitId, callSite);
    }

    /** As {@link #begin}, for a wait at an object that is shown as one of this class. */
    @Guarded(value = "wait inside the JDK", begins = false)
    public static boolean beginFor(
            ThreadContext c, Construct construct, State state, @Needed Object object, Class<?> shownAs) {
        return c.tasks().isWorking() && Waits.begin(c, construct, state, WaitIds.of(object, construct, shownAs), 0);
    }

    /** The wait that {@link #beginAt} or {@link #beginFor} opened is over. Has no effect if the thread is in no such wait. */
    @Guarded(value = "wait inside the JDK", begins = false)
    public static void endAt(ThreadContext c, Construct construct, State state) {
        endOpen(c, construct, state);
    }

    private static void endOpen(ThreadContext c, Construct construct, State state) {
        if (c.state() == state) {
            OpenSyncs.Open open = c.tasks().syncs().innermost();
            Waits.end(c, construct, state, open.waitId, open.callSite);
        }
    }
}
