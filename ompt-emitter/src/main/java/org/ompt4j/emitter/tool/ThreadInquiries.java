package org.ompt4j.emitter.tool;

import org.jspecify.annotations.Nullable;
import org.ompt4j.emitter.RegionInfo;
import org.ompt4j.emitter.TaskInfo;
import org.ompt4j.ompt.OmptData;
import org.ompt4j.ompt.OmptEntryPoint.GetParallelInfo;
import org.ompt4j.ompt.OmptEntryPoint.GetTaskInfo;
import org.ompt4j.ompt.OmptFrame;
import org.ompt4j.ompt.OmptThread;
import org.ompt4j.ompt.State;

/**
 * Answers what a tool asks about the thread whose event is being delivered, else about the calling thread, which is {@link Core#pin pinned} meanwhile.
 * An array that is null is not filled in.
 *
 * <p>Thread safety: any thread.
 */
final class ThreadInquiries {
    private final Tool tool;
    private final Core core;

    /** The tool that asks. */
    interface Tool {

        /** Its slot on the calling thread, or null. */
        @Nullable
        ThreadSlot currentSlot();

        /** The slot of the thread whose event is being delivered to it by the calling thread, or null. */
        @Nullable
        ThreadSlot running();

        /** It uses thread data, also of threads for which it has no callback. */
        void asksForThreadData();

        /** Its data of regions and tasks. From now on a region or task has the same data object until its end. */
        ToolData data();

        /** The flags with which it was told that the task was created; 0 if it was not told. */
        int toldFlagsOf(long taskId);
    }

    ThreadInquiries(Tool tool, Core core) {
        this.tool = tool;
        this.core = core;
    }

    private @Nullable OmptThread subject() {
        ThreadSlot running = tool.running();
        return running == null ? core.currentThread() : running.thread;
    }

    @Nullable
    OmptData threadData() {
        ThreadSlot running = tool.running();
        if (running != null) {
            return running.data;
        }
        OmptThread thread = core.currentThread();
        // A thread that has ended still has a context, which locks out its hooks.
        if (thread == null || thread.state() == State.UNDEFINED) {
            return null;
        }
        tool.asksForThreadData();
        ThreadSlot slot = tool.currentSlot();
        return slot == null ? null : slot.data;
    }

    State state(long @Nullable [] waitId) {
        OmptThread thread = subject();
        if (waitId != null) {
            waitId[0] = thread == null ? 0 : core.waitId(thread);
        }
        return thread == null ? State.UNDEFINED : core.state(thread);
    }

    int parallelInfo(int ancestorLevel, @Nullable OmptData @Nullable [] parallelData, int @Nullable [] teamSize) {
        OmptThread thread = subject();
        RegionInfo region = thread == null ? null : core.region(thread, ancestorLevel);
        if (thread == null || region == null) {
            return GetParallelInfo.NO_REGION;
        }
        if (region.over()) {
            return GetParallelInfo.NOT_AVAILABLE;
        }
        if (parallelData != null) {
            ToolData kept = tool.data();
            OmptData before = kept.keptOrNull(region.parallelId());
            OmptData data = kept.ofRegion(region.parallelId());
            RegionInfo after = before == data ? region : core.region(thread, ancestorLevel);
            if (after == null || after.over()) {
                // The region ended meanwhile, on another thread; data made for it now would never be dropped.
                kept.end(region.parallelId());
                return GetParallelInfo.NOT_AVAILABLE;
            }
            parallelData[0] = data;
        }
        if (teamSize != null) {
            teamSize[0] = region.teamSize();
        }
        return GetParallelInfo.AVAILABLE;
    }

    int taskInfo(
            int ancestorLevel,
            int @Nullable [] flags,
            @Nullable OmptData @Nullable [] taskData,
            @Nullable OmptFrame @Nullable [] taskFrame,
            @Nullable OmptData @Nullable [] parallelData,
            int @Nullable [] threadNum) {
        OmptThread thread = subject();
        TaskInfo task = thread == null ? null : core.task(thread, ancestorLevel);
        if (thread == null || task == null) {
            return GetTaskInfo.NO_TASK;
        }
        if (flags != null) {
            flags[0] = task.flags() | tool.toldFlagsOf(task.taskId());
        }
        if (taskData != null) {
            taskData[0] = tool.data().ofTask(task.taskId());
        }
        if (taskFrame != null) {
            ThreadSlot running = tool.running();
            // The same object that was passed to the callback.
            boolean encounters = running != null && running.encounters && ancestorLevel == 0;
            taskFrame[0] = core.frame(thread, ancestorLevel, encounters);
        }
        if (parallelData != null) {
            parallelData[0] = regionData(thread, task, ancestorLevel);
        }
        if (threadNum != null) {
            threadNum[0] = task.threadNum();
        }
        return GetTaskInfo.AVAILABLE;
    }

    private @Nullable OmptData regionData(OmptThread thread, TaskInfo task, int ancestorLevel) {
        long id = task.parallelId();
        if (id == 0) {
            return null;
        }
        ToolData kept = tool.data();
        OmptData before = kept.keptOrNull(id);
        OmptData data = kept.ofRegion(id);
        TaskInfo after = before == data ? task : core.task(thread, ancestorLevel);
        if (after == null || after.parallelId() != id) {
            kept.end(id);
            return null;
        }
        return data;
    }
}
