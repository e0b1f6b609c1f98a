package org.ompt4j.tools.path;

import org.ompt4j.ompt.State;
import org.ompt4j.ompt.TaskStatus;
import org.ompt4j.tools.model.RunModel;
import org.ompt4j.tools.model.TaskFrame;
import org.ompt4j.tools.model.ThreadModel;
import org.ompt4j.tools.path.Part.Kind;
import org.ompt4j.tools.read.TraceEvent;

/** If a task begins, its thread may take over the path of the task's origin. Thread safety: none. */
final class PathsThroughTasks {
    private final RunModel run;
    private final KnownTasks tasks;
    private final Lines lines;
    private final Parts parts;
    private final WatchedRegions regions;
    private final PathsThroughWaits waits;

    PathsThroughTasks(PathBasis basis, KnownTasks tasks, PathsThroughWaits waits) {
        this.run = basis.run();
        this.tasks = tasks;
        this.lines = basis.lines();
        this.parts = basis.parts();
        this.regions = basis.regions();
        this.waits = waits;
    }

    void schedule(TraceEvent event, ThreadModel thread, Line line) {
        if (event.endsTask()) {
            ends(event.priorTaskId(), thread, line);
            line.isCutOff = event.priorTaskStatus() == TaskStatus.CANCEL;
            // A task that is cancelled while the program goes on ends in the middle of its thread's work.
            line.isLeft |= line.isCutOff && line.trail.isResting();
        }
        long next = event.nextTaskId();
        boolean beginsNext = next != 0 && thread.find(next) == null;
        KnownTask task = beginsNext ? tasks.get(next) : null;
        Line of = event.isMount() ? lines.at(next, event.timeNanos()) : line;
        of.isLeft &= !beginsNext;
        if (task != null && !task.hasBegun()) {
            begins(task, of, thread, event, line);
        }
        of.hasHadTask |= next != 0;
    }

    /** The task has ended, or will not begin. */
    void ends(long task, ThreadModel thread, Line line) {
        TaskFrame top = thread.top();
        waits.isEnded(task, line);
        if (top != null) {
            waits.taskOfRegionEnds(top.regionId(), line);
        }
        KnownTask known = tasks.get(task);
        if (known != null) {
            waits.childEnds(known.create().encounteringTaskId(), line);
        }
        tasks.ended(task, line);
    }

    /*
     * If the worker was idle before the task could begin, it was waiting for the task. Otherwise the task was waiting for the worker. A thread that
     * has begun since then with this task was made for it. A virtual thread was waiting for its carrier if this ran another one.
     */
    private void begins(KnownTask task, Line line, ThreadModel thread, TraceEvent event, Line carrier) {
        Trail trail = line.trail;
        Path ready = tasks.begin(task);
        if (ready == null) {
            return;
        }
        boolean isMadeForIt = !line.hasHadTask && ready.timeNanos() <= line.beganNanos;
        boolean isNew = task.isThread() || !isCutOff(line, thread) && (isMadeForIt || line.isWorker && !line.hasWorked);
        boolean waited = trail.isResting() && ready.timeNanos() >= trail.restedSinceNanos();
        int start = parts.number(Kind.START, State.UNKNOWN, task.create());
        Path busy = event.isMount() ? PathsThroughCarriers.busySince(carrier, ready) : null;
        if (busy != null) {
            line.follows(busy.until(event.timeNanos(), start, regions));
        } else if (isNew || waited) {
            line.follows(ready.until(event.timeNanos(), start, regions));
        } else if (trail.isResting() && isBetweenTasks(thread)) {
            line.follows(trail.pathToRest().until(event.timeNanos(), start, regions));
        }
    }

    /** Whether a ring has overwritten what the thread did before. */
    private boolean isCutOff(Line line, ThreadModel thread) {
        return !thread.isKnown() && line.beganNanos <= run.missingUntilNanos();
    }

    private static boolean isBetweenTasks(ThreadModel thread) {
        TaskFrame top = thread.top();
        return top == null || top.isMembership();
    }
}
