package org.ompt4j.tools.model;

import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The wakeups of a queue, or of the conditions of a lock. A wakeup of a queue is for one thread, but does not say for which: this is known when a
 * wait ends. The wait was ended by the latest wakeup that is not assigned to another thread: so a wakeup that is left over, because its thread gave
 * up at that moment, is not assigned to a later wait.
 *
 * <p>Thread safety: none.
 *
 * @param <W> the type of the waker
 */
public final class QueueWakeups<W> {
    /** Wakeups of threads that do not run yet. */
    private static final int MOST = 256;

    private final ArrayDeque<Wakeup<W>> unclaimed = new ArrayDeque<>(2);

    /** The time of the latest wakeup that was dropped. */
    private long forgottenNanos = Long.MIN_VALUE;

    /**
     * A wakeup.
     *
     * @param waker who told it
     */
    public record Wakeup<W>(long timeNanos, W waker) {}

    /** Adds a wakeup, which is later than those before. */
    public void add(long timeNanos, W waker) {
        if (unclaimed.size() == MOST) {
            forgottenNanos = unclaimed.removeFirst().timeNanos;
        }
        unclaimed.addLast(new Wakeup<>(timeNanos, waker));
    }

    /**
     * The wakeup that ends a wait now, if any does.
     *
     * @param sinceNanos when the wait began
     * @param isOfWaiter whether a wakeup came from the waiter itself: a put that has waited for room wakes others before its own wait is over
     */
    public @Nullable Wakeup<W> claim(long sinceNanos, Predicate<? super W> isOfWaiter) {
        for (Iterator<Wakeup<W>> latest = unclaimed.descendingIterator(); latest.hasNext(); ) {
            Wakeup<W> each = latest.next();
            if (each.timeNanos < sinceNanos) {
                return null;
            }
            if (!isOfWaiter.test(each.waker)) {
                latest.remove();
                return each;
            }
        }
        return null;
    }

    /**
     * The only wakeup of certain threads in this time; null if there is none, if there are several, or if some were dropped.
     *
     * @param isOfWaker whether it is one of these threads
     */
    public @Nullable Wakeup<W> only(long fromNanos, long toNanos, Predicate<? super W> isOfWaker) {
        Wakeup<W> only = null;
        for (Wakeup<W> each : unclaimed) {
            if (each.timeNanos >= fromNanos && each.timeNanos <= toNanos && isOfWaker.test(each.waker)) {
                if (only != null) {
                    return null;
                }
                only = each;
            }
        }
        return forgottenNanos >= fromNanos ? null : only;
    }
}
