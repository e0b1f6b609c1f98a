package org.ompt4j.tools.read;

import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import org.jspecify.annotations.Nullable;

/** Leaves out events within pauses: the few events of threads that were in the middle of one when the pause began. */
final class RecordedEvents implements Iterator<TraceEvent> {
    private final Iterator<TraceEvent> events;
    private final List<Pause> pauses;
    private int nextPause;
    private @Nullable TraceEvent next;

    /** @param pauses the pauses in order of time */
    RecordedEvents(Iterator<TraceEvent> events, List<Pause> pauses) {
        this.events = events;
        this.pauses = pauses;
    }

    @Override
    public boolean hasNext() {
        while (next == null && events.hasNext()) {
            TraceEvent event = events.next();
            next = isPaused(event.timeNanos()) ? null : event;
        }
        return next != null;
    }

    @Override
    public TraceEvent next() {
        TraceEvent event = hasNext() ? next : null;
        if (event == null) {
            throw new NoSuchElementException();
        }
        next = null;
        return event;
    }

    private boolean isPaused(long timeNanos) {
        while (nextPause < pauses.size() && timeNanos >= pauses.get(nextPause).toNanos()) {
            nextPause++;
        }
        return nextPause < pauses.size() && timeNanos > pauses.get(nextPause).fromNanos();
    }
}
