package org.ompt4j.tools.conformance;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.OmptData;
import org.ompt4j.ompt.SyncRegionKind;

/** What the tool keeps about a thread, in the thread's data. Thread safety: its own monitor, held by every callback. */
final class LiveThread {
    final OmptData data;
    final String name;

    boolean hasEnded;
    long lastTimeNanos = Long.MIN_VALUE;
    /** Tasks on the thread's stack, the current one last. */
    private final List<Frame> frames = new ArrayList<>();
    /** Regions that this thread has begun and not ended, the innermost last; pool regions are not among them. */
    final Deque<LiveRegion> begunRegions = new ArrayDeque<>();
    /** The undeferred task that was created and has not begun. */
    @Nullable
    LiveTask awaitedUndeferred;

    @Nullable
    Acquire pendingAcquire;
    /** Locks of the user's are methods that may use other mutexes while they acquire. */
    final Map<Long, Acquire> pendingDefined = new HashMap<>();

    final Map<Long, Hold> holds = new HashMap<>();

    LiveThread(OmptData data, String name) {
        this.data = data;
        this.name = name;
    }

    long id() {
        return data.id();
    }

    @Nullable
    Frame top() {
        return frames.isEmpty() ? null : frames.get(frames.size() - 1);
    }

    @Nullable
    LiveTask currentTask() {
        Frame top = top();
        return top == null ? null : top.task;
    }

    @Nullable
    LiveTask taskBelow() {
        return frames.size() < 2 ? null : frames.get(frames.size() - 2).task;
    }

    /** The frame of this task, or null if it is not on the stack. */
    @Nullable
    Frame find(@Nullable LiveTask task) {
        for (int i = frames.size() - 1; i >= 0 && task != null; i--) {
            if (frames.get(i).task == task) {
                return frames.get(i);
            }
        }
        return null;
    }

    List<Frame> frames() {
        return frames;
    }

    void push(LiveTask task, @Nullable LiveRegion region) {
        frames.add(new Frame(task, region));
        task.runner = this;
    }

    /** A thread that waits in a region of its own can run a task of one around it. */
    void pushExplicit(LiveTask task) {
        LiveRegion created = task.createdIn;
        boolean isMember = created != null && frames.stream().anyMatch(each -> each.region == created);
        push(task, isMember || frames.isEmpty() ? created : currentRegion());
    }

    /** The region of its current task. */
    @Nullable
    LiveRegion currentRegion() {
        Frame top = top();
        return top == null ? null : top.region;
    }

    /** The region of its lowest task: a worker's pool. */
    @Nullable
    LiveRegion lowestRegion() {
        return frames.isEmpty() ? null : frames.get(0).region;
    }

    /** Removes this frame and all above it. */
    void popThrough(Frame frame) {
        while (frames.contains(frame)) {
            pop();
        }
    }

    /** Removes all frames above this one. */
    void popAbove(Frame frame) {
        while (!frames.isEmpty() && top() != frame) {
            pop();
        }
    }

    private void pop() {
        frames.remove(frames.size() - 1).task.runner = null;
    }

    void removeBegun(LiveRegion region) {
        for (Iterator<LiveRegion> each = begunRegions.descendingIterator(); each.hasNext(); ) {
            if (each.next() == region) {
                each.remove();
                return;
            }
        }
    }

    @Override
    public String toString() {
        return "thread " + id() + " \"" + name + "\"";
    }

    /** One task on the stack. */
    static final class Frame {
        final LiveTask task;
        final @Nullable LiveRegion region;
        final Deque<Sync> syncs = new ArrayDeque<>();
        int index;
        boolean hasChunk;
        boolean hasLeftBarrier;

        Frame(LiveTask task, @Nullable LiveRegion region) {
            this.task = task;
            this.region = region;
        }

        @Nullable
        Sync innermost() {
            return syncs.peekLast();
        }

        boolean isWaiting() {
            Sync innermost = innermost();
            return innermost != null && innermost.waiting;
        }

        boolean isMembership() {
            return task.kind == LiveTask.Kind.IMPLICIT;
        }
    }

    /** A sync region that is open. */
    static final class Sync {
        final SyncRegionKind kind;
        final long regionId;
        final int site;
        boolean waiting;
        int waits;

        Sync(SyncRegionKind kind, long regionId, int site) {
            this.kind = kind;
            this.regionId = regionId;
            this.site = site;
        }
    }
}
