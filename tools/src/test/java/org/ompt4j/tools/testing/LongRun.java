package org.ompt4j.tools.testing;

import static org.ompt4j.ompt.ScopeEndpoint.BEGIN;
import static org.ompt4j.ompt.ScopeEndpoint.BEGINEND;
import static org.ompt4j.ompt.ScopeEndpoint.END;

import java.io.IOException;
import java.nio.file.Path;
import org.ompt4j.emitter.testing.EventCalls;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.MutexImpl;
import org.ompt4j.ompt.MutexKind;
import org.ompt4j.ompt.ParallelFlag;
import org.ompt4j.ompt.RecordSink;
import org.ompt4j.ompt.ScopeEndpoint;
import org.ompt4j.ompt.State;
import org.ompt4j.ompt.SyncRegionKind;
import org.ompt4j.ompt.TaskFlag;
import org.ompt4j.ompt.TaskStatus;
import org.ompt4j.ompt.ThreadType;
import org.ompt4j.tools.trace.TraceTool;

/** A run of any length in which the same happens many times, each time with a new object, for example a task, lock or thread. */
public final class LongRun {
    /** The kind of the new objects. */
    public enum Kind {
        /** A task that is submitted and run. */
        TASKS,
        /** Tasks that are all submitted before the first of them begins. */
        QUEUED_TASKS,
        /** A task that is created and never runs; no event says so. */
        LOST_TASKS,
        /** A lock that a thread waits for. */
        LOCKS,
        /** Two locks, one of which is acquired while the other is held, without a wait. */
        NESTED_LOCKS,
        /** A barrier at which one thread waits for another, and a barrier without a wait. */
        BARRIERS,
        /** A queue in which a thread waits until another one wakes it. */
        QUEUES,
        /** A thread that is started, works and ends. */
        THREADS,
        VIRTUAL_THREADS,
        /** A region with a member and a task. */
        REGIONS,
        /** A pool with a worker that runs a task. */
        POOLS,
        /** A call site that creates a task, waits for a lock and begins a region. */
        CALL_SITES
    }

    private static final int STEP_NANOS = 1_000;

    private final RecordSink sink;
    private final EventCalls events;
    private final TestThread main = new TestThread(1, "main", ThreadType.INITIAL);
    private final TestThread worker = new TestThread(2, "pool-1-thread-1", ThreadType.WORKER);
    private final TestThread other = new TestThread(3, "pool-1-thread-2", ThreadType.WORKER);
    private long nanoTime = System.nanoTime();
    private long nextId = 100;
    private int nextPlace = 100;

    private LongRun(RecordSink sink) {
        this.sink = sink;
        this.events = new EventCalls(sink);
    }

    /** Writes the trace of a run with so many objects of this kind. */
    public static void write(Kind kind, int times, Path file) throws IOException {
        TestRuntime runtime = TestRuntime.writing(file, "trace")
                .with("profile", "full")
                .with("throttle", "off")
                .with("max-size", "100g");
        if (!runtime.start(new TraceTool())) {
            throw new IOException("no trace is written: " + runtime.messages);
        }
        LongRun run = new LongRun(runtime.sink());
        run.play(kind, times);
        runtime.endAt(run.nanoTime, file);
    }

    /** Writes such a trace from the command line. Arguments: the kind, the number of objects and the file. */
    public static void main(String[] arguments) throws IOException {
        write(Kind.valueOf(arguments[0]), Integer.parseInt(arguments[1]), Path.of(arguments[2]));
    }

    private long now() {
        nanoTime += STEP_NANOS;
        return nanoTime;
    }

    private long id() {
        return nextId++;
    }

    private void play(Kind kind, int times) {
        for (int i = 1; i < 10; i++) {
            place(i);
        }
        begin(main, 11, ThreadType.INITIAL);
        events.pool(main, now(), Construct.THREAD_POOL_EXECUTOR, BEGIN, "pool-1", 10, 2, 1);
        for (TestThread each : new TestThread[] {worker, other}) {
            begin(each, 10 + each.id(), ThreadType.WORKER);
            events.poolWorker(each, now(), Construct.THREAD_POOL_EXECUTOR, BEGIN, 10);
        }
        if (kind == Kind.QUEUED_TASKS) {
            queuedTasks(times);
        } else {
            for (int i = 0; i < times; i++) {
                once(kind, i);
            }
        }
        for (TestThread each : new TestThread[] {other, worker}) {
            events.poolWorker(each, now(), Construct.THREAD_POOL_EXECUTOR, END, 10);
            end(each, 10 + each.id());
        }
        events.pool(main, now(), Construct.THREAD_POOL_EXECUTOR, END, "", 10, 0, 0);
        end(main, 11);
    }

    private void begin(TestThread thread, long task, ThreadType type) {
        events.threadBegin(thread, now(), Construct.THREAD, type);
        initialTask(thread, BEGIN, task);
    }

    private void end(TestThread thread, long task) {
        initialTask(thread, END, task);
        events.threadEnd(thread, now(), Construct.THREAD);
    }

    private void initialTask(TestThread thread, ScopeEndpoint endpoint, long task) {
        events.implicitTask(thread, now(), Construct.THREAD, endpoint, 5, task, 1, 1, TaskFlag.INITIAL);
    }

    private int place(int number) {
        sink.defineCallSite(number, "app.Main.at" + number + "(Main.java:" + number + ")");
        sink.defineBody(number, "app.Main.run" + number);
        return number;
    }

    private long object(Construct construct, String className) {
        long id = id();
        sink.defineWaitId(id, construct, className);
        return id;
    }

    private void once(Kind kind, int round) {
        switch (kind) {
            case TASKS -> run(create(Construct.THREAD_POOL_EXECUTOR, 2));
            case LOST_TASKS -> create(Construct.COMPLETABLE_FUTURE, 2);
            case LOCKS -> lock(2);
            case NESTED_LOCKS -> nestedLocks();
            case BARRIERS -> barriers();
            case QUEUES -> queue();
            case THREADS -> thread(round);
            case VIRTUAL_THREADS -> virtualThread();
            case REGIONS -> region(2);
            case POOLS -> pool(round);
            case CALL_SITES -> {
                int site = place(nextPlace++);
                run(create(Construct.THREAD_POOL_EXECUTOR, site));
                lock(site);
                region(site);
            }
            case QUEUED_TASKS -> throw new IllegalArgumentException("not one by one");
        }
    }

    // ---------------------------------------------------------------- tasks

    private long create(Construct construct, int place) {
        long task = id();
        events.taskCreate(main, now(), construct, 11, task, TaskFlag.EXPLICIT, false, place, place);
        return task;
    }

    private void run(long task) {
        run(task, worker, 12, Construct.THREAD_POOL_EXECUTOR);
    }

    private void run(long task, TestThread thread, long below, Construct construct) {
        events.taskSchedule(thread, now(), construct, below, TaskStatus.SWITCH, task);
        events.taskSchedule(thread, now(), construct, task, TaskStatus.COMPLETE, below);
    }

    private void queuedTasks(int times) {
        long first = nextId;
        for (int i = 0; i < times; i++) {
            create(Construct.THREAD_POOL_EXECUTOR, 2);
        }
        for (int i = 0; i < times; i++) {
            run(first + i);
        }
    }

    // ---------------------------------------------------------------- locks, barriers, queues

    private void lock(int site) {
        long lock = object(Construct.REENTRANT_LOCK, "java.util.concurrent.locks.ReentrantLock");
        acquire(worker, lock, site);
        acquired(worker, lock, site);
        acquire(other, lock, site);
        released(worker, lock, site);
        acquired(other, lock, site);
        released(other, lock, site);
    }

    private void nestedLocks() {
        long outer = object(Construct.REENTRANT_LOCK, "java.util.concurrent.locks.ReentrantLock");
        long inner = object(Construct.REENTRANT_LOCK, "java.util.concurrent.locks.ReentrantLock");
        acquire(worker, outer, 3);
        events.mutexAcquired(worker, nanoTime, Construct.REENTRANT_LOCK, MutexKind.NEST_LOCK, outer, 3);
        acquire(worker, inner, 4);
        events.mutexAcquired(worker, nanoTime, Construct.REENTRANT_LOCK, MutexKind.NEST_LOCK, inner, 4);
        released(worker, inner, 4);
        released(worker, outer, 3);
    }

    private void acquire(TestThread thread, long lock, int site) {
        events.mutexAcquire(
                thread,
                now(),
                Construct.REENTRANT_LOCK,
                MutexKind.NEST_LOCK,
                0,
                MutexImpl.REENTRANT_NONFAIR,
                lock,
                site);
    }

    private void acquired(TestThread thread, long lock, int site) {
        events.mutexAcquired(thread, now(), Construct.REENTRANT_LOCK, MutexKind.NEST_LOCK, lock, site);
    }

    private void released(TestThread thread, long lock, int site) {
        events.mutexReleased(thread, now(), Construct.REENTRANT_LOCK, MutexKind.NEST_LOCK, lock, site);
    }

    private void barriers() {
        long barrier = object(Construct.CYCLIC_BARRIER, "java.util.concurrent.CyclicBarrier");
        atBarrier(worker, 12, BEGIN, barrier);
        barrierWait(BEGIN, barrier);
        atBarrier(other, 13, BEGINEND, barrier);
        barrierWait(END, barrier);
        atBarrier(worker, 12, END, barrier);
        atBarrier(other, 13, BEGINEND, object(Construct.PHASER, "java.util.concurrent.Phaser"));
    }

    private void atBarrier(TestThread thread, long task, ScopeEndpoint endpoint, long barrier) {
        events.syncRegion(
                thread,
                now(),
                Construct.CYCLIC_BARRIER,
                SyncRegionKind.BARRIER_EXPLICIT,
                endpoint,
                0,
                task,
                barrier,
                5);
    }

    private void barrierWait(ScopeEndpoint endpoint, long barrier) {
        events.syncRegionWait(
                worker, now(), Construct.CYCLIC_BARRIER, SyncRegionKind.BARRIER_EXPLICIT, endpoint, 0, 12, barrier, 5);
    }

    private void queue() {
        long queue = object(Construct.BLOCKING_QUEUE, "java.util.concurrent.ArrayBlockingQueue");
        events.wait(worker, now(), Construct.BLOCKING_QUEUE, BEGIN, State.WAIT_QUEUE, 12, queue, 6);
        events.wakeup(other, now(), Construct.BLOCKING_QUEUE, 13, queue, 7);
        events.wait(worker, now(), Construct.BLOCKING_QUEUE, END, State.WAIT_QUEUE, 12, queue, 6);
    }

    // ---------------------------------------------------------------- threads, regions, pools

    private void thread(int round) {
        TestThread thread = new TestThread(id(), "started " + round, ThreadType.OTHER);
        long task = create(Construct.THREAD, 2);
        long initial = id();
        begin(thread, initial, ThreadType.OTHER);
        run(task, thread, initial, Construct.THREAD);
        end(thread, initial);
    }

    private void virtualThread() {
        long virtual = RecordSink.FIRST_VIRTUAL_THREAD + id();
        events.taskCreate(main, now(), Construct.THREAD, 11, virtual, TaskFlag.EXPLICIT | TaskFlag.UNTIED, false, 2, 2);
        events.taskSchedule(worker, now(), Construct.THREAD, 0, TaskStatus.SWITCH, virtual);
        events.taskSchedule(worker, now(), Construct.THREAD, virtual, TaskStatus.SWITCH, 0);
        events.taskSchedule(worker, now(), Construct.THREAD, 0, TaskStatus.SWITCH, virtual);
        events.taskSchedule(worker, now(), Construct.THREAD, virtual, TaskStatus.COMPLETE, 0);
    }

    private void region(int site) {
        long region = id();
        long member = id();
        long task = id();
        int flags = ParallelFlag.INVOKER_RUNTIME | ParallelFlag.TEAM;
        events.parallelBegin(main, now(), Construct.PARALLEL_STREAM, 11, region, 2, flags, site, site);
        events.implicitTask(worker, now(), Construct.PARALLEL_STREAM, BEGIN, region, member, 2, 1, TaskFlag.IMPLICIT);
        events.taskCreate(worker, now(), Construct.PARALLEL_STREAM, member, task, TaskFlag.EXPLICIT, false, site, site);
        run(task, worker, member, Construct.PARALLEL_STREAM);
        events.implicitTask(worker, now(), Construct.PARALLEL_STREAM, END, region, member, 0, 1, TaskFlag.IMPLICIT);
        events.parallelEnd(main, now(), Construct.PARALLEL_STREAM, region, 11, flags, site);
    }

    private void pool(int round) {
        long pool = id();
        long initial = id();
        TestThread thread = new TestThread(id(), "pool-" + round + "-thread-1", ThreadType.WORKER);
        events.pool(main, now(), Construct.THREAD_POOL_EXECUTOR, BEGIN, "pool-" + round, pool, 1, 8);
        long task = create(Construct.THREAD_POOL_EXECUTOR, 2);
        begin(thread, initial, ThreadType.WORKER);
        events.poolWorker(thread, now(), Construct.THREAD_POOL_EXECUTOR, BEGIN, pool);
        run(task, thread, initial, Construct.THREAD_POOL_EXECUTOR);
        events.poolWorker(thread, now(), Construct.THREAD_POOL_EXECUTOR, END, pool);
        end(thread, initial);
        events.pool(main, now(), Construct.THREAD_POOL_EXECUTOR, END, "", pool, 0, 0);
    }
}
