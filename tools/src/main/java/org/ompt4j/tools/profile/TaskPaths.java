package org.ompt4j.tools.profile;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.ScopeEndpoint;
import org.ompt4j.text.ClassOrigin;
import org.ompt4j.tools.model.KeptTasks;
import org.ompt4j.tools.model.TaskFrame;
import org.ompt4j.tools.model.ThreadModel;
import org.ompt4j.tools.read.Trace;
import org.ompt4j.tools.read.TraceEvent;

/** The path by which each task was created that has not ended. Memory grows with such tasks, up to a limit. Thread safety: none. */
final class TaskPaths {
    /** How many tasks are followed at a time at most, at some 110 bytes each. */
    private static final int MOST = 1_000_000;

    private final Trace trace;
    /** The thread whose own code is a step {@link CallPath#MAIN} above the tasks that it creates; 0 for none. */
    private final long mainThread;

    private final MadeStacks stacks;
    private final CallPath root = CallPath.root();
    private final TaskCode ofNothing = root.code(0);
    private final TaskCode notKnown = root.make(0).code(0);
    /** The codes of explicit tasks. */
    private final KeptTasks<TaskCode> tasks = new KeptTasks<>(MOST, (id, code) -> isForgotten(id));

    /** The ids of explicit tasks that are threads. */
    private final Set<Long> threads = new HashSet<>();

    /** The codes of implicit tasks. */
    private final Map<Long, TaskCode> members = new HashMap<>();

    private final Map<Long, TaskCode> regions = new HashMap<>();
    private @Nullable TraceEvent latestWait;
    private @Nullable CallPath pathOfLatestWait;

    TaskPaths(Trace trace) {
        this(trace, 0, MadeStacks.none());
    }

    /**
     * Creates paths that use the stacks of code that created tasks.
     *
     * @param mainThread the id of the thread whose own tasks are placed under {@link CallPath#MAIN}; 0 for none
     */
    TaskPaths(Trace trace, long mainThread, MadeStacks stacks) {
        this.trace = trace;
        this.mainThread = mainThread;
        this.stacks = stacks;
    }

    /** The path of tasks without a creator. */
    CallPath root() {
        return root;
    }

    /** The path of what the main thread runs outside of tasks; the root if the main thread has no step of its own. */
    CallPath main() {
        return mainThread == 0 ? root : root.make(CallPath.MAIN);
    }

    /** Whether more tasks were open at a time than could be followed. */
    boolean isFull() {
        return tasks.notFollowed() > 0;
    }

    /** Takes an event; the thread's stack of tasks has to be as before the event. */
    void event(TraceEvent event) {
        Event kind = event.event();
        if (kind == Event.TASK_CREATE) {
            create(event);
        } else if (kind == Event.PARALLEL_BEGIN) {
            TaskCode around = of(event.encounteringTaskId());
            CallPath made = made(event, event.parallelId(), around, creator(event, around));
            regions.put(event.parallelId(), made.code(event.body()));
        } else if (kind == Event.PARALLEL_END) {
            regions.remove(event.parallelId());
        } else if (kind == Event.IMPLICIT_TASK && event.endpoint() == ScopeEndpoint.BEGIN) {
            TaskCode region = regions.get(event.parallelId());
            if (region != null) {
                members.put(event.taskId(), region);
            }
        } else if (kind == Event.IMPLICIT_TASK) {
            members.remove(event.taskId());
        } else if (kind == Event.TASK_SCHEDULE) {
            schedule(event);
        } else if (event.discardsTask()) {
            forget(event.taskId());
        }
    }

    private void schedule(TraceEvent event) {
        if (event.endsTask()) {
            forget(event.priorTaskId());
        }
        if (event.nextTaskId() != 0) {
            tasks.keep(event.nextTaskId());
        }
    }

    private void isForgotten(long task) {
        threads.remove(task);
    }

    private void forget(long task) {
        tasks.remove(task);
        threads.remove(task);
    }

    private void create(TraceEvent event) {
        TaskCode around = of(event.encounteringTaskId());
        if (around != null && event.codeptrRa() == 0 && event.body() == around.body()) {
            tasks.created(event.newTaskId(), around); // The next run of a periodic task.
            return;
        }
        CallPath creator = creator(event, around);
        CallPath made = made(event, event.newTaskId(), around, creator);
        boolean isSame = around != null && made == creator;
        if (isOfProgram(event.body())) {
            follow(event, made.code(event.body()));
            if (isSame && tasks.get(event.encounteringTaskId()) == around) {
                made.recurs();
            }
        } else {
            // Tasks that the JDK creates for a stream run the stream's function.
            follow(event, around != null && isSame ? around : made.code(event.body()));
        }
    }

    private void follow(TraceEvent create, TaskCode code) {
        if (tasks.created(create.newTaskId(), code) && create.construct() == Construct.THREAD) {
            threads.add(create.newTaskId());
        }
    }

    /** The path of a region or task that this event creates, in a task with the code {@code around}. */
    private CallPath made(TraceEvent event, long id, @Nullable TaskCode around, CallPath creator) {
        int site = event.codeptrRa();
        int stack = site == creator.callSite() ? MadeStacks.NONE : stacks.of(id, site, event.body());
        if (stack == MadeStacks.NONE || !isOfCreator(event, id, around, stack)) {
            return creator.make(site);
        }
        // A complete stack of the main thread contains all callers, whatever task it runs.
        CallPath base = stacks.isWhole(stack) && event.threadId() == mainThread ? root : creator;
        return under(base, stack, site);
    }

    /** The path of a call site at the end of a stack that is placed under the base path. */
    private CallPath under(CallPath base, int stack, int site) {
        CallPath known = base.madeBy(stack, site);
        if (known == null) {
            known = base;
            for (int frame : stacks.frames(stack)) {
                known = known.make(CallPath.ofFrame(frame));
            }
            known = site == 0 ? known : known.make(site);
            base.madeBy(stack, site, known);
        }
        return known;
    }

    /** Whether a stack belongs to the creator's code: a stack of other tasks from the same call site can belong to another creator. */
    private boolean isOfCreator(TraceEvent event, long id, @Nullable TaskCode around, int stack) {
        if (stacks.isWhole(stack)) {
            return event.threadId() == mainThread || around == null || threads.contains(event.encounteringTaskId());
        }
        if (stacks.isOf(id) || !stacks.endsAtTask(stack)) {
            return true;
        }
        String body = around == null || !isOfProgram(around.body()) ? null : trace.body(around.body());
        return around != null && (body == null || body.equals(stacks.outermostFrame(stack)));
    }

    private boolean isOfProgram(int body) {
        String text = trace.body(body);
        return text != null && ClassOrigin.isOfProgram(text);
    }

    private CallPath creator(TraceEvent event, @Nullable TaskCode around) {
        return around == null ? ofThread(event) : around.path();
    }

    /** The path of what the thread of this event runs outside of tasks. */
    private CallPath ofThread(TraceEvent event) {
        return event.threadId() == mainThread ? main() : root;
    }

    /** The code and path of this task; null if it has no creator, or if it is not known. */
    private @Nullable TaskCode of(long task) {
        TaskCode code = tasks.get(task);
        return code == null ? members.get(task) : code;
    }

    /** The path of a thread's current task; null if it has no creator, or if it is not known. */
    @Nullable
    CallPath path(ThreadModel thread) {
        TaskCode code = of(task(thread));
        return code == null ? null : code.path();
    }

    /** The path of the thread itself, whatever task it runs; null if it has no creator, or if it is not known. */
    @Nullable
    CallPath pathOfThread(ThreadModel thread) {
        for (TaskFrame each : thread.frames()) {
            if (threads.contains(each.taskId())) {
                TaskCode code = of(each.taskId());
                return code == null ? null : code.path();
            }
        }
        return null;
    }

    /** The path above the outermost frame of a thread's stack, which belongs to the thread or to its task; null if it is not known. */
    @Nullable
    CallPath ofOutermost(ThreadModel thread, boolean isOfThread, boolean isCutOff) {
        CallPath path = isOfThread ? pathOfThread(thread) : path(thread);
        if (path != null) {
            return path;
        }
        if (thread.isWorker() || thread.isVirtual()) {
            return null;
        }
        // A complete stack of the main thread already contains the thread's first frame.
        return thread.id() == mainThread && isCutOff ? main() : root;
    }

    /**
     * The path to the code that waits, including the call site; null if no stack was taken of this wait.
     *
     * @param wait the event with which the wait of the current task began
     */
    @Nullable
    CallPath ofWait(ThreadModel thread, TraceEvent wait) {
        if (!stacks.hasWaits()) {
            return null;
        }
        if (wait != latestWait) {
            latestWait = wait;
            pathOfLatestWait = pathOfWait(thread, wait);
        }
        return pathOfLatestWait;
    }

    private @Nullable CallPath pathOfWait(ThreadModel thread, TraceEvent wait) {
        int stack = stacks.ofWait(thread.id(), wait.timeNanos());
        if (stack == MadeStacks.NONE) {
            return null;
        }
        boolean isWhole = stacks.isWhole(stack);
        CallPath path = ofOutermost(thread, isWhole, stacks.isCutOff(stack));
        boolean isWhereMade = path != null && !isWhole && wait.codeptrRa() != 0 && path.callSite() == wait.codeptrRa();
        if (!isWhereMade) {
            return path == null ? null : under(path, stack, wait.codeptrRa());
        }
        TaskFrame top = thread.top();
        if (top == null || top.kind() != TaskFrame.Kind.IMPLICIT) {
            return path; // A task that waits for tasks of the same path.
        }
        // The thread waits as a member of a region that it began there: the stack is that of the task around it.
        TaskCode around = of(thread.taskBelow());
        return around == null ? null : under(around.path(), stack, wait.codeptrRa());
    }

    /** The code that a thread runs: that of its task, or its own. */
    TaskCode code(ThreadModel thread) {
        TaskCode code = of(task(thread));
        if (code != null) {
            return code;
        }
        TaskFrame top = thread.top();
        boolean isMade = thread.isVirtual() || top != null && top.kind() == TaskFrame.Kind.EXPLICIT;
        if (isMade) {
            return notKnown;
        }
        return thread.id() == mainThread ? main().code(0) : ofNothing;
    }

    /** How many explicit tasks the thread is in, without the one that is the thread itself. */
    int tasksInside(ThreadModel thread) {
        int count = 0;
        for (TaskFrame each : thread.frames()) {
            boolean isThread = each.taskId() == thread.id() || threads.contains(each.taskId());
            count += each.kind() == TaskFrame.Kind.EXPLICIT && !isThread ? 1 : 0;
        }
        return count;
    }

    /** The id of the thread's current task; 0 if it runs none. */
    static long task(ThreadModel thread) {
        TaskFrame top = thread.top();
        return top != null ? top.taskId() : thread.isVirtual() ? thread.id() : 0;
    }

    /** Passes each path to the action. */
    void forEachPath(Consumer<CallPath> action) {
        root.forEach(action);
    }
}
