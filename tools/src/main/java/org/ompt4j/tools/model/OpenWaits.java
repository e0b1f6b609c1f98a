package org.ompt4j.tools.model;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.ScopeEndpoint;
import org.ompt4j.tools.read.TraceEvent;

/**
 * What a task waits in, innermost last: the begins of waits in sync regions and of waits of ours, and each mutex_acquire until it is answered.
 * Thread safety: none.
 */
final class OpenWaits {
    private final Deque<TraceEvent> begins = new ArrayDeque<>(1);

    @Nullable
    TraceEvent innermost() {
        return begins.peekLast();
    }

    /** The innermost one that is such an event, or null. */
    @Nullable
    TraceEvent innermost(Event kind) {
        Iterator<TraceEvent> innermostFirst = begins.descendingIterator();
        while (innermostFirst.hasNext()) {
            TraceEvent each = innermostFirst.next();
            if (each.event() == kind) {
                return each;
            }
        }
        return null;
    }

    /** The open mutex_acquire that this event answers, or null. */
    @Nullable
    TraceEvent acquireAnsweredBy(TraceEvent event) {
        if (begins.isEmpty() || !answersAcquire(event)) {
            return null;
        }
        Iterator<TraceEvent> innermostFirst = begins.descendingIterator();
        while (innermostFirst.hasNext()) {
            TraceEvent each = innermostFirst.next();
            if (each.event() == Event.MUTEX_ACQUIRE && each.waitId() == event.waitId()) {
                return each;
            }
        }
        return null;
    }

    /** Whether an event says of some mutex that it is held now, or that the attempt to acquire it has failed. */
    private static boolean answersAcquire(TraceEvent event) {
        return event.event() == Event.MUTEX_ACQUIRED
                || event.event() == Event.NEST_LOCK && event.endpoint() == ScopeEndpoint.BEGIN
                || event.endsAttempt();
    }

    void begin(TraceEvent wait) {
        begins.addLast(wait);
    }

    void end(@Nullable TraceEvent wait) {
        if (wait != null) {
            begins.removeLastOccurrence(wait);
        }
    }

    void clear() {
        begins.clear();
    }
}
