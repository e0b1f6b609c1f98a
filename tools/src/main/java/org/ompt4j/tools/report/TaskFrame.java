package org.ompt4j.tools.report;

import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;
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

    /** The begin of the wait of ours that the task is in, or null. */
    @Nullable
    TraceEvent openWait;

    boolean waits;
    boolean reduces;
    /** How long the task was current and neither waited nor was idle. */
    long busyNanos;

    TaskFrame(Kind kind, long taskId, long regionId) {
        this.kind = kind;
        this.taskId = taskId;
        this.regionId = regionId;
    }
}
