package org.ompt4j.tools.model;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a thread is doing at one point of the event stream. */
public final class ThreadModel {
    private final long id;
    private final boolean isKnown;
    private final ArrayList<TaskFrame> frames = new ArrayList<>();
    private final Deque<Long> begunRegions = new ArrayDeque<>();
    private boolean hasBegun;
    private boolean hasEnded;
    private long lastTimeNanos = Long.MIN_VALUE;

    ThreadModel(long id, boolean isKnown) {
        this.id = id;
        this.isKnown = isKnown;
    }

    public long id() {
        return id;
    }

    /** Whether everything that the thread did is in the stream; a ring may have overwritten its beginning. */
    public boolean isKnown() {
        return isKnown;
    }

    public boolean hasBegun() {
        return hasBegun;
    }

    public boolean hasEnded() {
        return hasEnded;
    }

    /** The largest time of its events so far. */
    public long lastTimeNanos() {
        return lastTimeNanos;
    }

    /** Its tasks, the current one last. */
    public List<TaskFrame> frames() {
        return Collections.unmodifiableList(frames);
    }

    /** The current task's frame, or null outside all tasks. */
    public @Nullable TaskFrame top() {
        return frames.isEmpty() ? null : frames.get(frames.size() - 1);
    }

    /** The current task, 0 if none. */
    public long currentTask() {
        TaskFrame top = top();
        return top == null ? 0 : top.taskId();
    }

    /** The task under the current one, 0 if none. */
    public long taskBelow() {
        return frames.size() < 2 ? 0 : frames.get(frames.size() - 2).taskId();
    }

    /** The frame of this task, or null if the task is not on the stack. */
    public @Nullable TaskFrame find(long taskId) {
        for (int i = frames.size() - 1; i >= 0; i--) {
            if (frames.get(i).taskId() == taskId) {
                return frames.get(i);
            }
        }
        return null;
    }

    /** The frame that an event of this task belongs to: its own, else the current one. */
    public @Nullable TaskFrame frameOf(long taskId) {
        TaskFrame frame = find(taskId);
        return frame != null ? frame : top();
    }

    /** The innermost membership in this region, or null if the thread is no member now. */
    public @Nullable TaskFrame membershipIn(long regionId) {
        for (int i = frames.size() - 1; i >= 0; i--) {
            if (frames.get(i).regionId() == regionId && frames.get(i).isMembership()) {
                return frames.get(i);
            }
        }
        return null;
    }

    /** The innermost region that this thread has begun and not ended, 0 if none; pool regions are not among them. */
    public long innermostBegunRegion() {
        return begunRegions.isEmpty() ? 0 : begunRegions.getLast();
    }

    /** The thread has begun, though no thread_begin said so. */
    public void assumeBegun() {
        hasBegun = true;
    }

    void end() {
        hasEnded = true;
    }

    void passTime(long timeNanos) {
        lastTimeNanos = Math.max(lastTimeNanos, timeNanos);
    }

    void push(TaskFrame frame) {
        frames.add(frame);
    }

    /** Removes this frame and all above it; returns what was removed, innermost first. */
    List<TaskFrame> popThrough(TaskFrame frame, long timeNanos) {
        List<TaskFrame> popped = new ArrayList<>();
        while (frames.contains(frame)) {
            popped.add(pop(timeNanos));
        }
        return popped;
    }

    /** Removes all frames above this one; returns what was removed, innermost first. */
    List<TaskFrame> popAbove(TaskFrame frame, long timeNanos) {
        List<TaskFrame> popped = new ArrayList<>();
        while (top() != frame && !frames.isEmpty()) {
            popped.add(pop(timeNanos));
        }
        return popped;
    }

    private TaskFrame pop(long timeNanos) {
        TaskFrame popped = frames.remove(frames.size() - 1);
        popped.leave(timeNanos);
        return popped;
    }

    void begin(RegionModel region) {
        begunRegions.addLast(region.id());
    }

    /** Forgets that this thread is in this region, however deep. */
    void end(long regionId) {
        begunRegions.removeLastOccurrence(regionId);
    }
}
