package org.ompt4j.emitter.executor;

import java.util.concurrent.Executor;
import java.util.concurrent.ThreadPoolExecutor;
import org.jspecify.annotations.Nullable;
import org.ompt4j.emitter.Memory;
import org.ompt4j.emitter.Pool;
import org.ompt4j.emitter.Pools;
import org.ompt4j.ompt.Construct;

/** The pools of the class {@link ThreadPoolExecutor}. */
final class ThreadPools extends Pools<ThreadPoolExecutor> {
    private static final long MOST_WORKERS = Memory.fieldOffset(ThreadPoolExecutor.class, "maximumPoolSize");
    private static final long QUEUE = Memory.fieldOffset(ThreadPoolExecutor.class, "workQueue");
    private static final @Nullable Class<?> WRAPPER =
            Memory.jdkClass("java.util.concurrent.Executors$DelegatedExecutorService");
    private static final long WRAPPED = Memory.fieldOffset(WRAPPER, "e");

    static final ThreadPools ALL = new ThreadPools();

    private ThreadPools() {
        super(Construct.THREAD_POOL_EXECUTOR, ThreadPoolExecutor.class);
    }

    /** Whether the executor is one of these pools, or a wrapper that {@code Executors} makes around one, and these pools are reported. */
    boolean areToldOf(Executor executor) {
        boolean isWrapper = WRAPPED != Memory.NO_FIELD && WRAPPER != null && WRAPPER.isInstance(executor);
        Object pool = isWrapper ? Memory.UNSAFE.getReference(executor, WRAPPED) : executor;
        return pool instanceof ThreadPoolExecutor && areObserved();
    }

    @Override
    protected boolean hasToDoWithVirtualThreads(ThreadPoolExecutor pool) {
        // A virtual thread is never a worker of a pool; this is checked for each thread.
        return false;
    }

    /** Read from the field, since a subclass can override the method. */
    @Override
    protected int parallelismOf(ThreadPoolExecutor pool) {
        int most = MOST_WORKERS == Memory.NO_FIELD ? 0 : Memory.UNSAFE.getIntVolatile(pool, MOST_WORKERS);
        return most == Integer.MAX_VALUE ? 0 : most;
    }

    @Override
    protected long queuedIn(ThreadPoolExecutor pool) {
        Object queue = QUEUE == Memory.NO_FIELD ? null : Memory.UNSAFE.getReferenceVolatile(pool, QUEUE);
        return queue == null ? UNKNOWN_LENGTH : QueueLengths.of(queue);
    }

    /** The name of the current thread, which is the pool's first worker, without the number at its end. */
    @Override
    protected String nameOf(ThreadPoolExecutor pool) {
        return Pool.nameAfter(Thread.currentThread().getName());
    }
}
