package org.ompt4j.emitter.executor;

import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.ompt4j.emitter.AttachEpoch;
import org.ompt4j.emitter.JvmThreads;
import org.ompt4j.emitter.ThreadContext;
import org.ompt4j.emitter.Threads;

/**
 * Workers of thread pools that were in the middle of {@code runWorker} when the agent was attached: what that method does around a task is not
 * seen, since the call that runs is of the code from before. Such a worker's task begins as {@code getTask} returns it, and ends when the worker asks
 * for the next one, or ends itself because the task threw.
 *
 * <p>Thread safety: each method is about the current thread.
 */
final class EarlierWorkers {
    /*
     * Overview. A thread's slot holds nothing before it is known of which kind it is, then EXCLUDED or what it was handed last. A virtual thread's context can be
     * another one's between two tasks: each task that such a worker is handed begins then, and the runWorker that tells of it itself finds that it has.
     */
    private static final int SLOT = ThreadContext.newSlot();

    /** Of a worker whose {@code runWorker} tells of its tasks itself. */
    private static final Object EXCLUDED = new Object();

    /** What a worker was handed last. */
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

    /** The agent has come to a program that runs. */
    static void attached() {
        Threads.recogniseEarlierWorkers(new Made());
    }

    /** The thread's {@code runWorker} tells of its tasks itself. */
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

    /** The id of the task that the thread was handed, which is over; 0 if there is none. */
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
     * The id of the task that is about to run, if it has begun as it was handed over: 0 if not. Its {@code runWorker} is of an earlier round of the agent,
     * and tells of all further tasks itself.
     */
    static long takeId(ThreadContext c, Runnable task) {
        if (!(c.slot(SLOT) instanceof Handed handed) || handed.task != task) {
            return 0;
        }
        c.setSlot(SLOT, c.isVirtual() ? null : EXCLUDED);
        return handed.id;
    }
}
