package org.ompt4j.views;

import static org.mockito.Mockito.doReturn;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.CallbackKey;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.Ompt4jRuntime;
import org.ompt4j.ompt.OmptCallback;
import org.ompt4j.ompt.OmptData;
import org.ompt4j.ompt.OmptEntryPoint;
import org.ompt4j.ompt.OmptFrame;
import org.ompt4j.ompt.OmptFunctionLookup;
import org.ompt4j.ompt.OmptThread;
import org.ompt4j.ompt.SetResult;
import org.ompt4j.ompt.State;
import org.ompt4j.ompt.ThreadType;
import org.ompt4j.settings.SettingsText;

/** The present generation's interface for a view: the test sets the results of inquiries, and registered callbacks are stored. */
public class FakeRuntime implements OmptFunctionLookup, OmptEntryPoint.All {
    /** A task on the stack of the only thread. */
    public record Task(int flags, OmptData data, @Nullable OmptData region, int threadNum) {}

    /** Another thread, whose state a sampler reads. */
    public static final class Sampled extends OmptThread {
        private final State state;
        private final long waitId;
        private final long parallelId;

        public Sampled(long id, State state, long waitId, long parallelId) {
            super(id);
            this.state = state;
            this.waitId = waitId;
            this.parallelId = parallelId;
        }

        @Override
        public String name() {
            return "thread " + id();
        }

        @Override
        public ThreadType type() {
            return ThreadType.OTHER;
        }

        @Override
        public State state() {
            return state;
        }

        @Override
        public long waitId() {
            return waitId;
        }

        @Override
        public long taskId() {
            return 0;
        }

        @Override
        public long parallelId() {
            return parallelId;
        }
    }

    public final List<Sampled> threads = new ArrayList<>();
    public final Map<Event, OmptCallback> registered = new EnumMap<>(Event.class);
    public final Map<Event, SetResult> answers = new EnumMap<>(Event.class);
    public final Map<String, String> configuration = new HashMap<>();
    public final List<Task> tasks = new ArrayList<>();
    public @Nullable OmptData threadData = new OmptData(1);
    public State state = State.WORK_SERIAL;
    public long waitId;
    public long eventTime;
    public int body;
    public Construct construct = Construct.NONE;
    private final Ompt4jRuntime runtime = mock(Ompt4jRuntime.class);

    public FakeRuntime() {
        when(runtime.settings()).thenAnswer(call -> SettingsText.parse(configuration));
        doReturn(threads).when(runtime).threads();
    }

    /** The callback that the view has registered for the event; does nothing if there is none. */
    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
    public <T extends OmptCallback> T callback(Event event) {
        OmptCallback callback = registered.get(event);
        return (T) (callback == null ? mock(CallbackKey.typeOf(event)) : callback);
    }

    @Override
    public @Nullable Object lookup(String entryPointName) {
        return entryPointName.equals(Ompt4jRuntime.NAME) ? runtime : this;
    }

    @Override
    public SetResult setCallback(Event event, @Nullable OmptCallback callback) {
        if (callback == null) {
            registered.remove(event);
        } else {
            registered.put(event, callback);
        }
        return answers.getOrDefault(event, SetResult.ALWAYS);
    }

    @Override
    public @Nullable OmptCallback getCallback(Event event) {
        return registered.get(event);
    }

    @Override
    public @Nullable OmptData getThreadData() {
        return threadData;
    }

    @Override
    public int enumerateStates(
            int currentState, int @Nullable [] nextState, @Nullable String @Nullable [] nextStateName) {
        boolean isNext = currentState == State.UNDEFINED.value();
        for (State each : State.values()) {
            if (each != State.UNDEFINED && isNext) {
                if (nextState != null) {
                    nextState[0] = each.value();
                }
                return 1;
            }
            isNext |= each.value() == currentState;
        }
        return 0;
    }

    @Override
    public int enumerateMutexImpls(
            int currentImpl, int @Nullable [] nextImpl, @Nullable String @Nullable [] nextImplName) {
        if (currentImpl != 0) {
            return 0;
        }
        if (nextImpl != null) {
            nextImpl[0] = 1;
        }
        if (nextImplName != null) {
            nextImplName[0] = "monitor";
        }
        return 1;
    }

    @Override
    public long getUniqueId() {
        return 4711;
    }

    @Override
    public State getState(long @Nullable [] wait) {
        if (wait != null) {
            wait[0] = waitId;
        }
        return state;
    }

    @Override
    public int getParallelInfo(
            int ancestorLevel, @Nullable OmptData @Nullable [] parallelData, int @Nullable [] teamSize) {
        if (ancestorLevel >= tasks.size()) {
            return GetParallelInfo.NO_REGION;
        }
        if (parallelData != null) {
            parallelData[0] = tasks.get(ancestorLevel).region;
        }
        if (teamSize != null) {
            teamSize[0] = 3;
        }
        return GetParallelInfo.AVAILABLE;
    }

    @Override
    public int getTaskInfo(
            int ancestorLevel,
            int @Nullable [] flags,
            @Nullable OmptData @Nullable [] taskData,
            @Nullable OmptFrame @Nullable [] taskFrame,
            @Nullable OmptData @Nullable [] parallelData,
            int @Nullable [] threadNum) {
        if (ancestorLevel >= tasks.size()) {
            return GetTaskInfo.NO_TASK;
        }
        Task task = tasks.get(ancestorLevel);
        if (flags != null) {
            flags[0] = task.flags;
        }
        if (taskData != null) {
            taskData[0] = task.data;
        }
        if (taskFrame != null) {
            taskFrame[0] = OmptFrame.NONE;
        }
        if (parallelData != null) {
            parallelData[0] = task.region;
        }
        if (threadNum != null) {
            threadNum[0] = task.threadNum;
        }
        return GetTaskInfo.AVAILABLE;
    }

    @Override
    public int getTaskMemory(long @Nullable [] addr, long @Nullable [] size, int block) {
        return 0;
    }

    @Override
    public int getTargetInfo(long @Nullable [] deviceNum, long @Nullable [] targetId, long @Nullable [] hostOpId) {
        if (targetId != null) {
            targetId[0] = 8;
        }
        return 1;
    }

    @Override
    public int getNumDevices() {
        return 2;
    }

    @Override
    public int getNumProcs() {
        return 12;
    }

    @Override
    public int getNumPlaces() {
        return 4;
    }

    @Override
    public int getPlaceProcIds(int placeNum, int @Nullable [] ids) {
        return placeNum + 5;
    }

    @Override
    public int getPlaceNum() {
        return 6;
    }

    @Override
    public int getPartitionPlaceNums(int @Nullable [] placeNums) {
        return 7;
    }

    @Override
    public int getProcId() {
        return 9;
    }

    @Override
    public void finalizeTool() {
        throw new AssertionError("no older generation has that");
    }

    @Override
    public long getEventTime() {
        return eventTime;
    }

    @Override
    public Construct getEventConstruct() {
        return construct;
    }

    @Override
    public int getEventBody() {
        return body;
    }

    @Override
    public int getEventActualParallelism() {
        return 0;
    }

    @Override
    public long getEventOwner() {
        return 0;
    }

    @Override
    public State getThreadState(
            OmptThread thread, long @Nullable [] wait, long @Nullable [] taskId, long @Nullable [] parallelId) {
        if (wait != null) {
            wait[0] = thread.waitId();
        }
        if (parallelId != null) {
            parallelId[0] = thread.parallelId();
        }
        return thread.state();
    }

    @Override
    public State getThreadState(
            long threadId, long @Nullable [] wait, long @Nullable [] taskId, long @Nullable [] parallelId) {
        for (Sampled each : threads) {
            if (each.id() == threadId) {
                return getThreadState(each, wait, taskId, parallelId);
            }
        }
        return State.UNDEFINED;
    }
}
