package org.ompt4j.views;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.OmptData;
import org.ompt4j.ompt.OmptEntryPoint;
import org.ompt4j.ompt.RecordSink;
import org.ompt4j.ompt.ScopeEndpoint;
import org.ompt4j.ompt.TaskStatus;

/**
 * Determines when the workers of pools are idle: older generations have events for that, the present one does not. A worker is idle while it
 * belongs to its pool, is a member of no region, and runs no task.
 *
 * <p>The callbacks of pool workers, {@code implicit_task} and {@code task_schedule} pass their events through this class: it reports the end of
 * idleness before the event that ends it, and the begin after the event that precedes it. Idleness lasts from the end of a task to the begin of the
 * next one, including the search for that task. Workers that began before the callbacks were registered are left out, and so are virtual threads,
 * which are tasks.
 *
 * <p>Thread safety: any thread; a worker's events come one after the other.
 */
public final class Idleness {

    /** Receives begin and end of idleness, on the thread whose event is being delivered. */
    @FunctionalInterface
    public interface Listener {
        void idle(ScopeEndpoint endpoint);
    }

    private final OmptEntryPoint.All runtime;
    private final Listener listener;
    private final ConcurrentMap<Long, Worker> workers = new ConcurrentHashMap<>();

    public Idleness(OmptEntryPoint.All runtime, Listener listener) {
        this.runtime = runtime;
        this.listener = listener;
    }

    /** The calling thread begins, or ceases, to work for a pool. */
    public void poolWorker(ScopeEndpoint endpoint) {
        OmptData thread = runtime.getThreadData();
        if (thread == null || isInVirtualThread()) {
            return;
        }
        if (endpoint == ScopeEndpoint.BEGIN) {
            Worker begun = new Worker();
            workers.put(thread.id(), begun);
            update(begun);
            return;
        }
        Worker left = workers.remove(thread.id());
        if (left != null && left.idle) {
            listener.idle(ScopeEndpoint.END);
        }
    }

    /** Whether the thread is the carrier of a virtual thread, to which the event belongs. */
    private boolean isInVirtualThread() {
        OmptData[] task = new OmptData[1];
        return runtime.getTaskInfo(0, null, task, null, null, null) == OmptEntryPoint.GetTaskInfo.AVAILABLE
                && task[0].id() >= RecordSink.FIRST_VIRTUAL_THREAD;
    }

    /** Passes begin or end of an implicit task on, at the right place among begins and ends of idleness. */
    public void implicitTask(ScopeEndpoint endpoint, Runnable event) {
        try {
            beforeImplicitTask(endpoint);
        } finally {
            try {
                event.run();
            } finally {
                afterImplicitTask(endpoint);
            }
        }
    }

    /**
     * Passes a task schedule on, at the right place among begins and ends of idleness.
     *
     * @param next null if the thread has no task from then on; a task that has not ended can leave the thread too, and go on on another one
     */
    public void taskSchedule(TaskStatus priorStatus, @Nullable OmptData next, Runnable event) {
        try {
            beforeTaskSchedule(priorStatus, next);
        } finally {
            try {
                event.run();
            } finally {
                afterTaskSchedule(priorStatus, next);
            }
        }
    }

    private void beforeImplicitTask(ScopeEndpoint endpoint) {
        Worker worker = current();
        if (worker != null && endpoint == ScopeEndpoint.BEGIN) {
            worker.regions++;
            update(worker);
        }
    }

    private void afterImplicitTask(ScopeEndpoint endpoint) {
        Worker worker = current();
        if (worker != null && endpoint == ScopeEndpoint.END) {
            worker.regions = Math.max(0, worker.regions - 1);
            update(worker);
        }
    }

    private void beforeTaskSchedule(TaskStatus priorStatus, @Nullable OmptData next) {
        Worker worker = current();
        if (worker != null && priorStatus == TaskStatus.SWITCH && next != null) {
            worker.tasks++;
            update(worker);
        }
    }

    private void afterTaskSchedule(TaskStatus priorStatus, @Nullable OmptData next) {
        Worker worker = current();
        if (worker != null && (priorStatus.endsBody() || priorStatus == TaskStatus.SWITCH && next == null)) {
            worker.tasks = Math.max(0, worker.tasks - 1);
            update(worker);
        }
    }

    private @Nullable Worker current() {
        OmptData thread = runtime.getThreadData();
        return thread == null ? null : workers.get(thread.id());
    }

    private void update(Worker worker) {
        boolean idle = worker.regions == 0 && worker.tasks == 0;
        if (idle != worker.idle) {
            worker.idle = idle;
            listener.idle(idle ? ScopeEndpoint.BEGIN : ScopeEndpoint.END);
        }
    }

    private static final class Worker {
        boolean idle;
        int regions;
        int tasks;
    }
}
