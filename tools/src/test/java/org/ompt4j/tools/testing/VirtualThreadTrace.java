package org.ompt4j.tools.testing;

import static org.ompt4j.ompt.Construct.PARALLEL_STREAM;
import static org.ompt4j.ompt.Construct.REENTRANT_LOCK;
import static org.ompt4j.ompt.Construct.THREAD;
import static org.ompt4j.ompt.ScopeEndpoint.BEGIN;
import static org.ompt4j.ompt.ScopeEndpoint.END;
import static org.ompt4j.ompt.SyncRegionKind.BARRIER_IMPLICIT_PARALLEL;
import static org.ompt4j.ompt.SyncRegionKind.TASKGROUP;
import static org.ompt4j.ompt.SyncRegionKind.TASKWAIT;

import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.MutexImpl;
import org.ompt4j.ompt.MutexKind;
import org.ompt4j.ompt.ScopeEndpoint;
import org.ompt4j.ompt.State;
import org.ompt4j.ompt.ThreadType;

/**
 * A valid trace of two virtual threads on two carriers. The first one begins a region and acquires a lock on one carrier, and ends the region and
 * releases the lock on the other; the second one waits for the lock, and parks.
 */
public final class VirtualThreadTrace {
    /** How long the first thread waits unmounted before it runs on the second carrier. */
    public static final long GROUP_NANOS = 3_000_000;

    public static final long WORK_NANOS = 5_000_000;

    /** How long the second thread parks unmounted. It also waits for the lock, while the first one waits and runs. */
    public static final long PARK_NANOS = 40_000_000;

    private final TraceBuilder trace;
    private final ThreadScript main;
    private final ThreadScript one;
    private final ThreadScript two;
    private final int lockSite;
    private final int streamSite;
    private final int parkSite;

    private VirtualThreadTrace(TraceBuilder trace) {
        this.trace = trace;
        main = trace.thread("main", ThreadType.INITIAL);
        one = trace.thread("ForkJoinPool-1-worker-1", ThreadType.WORKER);
        two = trace.thread("ForkJoinPool-1-worker-2", ThreadType.WORKER);
        lockSite = trace.callSite("app.Main.lock(Main.java:5)");
        streamSite = trace.callSite("app.Main.stream(Main.java:7)");
        parkSite = trace.callSite("app.Main.park(Main.java:9)");
    }

    /** Builds the trace. */
    public static TraceInMemory build() {
        return addTo(new TraceBuilder().classes(3)).build();
    }

    /** Adds the whole run to this trace. */
    public static TraceBuilder addTo(TraceBuilder trace) {
        new VirtualThreadTrace(trace).play();
        return trace;
    }

    private void play() {
        main.begin().initialTaskBegin();
        long pool = trace.newId();
        one.begin();
        one.pool(THREAD, BEGIN, "ForkJoinPool-1", pool, 2, 0).poolWorker(THREAD, BEGIN, pool);
        two.begin().poolWorker(THREAD, BEGIN, pool);
        int startSite = trace.callSite("app.Main.start(Main.java:3)");
        long task = main.createVirtual(startSite, trace.body("app.Main.first"));
        long otherTask = main.createVirtual(startSite, trace.body("app.Main.second"));
        int joinSite = trace.callSite("app.Main.join(Main.java:11)");
        main.sync(THREAD, TASKWAIT, BEGIN, task, joinSite).syncWait(THREAD, TASKWAIT, BEGIN, task, joinSite);
        ThreadScript first = trace.virtualThread(task);
        ThreadScript second = trace.virtualThread(otherTask);
        play(first, second);
        main.syncWait(THREAD, TASKWAIT, END, task, joinSite).sync(THREAD, TASKWAIT, END, task, joinSite);
        one.poolWorker(THREAD, END, pool).end();
        two.poolWorker(THREAD, END, pool).end();
        main.pool(THREAD, END, "ForkJoinPool-1", pool, 2, 0);
        main.initialTaskEnd().end();
    }

    private void play(ThreadScript first, ThreadScript second) {
        long lock = trace.waitId(REENTRANT_LOCK, "java.util.concurrent.locks.ReentrantLock");
        first.mount(one);
        acquire(first, lock).acquired(REENTRANT_LOCK, MutexKind.NEST_LOCK, lock, lockSite);
        long region = first.parallelBegin(PARALLEL_STREAM, 2, streamSite, 0);
        long parent = first.task();
        first.join(PARALLEL_STREAM, region, 2, 0);
        group(first, BEGIN);
        first.unmount();
        acquire(second.mount(one), lock).unmount();
        trace.pass(GROUP_NANOS);
        first.mount(two);
        group(first, END);
        trace.pass(WORK_NANOS);
        barrier(first, BEGIN);
        barrier(first, END);
        first.leave(PARALLEL_STREAM, 0).parallelEnd(PARALLEL_STREAM, region, parent, 1, streamSite);
        first.released(REENTRANT_LOCK, MutexKind.NEST_LOCK, lock, lockSite);
        second.mount(one).acquired(REENTRANT_LOCK, MutexKind.NEST_LOCK, lock, lockSite);
        second.released(REENTRANT_LOCK, MutexKind.NEST_LOCK, lock, lockSite);
        second.wait(Construct.PARK, State.WAIT_PARK, BEGIN, 0, parkSite).unmount();
        first.complete(THREAD);
        trace.pass(PARK_NANOS);
        second.mount(two)
                .wait(Construct.PARK, State.WAIT_PARK, END, 0, parkSite)
                .complete(THREAD);
    }

    private ThreadScript acquire(ThreadScript thread, long lock) {
        return thread.acquire(REENTRANT_LOCK, MutexKind.NEST_LOCK, MutexImpl.REENTRANT_NONFAIR, lock, lockSite);
    }

    private void group(ThreadScript thread, ScopeEndpoint endpoint) {
        if (endpoint == BEGIN) {
            thread.sync(PARALLEL_STREAM, TASKGROUP, BEGIN, 0, streamSite);
            thread.syncWait(PARALLEL_STREAM, TASKGROUP, BEGIN, 0, streamSite);
        } else {
            thread.syncWait(PARALLEL_STREAM, TASKGROUP, END, 0, streamSite);
            thread.sync(PARALLEL_STREAM, TASKGROUP, END, 0, streamSite);
        }
    }

    private void barrier(ThreadScript thread, ScopeEndpoint endpoint) {
        if (endpoint == BEGIN) {
            thread.sync(PARALLEL_STREAM, BARRIER_IMPLICIT_PARALLEL, BEGIN, 0, streamSite);
            thread.syncWait(PARALLEL_STREAM, BARRIER_IMPLICIT_PARALLEL, BEGIN, 0, streamSite);
        } else {
            thread.syncWait(PARALLEL_STREAM, BARRIER_IMPLICIT_PARALLEL, END, 0, streamSite);
            thread.sync(PARALLEL_STREAM, BARRIER_IMPLICIT_PARALLEL, END, 0, streamSite);
        }
    }
}
