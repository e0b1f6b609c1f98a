package org.ompt4j.views.early;

import java.util.EnumSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.Ompt4jRuntime;
import org.ompt4j.ompt.OmptData;
import org.ompt4j.ompt.OmptEntryPoint;
import org.ompt4j.ompt.OmptFrame;
import org.ompt4j.ompt.OmptThread;
import org.ompt4j.ompt.State;

/**
 * The inquiry functions for tools: those that both generations have, and the common part of those that differ between them.
 *
 * <p>Some callbacks of the tool describe a moment that the runtime has already left, or not yet reached: inquiries inside such a callback return
 * the values for the moment that the document describes, see {@link #during}.
 *
 * <p>Thread safety: any thread. After the shutdown of the runtime every result is that for an unknown thread.
 */
public final class EarlyInquiries
        implements EarlyEntryPoint.EnumerateState,
                EarlyEntryPoint.GetThreadId,
                EarlyEntryPoint.GetState,
                EarlyEntryPoint.GetIdleFrame,
                EarlyEntryPoint.GetThreadIds,
                EarlyEntryPoint.GetThreadState,
                EarlyEntryPoint.GetEventTime {
    private final OmptEntryPoint.All entryPoints;
    private final Ompt4jRuntime runtime;
    private final ThreadLocal<@Nullable Answers> present = new ThreadLocal<>();
    private final Set<OmptState> supported = EnumSet.noneOf(OmptState.class);
    private volatile boolean alive = true;

    /**
     * Values that inquiries return instead of those of the runtime.
     *
     * @param state instead of the runtime's; null for that
     * @param waitId that belongs to such a state
     * @param tasksAbove how many of the runtime's tasks are no longer there (1), or are not there yet (-1)
     * @param currentTask the one that is not there yet
     */
    record Answers(@Nullable OmptState state, long waitId, int tasksAbove, long currentTask) {

        static Answers in(OmptState state, long waitId) {
            return new Answers(state, waitId, 0, 0);
        }

        /** The runtime's current task has ended. */
        static Answers afterTask() {
            return new Answers(null, 0, 1, 0);
        }

        /** The runtime's current task has been suspended for another one. */
        static Answers beforeTask(long taskId) {
            return new Answers(null, 0, -1, taskId);
        }
    }

    EarlyInquiries(OmptEntryPoint.All entryPoints, Ompt4jRuntime runtime) {
        this.entryPoints = entryPoints;
        this.runtime = runtime;
        int[] next = {State.UNDEFINED.value()};
        while (entryPoints.enumerateStates(next[0], next, null) == 1) {
            supported.add(OmptState.of(State.of(next[0])));
        }
        if (supported.contains(OmptState.WAIT_LOCK)) {
            supported.add(OmptState.WAIT_NEST_LOCK);
        }
        supported.add(OmptState.UNDEFINED);
    }

    /** Calls a callback, during which inquiries of the calling thread are answered like this. */
    void during(Answers answers, Runnable callback) {
        Answers before = present.get();
        present.set(answers);
        try {
            callback.run();
        } finally {
            if (before == null) {
                present.remove();
            } else {
                present.set(before);
            }
        }
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
        Answers now = present.get();
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

    @Override
    public int getThreadIds(long @Nullable [] threadIds) {
        int count = 0;
        if (alive) {
            for (OmptThread each : runtime.threads()) {
                if (threadIds != null && count < threadIds.length) {
                    threadIds[count] = each.id();
                }
                count++;
            }
        }
        return count;
    }

    @Override
    public OmptState getThreadState(long threadId, long @Nullable [] waitId) {
        if (!alive) {
            write(waitId, 0);
            return OmptState.UNDEFINED;
        }
        return OmptState.of(entryPoints.getThreadState(threadId, waitId));
    }

    @Override
    public long getEventTime() {
        return entryPoints.getEventTime();
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
        Answers now = present.get();
        boolean idle = now != null && now.state() == OmptState.IDLE;
        return alive
                && !idle
                && entryPoints.getParallelInfo(level, region, teamSize) == OmptEntryPoint.GetParallelInfo.AVAILABLE
                && EventTranslation.isRegion(region[0]);
    }

    /** The id of a task on the calling thread's stack of tasks, 0 if there is none at that depth. */
    public long taskId(int depth) {
        Answers now = present.get();
        if (now != null && now.currentTask() != 0 && depth == 0) {
            return now.currentTask();
        }
        @Nullable OmptData[] task = new OmptData[1];
        return hasTask(depth, now, task, null) && task[0] != null ? task[0].id() : 0;
    }

    /** The frames of that task on the thread's stack; null if there is no such task. */
    public @Nullable OmptFrame taskFrame(int depth) {
        Answers now = present.get();
        if (now != null && now.currentTask() != 0 && depth == 0) {
            // Soon to be in its code, but not entered yet.
            return OmptFrame.NONE;
        }
        @Nullable OmptFrame[] frame = new OmptFrame[1];
        return hasTask(depth, now, null, frame) ? frame[0] : null;
    }

    private boolean hasTask(
            int depth,
            @Nullable Answers now,
            @Nullable OmptData @Nullable [] task,
            @Nullable OmptFrame @Nullable [] frame) {
        int level = depth + (now == null ? 0 : now.tasksAbove());
        return alive
                && depth >= 0
                && entryPoints.getTaskInfo(level, null, task, frame, null, null)
                        == OmptEntryPoint.GetTaskInfo.AVAILABLE;
    }

    /** The target region and operation of the calling thread; false, with nothing written, outside of any. */
    public boolean target(long @Nullable [] targetId, long @Nullable [] hostOpId) {
        return alive && entryPoints.getTargetInfo(null, targetId, hostOpId) == 1;
    }

    private static void write(long @Nullable [] to, long value) {
        if (to != null) {
            to[0] = value;
        }
    }
}
