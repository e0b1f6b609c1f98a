package org.ompt4j.tools.testing;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Consumer;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.DependenceType;
import org.ompt4j.ompt.DispatchKind;
import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.MutexImpl;
import org.ompt4j.ompt.MutexKind;
import org.ompt4j.ompt.ParallelFlag;
import org.ompt4j.ompt.RecordSink;
import org.ompt4j.ompt.ScopeEndpoint;
import org.ompt4j.ompt.Severity;
import org.ompt4j.ompt.State;
import org.ompt4j.ompt.SyncRegionKind;
import org.ompt4j.ompt.TaskFlag;
import org.ompt4j.ompt.TaskStatus;
import org.ompt4j.ompt.ThreadType;
import org.ompt4j.ompt.WaitOutcome;
import org.ompt4j.ompt.WorkType;

/** Adds the events of one thread to a trace that a test builds, and keeps track of the thread's current task. */
public final class ThreadScript {
    private static final int REGION_FLAGS = ParallelFlag.INVOKER_RUNTIME | ParallelFlag.TEAM;

    private final TraceBuilder trace;
    private long id;
    private final ThreadType type;
    private final Deque<Long> tasks = new ArrayDeque<>();
    private final Deque<Long> regions = new ArrayDeque<>();

    ThreadScript(TraceBuilder trace, long id, ThreadType type) {
        this.trace = trace;
        this.id = id;
        this.type = type;
    }

    static ThreadScript ofVirtual(TraceBuilder trace, long task) {
        ThreadScript script = new ThreadScript(trace, 0, ThreadType.WORKER);
        script.tasks.push(task);
        script.regions.push(0L);
        return script;
    }

    public long id() {
        return id;
    }

    /** The id of the current task; 0 if there is none. */
    public long task() {
        return tasks.isEmpty() ? 0 : tasks.peek();
    }

    private long region() {
        return regions.isEmpty() ? 0 : regions.peek();
    }

    /** Begins each thread and its initial task. */
    public static void beginAll(ThreadScript... threads) {
        for (ThreadScript each : threads) {
            each.begin().initialTaskBegin();
        }
    }

    /** Ends each thread's initial task and the thread. */
    public static void endAll(ThreadScript... threads) {
        for (ThreadScript each : threads) {
            each.initialTaskEnd().end();
        }
    }

    public ThreadScript begin() {
        return add(Event.THREAD_BEGIN, Construct.THREAD, draft -> draft.threadType = type);
    }

    public ThreadScript end() {
        return add(Event.THREAD_END, Construct.THREAD, draft -> {});
    }

    public ThreadScript initialTaskBegin() {
        long region = trace.newId();
        tasks.push(trace.newId());
        regions.push(0L);
        return add(Event.IMPLICIT_TASK, Construct.THREAD, draft -> {
            draft.endpoint = ScopeEndpoint.BEGIN;
            draft.parallelId = region;
            draft.actualParallelism = 1;
            draft.index = 1;
            draft.flags = TaskFlag.INITIAL;
        });
    }

    public ThreadScript initialTaskEnd() {
        add(Event.IMPLICIT_TASK, Construct.THREAD, draft -> {
            draft.endpoint = ScopeEndpoint.END;
            draft.actualParallelism = 0;
            draft.index = 1;
            draft.flags = TaskFlag.INITIAL;
        });
        return leave();
    }

    /** Begins a region in the current task; returns its id. */
    public long parallelBegin(Construct construct, int requested, int callSite, int body) {
        long region = trace.newId();
        add(Event.PARALLEL_BEGIN, construct, draft -> {
            draft.encounteringTaskId = task();
            draft.parallelId = region;
            draft.requestedParallelism = requested;
            draft.flags = REGION_FLAGS;
            draft.codeptrRa = callSite;
            draft.body = body;
        });
        return region;
    }

    public ThreadScript parallelEnd(
            Construct construct, long region, long encounteringTask, int members, int callSite) {
        return add(Event.PARALLEL_END, construct, draft -> {
            draft.encounteringTaskId = encounteringTask;
            draft.parallelId = region;
            draft.actualParallelism = members;
            draft.flags = REGION_FLAGS;
            draft.codeptrRa = callSite;
        });
    }

    public ThreadScript join(Construct construct, long region, int parallelism, int index) {
        tasks.push(trace.newId());
        regions.push(region);
        return add(Event.IMPLICIT_TASK, construct, draft -> {
            draft.endpoint = ScopeEndpoint.BEGIN;
            draft.parallelId = region;
            draft.actualParallelism = parallelism;
            draft.index = index;
            draft.flags = TaskFlag.IMPLICIT;
        });
    }

    public ThreadScript leave(Construct construct, int index) {
        add(Event.IMPLICIT_TASK, construct, draft -> {
            draft.endpoint = ScopeEndpoint.END;
            draft.actualParallelism = 0;
            draft.index = index;
            draft.flags = TaskFlag.IMPLICIT;
        });
        return leave();
    }

    private ThreadScript leave() {
        tasks.pop();
        regions.pop();
        return this;
    }

    /** Creates a task in the current task; returns its id. */
    public long create(Construct construct, int moreFlags, int callSite, int body) {
        return create(construct, moreFlags, false, callSite, body);
    }

    /** Creates a task in the current task, after which its dependences may follow; returns its id. */
    public long create(Construct construct, int moreFlags, boolean hasDependences, int callSite, int body) {
        long task = trace.newId();
        add(Event.TASK_CREATE, construct, draft -> {
            draft.encounteringTaskId = task();
            draft.newTaskId = task;
            draft.flags = TaskFlag.EXPLICIT | moreFlags;
            draft.hasDependences = hasDependences;
            draft.codeptrRa = callSite;
            draft.body = body;
        });
        return task;
    }

    /** As {@link #create}, for a virtual thread; returns its id. */
    public long createVirtual(int callSite, int body) {
        long task = RecordSink.FIRST_VIRTUAL_THREAD + trace.newId();
        add(Event.TASK_CREATE, Construct.THREAD, draft -> {
            draft.encounteringTaskId = task();
            draft.newTaskId = task;
            draft.flags = TaskFlag.EXPLICIT | TaskFlag.UNTIED;
            draft.codeptrRa = callSite;
            draft.body = body;
        });
        return task;
    }

    /** Mounts this virtual thread on a carrier, to which the following events belong. */
    public ThreadScript mount(ThreadScript carrier) {
        id = carrier.id;
        trace.add(Event.TASK_SCHEDULE, id, 0, Construct.THREAD, draft -> {
            draft.priorTaskStatus = TaskStatus.SWITCH;
            draft.nextTaskId = tasks.getLast();
        });
        return this;
    }

    /** Unmounts this virtual thread with all its tasks. */
    public ThreadScript unmount() {
        return add(Event.TASK_SCHEDULE, Construct.THREAD, draft -> {
            draft.priorTaskId = tasks.getLast();
            draft.priorTaskStatus = TaskStatus.SWITCH;
        });
    }

    public ThreadScript start(Construct construct, long task) {
        schedule(construct, TaskStatus.SWITCH, task);
        tasks.push(task);
        return this;
    }

    public ThreadScript complete(Construct construct) {
        return finish(construct, TaskStatus.COMPLETE);
    }

    /** Ends the current task with this status and resumes the task below it. */
    public ThreadScript finish(Construct construct, TaskStatus status) {
        long ended = tasks.pop();
        long resumed = task();
        tasks.push(ended);
        schedule(construct, status, resumed);
        tasks.pop();
        return this;
    }

    /** Reports on this thread that a detached task is complete. */
    public ThreadScript fulfill(Construct construct, long task) {
        return add(Event.TASK_SCHEDULE, construct, draft -> {
            draft.priorTaskId = task;
            draft.priorTaskStatus = TaskStatus.LATE_FULFILL;
        });
    }

    private void schedule(Construct construct, TaskStatus status, long next) {
        add(Event.TASK_SCHEDULE, construct, draft -> {
            draft.priorTaskId = task();
            draft.priorTaskStatus = status;
            draft.nextTaskId = next;
        });
    }

    public ThreadScript work(Construct construct, WorkType wstype, ScopeEndpoint endpoint, long count, int callSite) {
        return add(Event.WORK, construct, draft -> {
            draft.wstype = wstype;
            draft.endpoint = endpoint;
            draft.parallelId = region();
            draft.count = count;
            draft.codeptrRa = callSite;
        });
    }

    public ThreadScript chunk(long start, long iterations) {
        return add(Event.DISPATCH, Construct.PARALLEL_STREAM, draft -> {
            draft.parallelId = region();
            draft.dispatchKind = DispatchKind.TASKLOOP_CHUNK;
            draft.start = start;
            draft.iterations = iterations;
        });
    }

    public ThreadScript sync(
            Construct construct, SyncRegionKind kind, ScopeEndpoint endpoint, long waitId, int callSite) {
        return sync(Event.SYNC_REGION, construct, kind, endpoint, waitId, callSite);
    }

    public ThreadScript syncWait(
            Construct construct, SyncRegionKind kind, ScopeEndpoint endpoint, long waitId, int callSite) {
        return sync(Event.SYNC_REGION_WAIT, construct, kind, endpoint, waitId, callSite);
    }

    /** The end of a wait in a synchronization region, with its outcome. */
    public ThreadScript syncWaitEnds(
            Construct construct, SyncRegionKind kind, WaitOutcome outcome, long waitId, int callSite) {
        return add(Event.SYNC_REGION_WAIT, construct, draft -> {
            draft.syncKind = kind;
            draft.endpoint = ScopeEndpoint.END;
            draft.parallelId = region();
            draft.outcome = outcome;
            draft.waitId = waitId;
            draft.codeptrRa = callSite;
        });
    }

    private ThreadScript sync(
            Event event, Construct construct, SyncRegionKind kind, ScopeEndpoint endpoint, long waitId, int callSite) {
        boolean regionOver = kind == SyncRegionKind.BARRIER_IMPLICIT_PARALLEL && endpoint == ScopeEndpoint.END;
        return add(event, construct, draft -> {
            draft.syncKind = kind;
            draft.endpoint = endpoint;
            draft.parallelId = regionOver ? 0 : region();
            draft.waitId = waitId;
            draft.codeptrRa = callSite;
        });
    }

    public ThreadScript reduction(ScopeEndpoint endpoint) {
        return add(Event.REDUCTION, Construct.PARALLEL_STREAM, draft -> {
            draft.syncKind = SyncRegionKind.REDUCTION;
            draft.endpoint = endpoint;
            draft.parallelId = region();
        });
    }

    public ThreadScript dependence(Construct construct, long from, long to) {
        return add(Event.TASK_DEPENDENCE, construct, draft -> {
            draft.srcTaskId = from;
            draft.sinkTaskId = to;
        });
    }

    /** One of the dependences of a new task. */
    public ThreadScript depends(Construct construct, long task, long variable, DependenceType type, int ndeps) {
        trace.add(Event.DEPENDENCES, id, task, construct, draft -> {
            draft.variable = variable;
            draft.dependenceType = type;
            draft.ndeps = ndeps;
        });
        return this;
    }

    public ThreadScript flush(int callSite) {
        return add(Event.FLUSH, Construct.NONE, draft -> draft.codeptrRa = callSite);
    }

    public ThreadScript controlTool(long command, long modifier, int callSite) {
        return add(Event.CONTROL_TOOL, Construct.NONE, draft -> {
            draft.command = command;
            draft.modifier = modifier;
            draft.codeptrRa = callSite;
        });
    }

    public ThreadScript acquire(Construct construct, MutexKind kind, MutexImpl impl, long waitId, int callSite) {
        return acquire(construct, kind, impl, waitId, callSite, 0);
    }

    /** As above; {@code owner} held the mutex when the wait began. */
    public ThreadScript acquire(
            Construct construct, MutexKind kind, MutexImpl impl, long waitId, int callSite, long owner) {
        return add(Event.MUTEX_ACQUIRE, construct, draft -> {
            draft.mutexKind = kind;
            draft.impl = impl;
            draft.hint = 0;
            draft.waitId = waitId;
            draft.codeptrRa = callSite;
            draft.owner = owner;
        });
    }

    public ThreadScript acquired(Construct construct, MutexKind kind, long waitId, int callSite) {
        return mutex(Event.MUTEX_ACQUIRED, construct, kind, waitId, callSite);
    }

    public ThreadScript released(Construct construct, MutexKind kind, long waitId, int callSite) {
        return mutex(Event.MUTEX_RELEASED, construct, kind, waitId, callSite);
    }

    private ThreadScript mutex(Event event, Construct construct, MutexKind kind, long waitId, int callSite) {
        return add(event, construct, draft -> {
            draft.mutexKind = kind;
            draft.waitId = waitId;
            draft.codeptrRa = callSite;
        });
    }

    public ThreadScript nestLock(Construct construct, ScopeEndpoint endpoint, long waitId, int callSite) {
        return add(Event.NEST_LOCK, construct, draft -> {
            draft.endpoint = endpoint;
            draft.waitId = waitId;
            draft.codeptrRa = callSite;
        });
    }

    public ThreadScript lockInit(MutexImpl impl, long waitId, int callSite) {
        return add(Event.LOCK_INIT, Construct.REENTRANT_LOCK, draft -> {
            draft.mutexKind = MutexKind.NEST_LOCK;
            draft.impl = impl;
            draft.hint = 0;
            draft.waitId = waitId;
            draft.codeptrRa = callSite;
        });
    }

    /** A cancel event; {@code task} is the cancelled one. */
    public ThreadScript cancel(Construct construct, long task, int flags, int callSite) {
        trace.add(Event.CANCEL, id, task, construct, draft -> {
            draft.flags = flags;
            draft.codeptrRa = callSite;
        });
        return this;
    }

    public ThreadScript error(Construct construct, Severity severity, String message) {
        return add(Event.ERROR, construct, draft -> {
            draft.severity = severity;
            draft.message = message;
        });
    }

    /** A pool begins or ends. */
    public ThreadScript pool(
            Construct construct, ScopeEndpoint endpoint, String name, long poolId, int requested, int callSite) {
        return add(Event.POOL, construct, draft -> {
            draft.endpoint = endpoint;
            draft.message = name;
            draft.poolId = poolId;
            draft.requestedParallelism = requested;
            draft.codeptrRa = callSite;
        });
    }

    /** The thread begins or ceases to work for a pool. */
    public ThreadScript poolWorker(Construct construct, ScopeEndpoint endpoint, long poolId) {
        return add(Event.POOL_WORKER, construct, draft -> {
            draft.endpoint = endpoint;
            draft.poolId = poolId;
        });
    }

    /** Reports how long the current task has had a processor. */
    public ThreadScript cpuTime(Construct construct, long nanos) {
        return add(Event.TASK_CPU_TIME, construct, draft -> draft.cpuTime = nanos);
    }

    /** Reports how long after its due time the current task began. */
    public ThreadScript late(Construct construct, long lateness, long period) {
        return add(Event.TASK_LATE, construct, draft -> {
            draft.lateness = lateness;
            draft.period = period;
        });
    }

    public ThreadScript wakeup(Construct construct, long waitId, int callSite) {
        return add(Event.WAKEUP, construct, draft -> {
            draft.waitId = waitId;
            draft.codeptrRa = callSite;
        });
    }

    /** The begin or end of a wait for which OMPT has no event. */
    public ThreadScript wait(Construct construct, State state, ScopeEndpoint endpoint, long waitId, int callSite) {
        return add(Event.WAIT, construct, draft -> {
            draft.state = state;
            draft.endpoint = endpoint;
            draft.waitId = waitId;
            draft.codeptrRa = callSite;
        });
    }

    /** The end of a wait for which OMPT has no event, with its outcome. */
    public ThreadScript waitEnds(Construct construct, State state, WaitOutcome outcome, long waitId, int callSite) {
        return add(Event.WAIT, construct, draft -> {
            draft.state = state;
            draft.endpoint = ScopeEndpoint.END;
            draft.outcome = outcome;
            draft.waitId = waitId;
            draft.codeptrRa = callSite;
        });
    }

    /** A sample of this thread. */
    public ThreadScript sample(State state, long task, long region, long waitId) {
        trace.addSample(id, draft -> {
            draft.state = state;
            draft.taskId = task;
            draft.parallelId = region;
            draft.waitId = waitId;
        });
        return this;
    }

    private ThreadScript add(Event event, Construct construct, Consumer<EventDraft> members) {
        trace.add(event, id, task(), construct, members);
        return this;
    }
}
