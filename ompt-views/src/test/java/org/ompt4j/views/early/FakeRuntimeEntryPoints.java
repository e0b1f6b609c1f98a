package org.ompt4j.views.early;

import static org.mockito.ArgumentMatchers.any;
import static org.mockito.ArgumentMatchers.anyInt;
import static org.mockito.ArgumentMatchers.anyString;
import static org.mockito.Mockito.doAnswer;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.Ompt4jRuntime;
import org.ompt4j.ompt.OmptCallback;
import org.ompt4j.ompt.OmptData;
import org.ompt4j.ompt.OmptEntryPoint;
import org.ompt4j.ompt.OmptFrame;
import org.ompt4j.ompt.OmptFunctionLookup;
import org.ompt4j.ompt.SetResult;
import org.ompt4j.ompt.State;
import org.ompt4j.settings.SettingsText;

/** The interface of today as a test wants it: it answers what its fields say, and the test raises the events. */
public final class FakeRuntimeEntryPoints implements OmptFunctionLookup {

    /** A region around the current task. */
    public record Region(OmptData data, int teamSize) {}

    /** A task of the thread's stack. */
    public record Task(OmptData data, OmptFrame frame) {}

    /** A task's place on a stack. */
    public record Frame(
            int exitFrame,
            int enterFrame,
            int exitFrameFlags,
            int enterFrameFlags,
            @Nullable String exitMethod,
            @Nullable String enterMethod)
            implements OmptFrame {}

    public final Map<Event, OmptCallback> callbacks = new EnumMap<>(Event.class);
    public final Map<Event, SetResult> answers = new EnumMap<>(Event.class);
    public final Map<String, String> configuration = new HashMap<>();
    public final Set<Construct> observed = EnumSet.allOf(Construct.class);
    public final List<String> messages = new ArrayList<>();

    /** The calling thread. */
    public @Nullable OmptData thread = new OmptData(1);

    public State state = State.WORK_SERIAL;
    public long waitId;
    public long time = 1000;
    public Construct construct = Construct.NONE;
    public int body;
    public final List<Region> regions = new ArrayList<>();
    public final List<Task> tasks = new ArrayList<>();

    /** Target region and operation; null outside of any. */
    public long @Nullable [] target;

    private final Ompt4jRuntime ours = mock(Ompt4jRuntime.class);

    public FakeRuntimeEntryPoints() {
        when(ours.settings()).thenAnswer(call -> SettingsText.parse(configuration));
        when(ours.observes(any())).thenAnswer(call -> observes(call.getArgument(0)));
        when(ours.body(anyInt())).thenAnswer(call -> "com.acme.Body.run" + call.getArgument(0));
        doAnswer(call -> messages.add(call.getArgument(0))).when(ours).message(anyString());
    }

    private boolean observes(Construct construct) {
        return observed.contains(construct) && SettingsText.parse(configuration).observes(construct);
    }

    /** The callback that the view has registered for an event; fails if there is none. */
    public <T extends OmptCallback> T on(Event event, Class<T> type) {
        OmptCallback callback = callbacks.get(event);
        if (callback == null) {
            throw new AssertionError("nothing is registered for " + event);
        }
        return type.cast(callback);
    }

    @Override
    public @Nullable Object lookup(String name) {
        return switch (name) {
            case Ompt4jRuntime.NAME -> ours;
            case OmptEntryPoint.SetCallback.NAME -> (OmptEntryPoint.SetCallback) this::setCallback;
            case OmptEntryPoint.GetThreadData.NAME -> (OmptEntryPoint.GetThreadData) () -> thread;
            case OmptEntryPoint.GetState.NAME -> (OmptEntryPoint.GetState) this::getState;
            case OmptEntryPoint.EnumerateStates.NAME ->
                (OmptEntryPoint.EnumerateStates) FakeRuntimeEntryPoints::enumerateStates;
            case OmptEntryPoint.GetParallelInfo.NAME -> (OmptEntryPoint.GetParallelInfo) this::getParallelInfo;
            case OmptEntryPoint.GetTaskInfo.NAME -> (OmptEntryPoint.GetTaskInfo) this::getTaskInfo;
            case OmptEntryPoint.GetTargetInfo.NAME -> (OmptEntryPoint.GetTargetInfo) this::getTargetInfo;
            case OmptEntryPoint.GetEventTime.NAME -> (OmptEntryPoint.GetEventTime) () -> time;
            case OmptEntryPoint.GetEventConstruct.NAME -> (OmptEntryPoint.GetEventConstruct) () -> construct;
            case OmptEntryPoint.GetEventBody.NAME -> (OmptEntryPoint.GetEventBody) () -> body;
            default -> null;
        };
    }

    private SetResult setCallback(Event event, @Nullable OmptCallback callback) {
        if (callback == null) {
            callbacks.remove(event);
        } else {
            callbacks.put(event, callback);
        }
        return answers.getOrDefault(event, SetResult.ALWAYS);
    }

    private State getState(long @Nullable [] waitedFor) {
        if (waitedFor != null) {
            waitedFor[0] = waitId;
        }
        return thread == null ? State.UNDEFINED : state;
    }

    /** All states but those of targets, and one of ours. */
    private static int enumerateStates(int current, int @Nullable [] next, @Nullable String @Nullable [] name) {
        List<State> all = List.of(
                State.WORK_SERIAL,
                State.WORK_PARALLEL,
                State.WAIT_BARRIER_IMPLICIT_PARALLEL,
                State.WAIT_BARRIER_IMPLICIT_WORKSHARE,
                State.WAIT_LOCK,
                State.IDLE,
                State.WAIT_CONDITION);
        int index = current == State.UNDEFINED.value() ? 0 : all.indexOf(State.of(current)) + 1;
        if (index == all.size()) {
            return 0;
        }
        if (next != null) {
            next[0] = all.get(index).value();
        }
        return 1;
    }

    private int getParallelInfo(int level, @Nullable OmptData @Nullable [] data, int @Nullable [] teamSize) {
        if (level < 0 || level >= regions.size()) {
            return OmptEntryPoint.GetParallelInfo.NO_REGION;
        }
        if (data != null) {
            data[0] = regions.get(level).data();
        }
        if (teamSize != null) {
            teamSize[0] = regions.get(level).teamSize();
        }
        return OmptEntryPoint.GetParallelInfo.AVAILABLE;
    }

    private int getTaskInfo(
            int level,
            int @Nullable [] flags,
            @Nullable OmptData @Nullable [] data,
            @Nullable OmptFrame @Nullable [] frame,
            @Nullable OmptData @Nullable [] parallel,
            int @Nullable [] threadNum) {
        if (level < 0 || level >= tasks.size()) {
            return OmptEntryPoint.GetTaskInfo.NO_TASK;
        }
        if (data != null) {
            data[0] = tasks.get(level).data();
        }
        if (frame != null) {
            frame[0] = tasks.get(level).frame();
        }
        return OmptEntryPoint.GetTaskInfo.AVAILABLE;
    }

    private int getTargetInfo(long @Nullable [] device, long @Nullable [] region, long @Nullable [] operation) {
        if (target == null) {
            return 0;
        }
        if (region != null) {
            region[0] = target[0];
        }
        if (operation != null) {
            operation[0] = target[1];
        }
        return 1;
    }
}
