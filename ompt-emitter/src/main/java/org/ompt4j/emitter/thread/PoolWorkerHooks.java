package org.ompt4j.emitter.thread;

import java.util.concurrent.ThreadPoolExecutor;
import org.jspecify.annotations.Nullable;
import org.ompt4j.emitter.Failures;
import org.ompt4j.emitter.Guarded;
import org.ompt4j.emitter.Guarded.Needed;
import org.ompt4j.emitter.InitialTasks;
import org.ompt4j.emitter.Memory;
import org.ompt4j.emitter.Pool;
import org.ompt4j.emitter.ThreadContext;
import org.ompt4j.emitter.Waits;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.State;
import org.ompt4j.ompt.ThreadType;

/**
 * Keeps the states of workers of a {@link ThreadPoolExecutor} that is not observed itself, or whose workers are virtual threads. Called by that
 * class; see {@code docs/mappings/thread.md}. A worker is idle while it asks its pool for a task, and works otherwise.
 */
public final class PoolWorkerHooks extends PoolWorkerGuards {

    private PoolWorkerHooks() {}

    private static final String WORKER = "java.util.concurrent.ThreadPoolExecutor$Worker";

    private static final class WorkerThread {
        static final long OFFSET = Memory.fieldOffset(Memory.jdkClass(WORKER), "thread");
    }

    /**
     * JDK 21 makes the pool that ends the timed waits of virtual threads. The pool makes its worker while a virtual thread stands for its carrier,
     * when the JVM passes no class to agents, so the class of workers is loaded before.
     */
    public static void unparkerIsMade() {
        Memory.jdkClass(WORKER);
    }

    /** A worker was made, with a thread from the application's thread factory or the default one. */
    public static void made(Object worker) {
        try {
            Thread thread = threadOf(worker);
            if (thread != null) {
                KnownThreads.put(thread, ThreadType.WORKER, 0);
            }
        } catch (Throwable t) {
            Failures.count("worker of a thread pool", t);
        }
    }

    private static @Nullable Thread threadOf(Object worker) {
        long offset = WorkerThread.OFFSET;
        return offset == Memory.NO_FIELD ? null : (Thread) Memory.UNSAFE.getReference(worker, offset);
    }

    /** The worker begins to run tasks of its pool; from now on it works when it is not idle. */
    @Guarded(value = "worker of a thread pool", begins = false)
    public static void runs(ThreadContext c) {
        if (!Pool.tellsIdleness(c)) {
            InitialTasks.ensure(c);
        }
    }

    /**
     * The worker asks for a task, and waits if there is none.
     *
     * @return whether {@link #works} is to be called
     */
    @Guarded(value = "worker of a thread pool", begins = false)
    public static boolean idles(ThreadContext c) {
        return !Pool.tellsIdleness(c) && Waits.begin(c, Construct.THREAD, State.IDLE, 0, 0);
    }

    /** The worker has a task, or is to end. */
    @Guarded(value = "worker of a thread pool", begins = false)
    public static void works(ThreadContext c, @Needed boolean idled) {
        Waits.end(c, Construct.THREAD, State.IDLE, 0, 0);
    }
}
