package org.ompt4j.tools.model;

import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Wakeups of a queue. Each is for one thread, and does not say for which: that is known when a wait ends. It was the latest that was for nobody
 * else: one that is left over, since its thread gave up in that moment, is not taken for that of a later wait.
 *
 * <p>Thread safety: none.
 *
 * @param <W> who told a wakeup
 */
public final class QueueWakeups<W> {
    /** Of threads that were woken and do not run yet. */
    private static final int MOST = 256;

    private final ArrayDeque<Wakeup<W>> unclaimed = new ArrayDeque<>(2);

    /**
     * A wakeup.
     *
     * @param waker who told it
     */
    public record Wakeup<W>(long timeNanos, W waker) {}

    /** A wakeup has been told, later than those before. */
    public void add(long timeNanos, W waker) {
        if (unclaimed.size() == MOST) {
            unclaimed.removeFirst();
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
}
