package org.ompt4j.tools.profile;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.CancelFlag;
import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.ScopeEndpoint;
import org.ompt4j.ompt.State;
import org.ompt4j.tools.model.RunReader;
import org.ompt4j.tools.model.TaskFrame;
import org.ompt4j.tools.model.ThreadModel;
import org.ompt4j.tools.read.Trace;
import org.ompt4j.tools.read.TraceEvent;

/**
 * The call stacks of samples as the program was written: what a task runs stands under the code that made it, in whatever thread it ran. Each sample
 * is counted once, under a stack or under the reason why it has none.
 */
public final class UserStacks implements RunReader.Listener {
    private static final String RECURSIVE = " [recursive]";

    private final Trace trace;
    private final Samples samples;
    private final Listener listener;
    private final CallPath root = CallPath.root();
    /** Of explicit tasks that have not ended. */
    private final Map<Long, CallPath> tasks = new HashMap<>();

    /** Of implicit tasks. */
    private final Map<Long, CallPath> members = new HashMap<>();

    private final Map<Long, CallPath> regions = new HashMap<>();
    private final Map<List<String>, Long> counts = new HashMap<>();
    private final Map<String, Long> reasons = new TreeMap<>();

    public UserStacks(Trace trace, Samples samples) {
        this(trace, samples, (sample, stack) -> {});
    }

    /** @param listener is told of each sample that has a stack, those of a thread in the order of time */
    public UserStacks(Trace trace, Samples samples, Listener listener) {
        this.trace = trace;
        this.samples = samples;
        this.listener = listener;
    }

    /** Who wants to know each sample. */
    public interface Listener {

        /** @param stack the outermost frame first */
        void placed(Sample sample, List<String> stack);
    }

    @Override
    public void event(TraceEvent event, ThreadModel thread) {
        event(event);
    }

    /** An event; the thread's stack of tasks is as it was before. */
    void event(TraceEvent event) {
        Event kind = event.event();
        if (kind == Event.TASK_CREATE) {
            create(event);
        } else if (kind == Event.PARALLEL_BEGIN) {
            regions.put(event.parallelId(), creator(event).make(event.codeptrRa()));
        } else if (kind == Event.PARALLEL_END) {
            regions.remove(event.parallelId());
        } else if (kind == Event.IMPLICIT_TASK && event.endpoint() == ScopeEndpoint.BEGIN) {
            CallPath region = regions.get(event.parallelId());
            if (region != null) {
                members.put(event.taskId(), region);
            }
        } else if (kind == Event.IMPLICIT_TASK) {
            members.remove(event.taskId());
        } else if (kind == Event.TASK_SCHEDULE && event.endsTask()) {
            tasks.remove(event.priorTaskId());
        } else if (kind == Event.CANCEL && (event.flags() & CancelFlag.DISCARDED_TASK) != 0) {
            tasks.remove(event.taskId());
        }
    }

    private void create(TraceEvent event) {
        CallPath creator = creator(event);
        CallPath made = creator.make(event.codeptrRa());
        tasks.put(event.newTaskId(), made);
        String body = trace.body(event.body());
        if (made == creator
                && body != null
                && UserFrames.isOfProgram(body)
                && tasks.get(event.encounteringTaskId()) == creator) {
            made.recurs();
        }
    }

    private CallPath creator(TraceEvent event) {
        CallPath path = path(event.encounteringTaskId());
        return path == null ? root : path;
    }

    private @Nullable CallPath path(long task) {
        CallPath path = tasks.get(task);
        return path == null ? members.get(task) : path;
    }

    @Override
    public void interval(ThreadModel thread, State state, long nanos) {
        TraceEvent last = thread.lastEvent();
        if (last != null) {
            interval(thread, state, last.timeNanos(), last.timeNanos() + nanos);
        }
    }

    private void interval(ThreadModel thread, State state, long fromNanos, long toNanos) {
        for (Sample each : samples.takeBefore(fromNanos, thread.id())) {
            none("before the first event of its thread", each);
        }
        for (Sample each : samples.takeBefore(toNanos, thread.id())) {
            place(each, thread, state);
        }
    }

    private void place(Sample sample, ThreadModel thread, State state) {
        if (sample.frames().isEmpty()) {
            none("its stack could not be walked", sample);
            return;
        }
        CallPath path = pathOf(thread);
        UserFrames frames = UserFrames.of(sample.frames(), !state.isWork());
        List<String> own = frames.outermostFirst();
        if (!own.isEmpty() && !frames.endsAtTask()) {
            path = root; // The whole stack is there, down to main.
        } else if (path == null && thread.isWorker() && frames.hasProgram()) {
            none("its task was made before the trace, or is not observed", sample);
            return;
        }
        List<String> stack = callers(path == null ? root : path);
        stack.addAll(own);
        if (own.isEmpty() || !state.isWork()) {
            stack.add(PseudoFrames.of(state));
        }
        List<String> whole = List.copyOf(stack);
        counts.merge(whole, 1L, Long::sum);
        listener.placed(sample, whole);
    }

    /** Where the thread's current task was made, null if that is not known. */
    @Nullable
    CallPath pathOf(ThreadModel thread) {
        return path(taskOf(thread));
    }

    /** The thread's current task, 0 if it is in none. */
    static long taskOf(ThreadModel thread) {
        TaskFrame top = thread.top();
        return top != null ? top.taskId() : TraceEvent.isVirtualThread(thread.id()) ? thread.id() : 0;
    }

    /** Where that was, the outermost call site first. */
    List<String> callers(CallPath path) {
        List<String> callers = new ArrayList<>();
        for (CallPath each : path.steps()) {
            callers.add(callSite(each.callSite()) + (each.isRecursive() ? RECURSIVE : ""));
        }
        return callers;
    }

    String callSite(int id) {
        String text = id == 0 ? null : trace.callSite(id);
        return text == null ? "(unknown call site)" : text;
    }

    private void none(String reason, Sample sample) {
        reasons.merge(reason, 1L, Long::sum);
    }

    /** Nothing comes any more. */
    public void end() {
        for (Sample each : samples.rest()) {
            none(
                    each.threadId() == 0
                            ? "of a thread that the trace does not have"
                            : "after the last event of its thread",
                    each);
        }
    }

    /** How often each stack was seen, the outermost frame first. */
    public Map<List<String>, Long> counts() {
        return counts;
    }

    /** How many samples have no stack, by the reason. */
    public Map<String, Long> reasons() {
        return reasons;
    }
}
