package org.ompt4j.views;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ForkJoinWorkerThread;
import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.Construct.Trait;
import org.ompt4j.ompt.OmptData;
import org.ompt4j.ompt.OmptEntryPoint;
import org.ompt4j.ompt.ScopeEndpoint;
import org.ompt4j.ompt.TaskFlag;
import org.ompt4j.ompt.TaskStatus;

/**
 * When the workers of fork/join pools have nothing to do: older generations have events for that, the present one does not. A worker is
 * idle while it is a member of its pool's region but of no other, and runs no task.
 *
 * <p>The callbacks {@code implicit_task} and {@code task_schedule} pass their events through it: idleness ends before the event that ends it
 * and begins after the event that precedes it. It lasts from the end of the last task to the begin of the next one, the search for that one
 * included. Workers that began before the callbacks were registered are left out.
 *
 * <p>Thread safety: any thread; a worker's events come one after the other.
 */
public final class Idleness {

    /** Hears of it, on the thread whose event is being delivered. */
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

    /** Passes begin or end of an implicit task on, at the right place among begins and ends of idleness. */
    public void implicitTask(ScopeEndpoint endpoint, OmptData task, Runnable event) {
        try {
            beforeImplicitTask(endpoint, task);
        } finally {
            try {
                event.run();
            } finally {
                afterImplicitTask(endpoint, task);
            }
        }
    }

    /** Passes a task schedule on, at the right place among begins and ends of idleness. */
    public void taskSchedule(TaskStatus priorStatus, Runnable event) {
        try {
            beforeTaskSchedule(priorStatus);
        } finally {
            try {
                event.run();
            } finally {
                afterTaskSchedule(priorStatus);
            }
        }
    }

    private void beforeImplicitTask(ScopeEndpoint endpoint, OmptData task) {
        Worker worker = current();
        if (worker == null) {
            return;
        }
        if (endpoint == ScopeEndpoint.BEGIN) {
            worker.regions++;
            update(worker);
        } else if (worker.poolTask == task.id()) {
            worker.inPool = false;
            update(worker);
            forget();
        }
    }

    private void afterImplicitTask(ScopeEndpoint endpoint, OmptData task) {
        Worker worker = current();
        if (worker == null) {
            if (endpoint == ScopeEndpoint.BEGIN && isPoolsWorker() && isFirst(task)) {
                enterPool(task);
            }
        } else if (endpoint == ScopeEndpoint.END) {
            worker.regions = Math.max(0, worker.regions - 1);
            update(worker);
        }
    }

    private void beforeTaskSchedule(TaskStatus priorStatus) {
        Worker worker = current();
        if (worker != null && priorStatus == TaskStatus.SWITCH) {
            worker.tasks++;
            update(worker);
        }
    }

    private void afterTaskSchedule(TaskStatus priorStatus) {
        Worker worker = current();
        if (worker != null && (priorStatus == TaskStatus.COMPLETE || priorStatus == TaskStatus.CANCEL)) {
            worker.tasks = Math.max(0, worker.tasks - 1);
            update(worker);
        }
    }

    /** A worker's first implicit task is that of its pool's region; the first that is seen can be a later one. */
    private boolean isFirst(OmptData task) {
        int[] flags = new int[1];
        @Nullable OmptData[] data = new OmptData[1];
        int level = 0;
        while (runtime.getTaskInfo(level, flags, data, null, null, null) != OmptEntryPoint.GetTaskInfo.NO_TASK) {
            OmptData each = data[0];
            if ((flags[0] & TaskFlag.IMPLICIT) != 0 && each != null && each.id() != task.id()) {
                return false;
            }
            level++;
        }
        return true;
    }

    private boolean isPoolsWorker() {
        return runtime.getEventConstruct().has(Trait.POOL_REGIONS)
                && Thread.currentThread() instanceof ForkJoinWorkerThread;
    }

    private void enterPool(OmptData task) {
        OmptData thread = runtime.getThreadData();
        if (thread != null) {
            Worker worker = new Worker(task.id());
            workers.put(thread.id(), worker);
            update(worker);
        }
    }

    private @Nullable Worker current() {
        OmptData thread = runtime.getThreadData();
        return thread == null ? null : workers.get(thread.id());
    }

    private void forget() {
        OmptData thread = runtime.getThreadData();
        if (thread != null) {
            workers.remove(thread.id());
        }
    }

    private void update(Worker worker) {
        boolean idle = worker.inPool && worker.regions == 0 && worker.tasks == 0;
        if (idle != worker.idle) {
            worker.idle = idle;
            listener.idle(idle ? ScopeEndpoint.BEGIN : ScopeEndpoint.END);
        }
    }

    private static final class Worker {
        final long poolTask;
        boolean inPool = true;
        boolean idle;
        int regions;
        int tasks;

        Worker(long poolTask) {
            this.poolTask = poolTask;
        }
    }
}
