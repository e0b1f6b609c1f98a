package org.ompt4j.emitter;

import org.ompt4j.emitter.Guarded.Needed;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.State;

/**
 * Waits seen where the JDK makes them: around a park, a sleep, an {@code Object.wait}, a blocking call of the operating system.
 *
 * <p>The callers are in the middle of the JDK's own work: a queue may just have been told that the thread is about to park. So
 * nothing here parks, takes a lock of java.util.concurrent, touches the interrupt status, or, but where a thread unparks another one, begins a thread, of which tools would hear. Callbacks
 * may park: {@link ConditionWaits} has what is told to them here, and {@link #mayLackPermit} and it why the JDK waits for nothing that they have used up.
 *
 * <p>Thread safety: any thread.
 */
public final class JdkWaits extends JdkWaitsGuards {

    /** Whether some park was seen; none ever is where parks are not observed. */
    private static boolean seesParks;

    private JdkWaits() {}

    /** Nothing is known of whether parks are observed: they need not be in each round of an agent that is attached. */
    public static void forgetParks() {
        seesParks = false;
    }

    /**
     * The current thread begins to wait.
     *
     * @param callSite the call site; 0 if it is not known
     * @return whether that is a wait of its own, which {@link #end} has to end: not on a thread that takes no part, and not if what the
     *     thread waits in has been told already
     */
    @Guarded(value = "wait inside the JDK", begins = false)
    public static boolean begin(ThreadContext c, Construct construct, State state, int callSite) {
        // Asked first: an idle worker has no task, and is given none by a park.
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

    /** It parks no more. */
    @Guarded(value = "wait inside the JDK", begins = false)
    public static void endPark(ThreadContext c, Construct park) {
        Permits.end(c);
        endOpen(c, park, State.WAIT_PARK);
    }

    /**
     * The current thread is about to park in a wait that has been told, in which nothing tells who ends it: in a queue without a lock, or at a barrier that is not a
     * {@code CyclicBarrier}. Who unparks it says so.
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

    /** It parks there no more. */
    @Guarded(value = "wait inside the JDK", begins = false)
    public static void endNamedPark(ThreadContext c) {
        Permits.end(c);
    }

    /** The current thread is about to park where it is idle. */
    @Guarded(value = "wait inside the JDK", begins = false)
    public static boolean beginIdlePark(ThreadContext c, Construct park) {
        c.hasParkedInside = false;
        return begin(c, park, State.IDLE, 0);
    }

    /** The current thread is about to unpark another one, which has been told to park if that is known. */
    public static void unparks(Construct park, Thread other) {
        long permit = Events.wanted(Event.WAKEUP) && other != Thread.currentThread() ? Permits.ifParked(other) : 0;
        if (permit != 0 && !Threads.isJvmThreadThatHasNotBegun()) {
            tellUnpark(park, permit);
        }
    }

    @Guarded("wait inside the JDK")
    static void tellUnpark(ThreadContext c, Construct park, long permit) {
        // Who has just got a permit wakes the next one in the queue before its own wait is over: nothing is told in
        // the middle of an acquisition. Who comes to an exchanger last wakes the other one in what is told as its wait.
        if (!c.state().isForMutex()) {
            Wakeups.tell(c, park, permit);
        }
    }

    /**
     * Whether a callback that heard of the coming park has parked itself, and so may have used up the permit that the thread is about to wait for. If the
     * park is that of a callback, that is noted.
     *
     * @param begun what {@link #beginPark} answered
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
     * Whether the callback that has just returned on the current thread may have used up the permit that the application had there: it has parked, or that
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
     * The current thread parks for a lock, though that is no wait of its own.
     *
     * @return whether tools were told, whose callbacks may have parked
     */
    @Guarded(value = "wait inside the JDK", begins = false)
    public static boolean parks(ThreadContext c, @Needed Object blocker) {
        return ConditionWaits.parks(c, blocker);
    }

    /** {@link Waits#endAfter} for a park that is about to begin, of which callbacks have heard; 0 if nobody asks. */
    public static long endOfPark(long nanos) {
        return Events.wantsWaits() ? Waits.endAfter(nanos) : 0;
    }

    /**
     * The current thread has been woken, interrupted, or its time is over: that is what the wait ends by if it does not park again.
     *
     * @param endNanos {@link #endOfPark}
     */
    public static void parkEnds(long endNanos) {
        if (Events.wantsWaits()) {
            keepOutcome(endNanos);
        }
    }

    @Guarded(value = "wait inside the JDK", begins = false)
    static void keepOutcome(ThreadContext c, long endNanos) {
        if (c.tasks().syncs().anyWaits() || c.state().isForMutex()) {
            Waits.keepOutcome(c, Waits.isOver(endNanos), JvmThreads.isInterrupted());
        }
    }

    /** The current thread has been interrupted in the wait that ends now. */
    @Guarded(value = "wait inside the JDK", begins = false)
    public static void interrupted(ThreadContext c) {
        Waits.keepOutcome(c, false, true);
    }

    /** The current thread parks no more, in a wait that is not of parking. */
    public static void unparked() {
        // Asked of a class that is ready for certain: a failure here would be the application's.
        if (Events.tellsMutexWaitsAtOnce()) {
            tellUnparked();
        }
    }

    @Guarded(value = "wait inside the JDK", begins = false)
    static void tellUnparked(ThreadContext c) {
        ConditionWaits.unparked(c);
    }

    /** As {@link #begin} for a call that mostly does not wait: the event comes when it is over, and only if it took its time. */
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
     * As {@link #begin}, for something that an object of the JDK's has or takes, unless {@code include} and {@code exclude} leave the class out that
     * waits. No wait begins inside this one.
     *
     * @param jdkName how the name of the object's class begins if it is shown under {@code shownAs}; else under its own
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

    /** As {@link #begin}, for something that comes to an object, which is shown as one of this class. */
    @Guarded(value = "wait inside the JDK", begins = false)
    public static boolean beginFor(
            ThreadContext c, Construct construct, State state, @Needed Object object, Class<?> shownAs) {
        return c.tasks().isWorking() && Waits.begin(c, construct, state, WaitIds.of(object, construct, shownAs), 0);
    }

    /** The wait that {@link #beginAt} or {@link #beginFor} opened is over; nothing if the thread is in no such wait. */
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
