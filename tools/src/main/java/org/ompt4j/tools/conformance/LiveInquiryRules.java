package org.ompt4j.tools.conformance;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.OmptData;
import org.ompt4j.ompt.OmptEntryPoint;
import org.ompt4j.ompt.OmptFrame;
import org.ompt4j.tools.conformance.LiveTask.Kind;
import org.ompt4j.tools.conformance.LiveThread.Frame;

/** I2 and R7: what inquiries answer while a callback runs. Called with the thread's monitor held. */
final class LiveInquiryRules {
    /* Events at which the thread's stack of tasks is not being changed. */
    private static final Set<Event> IN_THE_BODY = EnumSet.of(Event.TASK_CREATE, Event.DISPATCH, Event.MUTEX_RELEASED);

    private final LiveFindings findings;
    private final OmptEntryPoint.GetTaskInfo getTaskInfo;
    private final OmptEntryPoint.GetParallelInfo getParallelInfo;

    LiveInquiryRules(
            LiveFindings findings,
            OmptEntryPoint.GetTaskInfo getTaskInfo,
            OmptEntryPoint.GetParallelInfo getParallelInfo) {
        this.findings = findings;
        this.getTaskInfo = getTaskInfo;
        this.getParallelInfo = getParallelInfo;
    }

    void anyEvent(Heard at) {
        if (!at.isOwn() || !IN_THE_BODY.contains(at.event())) {
            return;
        }
        List<Frame> frames = at.thread().frames();
        @Nullable OmptData[] data = new OmptData[1];
        for (int level = 0; level < frames.size(); level++) {
            LiveTask task = frames.get(frames.size() - 1 - level).task;
            int answer = getTaskInfo.getTaskInfo(level, null, data, null, null, null);
            if (answer != OmptEntryPoint.GetTaskInfo.AVAILABLE || data[0] != task.data) {
                String found = "answer " + answer + ", " + data[0];
                findings.report(
                        LiveRule.I2, at, "the data of " + task + " from get_task_info at level " + level, found);
            }
        }
        region(at);
        if (at.event() == Event.TASK_CREATE) {
            ancestors(at, frames);
        }
    }

    private void region(Heard at) {
        LiveRegion region = at.thread().currentRegion();
        @Nullable OmptData[] data = new OmptData[1];
        int answer = getParallelInfo.getParallelInfo(0, data, null);
        boolean isTheOne =
                answer == OmptEntryPoint.GetParallelInfo.AVAILABLE && (is(region, data[0]) || isOfThePool(at, data[0]));
        if (region != null && answer != OmptEntryPoint.GetParallelInfo.NOT_AVAILABLE && !isTheOne) {
            String found = "answer " + answer + ", " + data[0];
            findings.suspectInside(region, LiveRule.I2, at, "the data of " + region + " from get_parallel_info", found);
        }
    }

    private static boolean is(@Nullable LiveRegion region, @Nullable OmptData data) {
        return region != null && data == region.data;
    }

    /* What is handed to an executor belongs to no region of its creator. */
    private static boolean isOfThePool(Heard at, @Nullable OmptData data) {
        Frame top = at.thread().top();
        return top != null && top.task.kind == Kind.EXPLICIT && is(at.thread().lowestRegion(), data);
    }

    /* A task that was interrupted for another stands in the runtime, below the other's code. */
    private void ancestors(Heard at, List<Frame> frames) {
        int above = Integer.MAX_VALUE;
        @Nullable OmptFrame[] frame = new OmptFrame[1];
        for (int level = 0; level < frames.size(); level++) {
            LiveTask task = frames.get(frames.size() - 1 - level).task;
            getTaskInfo.getTaskInfo(level, null, null, frame, null, null);
            OmptFrame found = frame[0];
            if (found == null || task.kind == Kind.IMPLICIT) {
                continue;
            }
            // The initial task of a thread that runs a task from its first frame on has no code of its own.
            boolean isInitial = task.kind == Kind.INITIAL;
            boolean entered = isInitial ? found.exitFrame() == 0 : found.exitFrame() > 0;
            boolean suspended = level == 0 || isInitial || found.enterFrame() > 0;
            if (!entered || !suspended || found.enterFrame() > above) {
                findings.report(
                        LiveRule.R7,
                        at,
                        (isInitial ? "no exit frame" : "an exit frame")
                                + (level == 0 ? "" : " and an enter frame below " + above)
                                + " of " + task + " at level " + level,
                        found.toString());
            }
            above = found.exitFrame() > 0 ? found.exitFrame() : above;
        }
    }
}
