package org.ompt4j.tools.check;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a thread is doing at one point of the event stream. */
final class ThreadModel {
    final long id;
    /** Whether everything that the thread did is in the trace; a ring may have overwritten its beginning. */
    final boolean isKnown;

    boolean hasBegun;
    boolean hasEnded;
    private final ArrayList<Frame> frames = new ArrayList<>();
    /** Regions that this thread has begun and not ended, the innermost last; pool regions are not among them. */
    final Deque<Long> begunRegions = new ArrayDeque<>();

    ThreadModel(long id, boolean isKnown) {
        this.id = id;
        this.isKnown = isKnown;
    }

    /** The current task's frame, or null outside all tasks. */
    @Nullable
    Frame top() {
        return frames.isEmpty() ? null : frames.get(frames.size() - 1);
    }

    /** The current task, 0 if none. */
    long currentTask() {
        Frame top = top();
        return top == null ? 0 : top.taskId;
    }

    /** The task under the current one, 0 if none. */
    long taskBelow() {
        return frames.size() < 2 ? 0 : frames.get(frames.size() - 2).taskId;
    }

    /** The frame of this task, or null if the task is not on the stack. */
    @Nullable
    Frame find(long taskId) {
        for (int i = frames.size() - 1; i >= 0; i--) {
            if (frames.get(i).taskId == taskId) {
                return frames.get(i);
            }
        }
        return null;
    }

    /** The innermost membership in this region, or null if the thread is no member now. */
    @Nullable
    Frame membershipIn(long regionId) {
        for (int i = frames.size() - 1; i >= 0; i--) {
            if (frames.get(i).regionId == regionId && frames.get(i).isMembership()) {
                return frames.get(i);
            }
        }
        return null;
    }

    List<Frame> frames() {
        return frames;
    }

    void push(Frame frame) {
        frames.add(frame);
    }

    /** Removes this frame and all above it; returns what was removed, innermost first. */
    List<Frame> popThrough(Frame frame) {
        List<Frame> popped = new ArrayList<>();
        while (frames.contains(frame)) {
            popped.add(frames.remove(frames.size() - 1));
        }
        return popped;
    }

    /** Removes all frames above this one; returns what was removed, innermost first. */
    List<Frame> popAbove(Frame frame) {
        List<Frame> popped = new ArrayList<>();
        while (top() != frame && !frames.isEmpty()) {
            popped.add(frames.remove(frames.size() - 1));
        }
        return popped;
    }

    /** Forgets that this thread is in this region, however deep. */
    void removeBegunRegion(long regionId) {
        for (Iterator<Long> each = begunRegions.descendingIterator(); each.hasNext(); ) {
            if (each.next() == regionId) {
                each.remove();
                return;
            }
        }
    }
}
