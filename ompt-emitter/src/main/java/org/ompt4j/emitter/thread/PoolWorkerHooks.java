package org.ompt4j.emitter.thread;

import java.util.concurrent.ThreadPoolExecutor;
import org.jspecify.annotations.Nullable;
import org.ompt4j.emitter.Failures;
import org.ompt4j.emitter.Memory;
import org.ompt4j.emitter.ThreadContext;
import org.ompt4j.ompt.State;
import org.ompt4j.ompt.ThreadType;

/**
 * The states of the workers of a {@link ThreadPoolExecutor}, called by that class; see {@code docs/mappings/thread.md}.
 *
 * <p>All of them are plain stores.
 */
public final class PoolWorkerHooks {

    private PoolWorkerHooks() {}

    private static final class WorkerThread {
        static final long OFFSET = offset();

        private static long offset() {
            try {
                Class<?> worker = Class.forName("java.util.concurrent.ThreadPoolExecutor$Worker", false, null);
                return Memory.fieldOffset(worker, "thread");
            } catch (ClassNotFoundException moved) {
                return -1;
            }
        }
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
        return offset < 0 ? null : (Thread) Memory.UNSAFE.getReference(worker, offset);
    }

    /** The worker waits for a task. */
    public static void idles() {
        show(State.IDLE);
    }

    /** The worker runs the pool's own code. */
    public static void overhead() {
        show(State.OVERHEAD);
    }

    private static void show(State state) {
        ThreadContext c = ThreadContext.enterIfBegun();
        if (c != null) {
            c.markStale();
            c.setState(state, 0);
            c.leave();
        }
    }

    /** The worker begins to run a task. */
    public static void works() {
        ThreadContext c = ThreadContext.enterIfBegun();
        if (c != null) {
            c.setWorking();
            c.leave();
        }
    }
}
