package com.example.checkcallbacks;

import java.io.PrintStream;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import org.ompt4j.ompt.*;

/**
 * Checks whether the callbacks of a program follow the rules of OMPT about their order. Like any third-party tool it knows a thread, region or task
 * by the data that it has stored there, and late callbacks by its own clock.
 */
public final class CheckCallbacks implements OmptTool, OmptStartToolResult {
    private final Findings findings;
    private final LongAdder callbacks = new LongAdder();

    /** Threads, regions and tasks that have not ended. */
    private final Set<Kept> open = ConcurrentHashMap.newKeySet();

    /** Explicit tasks that have not ended, by the wait id of waits for them. */
    private final Map<Long, Task> explicit = new ConcurrentHashMap<>();

    private OmptFunctionLookup lookup;
    private OmptEntryPoint.SetCallback set;
    private OmptEntryPoint.GetThreadData threadData;
    private OmptEntryPoint.GetState state;
    private OmptEntryPoint.GetTaskInfo taskInfo;
    private OmptEntryPoint.GetEventTime eventTime;
    private OmptEntryPoint.GetEventActualParallelism actualParallelism;

    /** Whether every use of a mutex is reported, not only those that wait. */
    private boolean everyMutex;

    private volatile boolean isFinalized;

    public CheckCallbacks() {
        this(System.err);
    }

    /** Prints violations to another stream than stderr, for tests. */
    public CheckCallbacks(PrintStream out) {
        findings = new Findings(out);
    }

    @Override
    public OmptStartToolResult startTool(int ompVersion, String runtimeVersion) {
        return this;
    }

    @Override
    public int initialize(OmptFunctionLookup lookup, int initialDeviceNum) {
        this.lookup = lookup;
        set = entryPoint(OmptEntryPoint.SetCallback.class, OmptEntryPoint.SetCallback.NAME);
        threadData = entryPoint(OmptEntryPoint.GetThreadData.class, OmptEntryPoint.GetThreadData.NAME);
        state = entryPoint(OmptEntryPoint.GetState.class, OmptEntryPoint.GetState.NAME);
        taskInfo = entryPoint(OmptEntryPoint.GetTaskInfo.class, OmptEntryPoint.GetTaskInfo.NAME);
        eventTime = entryPoint(OmptEntryPoint.GetEventTime.class, OmptEntryPoint.GetEventTime.NAME);
        actualParallelism = entryPoint(
                OmptEntryPoint.GetEventActualParallelism.class, OmptEntryPoint.GetEventActualParallelism.NAME);
        threads();
        regions();
        scopes();
        tasks();
        mutexes();
        return 1;
    }

    private <T> T entryPoint(Class<T> type, String name) {
        return type.cast(lookup.lookup(name));
    }

    /** Called at the begin of a callback. Returns the thread of the event: another one than the calling thread if that thread cannot report its last events. */
    private Worker hear(String event) {
        return hear(event, false);
    }

    private Worker hear(String event, boolean mayBeLate) {
        callbacks.increment();
        if (isFinalized) {
            findings.print(Rule.FINALIZED + " " + event);
        }
        OmptData data = threadData.getThreadData();
        Worker worker = data == null ? null : Kept.in(data, Worker.class);
        if (worker == null) {
            findings.add(Rule.SAME_DATA, Thread.currentThread().getName(), event + " on a thread with other data: " + data);
            worker = begin(data == null ? new OmptData(0) : data);
        }
        worker.hears(event, eventTime.getEventTime(), mayBeLate);
        return worker;
    }

    private <T extends Kept> T begin(T kept) {
        open.add(kept);
        return kept;
    }

    private Worker begin(OmptData thread) {
        return begin(new Worker(thread, findings));
    }

    // ---------------------------------------------------------------- registrations

    private void threads() {
        set.on(OmptCallback.THREAD_BEGIN, (type, thread) -> {
            begin(thread).begins();
            hear("thread_begin");
        });
        set.on(OmptCallback.THREAD_END, thread -> {
            Worker worker = hear("thread_end");
            if (thread != worker.data) {
                worker.finding(Rule.SAME_DATA, "names a thread with other data: " + thread);
            }
            worker.ends();
            open.remove(worker);
        });
    }

    private void regions() {
        set.on(OmptCallback.PARALLEL_BEGIN, (task, frame, region, requested, flags, site) ->
                begin(hear("parallel_begin").opens(region, task)));
        set.on(OmptCallback.PARALLEL_END, (data, task, flags, site) -> {
            Worker worker = hear("parallel_end");
            worker.isCurrent(task);
            Region region = worker.region(data);
            if (region != null) {
                worker.closes(region, task, actualParallelism.getEventActualParallelism());
                open.remove(region);
            }
        });
        set.on(OmptCallback.IMPLICIT_TASK, (end, region, task, parallelism, index, flags) -> {
            Worker worker = hear("implicit_task " + end, end == ScopeEndpoint.END);
            if (end == ScopeEndpoint.END) {
                leave(worker, task);
            } else if ((flags & TaskFlag.INITIAL) != 0) {
                begin(worker.startsIn(region, task, flags));
            } else {
                begin(worker.joins(region, task, parallelism, index, flags));
            }
        });
    }

    private void leave(Worker worker, OmptData data) {
        worker.isCurrent(data);
        Task task = worker.task(data);
        if (task != null) {
            worker.leaves(task);
            open.remove(task);
        }
    }

    private void scopes() {
        set.on(OmptCallback.WORK, (type, end, region, task, count, site) ->
                hear("work " + end).scope("work " + type, end, region, task));
        set.on(OmptCallback.DISPATCH, (region, task, kind, instance) -> {
            Worker worker = hear("dispatch");
            worker.dispatches(region, task);
            askForCurrentTask(worker);
        });
        set.on(OmptCallback.SYNC_REGION, (kind, end, region, task, site) -> {
            Worker worker = hear("sync_region " + kind + " " + end, isMembersEnd(kind, end, region));
            worker.scope("sync_region " + kind, end, region, task);
            if (kind == SyncRegionKind.TASKWAIT && end == ScopeEndpoint.END) {
                worker.hasWaited();
            }
        });
        set.on(OmptCallback.SYNC_REGION_WAIT, (kind, end, region, task, site) -> {
            Worker worker = hear("sync_region_wait " + kind + " " + end, isMembersEnd(kind, end, region));
            worker.scope("sync_region_wait " + kind, end, region, task);
            if (kind == SyncRegionKind.TASKWAIT && end == ScopeEndpoint.BEGIN) {
                long[] waitId = new long[1];
                state.getState(waitId);
                worker.waitsFor(explicit.get(waitId[0]));
            }
        });
        set.on(OmptCallback.REDUCTION, (kind, end, region, task, site) ->
                hear("reduction " + end).scope("reduction", end, region, task));
        set.on(OmptCallback.MASKED, (end, region, task, site) ->
                hear("masked " + end).scope("masked", end, region, task));
    }

    /** Whether a member leaves its region: also if it reaches the barrier after the region has ended, when the callback has no region. */
    private static boolean isMembersEnd(SyncRegionKind kind, ScopeEndpoint end, OmptData region) {
        return kind == SyncRegionKind.BARRIER_IMPLICIT_PARALLEL && (end == ScopeEndpoint.END || region == null);
    }

    private void askForCurrentTask(Worker worker) {
        OmptData[] data = new OmptData[1];
        taskInfo.getTaskInfo(0, null, data, null, null, null);
        worker.saysCurrent(data[0]);
    }

    private void tasks() {
        set.on(OmptCallback.TASK_CREATE, (creator, frame, task, flags, dependences, site) -> {
            Worker worker = hear("task_create");
            askForCurrentTask(worker);
            explicit.put(task.id(), begin(worker.creates(creator, task, flags)));
        });
        set.on(OmptCallback.TASK_SCHEDULE, (prior, status, next) ->
                schedule(hear("task_schedule " + status), prior, status, next));
        set.on(OmptCallback.DEPENDENCES, (task, dependences, count) -> hear("dependences").task(task));
        set.on(OmptCallback.TASK_DEPENDENCE, (source, sink) -> {
            Worker worker = hear("task_dependence");
            worker.task(source);
            worker.task(sink);
        });
        set.on(OmptCallback.CANCEL, (task, flags, site) -> {
            Worker worker = hear("cancel");
            Task cancelled = worker.task(task);
            if (cancelled != null && (flags & CancelFlag.DISCARDED_TASK) != 0) {
                worker.over(cancelled);
                forget(cancelled);
            }
        });
    }

    private void schedule(Worker worker, OmptData priorData, TaskStatus status, OmptData nextData) {
        Task prior = worker.task(priorData);
        Task next = worker.task(nextData);
        switch (status) {
            case SWITCH, YIELD -> worker.switches(priorData, next);
            case DETACH -> {
                worker.isCurrent(priorData);
                if (prior != null) {
                    worker.detaches(prior, next);
                }
            }
            case COMPLETE, CANCEL -> {
                worker.isCurrent(priorData);
                if (prior != null) {
                    worker.ends(prior, next);
                    forget(prior);
                }
            }
            case LATE_FULFILL -> {
                if (prior != null) {
                    worker.fulfils(prior);
                    forget(prior);
                }
            }
            case EARLY_FULFILL, TASKWAIT_COMPLETE -> {} // the current task continues
        }
    }

    private void forget(Task ended) {
        open.remove(ended);
        explicit.remove(ended.data.id());
    }

    private void mutexes() {
        set.on(OmptCallback.MUTEX_ACQUIRE, (kind, hint, impl, mutex, site) ->
                hear("mutex_acquire").acquires(mutex));
        set.on(OmptCallback.MUTEX_ACQUIRED, (kind, mutex, site) ->
                hear("mutex_acquired").acquired(mutex, isHeld(kind)));
        SetResult releases = set.on(OmptCallback.MUTEX_RELEASED, (kind, mutex, site) ->
                hear("mutex_released").released(mutex, isHeld(kind)));
        everyMutex = releases == SetResult.ALWAYS;
        set.on(OmptCallback.NEST_LOCK, (end, mutex, site) -> hear("nest_lock " + end));
        set.on(OmptCallback.LOCK_INIT, (kind, hint, impl, mutex, site) -> hear("lock_init"));
        set.on(OmptCallback.LOCK_DESTROY, (kind, mutex, site) -> hear("lock_destroy"));
        set.on(OmptCallback.FLUSH, (thread, site) -> hear("flush"));
        set.on(OmptCallback.ERROR, (severity, message, length, site) -> hear("error"));
        set.on(OmptCallback.WAKEUP, (task, mutex, site) -> hear("wakeup"));
        set.on(OmptCallback.WAIT, (waitsFor, end, task, mutex, site) -> {
            Worker worker = hear("wait " + end);
            if (waitsFor == State.WAIT_CONDITION && end == ScopeEndpoint.END) {
                worker.hasWaitedForCondition(mutex);
            }
        });
    }

    /** Whether it is known who holds such a mutex: a lock can be a semaphore, which anybody may release. */
    private boolean isHeld(MutexKind kind) {
        return everyMutex && (kind == MutexKind.CRITICAL || kind == MutexKind.NEST_LOCK);
    }

    @Override
    public void finalizeTool() {
        isFinalized = true;
        for (Kept each : open) {
            if (!isSuspended(each)) {
                findings.add(Rule.LEFT_OPEN, each.toString(), "has not ended");
            }
        }
        findings.print(callbacks.sum());
    }

    /** Whether this belongs to a virtual thread that waits when the program ends: it is unmounted, so that no thread reports its end. */
    private static boolean isSuspended(Kept open) {
        Course course = open instanceof Task task ? task.runner : open instanceof Region region ? region.openedBy : null;
        return course != null && course.untied != null && course.untied.suspended != null;
    }
}
