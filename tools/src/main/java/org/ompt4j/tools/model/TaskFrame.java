package org.ompt4j.tools.model;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.SyncRegionKind;
import org.ompt4j.tools.read.TraceEvent;

/** One task on a thread's stack of tasks, the innermost being current. */
public final class TaskFrame {
    /** How the task came onto the stack. */
    public enum Kind {
        /** A thread's own task. */
        INITIAL,
        /** A membership in a region. */
        IMPLICIT,
        EXPLICIT
    }

    private final Kind kind;
    private final long taskId;
    private final @Nullable RegionModel region;
    private final long regionId;
    private final int index;
    private @Nullable TaskFrame below;
    private TaskFrame bottomOfRegion = this;
    private final List<OpenSync> syncs = new ArrayList<>(0);
    private final OpenWaits waits = new OpenWaits();
    private boolean reduces;
    private long busyNanos;
    private boolean hasChunk;
    private boolean hasLeftBarrier;
    private boolean isLate;
    private boolean isCutOff;
    private long leftAtNanos = Long.MAX_VALUE;
    private long latestTaskEndNanos = Long.MIN_VALUE;

    TaskFrame(Kind kind, long taskId, long regionId, @Nullable RegionModel region, int index) {
        this.kind = kind;
        this.taskId = taskId;
        this.regionId = regionId;
        this.region = region;
        this.index = index;
    }

    public Kind kind() {
        return kind;
    }

    /** Whether the task came onto the stack before the recording, or while it was paused: what it did until then is not known. */
    public boolean isCutOff() {
        return isCutOff;
    }

    void cutOff() {
        isCutOff = true;
    }

    public long taskId() {
        return taskId;
    }

    /** The frame below; null if there is none. */
    void comesOnto(@Nullable TaskFrame frame) {
        below = frame;
        if (frame != null && kind == Kind.EXPLICIT && regionId == frame.regionId) {
            bottomOfRegion = frame.bottomOfRegion;
        }
    }

    /** The lowest frame of the contiguous frames below this one that run in the same region: a membership, or the first task of a free agent. */
    public TaskFrame bottomOfRegion() {
        return bottomOfRegion;
    }

    /** The frame below the task; null for the first one, and for one that has left the stack. */
    public @Nullable TaskFrame below() {
        return below;
    }

    /** Region in which the task runs on this thread, 0 if none. */
    public long regionId() {
        return regionId;
    }

    /** The region in which the task runs; null if there is none, if its begin is not known, and for the region of an initial task. */
    public @Nullable RegionModel region() {
        return region;
    }

    /** Of an implicit task: its thread's number in the team. */
    public int index() {
        return index;
    }

    /** Barriers, taskwaits and taskgroups that the task is in, innermost last. */
    public Collection<OpenSync> syncs() {
        return syncs;
    }

    public @Nullable OpenSync innermostSync() {
        return syncs.isEmpty() ? null : syncs.get(syncs.size() - 1);
    }

    /** The begin event {@code wait} of the wait that the task is in, or null. */
    public @Nullable TraceEvent openWait() {
        return waits.innermost(Event.WAIT);
    }

    /** The open waits of the task. */
    OpenWaits waits() {
        return waits;
    }

    /** Whether the task waits in its innermost sync region, and in nothing inside that wait. */
    public boolean isWaitingInSync() {
        TraceEvent wait = waits.innermost();
        return wait != null && wait.event() == Event.SYNC_REGION_WAIT && !syncs.isEmpty();
    }

    /** Whether the task is in the middle of a reduction. */
    public boolean reduces() {
        return reduces;
    }

    /** How long the task was current and worked, in nanoseconds: the sum of all calls of {@link #worked}. */
    public long busyNanos() {
        return busyNanos;
    }

    /** Adds to the time that the task has worked. */
    public void worked(long nanos) {
        busyNanos += nanos;
    }

    /** Whether the task waits in its innermost sync region. */
    public boolean isWaiting() {
        OpenSync innermost = innermostSync();
        return innermost != null && innermost.isWaiting();
    }

    public boolean isMembership() {
        return kind == Kind.IMPLICIT;
    }

    /** Whether this is a worker's membership in the region of its pool. */
    public boolean isPoolMembership() {
        return isMembership() && region != null && region.isPool();
    }

    /** Whether the task was given a chunk of a stream. */
    public boolean hasChunk() {
        return hasChunk;
    }

    /** Whether an implicit task has left its region's ending barrier, without any later event so far. */
    public boolean hasLeftBarrier() {
        return hasLeftBarrier;
    }

    /** When the task left the stack; the largest number while it is there. */
    public long leftAtNanos() {
        return leftAtNanos;
    }

    /** When the last of the tasks that interrupted this one ended; the smallest number if there was none. */
    public long latestTaskEndNanos() {
        return latestTaskEndNanos;
    }

    /** The task above this one has left the stack. */
    void goesOnAfter(TaskFrame above) {
        long end = above.kind == Kind.EXPLICIT ? above.leftAtNanos : above.latestTaskEndNanos;
        latestTaskEndNanos = Math.max(latestTaskEndNanos, end);
    }

    /** Notes that the membership has outlived its region; returns whether this is new. */
    public boolean becomesLate() {
        boolean isNew = !isLate;
        isLate = true;
        return isNew;
    }

    /** Something came after the region-ending barrier. */
    public void goesOnAfterBarrier() {
        hasLeftBarrier = false;
    }

    void leave(long timeNanos) {
        leftAtNanos = timeNanos;
        below = null;
        bottomOfRegion = this;
    }

    void takeChunk() {
        hasChunk = true;
    }

    void begin(TraceEvent sync) {
        syncs.add(new OpenSync(sync));
    }

    /** Ends the innermost sync region of this kind, and those that are open inside it. */
    void end(TraceEvent sync) {
        SyncRegionKind kind = sync.syncKind();
        if (isIn(kind)) {
            while (syncs.remove(syncs.size() - 1).begin().syncKind() != kind) {
                continue;
            }
        }
        waits.end(waits.innermost(Event.SYNC_REGION_WAIT));
        hasLeftBarrier |= sync.endsRegion();
    }

    private boolean isIn(@Nullable SyncRegionKind sync) {
        for (OpenSync each : syncs) {
            if (each.begin().syncKind() == sync) {
                return true;
            }
        }
        return false;
    }

    void setReduces(boolean isInReduction) {
        reduces = isInReduction;
    }
}
