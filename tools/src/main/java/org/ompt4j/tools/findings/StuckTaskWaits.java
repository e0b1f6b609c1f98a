package org.ompt4j.tools.findings;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.ScopeEndpoint;
import org.ompt4j.ompt.SyncRegionKind;
import org.ompt4j.ompt.TaskStatus;
import org.ompt4j.tools.model.LastUsed;
import org.ompt4j.tools.model.QueueModel;
import org.ompt4j.tools.model.RunModel;
import org.ompt4j.tools.model.ThreadModel;
import org.ompt4j.tools.read.TraceEvent;

/** Waits for tasks and threads that were not over when the recording ended, and who ran these tasks. */
final class StuckTaskWaits {
    /** How many tasks that were cancelled last are kept. */
    private static final int CANCELLED = 10_000;

    private final WaitsAtTheEnd atTheEnd;
    private final Map<Long, TraceEvent> waits = new LinkedHashMap<>();

    /** The thread that ran a task, by the task: where the run ends, tasks that run are cancelled. */
    private final Map<Long, Long> cancelled = new LastUsed<>(CANCELLED);

    /**
     * Such a wait.
     *
     * @param threadId who waits
     * @param begin of the wait
     * @param runner the thread that runs the task
     * @param isWithoutTimeout whether it is known that the wait has no timeout
     */
    record StuckWait(long threadId, TraceEvent begin, long runner, boolean isWithoutTimeout) {}

    StuckTaskWaits(WaitsAtTheEnd atTheEnd) {
        this.atTheEnd = atTheEnd;
    }

    /** Before the run takes it into account. */
    void event(TraceEvent event, ThreadModel thread) {
        if (event.event() == Event.SYNC_REGION_WAIT) {
            wait(event, thread);
        } else if (event.event() == Event.TASK_SCHEDULE) {
            if (event.priorTaskStatus() == TaskStatus.CANCEL) {
                cancelled.put(event.priorTaskId(), thread.id());
            } else {
                waits.remove(thread.id());
            }
        }
    }

    private void wait(TraceEvent event, ThreadModel thread) {
        boolean isOpen =
                event.endpoint() == ScopeEndpoint.END && event.outcome().isOpen();
        if (isOpen) {
            end(thread);
        } else {
            waits.remove(thread.id());
        }
    }

    /** The end of the recording, or of its part up to a pause. What a thread is in at the innermost comes first. */
    void end(ThreadModel thread) {
        TraceEvent wait = thread.innermostWait();
        if (wait != null && wait.syncKind() == SyncRegionKind.TASKWAIT) {
            waits.putIfAbsent(thread.id(), wait);
        }
    }

    /** Recording was paused: it is not known what threads wait for when it goes on. */
    void pause() {
        waits.clear();
        cancelled.clear();
    }

    /**
     * The waits for tasks that have begun.
     *
     * @param run the run at its end
     */
    List<StuckWait> find(RunModel run, QueueModel queues) {
        List<StuckWait> found = new ArrayList<>();
        waits.forEach((threadId, begin) -> {
            long runner = runner(queues.begunTaskOf(begin), run);
            if (runner != 0 && !atTheEnd.hasTimeout(threadId)) {
                found.add(new StuckWait(threadId, begin, runner, atTheEnd.hasNoTimeout(threadId)));
            }
        });
        return found;
    }

    /** The thread that runs a task, or did when the run ended; 0 if there is none. */
    private long runner(long taskId, RunModel run) {
        if (taskId == 0) {
            return 0;
        }
        ThreadModel runs = run.virtualThreadOrRunner(taskId);
        return runs != null ? runs.id() : cancelled.getOrDefault(taskId, 0L);
    }
}
