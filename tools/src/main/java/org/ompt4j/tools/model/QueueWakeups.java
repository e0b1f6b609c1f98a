package org.ompt4j.tools.model;

import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Wakeups of a queue, or of conditions of a lock. Of a queue each is for one thread, and does not say for which: that is known when a wait ends. It was the
 * latest that was for nobody else: one that is left over, since its thread gave up in that moment, is not taken for that of a later wait.
 *
 * <p>Thread safety: none.
 *
 * @param <W> who told a wakeup
 */
public final class QueueWakeups<W> {
    /** Of threads that were woken and do not run yet. */
    private static final int MOST = 256;

    private final ArrayDeque<Wakeup<W>> unclaimed = new ArrayDeque<>(2);

    /** The time of the latest one that is not kept. */
    private long forgottenNanos = Long.MIN_VALUE;

    /**
     * A wakeup.
     *
     * @param waker who told it
     */
    public record Wakeup<W>(long timeNanos, W waker) {}

    /** A wakeup has been told, later than those before. */
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
     * @param isOfWaiter whether the waiter told it itself: a put that has waited for room wakes others before its own wait is over
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
     * The wakeup in that time that certain threads told, if it is the only one; null if there is none, if there are several, or if not all are kept.
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
