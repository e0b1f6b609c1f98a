package org.ompt4j.tools.model;

import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.ScopeEndpoint;
import org.ompt4j.ompt.TaskFlag;
import org.ompt4j.tools.read.TraceEvent;

/** Pushes tasks onto the stacks of threads and removes them. Determines the region of each task, and the members of regions. Thread safety: none. */
final class TaskStacks {
    /** The events whose task need not be the current one. */
    private static final EnumSet<Event> OF_OTHER_TASKS =
            EnumSet.of(Event.CANCEL, Event.DEPENDENCES, Event.TASK_DEPENDENCE, Event.TASK_LATE);

    private final KnownRegions regions;
    private final boolean tellsPools;
    /** The thread on whose stack each task is; null if there is no history. */
    private final @Nullable Map<Long, ThreadModel> runners;
    /** The region of each task that was created and has not started; tasks without a region are left out. */
    private final OpenTasks regionsOfTasks;

    /**
     * @param tellsPools whether pools and their workers have events of their own
     * @param hasHistory whether all tasks are followed, with the threads that run them
     */
    TaskStacks(KnownRegions regions, boolean tellsPools, boolean hasHistory) {
        this.regions = regions;
        this.tellsPools = tellsPools;
        this.runners = hasHistory ? new HashMap<>() : null;
        this.regionsOfTasks = hasHistory ? new OpenTasks(Integer.MAX_VALUE) : new OpenTasks();
    }

    /** The thread on whose stack this task is; null if there is none, or without history. */
    @Nullable
    ThreadModel runner(long taskId) {
        return runners == null ? null : runners.get(taskId);
    }

    /** How many created tasks exceeded the limit. */
    long notFollowed() {
        return regionsOfTasks.notFollowed();
    }

    void created(TraceEvent event, ThreadModel thread) {
        long current = thread.current().regionId();
        long region = (event.flags() & TaskFlag.EXPORTING) == 0 ? current : regions.ofInitialTask(current);
        if (region != 0 && (tellsPools || runners != null)) {
            regionsOfTasks.created(event.newTaskId(), region);
        }
    }

    /** The task will not start. */
    void discarded(long taskId) {
        regionsOfTasks.forget(taskId);
    }

    /* The body of a thread runs in its own initial task. Other tasks can belong to a region of which the thread is not a member. */
    void start(long taskId, Construct construct, ThreadModel thread) {
        long known = regionsOfTasks.forget(taskId);
        long created = known == OpenTasks.NOT_KNOWN ? 0 : known;
        TaskFrame top = thread.top();
        boolean takesRegionAlong = tellsPools ? construct != Construct.THREAD : thread.isInRegion(created);
        long region = created != 0 && (takesRegionAlong || top == null) ? created : top == null ? 0 : top.regionId();
        push(new TaskFrame(TaskFrame.Kind.EXPLICIT, taskId, region, regions.get(region), -1), thread);
    }

    /** An implicit task begins or ends. */
    void implicitTask(TraceEvent event, boolean begins, ThreadModel thread) {
        if (begins) {
            join(event, thread);
            return;
        }
        TaskFrame frame = thread.find(event.taskId());
        if (frame != null) {
            leave(thread.popThrough(frame, event.timeNanos()), thread);
        }
    }

    private void join(TraceEvent event, ThreadModel thread) {
        boolean isInitial = (event.flags() & TaskFlag.INITIAL) != 0;
        RegionModel region = regions.get(event.parallelId());
        TaskFrame.Kind kind = isInitial ? TaskFrame.Kind.INITIAL : TaskFrame.Kind.IMPLICIT;
        push(new TaskFrame(kind, event.taskId(), event.parallelId(), region, event.index()), thread);
        if (region != null) {
            region.join(thread.id(), event.index());
            if (region.isPool()) {
                thread.worksFor(region.id());
            }
        }
    }

    /**
     * An event tells the task that is current on its thread. So a task that was begun before the recording, or in a pause, is known from the first
     * event of the thread on.
     */
    void tellsTaskOf(TraceEvent event, ThreadModel thread) {
        TaskFrame top = thread.top();
        boolean isSettled = thread.isTaskKnown() && (top == null || !top.isCutOff());
        if (isSettled || OF_OTHER_TASKS.contains(event.event())) {
            return;
        }
        boolean isInTask = event.taskId() != 0 && !beginsTask(event);
        if (!thread.isTaskKnown() && top == null && isInTask) {
            startCutOff(event.taskId(), thread);
        } else if (top != null && top.isCutOff() && (event.taskId() == 0 || event.isUnmount())) {
            leave(thread.popAll(event.timeNanos()), thread);
        }
        thread.taskIsKnown();
    }

    /** The task was begun before the recording, or in a pause. */
    void startCutOff(long taskId, ThreadModel thread) {
        // The first task of a thread that is no worker is the thread's own, or the code that the thread was made for.
        TaskFrame.Kind kind = thread.isWorker() ? TaskFrame.Kind.EXPLICIT : TaskFrame.Kind.INITIAL;
        TaskFrame frame = new TaskFrame(kind, taskId, 0, null, -1);
        frame.cutOff();
        push(frame, thread);
    }

    private static boolean beginsTask(TraceEvent event) {
        return event.event() == Event.IMPLICIT_TASK && event.endpoint() == ScopeEndpoint.BEGIN;
    }

    void push(TaskFrame frame, ThreadModel thread) {
        thread.push(frame);
        if (runners != null) {
            runners.put(frame.taskId(), thread);
        }
    }

    /** These tasks were taken off the thread's stack. */
    void leave(List<TaskFrame> popped, ThreadModel thread) {
        for (TaskFrame each : popped) {
            if (runners != null) {
                runners.remove(each.taskId(), thread);
            }
            RegionModel region = each.isMembership() ? each.region() : null;
            if (region != null) {
                if (region.isPool()) {
                    thread.worksFor(0);
                }
                regions.isLeft(region);
            }
        }
    }
}
