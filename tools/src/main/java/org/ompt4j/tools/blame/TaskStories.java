package org.ompt4j.tools.blame;

import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.DependenceType;
import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.Member;
import org.ompt4j.ompt.TaskStatus;
import org.ompt4j.tools.model.KeptTasks;
import org.ompt4j.tools.model.TaskFrame;
import org.ompt4j.tools.model.ThreadModel;
import org.ompt4j.tools.read.TraceEvent;

/** Which threads created, ran and fulfilled the tasks that are not over, and when. Memory is bounded. */
final class TaskStories {
    /** How many tasks that are not over are kept, at some 150 bytes each. */
    private static final int TASKS_FOLLOWED = 200_000;

    private final KeptTasks<TaskStory> tasks = new KeptTasks<>(TASKS_FOLLOWED);
    private final Actors actors;
    private final OpenBegins open;

    TaskStories(Actors actors, OpenBegins open) {
        this.actors = actors;
        this.open = open;
    }

    /** How many tasks were not followed, because there were too many at one time. */
    long notFollowed() {
        return tasks.notFollowed();
    }

    @Nullable
    TaskStory get(long taskId) {
        return taskId == 0 ? null : tasks.get(taskId);
    }

    /** The task that the thread is in; null if it was not created by another task. */
    @Nullable
    TaskStory of(ThreadModel thread) {
        TaskFrame top = thread.top();
        return top == null || top.kind() != TaskFrame.Kind.EXPLICIT ? null : tasks.get(top.taskId());
    }

    void created(TraceEvent event, ThreadModel thread) {
        Actor creator = actors.of(thread);
        creator.doings.cut(event.timeNanos());
        tasks.created(event.newTaskId(), new TaskStory(event, creator, of(thread), AnyTaskgroups.of(thread)));
    }

    /** A dependence of a new task was reported. */
    void hasDependence(TraceEvent event) {
        boolean isOfStage = event.construct() == Construct.COMPLETABLE_FUTURE
                && event.enumerator(Member.DEPENDENCE_TYPE) == DependenceType.OUT;
        TaskStory task = isOfStage ? get(event.taskId()) : null;
        if (task != null) {
            task.isStage = true;
            open.pin(event.timeNanos());
        }
    }

    void depends(TraceEvent event) {
        TaskStory source = tasks.get(event.srcTaskId());
        TaskStory sink = tasks.get(event.sinkTaskId());
        if (source != null && sink != null) {
            tasks.keep(event.srcTaskId());
            sink.comesAfter(source);
            source.isSource = true;
        }
    }

    /** A thread waits for the task, which is returned if it is followed. */
    @Nullable
    TaskStory awaited(long taskId) {
        TaskStory task = get(taskId);
        if (task != null) {
            tasks.keep(taskId);
        }
        return task;
    }

    /** The thread begins with the next task of the event, if it has one. */
    void begins(TraceEvent event, ThreadModel thread) {
        TaskStory task = get(event.nextTaskId());
        if (task == null || task.startedNanos != Long.MAX_VALUE) {
            return;
        }
        tasks.keep(event.nextTaskId());
        task.begins(event.timeNanos());
        if (task.isStage) {
            beginsAfter(task, thread, event.timeNanos());
        }
        task.poolId = event.isMount() ? 0 : thread.poolId();
        if (task.createdNanos != event.timeNanos()) {
            open.pin(event.timeNanos());
        }
        if (!event.isMount()) {
            task.runner = actors.of(thread);
            task.runner.doings.cut(event.timeNanos());
        }
    }

    /** The thread is in this task, whose begin may be missing. */
    void goesOn(long taskId, ThreadModel thread, long nowNanos) {
        TaskStory task = get(taskId);
        if (task != null && task.startedNanos == Long.MAX_VALUE) {
            tasks.keep(taskId);
            task.goesOn(nowNanos);
            open.pin(nowNanos);
            task.runner = actors.of(thread);
            task.runner.doings.cut(nowNanos);
        }
    }

    /** The virtual thread was mounted, and runs its own task. */
    void mounted(ThreadModel virtualThread) {
        TaskStory task = tasks.get(virtualThread.id());
        if (task != null && task.runner == null) {
            task.runner = actors.of(virtualThread);
        }
    }

    /** The body of the event's prior task, which is returned if it is followed, has ended. */
    @Nullable
    TaskStory ended(TraceEvent event, ThreadModel thread) {
        goesOn(event.priorTaskId(), thread, event.timeNanos());
        TaskStory task = get(event.priorTaskId());
        if (task != null) {
            actors.of(thread).doings.cut(event.timeNanos());
            task.endedNanos = event.timeNanos();
            if (task.isSource) {
                open.pin(event.timeNanos());
            }
            if (task.completesFuture) {
                actors.of(thread).hasCompleted = task;
            }
            task.isDetached = event.priorTaskStatus() == TaskStatus.DETACH;
            if (!task.isDetached) {
                tasks.remove(event.priorTaskId());
            }
        }
        return task;
    }

    void fulfilled(TraceEvent event, ThreadModel thread) {
        TaskStory task = get(event.priorTaskId());
        if (task != null) {
            actors.of(thread).doings.cut(event.timeNanos());
            task.fulfilledNanos = event.timeNanos();
            task.fulfiller = actors.of(thread);
            task.fulfilledIn = of(thread);
            tasks.remove(event.priorTaskId());
        }
    }

    /** A task is discarded when its predecessor is completed, or by the thread that completes its future. */
    void discarded(TraceEvent event, ThreadModel thread) {
        TaskStory task = event.discardsTask() ? tasks.remove(event.taskId()) : null;
        if (task != null && task.startedNanos == Long.MAX_VALUE) {
            task.begins(event.timeNanos());
            task.endedNanos = event.timeNanos();
            if (task.isStage) {
                TaskStory completing = takesTasks(thread) ? actors.of(thread).hasCompleted : ownOf(thread);
                isCompletedBy(task, thread, completing, event.timeNanos());
            }
        }
    }

    /** The task of the event has begun later than it was due. */
    void late(TraceEvent event) {
        TaskStory task = event.isLateMount() ? null : get(event.taskId());
        if (task != null && task.startedNanos == event.timeNanos()) {
            task.isLate(event.dueNanos());
        }
    }

    // ---------------------------------------------------------------- who completes futures

    /**
     * The task in which the thread wakes others, or by which it completed the future that they wait for; null if it was not created by another task.
     */
    @Nullable
    TaskStory waking(TraceEvent wakeup, ThreadModel thread) {
        boolean hasCompleted = wakeup.construct() == Construct.COMPLETABLE_FUTURE && isBetweenTasks(thread);
        return hasCompleted ? actors.of(thread).hasCompleted : ownOf(thread);
    }

    private @Nullable TaskStory ownOf(ThreadModel thread) {
        TaskStory own = of(thread);
        // Before a virtual thread has begun, others are the cause.
        return own == null && thread.isVirtual() ? tasks.get(thread.id()) : own;
    }

    /*
     * A stage that begins inside another task is run by the thread that completes its predecessor. A worker may take the stage from a queue, unless
     * it has just completed the task of the predecessor; and a thread that has done nothing yet was made to run the stage.
     */
    private void beginsAfter(TaskStory stage, ThreadModel thread, long nowNanos) {
        TaskStory completed = actors.of(thread).hasCompleted;
        if (!takesTasks(thread) && !isNew(thread)) {
            isCompletedBy(stage, thread, ownOf(thread), nowNanos);
        } else if (completed != null && completed.isMadeInSourceOf(stage)) {
            isCompletedBy(stage, thread, completed, nowNanos);
        }
    }

    private void isCompletedBy(TaskStory stage, ThreadModel thread, @Nullable TaskStory task, long nowNanos) {
        Actor actor = actors.of(thread);
        actor.doings.cut(nowNanos);
        stage.isCompletedBy(actor, task);
    }

    /**
     * Whether the task that the thread begins may come from a queue: the thread is a worker between two tasks, or helps while it waits in its own
     * task.
     */
    private static boolean takesTasks(ThreadModel thread) {
        TaskFrame top = thread.top();
        return isBetweenTasks(thread) || top != null && top.innermostSync() != null;
    }

    private static boolean isNew(ThreadModel thread) {
        TraceEvent last = thread.lastEvent();
        return last != null && last.event() == Event.IMPLICIT_TASK;
    }

    /* A virtual thread has a task of its own. */
    private static boolean isBetweenTasks(ThreadModel thread) {
        TaskFrame top = thread.top();
        return top == null || top.taskId() == thread.id() ? thread.poolId() != 0 : top.isMembership();
    }

    void clear() {
        tasks.clear();
    }
}
