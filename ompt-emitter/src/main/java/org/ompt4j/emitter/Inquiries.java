package org.ompt4j.emitter;

import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.OmptFrame;
import org.ompt4j.ompt.State;
import org.ompt4j.ompt.TaskFlag;

/**
 * Answers inquiries of tools about the tasks and regions that a thread is in.
 *
 * <p>Thread safety: called on the thread that {@code c} belongs to, or on its behalf if the end of the runtime has stopped it.
 *
 * <p>Spec: OpenMP 5.1, sections 4.6.1.13 and 4.6.1.14.
 */
public final class Inquiries {

    private Inquiries() {}

    /**
     * A task of the thread's stack.
     *
     * @param level 0 for the current task, 1 for the one that it interrupted
     * @return null if there is none
     */
    public static @Nullable TaskInfo task(ThreadContext c, int level) {
        int at = placeOf(c, level);
        if (at < 0) {
            return null;
        }
        TaskFrame frame = c.tasks().frame(at);
        Region region = regionOf(frame);
        boolean without = region == null
                || isOver(frame, region)
                || level == 0 && c.tasks().ownState() == State.IDLE;
        return new TaskInfo(
                frame.taskId, flags(c, frame), without || region == null ? 0 : region.id, threadNum(c, region, at));
    }

    /** A task that outlives its region belongs to the enclosing region. An implicit task belongs to its region until the task ends. */
    private static @Nullable Region regionOf(TaskFrame frame) {
        Region region = frame.region;
        return region == null || frame.kind != TaskFrame.Kind.EXPLICIT ? region : region.orOpenOne();
    }

    /** Whether the region of the task has ended, so that there is no information about it any more. */
    private static boolean isOver(TaskFrame frame, Region region) {
        return frame.kind == TaskFrame.Kind.EXPLICIT ? region.isClosing() : region.isEndTold();
    }

    /** The state as the thread itself sees it: the thread is in a task until the end of the task was reported. */
    public static State state(ThreadContext c) {
        State state = c.tasks().ownState();
        return state == State.WAIT_CONDITION ? c.condition().state() : state;
    }

    /** What the thread waits for in {@link #state}; 0 if nothing. */
    public static long waitId(ThreadContext c) {
        return c.tasks().ownWaitId();
    }

    private static int flags(ThreadContext c, TaskFrame frame) {
        return switch (frame.kind) {
            case INITIAL -> TaskFlag.INITIAL;
            case ENCOUNTERING, MEMBER -> TaskFlag.IMPLICIT;
            case EXPLICIT -> explicitFlags(c, frame);
        };
    }

    private static int explicitFlags(ThreadContext c, TaskFrame frame) {
        boolean isVirtualThread = c.isVirtual() && frame == c.tasks().frame(0);
        return TaskFlag.EXPLICIT
                | (isVirtualThread ? TaskFlag.UNTIED : 0)
                | (c.tasks().isUndeferred(frame.taskId) ? TaskFlag.UNDEFERRED : 0);
    }

    /** The thread number of an explicit task is that of the implicit task of its region below it on the stack. */
    private static int threadNum(ThreadContext c, @Nullable Region region, int place) {
        for (int i = place; i >= 0; i--) {
            TaskFrame each = c.tasks().frame(i);
            if (each.kind != TaskFrame.Kind.EXPLICIT && each.region == region) {
                // The events of an initial task number it 1, as the specification has it; as a thread of its team it is
                // 0.
                return each.kind == TaskFrame.Kind.INITIAL ? 0 : each.index;
            }
        }
        return 0;
    }

    /**
     * A region around the current task.
     *
     * @param level 0 for the innermost region, 1 for the region in which that one was opened, possibly on another thread
     * @return null if there is none, or the thread is idle
     */
    public static @Nullable RegionInfo region(ThreadContext c, int level) {
        if (level < 0 || c.tasks().isEmpty() || c.tasks().ownState() == State.IDLE) {
            return null;
        }
        TaskFrame frame = c.tasks().frame();
        Region own = frame.region;
        Region open = regionOf(frame);
        if (own != null && open != null && own != open) {
            // A tool that learns of this end later must find that it was before this answer.
            own.endTime();
        }
        Region innermost = open != null ? open : own;
        Region region = innermost;
        for (int i = 0; i < level && region != null; i++) {
            region = region.parent;
        }
        // The outermost region of virtual threads is not reported to tools.
        if (region == null || region.id == 0) {
            return null;
        }
        boolean over = region == innermost ? isOver(frame, region) : region.isClosing();
        return new RegionInfo(region.id, region.teamSize(), over);
    }

    /**
     * The frame of a task on the calling thread's Java stack; walks the stack.
     *
     * @param level as in {@link #task}
     * @param inRuntime whether the current task's code is inside the runtime now, even if it is in no barrier, taskwait or taskgroup
     */
    public static OmptFrame frame(ThreadContext c, int level, boolean inRuntime) {
        int at = placeOf(c, level);
        boolean own = c.thread() == Thread.currentThread();
        if (at < 0 || !own) {
            return OmptFrame.NONE;
        }
        // A tool may ask outside of a callback: then the JDK's code that walks the stack must not be observed.
        ThreadContext entered = c.isInside() ? null : Threads.enterUnobserved();
        try {
            return TaskFrames.of(c, at, inRuntime);
        } finally {
            if (entered != null) {
                entered.leave();
            }
        }
    }

    /** The index of a task on the thread's stack of tasks, -1 if there is none. */
    private static int placeOf(ThreadContext c, int level) {
        return level < 0 ? -1 : Math.max(c.tasks().top() - level, -1);
    }
}
