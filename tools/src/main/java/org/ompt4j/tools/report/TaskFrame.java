package org.ompt4j.tools.report;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.ScopeEndpoint;
import org.ompt4j.tools.read.TraceEvent;

/** One task on a thread's stack of tasks. */
final class TaskFrame {
    enum Kind {
        /** A thread's own task. */
        INITIAL,
        /** A worker's membership in its pool. */
        POOL,
        /** A thread's membership in a region. */
        MEMBER,
        EXPLICIT
    }

    final Kind kind;
    final long taskId;
    /** Region of a membership; 0 otherwise. */
    final long regionId;
    /** Barriers, taskwaits and taskgroups that the task is in. */
    final Deque<TraceEvent> syncs = new ArrayDeque<>();

    /** What the task waits in, innermost last: begins of waits, and mutex_acquire until it is answered. */
    final Deque<TraceEvent> waits = new ArrayDeque<>();

    boolean reduces;
    /** How long the task was current and neither waited nor was idle. */
    long busyNanos;

    TaskFrame(Kind kind, long taskId, long regionId) {
        this.kind = kind;
        this.taskId = taskId;
        this.regionId = regionId;
    }

    @Nullable
    TraceEvent innermostWait() {
        return waits.peekLast();
    }

    /** Whether the task waits in its innermost sync region. */
    boolean waitsInSync() {
        TraceEvent wait = innermostWait();
        return wait != null && wait.event() == Event.SYNC_REGION_WAIT && !syncs.isEmpty();
    }

    /** The open mutex_acquire that this event answers, or null. */
    @Nullable
    TraceEvent acquireAnsweredBy(TraceEvent event) {
        Iterator<TraceEvent> innermostFirst = waits.descendingIterator();
        while (innermostFirst.hasNext()) {
            TraceEvent each = innermostFirst.next();
            if (each.event() == Event.MUTEX_ACQUIRE && answers(event, each)) {
                return each;
            }
        }
        return null;
    }

    /** Whether an event says that the mutex is held, or that the attempt has failed. */
    static boolean answers(TraceEvent event, TraceEvent acquire) {
        Event kind = event.event();
        boolean ends = kind == Event.MUTEX_ACQUIRED
                || kind == Event.NEST_LOCK && event.endpoint() == ScopeEndpoint.BEGIN
                || event.endsAttempt();
        return ends && event.waitId() == acquire.waitId();
    }

    /** The begin of the wait of ours that the task is in, or null. */
    @Nullable
    TraceEvent openOwnWait() {
        return lastOf(Event.WAIT);
    }

    void endSyncWait() {
        TraceEvent wait = lastOf(Event.SYNC_REGION_WAIT);
        if (wait != null) {
            waits.removeLastOccurrence(wait);
        }
    }

    private @Nullable TraceEvent lastOf(Event kind) {
        Iterator<TraceEvent> innermostFirst = waits.descendingIterator();
        while (innermostFirst.hasNext()) {
            TraceEvent each = innermostFirst.next();
            if (each.event() == kind) {
                return each;
            }
        }
        return null;
    }
}
