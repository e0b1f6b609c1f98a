package org.ompt4j.tools.conformance;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.OmptData;
import org.ompt4j.ompt.OmptEntryPoint;
import org.ompt4j.ompt.OmptFrame;
import org.ompt4j.tools.model.RegionModel;
import org.ompt4j.tools.model.TaskFrame;
import org.ompt4j.tools.model.ThreadModel;
import org.ompt4j.tools.read.TraceEvent;
import org.ompt4j.tools.rules.DeferredViolations;
import org.ompt4j.tools.rules.Findings;

/** Rules I2 and R7: the results of inquiry functions while a callback runs. Thread safety: that of the checker. */
final class LiveInquiryRules {
    /* Events during which the thread's stack of tasks does not change. */
    private static final Set<Event> IN_THE_BODY = EnumSet.of(Event.TASK_CREATE, Event.DISPATCH, Event.MUTEX_RELEASED);

    private final Findings findings;
    private final DeferredViolations deferred;
    private final OmptEntryPoint.GetTaskInfo getTaskInfo;
    private final OmptEntryPoint.GetParallelInfo getParallelInfo;
    private final LongSupplier clock;

    LiveInquiryRules(
            Findings findings,
            DeferredViolations deferred,
            OmptEntryPoint.GetTaskInfo getTaskInfo,
            OmptEntryPoint.GetParallelInfo getParallelInfo,
            LongSupplier clock) {
        this.findings = findings;
        this.deferred = deferred;
        this.getTaskInfo = getTaskInfo;
        this.getParallelInfo = getParallelInfo;
        this.clock = clock;
    }

    /** Has to be called on the thread itself, before the event takes effect. */
    void accept(TraceEvent at, ThreadModel thread) {
        if (!IN_THE_BODY.contains(at.event())) {
            return;
        }
        List<TaskFrame> frames = thread.frames();
        @Nullable OmptData[] data = new OmptData[1];
        for (int level = 0; level < frames.size(); level++) {
            long task = frames.get(frames.size() - 1 - level).taskId();
            int answer = getTaskInfo.getTaskInfo(level, null, data, null, null, null);
            if (answer != OmptEntryPoint.GetTaskInfo.AVAILABLE || !isOf(task, data[0])) {
                String found = "answer " + answer + ", " + data[0];
                findings.report("I2", at, "the data of task " + task + " from get_task_info at level " + level, found);
            }
        }
        region(at, frames);
        if (at.event() == Event.TASK_CREATE) {
            ancestors(at, frames);
        }
    }

    private static boolean isOf(long id, @Nullable OmptData data) {
        return data != null && data.id() == id && LiveData.isWhatWasStored(data);
    }

    private void region(TraceEvent at, List<TaskFrame> frames) {
        TaskFrame top = frames.isEmpty() ? null : frames.get(frames.size() - 1);
        RegionModel region = top == null ? null : top.region();
        if (top == null || region == null) {
            return;
        }
        @Nullable OmptData[] data = new OmptData[1];
        int answer = getParallelInfo.getParallelInfo(0, data, null);
        // Ends of regions are odd.
        long answeredNanos = clock.getAsLong() | 1;
        boolean isTheOne = answer == OmptEntryPoint.GetParallelInfo.AVAILABLE && isOf(region.id(), data[0]);
        if (answer != OmptEntryPoint.GetParallelInfo.NOT_AVAILABLE && !isTheOne) {
            // The earlier end of the region, or the reason why its tasks may outlive it, can be delivered later.
            deferred.unless(
                    () -> region.endNanos() <= answeredNanos || region.wasAbandoned(),
                    "I2",
                    at,
                    "the data of region " + region.id() + " from get_parallel_info",
                    "answer " + answer + ", " + data[0]);
        }
    }

    /* A task that was suspended for another one is in the runtime, below the other task's code. */
    private void ancestors(TraceEvent at, List<TaskFrame> frames) {
        int above = Integer.MAX_VALUE;
        @Nullable OmptFrame[] frame = new OmptFrame[1];
        for (int level = 0; level < frames.size(); level++) {
            TaskFrame task = frames.get(frames.size() - 1 - level);
            getTaskInfo.getTaskInfo(level, null, null, frame, null, null);
            OmptFrame found = frame[0];
            if (found == null || task.kind() == TaskFrame.Kind.IMPLICIT) {
                continue;
            }
            // The initial task of a thread that runs a task from its first frame on has no code of its own.
            boolean isInitial = task.kind() == TaskFrame.Kind.INITIAL;
            boolean entered = isInitial ? found.exitFrame() == 0 : found.exitFrame() > 0;
            boolean suspended = level == 0 || isInitial || found.enterFrame() > 0;
            if (!entered || !suspended || found.enterFrame() > above) {
                findings.report(
                        "R7",
                        at,
                        (isInitial ? "no exit frame" : "an exit frame")
                                + (level == 0 ? "" : " and an enter frame below " + above)
                                + " of task " + task.taskId() + " at level " + level,
                        found.toString());
            }
            above = found.exitFrame() > 0 ? found.exitFrame() : above;
        }
    }
}
