package org.ompt4j.tools.testing;

import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.State;
import org.ompt4j.ompt.ThreadType;

/** A valid trace of samples: one thread works, waits for a lock and sleeps; a worker is idle and works in a region. */
public final class SampledTrace {
    private static final long PERIOD_NANOS = 10_000_000;

    private SampledTrace() {}

    public static TraceInMemory build() {
        TraceBuilder trace = new TraceBuilder().sampled().classes(3);
        ThreadScript main = trace.thread("main", ThreadType.INITIAL);
        ThreadScript worker = trace.thread("ForkJoinPool.commonPool-worker-1", ThreadType.WORKER);
        long region = trace.newId();
        long task = trace.newId();
        long lock = trace.waitId(Construct.REENTRANT_LOCK, "java.util.concurrent.locks.ReentrantLock");
        for (int i = 0; i < 30; i++) {
            trace.pass(PERIOD_NANOS);
            if (i < 10) {
                main.sample(State.WORK_SERIAL, task, 0, 0);
                worker.sample(State.IDLE, 0, 0, 0);
            } else if (i < 25) {
                main.sample(State.WORK_PARALLEL, task, region, 0);
                worker.sample(State.WORK_PARALLEL, task + 1, region, 0);
            } else if (i == 29) {
                main.sample(State.WAIT_SLEEP, task, 0, 0);
                worker.sample(State.IDLE, 0, 0, 0);
            } else {
                main.sample(State.WAIT_LOCK, task, 0, lock);
                worker.sample(State.IDLE, 0, 0, 0);
            }
        }
        return trace.build();
    }
}
