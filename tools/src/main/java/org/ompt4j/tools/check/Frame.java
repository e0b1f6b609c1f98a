package org.ompt4j.tools.check;

import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.SyncRegionKind;
import org.ompt4j.tools.read.TraceEvent;

/** One task on a thread's stack of tasks, the innermost being current. */
final class Frame {
    enum Kind {
        INITIAL,
        IMPLICIT,
        EXPLICIT
    }

    final Kind kind;
    final long taskId;
    /** Region in which the task runs on this thread, 0 if none. */
    final long regionId;
    /** Of an implicit task: its thread's number in the team. */
    final int index;

    final Deque<OpenSync> syncs = new ArrayDeque<>();
    /** The begin of the wait of ours that the task is in, or null. */
    @Nullable
    TraceEvent openWait;

    /** Whether the task was given a chunk of a stream. */
    boolean hasChunk;
    /** Whether an implicit task has left its region-ending barrier. */
    boolean hasLeftBarrier;
    /** Whether somebody has already been told that this membership outlived its region. */
    boolean isKnownToBeLate;

    Frame(Kind kind, long taskId, long regionId, int index) {
        this.kind = kind;
        this.taskId = taskId;
        this.regionId = regionId;
        this.index = index;
    }

    @Nullable
    OpenSync innermostSync() {
        return syncs.peekLast();
    }

    boolean isWaiting() {
        OpenSync innermost = innermostSync();
        return innermost != null && innermost.waiting;
    }

    boolean isMembership() {
        return kind == Kind.IMPLICIT;
    }

    static boolean endsRegion(@Nullable SyncRegionKind kind) {
        return kind == SyncRegionKind.BARRIER_IMPLICIT_PARALLEL;
    }
}
