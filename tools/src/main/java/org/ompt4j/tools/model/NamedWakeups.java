package org.ompt4j.tools.model;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.RecordSink;
import org.ompt4j.ompt.State;
import org.ompt4j.ompt.WaitOutcome;
import org.ompt4j.tools.read.TraceEvent;

/**
 * The last wakeup for each thread that is addressed to the thread by its permit: an interrupt; or an {@code unpark} that ends a wait in a queue or at
 * a barrier for which there is no other wakeup. The number of threads is limited.
 *
 * <p>Thread safety: none.
 *
 * @param <W> the type of the waker
 */
public final class NamedWakeups<W> {
    private static final int MOST = 2_000;

    private final Map<Long, Wakeup<W>> last = new LinkedHashMap<>();

    /**
     * A wakeup.
     *
     * @param by the waker
     */
    public record Wakeup<W>(long timeNanos, boolean isInterrupt, W by) {}

    /** Adds a wakeup with the permit of a thread. */
    public void add(TraceEvent wakeup, W by) {
        long thread = RecordSink.threadOf(wakeup.waitId());
        last.remove(thread);
        last.put(thread, new Wakeup<>(wakeup.timeNanos(), wakeup.isInterrupt(), by));
        if (last.size() > MOST) {
            last.remove(last.keySet().iterator().next());
        }
    }

    /**
     * The wakeup that ended a wait.
     *
     * @param waiter the id of the thread that waited
     * @param outcome the outcome of the wait; that of a sleep does not show interrupts, which always end a sleep
     * @return null if no wakeup ended it, or it is not known
     */
    public @Nullable Wakeup<W> thatEnded(long waiter, TraceEvent begin, State state, WaitOutcome outcome) {
        Wakeup<W> wakeup = last.get(waiter);
        return wakeup != null && wakeup.timeNanos >= begin.timeNanos() && ends(wakeup, state, outcome) ? wakeup : null;
    }

    private static boolean ends(Wakeup<?> wakeup, State state, WaitOutcome outcome) {
        return switch (outcome) {
            case INTERRUPT -> wakeup.isInterrupt;
            case UNSPECIFIED ->
                wakeup.isInterrupt
                        ? state == State.WAIT_SLEEP
                        : state.isForQueue() || state == State.WAIT_BARRIER_EXPLICIT;
            default -> false;
        };
    }

    public void clear() {
        last.clear();
    }
}
