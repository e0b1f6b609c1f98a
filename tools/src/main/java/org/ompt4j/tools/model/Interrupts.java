package org.ompt4j.tools.model;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.RecordSink;
import org.ompt4j.ompt.State;
import org.ompt4j.ompt.WaitOutcome;
import org.ompt4j.tools.read.TraceEvent;

/**
 * By whom threads were interrupted last, which is who has ended a wait that ends by an interrupt. So many threads are remembered.
 *
 * <p>Thread safety: none.
 *
 * @param <W> who interrupts
 */
public final class Interrupts<W> {
    private static final int MOST = 10_000;

    private final Map<Long, Interrupt<W>> last = new LinkedHashMap<>();

    /**
     * An interrupt of a thread that waited.
     *
     * @param by who did it
     */
    public record Interrupt<W>(long timeNanos, W by) {}

    /** Somebody interrupts a thread with this event. */
    public void add(TraceEvent wakeup, W by) {
        long thread = RecordSink.threadOf(wakeup.waitId());
        last.remove(thread);
        last.put(thread, new Interrupt<>(wakeup.timeNanos(), by));
        if (last.size() > MOST) {
            last.remove(last.keySet().iterator().next());
        }
    }

    /**
     * The interrupt that ended a wait.
     *
     * @param waiter the id of the thread that waited
     * @param outcome what the end of the wait says; that of a sleep does not tell of interrupts, which always end it
     * @return null if none did, or it is not known
     */
    public @Nullable Interrupt<W> thatEnded(long waiter, TraceEvent begin, State state, WaitOutcome outcome) {
        boolean isOne =
                outcome == WaitOutcome.INTERRUPT || state == State.WAIT_SLEEP && outcome == WaitOutcome.UNSPECIFIED;
        Interrupt<W> interrupt = isOne ? last.get(waiter) : null;
        return interrupt != null && interrupt.timeNanos >= begin.timeNanos() ? interrupt : null;
    }

    public void clear() {
        last.clear();
    }
}
