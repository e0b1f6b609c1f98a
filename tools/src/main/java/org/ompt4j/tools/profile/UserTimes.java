package org.ompt4j.tools.profile;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.State;
import org.ompt4j.tools.model.RunReader;
import org.ompt4j.tools.model.ThreadModel;
import org.ompt4j.tools.profile.FrameTree.Node;
import org.ompt4j.tools.read.Trace;
import org.ompt4j.tools.read.TraceEvent;

/**
 * Where threads spent their time, from events alone, as stacks: what each task ran and waited for is placed under the code that created the task.
 * Each nanosecond of each thread is counted once; the time of a mounted virtual thread is not counted again for its carrier.
 *
 * <p>Memory is bounded. Thread safety: none.
 */
public final class UserTimes implements RunReader.EventListener, RunReader.StateListener {
    private static final int MOST_FRAMES = 100_000;

    private final TaskPaths paths;
    private final FrameNames names;
    private final TimeTree times;

    /**
     * @param samples the samples beside the trace, for the stacks of the code that created tasks; null if the run was to take no samples
     */
    public UserTimes(Trace trace, @Nullable Samples samples) {
        MadeStacks stacks = samples == null ? MadeStacks.none() : samples.madeStacks();
        this.paths = new TaskPaths(trace, 0, stacks);
        this.names = new FrameNames(trace, PseudoFrames.MAIN, stacks);
        this.times = new TimeTree(names, paths, trace, MOST_FRAMES);
    }

    @Override
    public void event(TraceEvent event, ThreadModel thread) {
        paths.event(event);
    }

    @Override
    public void interval(ThreadModel thread, State state, long length) {
        TraceEvent last = thread.lastEvent();
        times.add(thread, state, last == null ? 0 : last.timeNanos(), length);
    }

    /** The nanoseconds by stack, the outermost frame first. Has to be called once, after the last event. */
    public Map<List<String>, Long> nanos() {
        times.frames().finish(paths);
        Map<List<String>, Long> found = new HashMap<>();
        times.frames().root().called().forEach(each -> collect(each, new ArrayList<>(), found));
        return found;
    }

    private void collect(Node node, List<String> callers, Map<List<String>, Long> found) {
        boolean isWork = names.name(node.frame()).equals(PseudoFrames.WORK);
        List<String> stack = new ArrayList<>(callers);
        if (!isWork || callers.isEmpty()) {
            stack.add(names.name(node)); // Work belongs to the caller itself, if there is one.
        }
        if (node.self() > 0) {
            found.merge(List.copyOf(stack), node.self(), Long::sum);
        }
        node.called().forEach(each -> collect(each, stack, found));
    }
}
