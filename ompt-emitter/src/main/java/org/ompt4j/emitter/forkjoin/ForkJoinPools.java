package org.ompt4j.emitter.forkjoin;

import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinWorkerThread;
import org.ompt4j.emitter.AttachEpoch;
import org.ompt4j.emitter.InitialTasks;
import org.ompt4j.emitter.Memory;
import org.ompt4j.emitter.Pool;
import org.ompt4j.emitter.Pools;
import org.ompt4j.emitter.ThreadContext;
import org.ompt4j.ompt.Construct;

/** The fork/join pools. Pools that schedule virtual threads are not reported here. */
final class ForkJoinPools extends Pools<ForkJoinPool> {
    private static final long NAME_PREFIX = Memory.fieldOffset(ForkJoinPool.class, "workerNamePrefix");
    private static final String SCHEDULER_FACTORY = "java.lang.VirtualThread";
    private static final String NAME_SUFFIX = "-worker-";

    static final ForkJoinPools ALL = new ForkJoinPools();

    static {
        InitialTasks.findPoolsWith(new InitialTasks.PoolLookup() {
            @Override
            public void join(ThreadContext c) {
                enterLate(c);
            }
        });
    }

    private ForkJoinPools() {
        super(Construct.FORK_JOIN_POOL, ForkJoinPool.class);
    }

    /** Initializes the class, so that it is registered before the first worker needs it. */
    static void load() {
        // By being called.
    }

    /** A worker that was there before the agent reaches a hook for the first time: it works for its pool from now on. */
    private static void enterLate(ThreadContext c) {
        if (AttachEpoch.isAttached() && c.thread() instanceof ForkJoinWorkerThread worker) {
            Pool pool = ALL.ifBegun(worker.getPool());
            if (pool != null) {
                pool.join(c);
            }
        }
    }

    @Override
    protected boolean hasToDoWithVirtualThreads(ForkJoinPool pool) {
        return pool.getFactory().getClass().getName().startsWith(SCHEDULER_FACTORY);
    }

    @Override
    protected int parallelismOf(ForkJoinPool pool) {
        return pool.getParallelism();
    }

    @Override
    protected long queuedIn(ForkJoinPool pool) {
        return pool.getClass() == ForkJoinPool.class
                ? pool.getQueuedTaskCount() + pool.getQueuedSubmissionCount()
                : UNKNOWN_LENGTH;
    }

    /** The name after which the JDK names the pool's workers. A factory of the application may give them other names. */
    @Override
    protected String nameOf(ForkJoinPool pool) {
        Object prefix = NAME_PREFIX == Memory.NO_FIELD ? null : Memory.UNSAFE.getReference(pool, NAME_PREFIX);
        if (!(prefix instanceof String text)) {
            return "ForkJoinPool.commonPool";
        }
        return text.endsWith(NAME_SUFFIX) ? text.substring(0, text.length() - NAME_SUFFIX.length()) : text;
    }
}
