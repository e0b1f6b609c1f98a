package org.ompt4j.emitter.executor;

import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.ompt4j.emitter.AttachEpoch;
import org.ompt4j.emitter.JvmThreads;
import org.ompt4j.emitter.ThreadContext;
import org.ompt4j.emitter.Threads;

/**
 * Workers of thread pools that were in {@code runWorker} when the agent was attached. This call still runs the old code, so its hooks around a task
 * are missing. The task of such a worker begins when {@code getTask} returns it, and ends when the worker asks for the next task, or ends because the
 * task threw.
 *
 * <p>Thread safety: each method is about the current thread.
 */
final class EarlierWorkers {
    /*
     * Overview. A thread's slot is empty as long as the kind of the thread is not known; then it holds EXCLUDED, or the task that the worker got
     * last. The context of a virtual thread can belong to another thread between two tasks. So every task that a virtual worker gets begins then, and
     * a rewritten runWorker finds that the task has begun.
     */
    private static final int SLOT = ThreadContext.newSlot();

    /** Marks a worker whose {@code runWorker} reports its tasks itself. */
    private static final Object EXCLUDED = new Object();

    /** The task that a worker got last. */
    private static final class Handed {
        private @Nullable Runnable task;
        private long id;
    }

    private EarlierWorkers() {}

    /** Whether a thread was made to work for a pool. */
    private static final class Made implements Predicate<Thread> {
        private static final String WORKER = "java.util.concurrent.ThreadPoolExecutor$Worker";

        @Override
        public boolean test(Thread thread) {
            Object code = JvmThreads.target(thread);
            return code != null && code.getClass().getName().equals(WORKER);
        }
    }

    /** The agent was attached to a running program. */
    static void attached() {
        Threads.recogniseEarlierWorkers(new Made());
    }

    /** Notes that the thread's {@code runWorker} reports its tasks itself. */
    static void exclude(ThreadContext c) {
        if (AttachEpoch.isAttached() && !c.isVirtual()) {
            c.setSlot(SLOT, EXCLUDED);
        }
    }

    static boolean isExcluded(ThreadContext c) {
        return c.slot(SLOT) == EXCLUDED;
    }

    /** The thread was handed a task, which has begun. */
    static void note(ThreadContext c, Runnable task, long id) {
        Object known = c.slot(SLOT);
        Handed handed = known instanceof Handed before ? before : new Handed();
        handed.task = task;
        handed.id = id;
        c.setSlot(SLOT, handed);
    }

    /** Takes the id of the task that the thread got last, which is over; 0 if there is none. */
    static long takeId(ThreadContext c) {
        if (!(c.slot(SLOT) instanceof Handed handed)) {
            return 0;
        }
        long id = handed.id;
        handed.task = null;
        handed.id = 0;
        return id;
    }

    /**
     * Takes the id of the task that is about to run, if it began when the worker got it; else 0. Its {@code runWorker} was rewritten in an earlier
     * epoch, and reports all further tasks itself.
     */
    static long takeId(ThreadContext c, Runnable task) {
        if (!(c.slot(SLOT) instanceof Handed handed) || handed.task != task) {
            return 0;
        }
        c.setSlot(SLOT, c.isVirtual() ? null : EXCLUDED);
        return handed.id;
    }
}
