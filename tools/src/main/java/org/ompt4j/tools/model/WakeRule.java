package org.ompt4j.tools.model;

import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.State;
import org.ompt4j.tools.read.TraceEvent;

/** For which of the waits for one object a wakeup is, as far as that is known. */
public final class WakeRule {
    private WakeRule() {}

    /** A wait for an object. */
    public interface Wait {

        State state();

        /** Whether a wakeup has come for it. */
        boolean isWoken();
    }

    /**
     * A wakeup for an object has been told. For which of those that wait in a queue it is is known when their waits end, see {@link QueueWakeups}.
     *
     * @param waits those for the object that are open
     * @param isOfWaker whether a wait is that of who told the wakeup
     * @param woken takes each one that the wakeup is for
     */
    public static <W extends Wait> void wakes(
            List<W> waits, Predicate<? super W> isOfWaker, Consumer<? super W> woken) {
        for (W each : waits) {
            boolean isOfAll = !each.state().isForQueue() && each.state() != State.WAIT_CONDITION;
            // The first permit ends the wait; further ones change nothing.
            boolean hasPermit = each.state() == State.WAIT_PARK && each.isWoken();
            if (isOfAll && !hasPermit && !isOfWaker.test(each)) {
                woken.accept(each);
            }
        }
        W only = onlyOneForACondition(waits);
        if (only != null) {
            woken.accept(only);
        }
    }

    /** Who signals wakes the only thread that waits for a condition of the mutex and has not been woken; null if there are several, or none. */
    private static <W extends Wait> @Nullable W onlyOneForACondition(List<W> waits) {
        W only = null;
        for (W each : waits) {
            if (each.state() == State.WAIT_CONDITION && !each.isWoken()) {
                if (only != null) {
                    return null;
                }
                only = each;
            }
        }
        return only;
    }

    /**
     * Whether a wait for a condition that ends now was ended by the last wakeup for its mutex. Who signals says so first, then looks who waits for the mutex now: these waits end before the thread does
     * anything else. One that ends later was given up, or is that of one of several virtual threads, whose end is not known until they run again.
     *
     * @param waker who told that wakeup
     */
    public static boolean isEndedBy(ThreadModel waker, long wokenNanos, TraceEvent begin) {
        TraceEvent last = waker.lastEvent();
        return last != null
                && last.event() == Event.WAKEUP
                && last.timeNanos() == wokenNanos
                && wokenNanos >= begin.timeNanos();
    }
}
