package org.ompt4j.tools.testing;

import static org.ompt4j.ompt.Construct.CYCLIC_BARRIER;
import static org.ompt4j.ompt.Construct.FORK_JOIN_POOL;
import static org.ompt4j.ompt.Construct.FORK_JOIN_TASK;
import static org.ompt4j.ompt.Construct.PARALLEL_STREAM;
import static org.ompt4j.ompt.Construct.REENTRANT_LOCK;
import static org.ompt4j.ompt.Construct.SYNCHRONIZED;
import static org.ompt4j.ompt.ScopeEndpoint.BEGIN;
import static org.ompt4j.ompt.ScopeEndpoint.BEGINEND;
import static org.ompt4j.ompt.ScopeEndpoint.END;
import static org.ompt4j.ompt.SyncRegionKind.BARRIER_EXPLICIT;
import static org.ompt4j.ompt.SyncRegionKind.BARRIER_IMPLICIT_PARALLEL;
import static org.ompt4j.ompt.SyncRegionKind.TASKGROUP;
import static org.ompt4j.ompt.SyncRegionKind.TASKWAIT;

import org.ompt4j.ompt.CancelFlag;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.DependenceType;
import org.ompt4j.ompt.MutexImpl;
import org.ompt4j.ompt.MutexKind;
import org.ompt4j.ompt.Severity;
import org.ompt4j.ompt.State;
import org.ompt4j.ompt.TaskFlag;
import org.ompt4j.ompt.TaskStatus;
import org.ompt4j.ompt.ThreadType;
import org.ompt4j.ompt.WorkType;

/**
 * A valid trace with many constructs: a parallel stream with a nested one, fork and join, a thread of the application, locks, monitors, a
 * condition, a barrier, a cancelled task.
 */
public final class RichTrace {
    private final TraceBuilder trace;
    private final ThreadScript main;
    private final ThreadScript worker;
    private long pool;

    private RichTrace(TraceBuilder trace) {
        this.trace = trace;
        main = trace.thread("main", ThreadType.INITIAL);
        worker = trace.thread("ForkJoinPool.commonPool-worker-1", ThreadType.WORKER);
    }

    /** Builds the trace. */
    public static TraceInMemory build() {
        return addTo(new TraceBuilder().classes(3)).build();
    }

    /** Adds the whole run to this trace. */
    public static TraceBuilder addTo(TraceBuilder trace) {
        new RichTrace(trace).play();
        return trace;
    }

    private void play() {
        main.begin().initialTaskBegin();
        startPool();
        stream("app.Main.sum(Main.java:10)", "app.Main.lambda$sum$0", 2_000_000, 900_000);
        stream("app.Main.sum(Main.java:10)", "app.Main.lambda$sum$0", 1_000_000, 1_500_000);
        nestedStreams();
        forkAndJoin();
        main.controlTool(64, 1, trace.callSite("app.Main.control(Main.java:35)"));
        applicationThreadAndLocks();
        condition();
        barrier();
        cancelledTask();
        finish();
    }

    private void startPool() {
        pool = trace.newId();
        main.pool(FORK_JOIN_POOL, BEGIN, "ForkJoinPool.commonPool", pool, 3, 0);
        worker.begin().poolWorker(FORK_JOIN_POOL, BEGIN, pool);
    }

    /** Main and one worker share a stream; main has no more work first and waits for the worker. */
    private void stream(String at, String code, long mainNanos, long workerNanos) {
        int site = trace.callSite(at);
        int body = trace.body(code);
        long parent = main.task();
        long region = main.parallelBegin(PARALLEL_STREAM, 4, site, body);
        main.join(PARALLEL_STREAM, region, 4, 0);
        main.sync(PARALLEL_STREAM, TASKGROUP, BEGIN, 0, site);
        main.work(PARALLEL_STREAM, WorkType.TASKLOOP, BEGIN, 1000, site);
        long root = main.create(PARALLEL_STREAM, TaskFlag.UNDEFERRED, site, body);
        main.start(PARALLEL_STREAM, root);
        long half = main.create(PARALLEL_STREAM, 0, site, body);
        main.chunk(500, 500);
        worker.join(PARALLEL_STREAM, region, 4, 1).start(PARALLEL_STREAM, half);
        worker.chunk(0, 500);
        trace.pass(mainNanos);
        main.finish(PARALLEL_STREAM, TaskStatus.DETACH);
        main.work(PARALLEL_STREAM, WorkType.TASKLOOP, END, 1000, site);
        main.syncWait(PARALLEL_STREAM, TASKGROUP, BEGIN, 0, site);
        trace.pass(workerNanos);
        worker.reduction(BEGIN);
        trace.pass(1_000);
        worker.reduction(END);
        worker.fulfill(PARALLEL_STREAM, root);
        worker.complete(PARALLEL_STREAM);
        barrierOf(worker, PARALLEL_STREAM, 0, BEGIN);
        trace.pass(50_000);
        main.syncWait(PARALLEL_STREAM, TASKGROUP, END, 0, site);
        main.sync(PARALLEL_STREAM, TASKGROUP, END, 0, site);
        barrierOf(worker, PARALLEL_STREAM, 0, END);
        worker.leave(PARALLEL_STREAM, 1);
        endRegion(main, PARALLEL_STREAM, region, parent, 2, site);
    }

    private static void barrierOf(
            ThreadScript thread, Construct construct, int site, org.ompt4j.ompt.ScopeEndpoint endpoint) {
        if (endpoint == BEGIN) {
            thread.sync(construct, BARRIER_IMPLICIT_PARALLEL, BEGIN, 0, site);
            thread.syncWait(construct, BARRIER_IMPLICIT_PARALLEL, BEGIN, 0, site);
        } else {
            thread.syncWait(construct, BARRIER_IMPLICIT_PARALLEL, END, 0, site);
            thread.sync(construct, BARRIER_IMPLICIT_PARALLEL, END, 0, site);
        }
    }

    private static void endRegion(
            ThreadScript thread, Construct construct, long region, long parent, int members, int site) {
        barrierOf(thread, construct, site, BEGIN);
        barrierOf(thread, construct, site, END);
        thread.leave(construct, 0);
        thread.parallelEnd(construct, region, parent, members, site);
    }

    /** A stream inside a chunk of another stream; the inner one has only one thread. */
    private void nestedStreams() {
        int outerSite = trace.callSite("app.Main.outer(Main.java:20)");
        int innerSite = trace.callSite("app.Main.inner(Main.java:21)");
        long parent = main.task();
        long outer = main.parallelBegin(PARALLEL_STREAM, 4, outerSite, 0);
        main.join(PARALLEL_STREAM, outer, 4, 0);
        long task = main.create(PARALLEL_STREAM, TaskFlag.UNDEFERRED, outerSite, 0);
        main.start(PARALLEL_STREAM, task).chunk(0, 10);
        long inner = main.parallelBegin(PARALLEL_STREAM, 4, innerSite, 0);
        main.join(PARALLEL_STREAM, inner, 4, 0);
        endRegion(main, PARALLEL_STREAM, inner, task, 1, innerSite);
        main.complete(PARALLEL_STREAM);
        endRegion(main, PARALLEL_STREAM, outer, parent, 1, outerSite);
    }

    /** The worker forks in a submitted task, waits for the child and runs another task meanwhile. */
    private void forkAndJoin() {
        int submitSite = trace.callSite("app.Main.submit(Main.java:30)");
        int forkSite = trace.callSite("app.Fib.compute(Fib.java:7)");
        int joinSite = trace.callSite("app.Fib.compute(Fib.java:9)");
        int fib = trace.body("app.Fib.compute");
        long submitted = main.create(FORK_JOIN_POOL, 0, submitSite, fib);
        worker.start(FORK_JOIN_POOL, submitted);
        long left = worker.create(FORK_JOIN_TASK, 0, forkSite, fib);
        long right = worker.create(FORK_JOIN_TASK, 0, true, forkSite, fib);
        worker.depends(FORK_JOIN_TASK, right, left, DependenceType.IN, 2);
        worker.depends(FORK_JOIN_TASK, right, right, DependenceType.OUT, 2);
        worker.dependence(FORK_JOIN_TASK, left, right);
        worker.flush(forkSite);
        worker.sync(FORK_JOIN_TASK, TASKWAIT, BEGIN, left, joinSite);
        worker.syncWait(FORK_JOIN_TASK, TASKWAIT, BEGIN, left, joinSite);
        trace.pass(5_000);
        worker.syncWait(FORK_JOIN_TASK, TASKWAIT, END, left, joinSite);
        worker.start(FORK_JOIN_TASK, left);
        trace.pass(20_000);
        worker.complete(FORK_JOIN_TASK);
        worker.sync(FORK_JOIN_TASK, TASKWAIT, END, left, joinSite);
        worker.start(FORK_JOIN_TASK, right).error(FORK_JOIN_TASK, Severity.WARNING, "java.lang.Exception: no");
        worker.complete(FORK_JOIN_TASK);
        worker.complete(FORK_JOIN_POOL);
    }

    private void applicationThreadAndLocks() {
        int startSite = trace.callSite("app.Main.start(Main.java:40)");
        int lockSite = trace.callSite("app.Account.add(Account.java:5)");
        int unlockSite = trace.callSite("app.Account.add(Account.java:8)");
        ThreadScript other = trace.thread("writer", ThreadType.INITIAL);
        long body = main.create(Construct.THREAD, 0, startSite, trace.body("app.Writer.run"));
        other.begin().initialTaskBegin().start(Construct.THREAD, body);
        long lock = trace.waitId(REENTRANT_LOCK, "java.util.concurrent.locks.ReentrantLock");
        main.lockInit(MutexImpl.REENTRANT_NONFAIR, lock, trace.callSite("app.Account.<init>(Account.java:3)"));
        lock(main, lock, lockSite);
        other.acquire(REENTRANT_LOCK, MutexKind.NEST_LOCK, MutexImpl.REENTRANT_NONFAIR, lock, lockSite);
        trace.pass(300_000);
        reenter(main, lock, lockSite, unlockSite);
        main.released(REENTRANT_LOCK, MutexKind.NEST_LOCK, lock, unlockSite);
        main.wakeup(REENTRANT_LOCK, lock, unlockSite);
        other.acquired(REENTRANT_LOCK, MutexKind.NEST_LOCK, lock, lockSite);
        main.acquire(REENTRANT_LOCK, MutexKind.TEST_NEST_LOCK, MutexImpl.REENTRANT_NONFAIR, lock, lockSite);
        main.wait(REENTRANT_LOCK, State.WAIT_LOCK, END, lock, lockSite);
        trace.pass(10_000);
        other.released(REENTRANT_LOCK, MutexKind.NEST_LOCK, lock, unlockSite);
        monitor(other);
        other.complete(Construct.THREAD).initialTaskEnd().end();
    }

    private static void lock(ThreadScript thread, long lock, int site) {
        thread.acquire(REENTRANT_LOCK, MutexKind.NEST_LOCK, MutexImpl.REENTRANT_NONFAIR, lock, site);
        thread.acquired(REENTRANT_LOCK, MutexKind.NEST_LOCK, lock, site);
    }

    private static void reenter(ThreadScript thread, long lock, int lockSite, int unlockSite) {
        thread.acquire(REENTRANT_LOCK, MutexKind.NEST_LOCK, MutexImpl.REENTRANT_NONFAIR, lock, lockSite);
        thread.nestLock(REENTRANT_LOCK, BEGIN, lock, lockSite);
        thread.nestLock(REENTRANT_LOCK, END, lock, unlockSite);
    }

    private void monitor(ThreadScript thread) {
        int site = trace.callSite("app.Log.write(Log.java:12)");
        long monitor = trace.waitId(SYNCHRONIZED, "app.Log");
        thread.acquire(SYNCHRONIZED, MutexKind.CRITICAL, MutexImpl.MONITOR, monitor, site);
        trace.pass(40_000);
        thread.acquired(SYNCHRONIZED, MutexKind.CRITICAL, monitor, site);
        thread.released(SYNCHRONIZED, MutexKind.CRITICAL, monitor, site);
    }

    /** {@code Object.wait} in a monitor that was entered twice. */
    private void condition() {
        int site = trace.callSite("app.Queue.take(Queue.java:15)");
        int waitSite = trace.callSite("app.Queue.take(Queue.java:17)");
        long monitor = trace.waitId(SYNCHRONIZED, "app.Queue");
        main.acquire(SYNCHRONIZED, MutexKind.CRITICAL, MutexImpl.MONITOR, monitor, site);
        main.acquired(SYNCHRONIZED, MutexKind.CRITICAL, monitor, site);
        main.acquire(SYNCHRONIZED, MutexKind.CRITICAL, MutexImpl.MONITOR, monitor, site);
        main.nestLock(SYNCHRONIZED, BEGIN, monitor, site);
        main.released(SYNCHRONIZED, MutexKind.CRITICAL, monitor, waitSite);
        main.wait(SYNCHRONIZED, State.WAIT_CONDITION, BEGIN, monitor, waitSite);
        trace.pass(100_000);
        main.wait(SYNCHRONIZED, State.WAIT_CONDITION, END, monitor, waitSite);
        main.acquire(SYNCHRONIZED, MutexKind.CRITICAL, MutexImpl.MONITOR, monitor, waitSite);
        main.acquired(SYNCHRONIZED, MutexKind.CRITICAL, monitor, waitSite);
        main.nestLock(SYNCHRONIZED, END, monitor, site);
        main.released(SYNCHRONIZED, MutexKind.CRITICAL, monitor, site);
    }

    private void barrier() {
        int site = trace.callSite("app.Step.await(Step.java:3)");
        long barrier = trace.waitId(CYCLIC_BARRIER, "java.util.concurrent.CyclicBarrier");
        long task = main.create(FORK_JOIN_POOL, 0, trace.callSite("app.Main.submit(Main.java:30)"), 0);
        worker.start(FORK_JOIN_POOL, task);
        worker.sync(CYCLIC_BARRIER, BARRIER_EXPLICIT, BEGIN, barrier, site);
        worker.syncWait(CYCLIC_BARRIER, BARRIER_EXPLICIT, BEGIN, barrier, site);
        trace.pass(70_000);
        main.sync(CYCLIC_BARRIER, BARRIER_EXPLICIT, BEGIN, barrier, site);
        main.work(CYCLIC_BARRIER, WorkType.SINGLE_EXECUTOR, BEGIN, 1, site);
        main.work(CYCLIC_BARRIER, WorkType.SINGLE_EXECUTOR, END, 1, site);
        main.syncWait(CYCLIC_BARRIER, BARRIER_EXPLICIT, BEGIN, barrier, site);
        main.syncWait(CYCLIC_BARRIER, BARRIER_EXPLICIT, END, barrier, site);
        main.sync(CYCLIC_BARRIER, BARRIER_EXPLICIT, END, barrier, site);
        worker.syncWait(CYCLIC_BARRIER, BARRIER_EXPLICIT, END, barrier, site);
        worker.sync(CYCLIC_BARRIER, BARRIER_EXPLICIT, END, barrier, site);
        worker.sync(Construct.PHASER, BARRIER_EXPLICIT, BEGINEND, barrier, site);
        worker.complete(FORK_JOIN_POOL);
    }

    private void cancelledTask() {
        int site = trace.callSite("app.Main.cancel(Main.java:60)");
        long running = main.create(FORK_JOIN_TASK, 0, site, 0);
        long discarded = main.create(FORK_JOIN_TASK, 0, site, 0);
        worker.start(FORK_JOIN_TASK, running);
        main.cancel(FORK_JOIN_TASK, main.task(), CancelFlag.TASKGROUP | CancelFlag.ACTIVATED, site);
        worker.finish(FORK_JOIN_TASK, TaskStatus.CANCEL);
        worker.cancel(FORK_JOIN_TASK, discarded, CancelFlag.TASKGROUP | CancelFlag.DISCARDED_TASK, 0);
    }

    private void finish() {
        trace.pass(200_000);
        worker.poolWorker(FORK_JOIN_POOL, END, pool).end();
        main.pool(FORK_JOIN_POOL, END, "ForkJoinPool.commonPool", pool, 3, 0);
        main.initialTaskEnd().end();
    }
}
