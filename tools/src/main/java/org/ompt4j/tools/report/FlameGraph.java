package org.ompt4j.tools.report;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.State;
import org.ompt4j.tools.model.MutexListener;
import org.ompt4j.tools.model.RunReader;
import org.ompt4j.tools.model.ThreadModel;
import org.ompt4j.tools.profile.FrameNames;
import org.ompt4j.tools.profile.FrameTree.Node;
import org.ompt4j.tools.profile.PathTimes;
import org.ompt4j.tools.profile.PseudoFrames;
import org.ompt4j.tools.profile.UserStacks;
import org.ompt4j.tools.read.Trace;
import org.ompt4j.tools.read.TraceEvent;

/** Where the time went, as trees of frames for the page. */
final class FlameGraph implements Section, RunReader.EventListener, RunReader.StateListener {
    private static final String CALLED =
            "Frames stand under what called them, and what a task did under the code that made the task.";
    private static final String HELD =
            "Who waited stands under who held the lock meanwhile: where it was acquired, or where it was released.";

    private static final int FEW_SAMPLES = 20;

    private final PathTimes times;
    private final String sampled;
    private final Map<Integer, Integer> frames = new LinkedHashMap<>();

    /** The flame graph of a trace of events. The stacks of these models get events and intervals from the caller, before this object gets them. */
    static FlameGraph of(Models models) {
        return new FlameGraph(models.trace, models.stacks, models.samples == null ? "" : models.samples.metric());
    }

    /** @param sampled what a sample stands for, as text for people */
    private FlameGraph(Trace trace, @Nullable UserStacks stacks, String sampled) {
        this.times = new PathTimes(trace, stacks);
        this.sampled = sampled;
    }

    /** The listener that has to be told of mutexes. */
    MutexListener listener() {
        return times;
    }

    @Override
    public void event(TraceEvent event, ThreadModel thread) {
        times.event(event);
    }

    @Override
    public void interval(ThreadModel thread, State state, long nanos) {
        TraceEvent last = thread.lastEvent();
        if (last != null) {
            times.interval(thread, state, last.timeNanos(), nanos);
        }
    }

    /** Writes all trees as one JSON object, for the page alone. */
    void write(JsonGenerator json) throws IOException {
        json.writeStartObject();
        List<PathTimes.Tree> trees = times.finish();
        FrameNames names = times.names();
        json.writeArrayFieldStart("trees");
        for (PathTimes.Tree each : trees) {
            tree(each, json);
        }
        json.writeEndArray();
        json.writeNumberField("first", first(trees, names));
        json.writeArrayFieldStart("frames");
        for (int each : frames.keySet()) {
            json.writeString(names.name(each));
        }
        json.writeEndArray();
        json.writeArrayFieldStart("states");
        for (int each : frames.keySet()) {
            State state = names.state(each);
            json.writeString(state == null ? "" : state.specName());
        }
        json.writeEndArray();
        json.writeEndObject();
    }

    /** The index of the tree that is shown first. The tree of samples is first only if there are enough samples to be meaningful. */
    private static int first(List<PathTimes.Tree> trees, FrameNames names) {
        for (int i = 0; i < trees.size(); i++) {
            PathTimes.Tree each = trees.get(i);
            if (each.kind() != PathTimes.Kind.SAMPLES || withStack(each, names) >= FEW_SAMPLES) {
                return i;
            }
        }
        return 0;
    }

    private static long withStack(PathTimes.Tree samples, FrameNames names) {
        return samples.frames().root().called().stream()
                .filter(each -> !PseudoFrames.isNoStack(names.name(each.frame())))
                .mapToLong(Node::total)
                .sum();
    }

    private void tree(PathTimes.Tree tree, JsonGenerator json) throws IOException {
        json.writeStartObject();
        switch (tree.kind()) {
            case SAMPLES -> head("samples", sampled, "count", "Samples of threads that ran. " + CALLED, json);
            case WALL -> head("wall", "all time", "ns", "The time of all threads. " + CALLED, json);
            case WAITS -> head("waits", "waiting", "ns", "What threads waited, virtual ones too. " + CALLED, json);
            case BLAME -> head("blame", "blame", "ns", "What was waited for locks and monitors. " + HELD, json);
        }
        json.writeNumberField("amount", tree.amount());
        List<Node> nodes = new ArrayList<>();
        json.writeArrayFieldStart("depth");
        collect(tree.frames().root(), 0, nodes, json);
        json.writeEndArray();
        numbers("frame", nodes, each -> frames.computeIfAbsent(each.frame(), key -> frames.size()), json);
        numbers("self", nodes, Node::self, json);
        numbers("recursive", nodes, each -> each.isRecursive() ? 1 : 0, json);
        numbers("thread", nodes, Node::threadId, json);
        numbers("from", nodes, Node::fromNanos, json);
        numbers("longest", nodes, Node::longestNanos, json);
        json.writeEndObject();
    }

    private static void head(String key, String name, String unit, String says, JsonGenerator json) throws IOException {
        json.writeStringField("key", key);
        json.writeStringField("head", name);
        json.writeStringField("unit", unit);
        json.writeStringField("says", says);
    }

    /* In preorder: each frame comes before the frames that it called. The depth tells which frame called it. */
    private static void collect(Node node, int depth, List<Node> nodes, JsonGenerator json) throws IOException {
        nodes.add(node);
        json.writeNumber(depth);
        for (Node each : node.called()) {
            collect(each, depth + 1, nodes, json);
        }
    }

    private static void numbers(String member, List<Node> nodes, ToLongFunction<Node> number, JsonGenerator json)
            throws IOException {
        json.writeArrayFieldStart(member);
        for (Node each : nodes) {
            json.writeNumber(number.applyAsLong(each));
        }
        json.writeEndArray();
    }
}
