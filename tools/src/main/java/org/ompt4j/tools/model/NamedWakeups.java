package org.ompt4j.tools.model;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.RecordSink;
import org.ompt4j.ompt.State;
import org.ompt4j.ompt.WaitOutcome;
import org.ompt4j.tools.read.TraceEvent;

/**
 * The last wakeup of each thread that names the thread, by its permit: an interrupt, or an {@code unpark} where nothing else tells who ends a wait, in a queue
 * or at a barrier. So many threads are remembered.
 *
 * <p>Thread safety: none.
 *
 * @param <W> who told a wakeup
 */
public final class NamedWakeups<W> {
    private static final int MOST = 2_000;

    private final Map<Long, Wakeup<W>> last = new LinkedHashMap<>();

    /**
     * A wakeup.
     *
     * @param by who told it
     */
    public record Wakeup<W>(long timeNanos, boolean isInterrupt, W by) {}

    /** A wakeup with the permit of a thread has been told. */
    public void add(TraceEvent wakeup, W by) {
        long thread = RecordSink.threadOf(wakeup.waitId());
        last.remove(thread);
        last.put(thread, new Wakeup<>(wakeup.timeNanos(), wakeup.isInterrupt(), by));
        if (last.size() > MOST) {
            last.remove(last.keySet().iterator().next());
        }
    }

    /**
     * The one that ended a wait.
     *
     * @param waiter the id of the thread that waited
     * @param outcome what the end of the wait says; that of a sleep does not tell of interrupts, which always end it
     * @return null if none did, or it is not known
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
