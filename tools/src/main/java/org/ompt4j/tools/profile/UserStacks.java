package org.ompt4j.tools.profile;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.State;
import org.ompt4j.ompt.ThreadType;
import org.ompt4j.text.ClassOrigin;
import org.ompt4j.tools.model.Rows;
import org.ompt4j.tools.model.RunReader;
import org.ompt4j.tools.model.ThreadModel;
import org.ompt4j.tools.read.Trace;
import org.ompt4j.tools.read.TraceEvent;

/**
 * The call stacks of samples as the program was written: what a task runs is placed under the code that created the task, whichever thread ran
 * it. Each sample is counted once, under a stack or under the reason why it has none.
 */
public final class UserStacks implements RunReader.EventListener, RunReader.StateListener {
    /** The place of a sample whose task, creator, creator's creator and so on were all created by code of the program. */
    public static final String UNDER_PROGRAM = "code of the program";

    /** The most different stacks. Beyond that, the rarest stacks of each code become one stack {@code <other>}. */
    private static final int MOST_STACKS = 20_000;

    private static final List<String> OTHER = List.of(PseudoFrames.OTHER);

    private static final int MOST_LISTS = 10_000;

    private final Samples samples;
    private final @Nullable Listener listener;
    private final long main;
    private final TaskPaths paths;
    private final FrameNames names;
    private final Rows<Stack, Seen> rows = new Rows<>(MOST_STACKS, Seen::new, each -> each.count, this::isNotKept);
    /** Counts of stacks that are not kept, by the code that the thread ran. */
    private final Map<Stack, Long> notKept = new LinkedHashMap<>();
    /** A cache of frames, used only if there is a listener. */
    private final Map<Stack, List<String>> framesOfStacks = new HashMap<>();

    private final Map<String, Long> reasons = new TreeMap<>();
    private long waiting;
    private final Map<String, Long> ofOtherThreads = new TreeMap<>();
    private final WaitPaths waitPaths;
    private final WaitCallers waits;

    /**
     * The stack of a sample.
     *
     * @param code the code that the thread ran, according to events
     * @param path the path above the stack's own frames: that of the code, or the root if the stack is complete
     * @param own the frames of the stack itself, the outermost first
     * @param isWork whether the thread worked
     */
    record Stack(TaskCode code, CallPath path, List<String> own, boolean isWork) {}

    /** The number of samples with a stack. */
    private static final class Seen {
        final Stack stack;
        long count;

        Seen(Stack stack) {
            this.stack = stack;
        }
    }

    public UserStacks(Trace trace, Samples samples) {
        this(trace, samples, null);
    }

    /** @param listener gets each sample, those of a thread in the order of time; may be null */
    public UserStacks(Trace trace, Samples samples, @Nullable Listener listener) {
        this.samples = samples;
        this.listener = listener;
        this.main = mainThread(trace);
        this.paths = new TaskPaths(trace, main, samples.madeStacks());
        this.names = new FrameNames(trace, samples.outermostFrame(main), samples.madeStacks());
        this.waitPaths = new WaitPaths(paths, names);
        this.waits = new WaitCallers(paths, waitPaths);
    }

    /** The id of the thread that the program began with; 0 if the trace does not contain it. */
    private static long mainThread(Trace trace) {
        return trace.threads().stream()
                .filter(each -> each.type() == ThreadType.INITIAL)
                .mapToLong(Trace.TraceThread::id)
                .findFirst()
                .orElse(0);
    }

    /** Gets each sample. */
    public interface Listener {

        /** @param stack the frames, the outermost first */
        void placed(Sample sample, List<String> stack);

        /** Gets each sample of a thread between two of its events, with or without a stack. */
        default void taken(Sample sample, ThreadModel thread, State state) {}
    }

    /** The names of frames and of steps of paths. */
    FrameNames names() {
        return names;
    }

    /** The paths by which tasks were created. {@link #event} passes events to them. */
    TaskPaths paths() {
        return paths;
    }

    @Override
    public void event(TraceEvent event, ThreadModel thread) {
        event(event);
    }

    /** Takes an event; the thread's stack of tasks has to be as before the event. */
    void event(TraceEvent event) {
        paths.event(event);
    }

    @Override
    public void interval(ThreadModel thread, State state, long nanos) {
        if (TimeTree.isWait(state)) {
            waits.waited(thread, state, nanos);
        }
        TraceEvent last = thread.lastEvent();
        if (last != null) {
            interval(thread, state, last.timeNanos(), last.timeNanos() + nanos);
        }
    }

    private void interval(ThreadModel thread, State state, long fromNanos, long toNanos) {
        samples.takeBefore(fromNanos, thread.id(), each -> none("before the first event of its thread", each));
        samples.takeBefore(toNanos, thread.id(), each -> {
            if (each.isNative() && isWaiting(thread, state)) {
                waiting++;
                return;
            }
            if (listener != null) {
                listener.taken(each, thread, state);
            }
            place(each, thread, state);
        });
    }

    /** Whether an event tells that the thread waits. A worker without a task can be in one that is not observed. */
    private static boolean isWaiting(ThreadModel thread, State state) {
        return TimeTree.isWait(state) || state == State.IDLE && thread.innermostWait() != null;
    }

    private void place(Sample sample, ThreadModel thread, State state) {
        String missing = reasonWithoutFrames(sample);
        if (!missing.isEmpty()) {
            none(missing, sample);
            return;
        }
        UserFrames frames =
                UserFrames.of(sample.frames(), sample.isCutOff(), !state.isWork(), paths.tasksInside(thread));
        boolean isOfThread = !frames.outermostFirst().isEmpty() && !frames.endsAtTask() && !frames.isCutOff();
        CallPath path = paths.ofOutermost(thread, isOfThread, frames.isCutOff());
        if (path == null && frames.hasProgram()) {
            none(reasonWithoutPath(thread), sample);
            return;
        }
        CallPath known = path == null ? paths.root() : path;
        if (thread.id() != main && frames.hasProgram()) {
            ofOtherThreads.merge(standsUnder(known), 1L, Long::sum);
        }
        Stack stack = new Stack(paths.code(thread), known, own(frames, state), state.isWork());
        rows.at(stack).count++;
        if (listener != null) {
            listener.placed(sample, framesOf(stack));
        }
    }

    /** Why the sample has no frames; empty if it has some. */
    static String reasonWithoutFrames(Sample sample) {
        if (sample.frames().isEmpty()) {
            return "its stack could not be walked";
        }
        return sample.frames().equals(StackTable.TOO_MANY) ? "its stack is one of too many different ones" : "";
    }

    private List<String> framesOf(Stack stack) {
        if (framesOfStacks.size() >= MOST_LISTS) {
            framesOfStacks.clear();
        }
        return framesOfStacks.computeIfAbsent(stack, this::frames);
    }

    private void isNotKept(Seen seen) {
        Stack stack = seen.stack;
        Stack rest = new Stack(stack.code, stack.code.path(), OTHER, stack.isWork);
        notKept.merge(rest, seen.count, Long::sum);
    }

    private String reasonWithoutPath(ThreadModel thread) {
        if (thread.top() == null && !thread.isVirtual()) {
            return "of a worker outside of its tasks, or in one that is not observed";
        }
        return paths.isFull()
                ? "its task is not observed, or one of too many"
                : "its task was made before the trace, or is not observed";
    }

    private String standsUnder(CallPath path) {
        List<CallPath> steps = path.steps();
        if (steps.isEmpty()) {
            return "nothing that made it";
        }
        int outermost = steps.get(0).callSite();
        String name = names.callSite(outermost);
        boolean isKnown = outermost != 0 && outermost != CallPath.OTHER;
        return isKnown && ClassOrigin.isOfProgram(name) ? UNDER_PROGRAM : name;
    }

    private static List<String> own(UserFrames frames, State state) {
        List<String> own = new ArrayList<>(frames.outermostFirst());
        if (frames.isCutOff() && frames.hasProgram()) {
            own.add(0, PseudoFrames.CUT_OFF);
        }
        if (own.isEmpty() || !state.isWork()) {
            own.add(PseudoFrames.of(state));
        }
        return List.copyOf(own);
    }

    private void none(String reason, Sample sample) {
        reasons.merge(reason, 1L, Long::sum);
        if (sample.threadId() != main && UserFrames.of(sample.frames(), true).hasProgram()) {
            ofOtherThreads.merge(PseudoFrames.noStack(reason), 1L, Long::sum);
        }
    }

    /** Has to be called after the last event. */
    public void end() {
        samples.takeRest(each -> none(
                each.threadId() == 0
                        ? "of a thread that the trace does not have"
                        : "after the last event of its thread",
                each));
    }

    /** The number of samples by stack, in the order of first occurrence, after {@link #end}. */
    Map<Stack, Long> stacks() {
        Map<Stack, Long> stacks = new LinkedHashMap<>();
        rows.kept().forEach((stack, seen) -> stacks.put(stack, seen.count));
        notKept.forEach((stack, count) -> stacks.merge(stack, count, Long::sum));
        return stacks;
    }

    /** The number of samples by stack, the outermost frame first, after {@link #end}. */
    public Map<List<String>, Long> counts() {
        Map<List<String>, Long> counts = new HashMap<>();
        stacks().forEach((stack, count) -> counts.merge(frames(stack), count, Long::sum));
        return counts;
    }

    private List<String> frames(Stack stack) {
        List<String> frames = callers(stack.path);
        frames.addAll(stack.own);
        return List.copyOf(frames);
    }

    /** The names of a path's steps, the outermost first. */
    private List<String> callers(CallPath path) {
        List<String> callers = new ArrayList<>();
        for (CallPath each : path.steps()) {
            callers.add(names.callSite(each.callSite()) + (each.isRecursive() ? FrameNames.RECURSIVE : ""));
        }
        return callers;
    }

    /**
     * The number of samples of all threads except the main thread - workers of pools, virtual threads and others - whose tasks have code of the
     * program, by what they are placed under: {@link #UNDER_PROGRAM}; a call site that is unknown or not in the program; nothing; or the reason
     * why they have no stack.
     */
    public Map<String, Long> ofOtherThreads() {
        return ofOtherThreads;
    }

    public Samples samples() {
        return samples;
    }

    /** The paths to code that waited. The object has to be registered as a listener of mutexes. */
    public WaitPaths waitPaths() {
        return waitPaths;
    }

    /** The callers of the code that waited. */
    public WaitCallers waits() {
        return waits;
    }

    /**
     * The number of samples of threads in native code that waited, as events tell. The Flight Recorder takes each thread in native code for one
     * that runs: these samples are among no others. Known after {@link #end}.
     */
    public long waiting() {
        return waiting;
    }

    /** The number of samples without a stack, by reason. */
    public Map<String, Long> reasons() {
        return reasons;
    }
}
