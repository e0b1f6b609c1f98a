package org.ompt4j.tools.profile;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.CancelFlag;
import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.State;
import org.ompt4j.tools.model.RunReader;
import org.ompt4j.tools.model.TaskFrame;
import org.ompt4j.tools.model.ThreadModel;
import org.ompt4j.tools.read.Trace;
import org.ompt4j.tools.read.TraceEvent;

/**
 * Where the time of threads went, by events alone: what each task ran and waited for stands under the code that made the task. Each nanosecond of
 * each thread is counted once; that of a virtual thread while it is on a carrier is not counted for the carrier as well.
 *
 * <p>Memory grows with tasks that have not begun and with the program's code, not with the number of events.
 */
public final class UserTimes implements RunReader.Listener {
    private final Trace trace;
    private final TaskPaths paths;
    private final Map<Long, String> threads;
    /** What each explicit task runs that has not ended, if that is known to be code of the program. */
    private final Map<Long, Integer> bodies = new HashMap<>();

    private final Map<Place, Long> nanos = new HashMap<>();

    public UserTimes(Trace trace) {
        this.trace = trace;
        this.paths = new TaskPaths(trace);
        this.threads = trace.threadNames();
    }

    /**
     * @param thread the one whose own task it is, 0 for a task that was made, and for workers
     * @param site where the thread waits, 0 if it does not, or if that is not known
     * @param object the class of what it waits for, null if there is none, or if that is not known
     */
    private record Place(
            CallPath path,
            long thread,
            int body,
            int site,
            State state,
            @Nullable String object) {}

    @Override
    public void event(TraceEvent event, ThreadModel thread) {
        paths.event(event);
        if (event.event() == Event.TASK_CREATE) {
            String body = trace.body(event.body());
            if (body != null && UserFrames.isOfProgram(body)) {
                bodies.put(event.newTaskId(), event.body());
            }
        } else if (event.event() == Event.TASK_SCHEDULE && event.endsTask()) {
            bodies.remove(event.priorTaskId());
        } else if (event.event() == Event.CANCEL && (event.flags() & CancelFlag.DISCARDED_TASK) != 0) {
            bodies.remove(event.taskId());
        }
    }

    @Override
    public void interval(ThreadModel thread, State state, long length) {
        CallPath path = paths.path(thread);
        TraceEvent wait = state.isWork() ? null : thread.innermostWait();
        Trace.WaitObject object = wait == null ? null : trace.waitObject(wait.waitId());
        Place place = new Place(
                path == null ? paths.root() : path,
                path == null && isOfItsOwn(thread) ? thread.id() : 0,
                bodies.getOrDefault(TaskPaths.task(thread), 0),
                wait == null ? 0 : wait.codeptrRa(),
                state,
                object == null ? null : object.className());
        nanos.merge(place, length, Long::sum);
    }

    /** Whether the thread runs a task that nothing made: its own. */
    private static boolean isOfItsOwn(ThreadModel thread) {
        TaskFrame top = thread.top();
        return !thread.isWorker() && !thread.isVirtual() && (top == null || top.kind() == TaskFrame.Kind.INITIAL);
    }

    /** How many nanoseconds were spent under each stack, the outermost frame first. */
    public Map<List<String>, Long> nanos() {
        Map<List<String>, Long> found = new HashMap<>();
        nanos.forEach((place, spent) -> found.merge(stack(place), spent, Long::sum));
        return found;
    }

    private List<String> stack(Place place) {
        List<String> stack = new ArrayList<>();
        if (place.thread != 0) {
            stack.add(threads.getOrDefault(place.thread, TraceEvent.nameOfThread(place.thread)));
        }
        stack.addAll(UserStacks.callers(trace, place.path));
        String body = place.body == 0 ? null : trace.body(place.body);
        if (body != null) {
            stack.add(body);
        }
        boolean isSaid = body == null && place.site == place.path.callSite();
        if (place.site != 0 && !isSaid) {
            stack.add(FrameNames.callSite(trace, place.site));
        }
        if (!place.state.isWork()) {
            stack.add(PseudoFrames.of(place.state, place.object));
        } else if (stack.isEmpty()) {
            stack.add(PseudoFrames.of(State.UNKNOWN));
        }
        return List.copyOf(stack);
    }
}
