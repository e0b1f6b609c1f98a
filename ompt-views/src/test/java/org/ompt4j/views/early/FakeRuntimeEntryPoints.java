package org.ompt4j.views.early;

import static org.mockito.ArgumentMatchers.any;
import static org.mockito.ArgumentMatchers.anyInt;
import static org.mockito.ArgumentMatchers.anyString;
import static org.mockito.Mockito.doAnswer;
import static org.mockito.Mockito.doReturn;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.Ompt4jRuntime;
import org.ompt4j.ompt.OmptCallback;
import org.ompt4j.ompt.OmptData;
import org.ompt4j.ompt.OmptEntryPoint;
import org.ompt4j.ompt.OmptFrame;
import org.ompt4j.ompt.State;
import org.ompt4j.settings.SettingsText;
import org.ompt4j.views.FakeRuntime;

/** Adds what early tools can inquire: regions and tasks with frames, target regions, and the events of each construct. */
public final class FakeRuntimeEntryPoints extends FakeRuntime {

    /** A region around the current task. */
    public record Region(OmptData data, int teamSize) {}

    /** A task on the thread's stack. */
    public record Task(OmptData data, OmptFrame frame) {}

    /** The frames of a task. */
    public record Frame(
            int exitFrame,
            int enterFrame,
            int exitFrameFlags,
            int enterFrameFlags,
            @Nullable String exitMethod,
            @Nullable String enterMethod)
            implements OmptFrame {}

    public final Set<Construct> observed = EnumSet.allOf(Construct.class);
    public final List<String> messages = new ArrayList<>();

    public final List<Region> regions = new ArrayList<>();
    public final List<Task> tasks = new ArrayList<>();

    /** The ids of the target region and the operation; null outside of target regions. */
    public long @Nullable [] target;

    private final Ompt4jRuntime ours = mock(Ompt4jRuntime.class);

    public FakeRuntimeEntryPoints() {
        eventTime = 1000;
        when(ours.settings()).thenAnswer(call -> SettingsText.parse(configuration));
        doReturn(threads).when(ours).threads();
        when(ours.observes(any())).thenAnswer(call -> observes(call.getArgument(0)));
        when(ours.body(anyInt())).thenAnswer(call -> "com.acme.Body.run" + call.getArgument(0));
        doAnswer(call -> messages.add(call.getArgument(0))).when(ours).message(anyString());
    }

    private boolean observes(Construct construct) {
        return observed.contains(construct) && SettingsText.parse(configuration).selects(construct);
    }

    /** The callback that the view has registered for an event; fails if there is none. */
    public <T extends OmptCallback> T on(Event event, Class<T> type) {
        OmptCallback callback = registered.get(event);
        if (callback == null) {
            throw new AssertionError("nothing is registered for " + event);
        }
        return type.cast(callback);
    }

    @Override
    public @Nullable Object lookup(String name) {
        return name.equals(Ompt4jRuntime.NAME) ? ours : super.lookup(name);
    }

    @Override
    public State getState(long @Nullable [] waitedFor) {
        State found = super.getState(waitedFor);
        return threadData == null ? State.UNDEFINED : found;
    }

    /** Enumerates all states of OMPT except those of targets, and one extension of OMPT4J. */
    @Override
    public int enumerateStates(int current, int @Nullable [] next, @Nullable String @Nullable [] name) {
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

    @Override
    public int getParallelInfo(int level, @Nullable OmptData @Nullable [] data, int @Nullable [] teamSize) {
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

    @Override
    public int getTaskInfo(
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

    @Override
    public int getTargetInfo(long @Nullable [] device, long @Nullable [] region, long @Nullable [] operation) {
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
