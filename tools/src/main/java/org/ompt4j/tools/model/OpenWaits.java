package org.ompt4j.tools.model;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.ScopeEndpoint;
import org.ompt4j.tools.read.TraceEvent;

/**
 * The open waits of a task, innermost last: the begins of waits in sync regions and of events {@code wait}, and each mutex_acquire until its end.
 * Thread safety: none.
 */
final class OpenWaits {
    private final List<TraceEvent> begins = new ArrayList<>(0);

    @Nullable
    TraceEvent innermost() {
        return begins.isEmpty() ? null : begins.get(begins.size() - 1);
    }

    /** The innermost one that is such an event, or null. */
    @Nullable
    TraceEvent innermost(Event kind) {
        for (int i = begins.size() - 1; i >= 0; i--) {
            TraceEvent each = begins.get(i);
            if (each.event() == kind) {
                return each;
            }
        }
        return null;
    }

    /** The open mutex_acquire that this event ends, or null. */
    @Nullable
    TraceEvent acquireAnsweredBy(TraceEvent event) {
        if (begins.isEmpty() || !answersAcquire(event)) {
            return null;
        }
        for (int i = begins.size() - 1; i >= 0; i--) {
            TraceEvent each = begins.get(i);
            if (each.event() == Event.MUTEX_ACQUIRE && each.waitId() == event.waitId()) {
                return each;
            }
        }
        return null;
    }

    /** Whether an event means that a mutex is held now, or that an attempt to acquire one has failed. */
    private static boolean answersAcquire(TraceEvent event) {
        return event.event() == Event.MUTEX_ACQUIRED
                || event.event() == Event.NEST_LOCK && event.endpoint() == ScopeEndpoint.BEGIN
                || event.endsAttempt();
    }

    void begin(TraceEvent wait) {
        begins.add(wait);
    }

    /**
     * @param wait an open wait; null for none
     */
    void end(@Nullable TraceEvent wait) {
        for (int i = begins.size() - 1; i >= 0; i--) {
            if (begins.get(i) == wait) {
                begins.remove(i);
                return;
            }
        }
    }

    void clear() {
        begins.clear();
    }
}
