package org.ompt4j.tools.blame;

import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.TaskStatus;
import org.ompt4j.tools.model.KeptTasks;
import org.ompt4j.tools.model.TaskFrame;
import org.ompt4j.tools.model.ThreadModel;
import org.ompt4j.tools.read.TraceEvent;

/** Who made, ran and fulfilled the tasks that are not over, and when. Memory is bounded. */
final class TaskStories {
    /** Tasks that have been made and are not over, at some 150 bytes each. */
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

    /** The task that the thread is in; null if that was not made by another. */
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

    void depends(TraceEvent event) {
        TaskStory source = tasks.get(event.srcTaskId());
        TaskStory sink = tasks.get(event.sinkTaskId());
        if (source != null && sink != null) {
            tasks.keep(event.srcTaskId());
            sink.comesAfter(source);
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
        task.startedNanos = event.timeNanos();
        task.poolId = event.isMount() ? 0 : thread.poolId();
        if (task.createdNanos != event.timeNanos()) {
            open.pin(event.timeNanos());
        }
        if (!event.isMount()) {
            task.runner = actors.of(thread);
            task.runner.doings.cut(event.timeNanos());
        }
    }

    /** The virtual thread was mounted: it is who runs its own task. */
    void mounted(ThreadModel virtualThread) {
        TaskStory task = tasks.get(virtualThread.id());
        if (task != null && task.runner == null) {
            task.runner = actors.of(virtualThread);
        }
    }

    /** The body of the event's prior task, which is returned if it is followed, has ended. */
    @Nullable
    TaskStory ended(TraceEvent event, ThreadModel thread) {
        TaskStory task = get(event.priorTaskId());
        if (task != null) {
            actors.of(thread).doings.cut(event.timeNanos());
            task.endedNanos = event.timeNanos();
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

    void discarded(TraceEvent event) {
        TaskStory task = event.discardsTask() ? tasks.remove(event.taskId()) : null;
        if (task != null && task.startedNanos == Long.MAX_VALUE) {
            task.startedNanos = event.timeNanos();
            task.endedNanos = event.timeNanos();
        }
    }

    void clear() {
        tasks.clear();
    }
}
