package org.ompt4j.views.early;

import java.util.EnumSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.OmptData;
import org.ompt4j.ompt.OmptEntryPoint;
import org.ompt4j.ompt.OmptFrame;
import org.ompt4j.ompt.State;

/**
 * What a tool can ask: the inquiries that both generations have, and the questions behind those that each asks in its own way.
 *
 * <p>Thread safety: any thread. Once the runtime has shut down every answer is that for a thread which is not known.
 */
public final class EarlyInquiries
        implements EarlyEntryPoint.EnumerateState,
                EarlyEntryPoint.GetThreadId,
                EarlyEntryPoint.GetState,
                EarlyEntryPoint.GetIdleFrame {
    private final OmptEntryPoint.All entryPoints;
    private final InquiryOverride override;
    private final Set<OmptState> supported = EnumSet.noneOf(OmptState.class);
    private volatile boolean alive = true;

    EarlyInquiries(OmptEntryPoint.All entryPoints, InquiryOverride override) {
        this.entryPoints = entryPoints;
        this.override = override;
        int[] next = {State.UNDEFINED.value()};
        while (entryPoints.enumerateStates(next[0], next, null) == 1) {
            supported.add(OmptState.of(State.of(next[0])));
        }
        if (supported.contains(OmptState.WAIT_LOCK)) {
            supported.add(OmptState.WAIT_NEST_LOCK);
        }
        supported.add(OmptState.UNDEFINED);
    }

    void shutDown() {
        alive = false;
    }

    @Override
    public int enumerateState(
            int currentState, int @Nullable [] nextState, @Nullable String @Nullable [] nextStateName) {
        boolean isNext = currentState == OmptState.FIRST.value();
        for (OmptState each : supported) {
            if (isNext) {
                if (nextState != null) {
                    nextState[0] = each.value();
                }
                if (nextStateName != null) {
                    nextStateName[0] = each.fullName();
                }
                return 1;
            }
            isNext = each.value() == currentState;
        }
        return 0;
    }

    @Override
    public long getThreadId() {
        OmptData data = alive ? entryPoints.getThreadData() : null;
        return data == null ? 0 : data.id();
    }

    @Override
    public OmptState getState(long @Nullable [] waitId) {
        InquiryOverride.Answers now = override.now();
        if (now != null && now.state() != null) {
            write(waitId, now.waitId());
            return now.state();
        }
        if (!alive) {
            write(waitId, 0);
            return OmptState.UNDEFINED;
        }
        return OmptState.of(entryPoints.getState(waitId));
    }

    @Override
    public @Nullable FrameAddress getIdleFrame() {
        return alive ? Frames.idle() : null;
    }

    /** The id of a region around the calling thread's current task, 0 if there is none at that level or the thread idles. */
    public long parallelId(int ancestorLevel) {
        @Nullable OmptData[] region = new OmptData[1];
        return hasRegion(ancestorLevel, region, null) && region[0] != null ? region[0].id() : 0;
    }

    /** The number of threads of that region, -1 if there is none. */
    public int teamSize(int ancestorLevel) {
        @Nullable OmptData[] region = new OmptData[1];
        int[] teamSize = new int[1];
        return hasRegion(ancestorLevel, region, teamSize) ? teamSize[0] : -1;
    }

    private boolean hasRegion(int level, @Nullable OmptData[] region, int @Nullable [] teamSize) {
        InquiryOverride.Answers now = override.now();
        boolean idle = now != null && now.state() == OmptState.IDLE;
        return alive
                && !idle
                && entryPoints.getParallelInfo(level, region, teamSize) == OmptEntryPoint.GetParallelInfo.AVAILABLE
                && EventTranslation.isRegion(region[0]);
    }

    /** The id of a task on the calling thread's stack of tasks, 0 if there is none at that depth. */
    public long taskId(int depth) {
        InquiryOverride.Answers now = override.now();
        if (now != null && now.currentTask() != 0 && depth == 0) {
            return now.currentTask();
        }
        @Nullable OmptData[] task = new OmptData[1];
        return hasTask(depth, now, task, null) && task[0] != null ? task[0].id() : 0;
    }

    /** Where that task stands on the thread's stack; null if there is none. */
    public @Nullable OmptFrame taskFrame(int depth) {
        InquiryOverride.Answers now = override.now();
        if (now != null && now.currentTask() != 0 && depth == 0) {
            // Soon to be in its code, but not entered yet.
            return OmptFrame.NONE;
        }
        @Nullable OmptFrame[] frame = new OmptFrame[1];
        return hasTask(depth, now, null, frame) ? frame[0] : null;
    }

    private boolean hasTask(
            int depth,
            InquiryOverride.@Nullable Answers now,
            @Nullable OmptData @Nullable [] task,
            @Nullable OmptFrame @Nullable [] frame) {
        int level = depth + (now == null ? 0 : now.tasksAbove());
        return alive
                && depth >= 0
                && entryPoints.getTaskInfo(level, null, task, frame, null, null)
                        == OmptEntryPoint.GetTaskInfo.AVAILABLE;
    }

    /** The target region and operation of the calling thread; false, with nothing written, outside of any. */
    public boolean target(long[] targetId, long[] hostOpId) {
        return alive && entryPoints.getTargetInfo(null, targetId, hostOpId) == 1;
    }

    private static void write(long @Nullable [] to, long value) {
        if (to != null) {
            to[0] = value;
        }
    }
}
