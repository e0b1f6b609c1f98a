package org.ompt4j.tools.findings;

import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.State;
import org.ompt4j.tools.model.RunReader;
import org.ompt4j.tools.model.ThreadModel;
import org.ompt4j.tools.read.TraceEvent;

/**
 * Finds waits of virtual threads that kept their carriers. A virtual thread that leaves its carrier also waits on it for a moment before and after;
 * this does not count.
 */
public final class PinnedWaits implements RunReader.EventListener, RunReader.IntervalListener {

    /**
     * One wait.
     *
     * @param carrierId the thread that carried the virtual one
     * @param state the kind of the wait
     * @param waitsAt its call site, 0 if that is not known
     */
    public record PinnedWait(long carrierId, State state, int waitsAt, long beginNanos, long nanos) {}

    /** Who wants to know. */
    public interface Listener {
        void waited(PinnedWait wait);
    }

    private final Listener listener;
    /** A wait of which it is not known yet whether the thread leaves its carrier. */
    private @Nullable PinnedWait open;

    public PinnedWaits(Listener listener) {
        this.listener = listener;
    }

    @Override
    public void interval(ThreadModel thread, State state, long nanos, @Nullable TraceEvent next) {
        ThreadModel carrier = thread.carrier();
        if (!thread.isVirtual() || carrier == null || !state.name().startsWith("WAIT_")) {
            return;
        }
        TraceEvent last = thread.lastEvent();
        if (last != null && !last.isMount()) {
            open = new PinnedWait(carrier.id(), state, last.codeptrRa(), last.timeNanos(), nanos);
            if (next != null) {
                close();
            }
        }
    }

    /** What ends a stretch of time that none of the thread's own events ends. */
    @Override
    public void event(TraceEvent event, ThreadModel thread) {
        if (event.isUnmount()) {
            open = null;
        }
        close();
    }

    @Override
    public void end(ThreadModel thread, long timeNanos) {
        close();
    }

    private void close() {
        if (open != null) {
            listener.waited(open);
            open = null;
        }
    }
}
