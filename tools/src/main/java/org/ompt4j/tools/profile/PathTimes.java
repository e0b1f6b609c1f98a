package org.ompt4j.tools.profile;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.State;
import org.ompt4j.tools.model.Culprit;
import org.ompt4j.tools.model.MutexListener;
import org.ompt4j.tools.model.ThreadModel;
import org.ompt4j.tools.profile.FrameTree.Node;
import org.ompt4j.tools.read.Trace;
import org.ompt4j.tools.read.TraceEvent;

/**
 * Where threads spent their time, by paths as the program was written: what a task did is placed under the code that created it. Memory is
 * bounded.
 *
 * <p>It has to be called like a section of the report, as a listener of the run model. Thread safety: none.
 */
public final class PathTimes implements MutexListener {
    private static final int MOST_FRAMES = 10_000;
    /** A sample stands at most for this multiple of the run's work per sample. */
    private static final double MOST_OF_AVERAGE = 2;

    private final Trace trace;
    private final @Nullable UserStacks stacks;
    private final TaskPaths paths;
    private final FrameNames names;
    private final int mostFrames;
    private final TimeTree wall;
    private final TimeTree waits;
    private final FrameTree blame;
    /** The work that is divided among samples once all samples are known. It stays empty if there are no samples. */
    private final Map<TaskCode, Work> work = new LinkedHashMap<>();

    private long blamedNanos;

    /** The work of tasks with the same path and code, with its longest interval. */
    private static final class Work {
        long nanos;
        long threadId;
        long fromNanos;
        long longestNanos;

        void add(long thread, long from, long length) {
            nanos += length;
            if (length > longestNanos) {
                threadId = thread;
                fromNanos = from;
                longestNanos = length;
            }
        }
    }

    /** The kind of a tree's amounts. */
    public enum Kind {
        /** Samples of threads that ran. */
        SAMPLES,
        /** The whole time of threads, in nanoseconds. */
        WALL,
        /** The time of waits, in nanoseconds, including waits of unmounted virtual threads. */
        WAITS,
        /** The time of waits for mutexes, in nanoseconds, by holder. */
        BLAME
    }

    /**
     * A tree of frames.
     *
     * @param amount the sum of all amounts, which is the total of the tree's root
     */
    public record Tree(Kind kind, FrameTree frames, long amount) {}

    /**
     * @param stacks the stacks of the samples; null if there are none. The caller passes it events and intervals before it passes them to this
     *     object.
     */
    public PathTimes(Trace trace, @Nullable UserStacks stacks) {
        this(trace, stacks, MOST_FRAMES);
    }

    /** @param mostFrames how many frames each tree keeps at most */
    PathTimes(Trace trace, @Nullable UserStacks stacks, int mostFrames) {
        this.trace = trace;
        this.stacks = stacks;
        this.paths = stacks == null ? new TaskPaths(trace) : stacks.paths();
        this.names = stacks == null ? new FrameNames(trace) : stacks.names();
        this.mostFrames = mostFrames;
        this.wall = new TimeTree(names, paths, null, mostFrames);
        this.waits = new TimeTree(names, paths, null, mostFrames);
        this.blame = new FrameTree(names, mostFrames);
    }

    /** Takes an event; the thread's stack of tasks has to be as before the event. */
    public void event(TraceEvent event) {
        if (stacks == null) {
            paths.event(event);
        }
    }

    /** Takes an interval in which a thread was in one state; its stack of tasks has to be as it was in the interval. */
    public void interval(ThreadModel thread, State state, long fromNanos, long nanos) {
        if (TimeTree.isWait(state)) {
            waits.add(thread, state, fromNanos, nanos);
        }
        ThreadModel platformThread = thread.platformThread();
        if (platformThread != null && stacks != null && state.isWork()) {
            work.computeIfAbsent(paths.code(thread), key -> new Work()).add(platformThread.id(), fromNanos, nanos);
            wall.count(nanos);
        } else if (platformThread != null) {
            wall.add(thread, state, fromNanos, nanos);
        }
    }

    @Override
    public void blames(long waitId, int waitedAt, int path, long waiter, Culprit culprit, long nanos) {
        Node node = blame.child(blame.root(), names.of(nameOf(culprit)));
        node = path == 0 || stacks == null
                ? blame.callSite(node, waitedAt)
                : blame.at(node, stacks.waitPaths().path(path));
        Trace.WaitObject object = trace.waitObject(waitId);
        boolean isMonitor = object != null && object.construct() == Construct.SYNCHRONIZED;
        State state = isMonitor ? State.WAIT_CRITICAL : State.WAIT_LOCK;
        blame.add(blame.child(node, names.ofWait(state, waitId)), nanos);
        blamedNanos += nanos;
    }

    private String nameOf(Culprit culprit) {
        String site = FrameNames.callSite(trace, culprit.codeptrRa());
        return switch (culprit.kind()) {
            case HOLDER -> site + " [acquired]";
            case RELEASER, BARGER, SIGNALLER -> site + " [released]";
            case OWNER ->
                culprit.codeptrRa() == 0 ? PseudoFrames.heldBy(nameOfThread(culprit.threadId())) : site + " [acquired]";
            case HAND_OFF -> PseudoFrames.HAND_OFF;
            case UNKNOWN -> PseudoFrames.UNKNOWN_HOLDER;
        };
    }

    private String nameOfThread(long id) {
        Trace.TraceThread known = trace.thread(id);
        return known == null ? TraceEvent.nameOfThread(id) : known.name();
    }

    /** Finishes the trees and returns those that are not empty. The stacks of the samples have to be finished before. */
    public List<Tree> finish() {
        List<Tree> trees = new ArrayList<>();
        if (stacks != null) {
            divideWork(stacks);
            FrameTree samples = new FrameTree(names, mostFrames);
            trees.add(new Tree(Kind.SAMPLES, samples, addSamples(stacks, samples)));
        }
        trees.add(new Tree(Kind.WALL, wall.frames(), wall.nanos()));
        trees.add(new Tree(Kind.WAITS, waits.frames(), waits.nanos()));
        trees.add(new Tree(Kind.BLAME, blame, blamedNanos));
        trees.removeIf(each -> each.amount == 0);
        trees.forEach(each -> each.frames.finish(paths));
        return trees;
    }

    private long addSamples(UserStacks from, FrameTree tree) {
        long all = 0;
        for (Map.Entry<UserStacks.Stack, Long> each : from.stacks().entrySet()) {
            tree.add(place(each.getKey(), tree), each.getValue());
            all += each.getValue();
        }
        for (Map.Entry<String, Long> each : from.reasons().entrySet()) {
            tree.add(tree.child(tree.root(), names.of(PseudoFrames.noStack(each.getKey()))), each.getValue());
            all += each.getValue();
        }
        return all;
    }

    private Node place(UserStacks.Stack stack, FrameTree tree) {
        Node node = tree.at(stack.path());
        for (String each : stack.own()) {
            node = tree.child(node, names.of(each));
        }
        return node;
    }

    /*
     * Samples are taken of a few of the running threads only. So the work that events show for each code is divided among the samples of that
     * code. Code with far fewer samples than average, as before the Flight Recorder has started, gets only a part of its work divided in this
     * way.
     */
    private void divideWork(UserStacks from) {
        Map<TaskCode, Map<UserStacks.Stack, Long>> stacksOf = new LinkedHashMap<>();
        long samples = 0;
        for (Map.Entry<UserStacks.Stack, Long> each : from.stacks().entrySet()) {
            if (each.getKey().isWork()) {
                stacksOf.computeIfAbsent(each.getKey().code(), key -> new LinkedHashMap<>())
                        .put(each.getKey(), each.getValue());
                samples += each.getValue();
            }
        }
        long all = work.values().stream().mapToLong(each -> each.nanos).sum();
        double most = MOST_OF_AVERAGE * all / Math.max(1, samples);
        work.forEach((code, worked) -> divide(code, worked, stacksOf.getOrDefault(code, Map.of()), most));
    }

    /** @param most what a sample stands for at most, in nanoseconds */
    private void divide(TaskCode code, Work worked, Map<UserStacks.Stack, Long> seen, double most) {
        FrameTree frames = wall.frames();
        long samples = seen.values().stream().mapToLong(Long::longValue).sum();
        long sampled = Math.min(worked.nanos, Math.round(most * samples));
        long left = sampled;
        for (Map.Entry<UserStacks.Stack, Long> each : seen.entrySet()) {
            // A share of the rest, so that the parts add up exactly.
            long part = Math.min(left, Math.round((double) left / samples * each.getValue()));
            wall.addKnown(place(each.getKey(), frames), part);
            left -= part;
            samples -= each.getValue();
        }
        long rest = worked.nanos - sampled + left;
        if (rest > 0) {
            wall.addKnown(frames.child(frames.at(code), names.of(PseudoFrames.NOT_SAMPLED)), rest);
        }
        frames.longest(frames.at(code), worked.threadId, worked.fromNanos, worked.longestNanos);
    }

    /** The names of the frames. */
    public FrameNames names() {
        return names;
    }
}
