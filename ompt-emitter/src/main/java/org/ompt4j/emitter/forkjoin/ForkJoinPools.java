package org.ompt4j.emitter.forkjoin;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinWorkerThread;
import org.jspecify.annotations.Nullable;
import org.ompt4j.emitter.AttachEpoch;
import org.ompt4j.emitter.CallSites;
import org.ompt4j.emitter.Failures;
import org.ompt4j.emitter.FieldSubstitutes;
import org.ompt4j.emitter.InitialTasks;
import org.ompt4j.emitter.Memory;
import org.ompt4j.emitter.Pool;
import org.ompt4j.emitter.ThreadContext;
import org.ompt4j.emitter.Threads;
import org.ompt4j.ompt.Construct;

/** What is known of each fork/join pool, from the making of its first worker to its termination. */
final class ForkJoinPools {
    /*
     * Overview. The field added to ForkJoinPool goes from null to CLAIMED by compareAndSet, so that one thread tells of the pool, and from
     * CLAIMED to the pool once that is told: nobody can join before that. A worker that comes in between spins for those few microseconds. A
     * pool that schedules virtual threads goes from null to MUTED for good.
     *
     * `OPEN` lists the pools that must be ended when the runtime ends, the common one above all.
     */
    private static final Construct K = Construct.FORK_JOIN_POOL;
    private static final boolean BESIDE = FieldSubstitutes.areKeptFor(ForkJoinPool.class);
    private static final long FIELD =
            BESIDE ? Memory.fieldOffset(Note.class, "pool") : Memory.fieldOffset(ForkJoinPool.class, "ompt4j$pool");
    private static final long SITE =
            BESIDE ? Memory.fieldOffset(Note.class, "site") : Memory.fieldOffset(ForkJoinPool.class, "ompt4j$site");
    private static final long NAME_PREFIX = Memory.fieldOffset(ForkJoinPool.class, "workerNamePrefix");
    private static final boolean PRESENT = FIELD >= 0 && SITE >= 0;
    private static final Object CLAIMED = new Object();
    private static final Object MUTED = new Object();
    private static final String SCHEDULER_FACTORY = "java.lang.VirtualThread";
    private static final String NAME_SUFFIX = "-worker-";
    private static final long PATIENCE_NANOS = 100_000_000L;
    private static final List<Pool> OPEN = new ArrayList<>();

    static {
        Threads.beforeFinish(new Runnable() {
            @Override
            public void run() {
                endAll();
            }
        });
        InitialTasks.findPoolsWith(new InitialTasks.PoolLookup() {
            @Override
            public void join(ThreadContext c) {
                enterLate(c);
            }
        });
    }

    /** The two fields, where the class was loaded before it could be given them. */
    private static final class Note {
        @SuppressWarnings("unused")
        private @Nullable Object pool;

        @SuppressWarnings("unused")
        private int site;
    }

    private ForkJoinPools() {}

    /** The object that has the pool's two fields. */
    private static Object holder(ForkJoinPool pool) {
        if (!BESIDE) {
            return pool;
        }
        Object known = FieldSubstitutes.find(pool);
        return known != null ? known : FieldSubstitutes.findOrKeep(pool, new Note());
    }

    private static @Nullable Object held(ForkJoinPool pool) {
        return Memory.UNSAFE.getReferenceVolatile(holder(pool), FIELD);
    }

    /** Makes the class ready, so that workers find their way to it. */
    static void load() {
        // By being called.
    }

    /** A worker that was there before the agent does something for the first time: it works for its pool from now on. */
    private static void enterLate(ThreadContext c) {
        if (AttachEpoch.isAttached()
                && c.thread() instanceof ForkJoinWorkerThread worker
                && PRESENT
                && held(worker.getPool()) instanceof Pool pool) {
            pool.join(c);
        }
    }

    /** Whether nothing of the pool is reported: it schedules virtual threads. */
    static boolean isMuted(ForkJoinPool pool) {
        if (!PRESENT) {
            return false;
        }
        Object held = held(pool);
        if (held == null && pool.getFactory().getClass().getName().startsWith(SCHEDULER_FACTORY)) {
            Memory.UNSAFE.compareAndSetReference(holder(pool), FIELD, null, MUTED);
            return true;
        }
        return held == MUTED;
    }

    /** A pool was made by the application. */
    static void made(ThreadContext c, ForkJoinPool pool) {
        if (PRESENT && !isMuted(pool)) {
            Memory.UNSAFE.putInt(holder(pool), SITE, CallSites.takeOrWalk(c, K));
        }
    }

    /** Tells of the pool unless that was done. */
    static void begin(ThreadContext c, ForkJoinPool pool) {
        if (!PRESENT || held(pool) != null || isMuted(pool)) {
            return;
        }
        if (!Memory.UNSAFE.compareAndSetReference(holder(pool), FIELD, null, CLAIMED)) {
            return;
        }
        Object outcome = MUTED;
        try {
            int site = Memory.UNSAFE.getInt(holder(pool), SITE);
            Pool begun = Pool.begin(c, K, nameOf(pool), pool.getParallelism(), site);
            synchronized (OPEN) {
                OPEN.add(begun);
            }
            outcome = begun;
        } finally {
            Memory.UNSAFE.putReferenceVolatile(holder(pool), FIELD, outcome);
        }
    }

    /** What the JDK names the pool's workers after; they have other names if a factory of the application's gives them some. */
    private static String nameOf(ForkJoinPool pool) {
        Object prefix = NAME_PREFIX < 0 ? null : Memory.UNSAFE.getReference(pool, NAME_PREFIX);
        if (!(prefix instanceof String text)) {
            return "ForkJoinPool.commonPool";
        }
        return text.endsWith(NAME_SUFFIX) ? text.substring(0, text.length() - NAME_SUFFIX.length()) : text;
    }

    /** The pool, told of by now; null if it is not reported. */
    static @Nullable Pool of(ThreadContext c, ForkJoinPool pool) {
        if (!PRESENT) {
            return null;
        }
        begin(c, pool);
        Object held = held(pool);
        if (held == CLAIMED) {
            held = await(pool);
        }
        return held instanceof Pool begun ? begun : null;
    }

    private static @Nullable Object await(ForkJoinPool pool) {
        long patience = System.nanoTime() + PATIENCE_NANOS;
        Object held = held(pool);
        while (held == CLAIMED && System.nanoTime() < patience) {
            Thread.onSpinWait();
            held = held(pool);
        }
        if (held == CLAIMED) {
            Failures.count("a worker began before its pool was reported");
        }
        return held;
    }

    /** The pool if it has begun and not ended. */
    static @Nullable Pool open(ForkJoinPool pool) {
        return PRESENT && held(pool) instanceof Pool begun && !begun.hasEnded() ? begun : null;
    }

    /** The pool's id, also after its end; 0 if it has none. */
    static long idOf(ForkJoinPool pool) {
        return PRESENT && held(pool) instanceof Pool begun ? begun.id() : 0;
    }

    static void end(ThreadContext c, Pool pool) {
        synchronized (OPEN) {
            OPEN.remove(pool);
        }
        pool.end(c);
    }

    /** The runtime ends: every pool does so before the threads. */
    private static void endAll() {
        ThreadContext c = Threads.currentIfBegun();
        List<Pool> left;
        synchronized (OPEN) {
            left = new ArrayList<>(OPEN);
            OPEN.clear();
        }
        if (c != null) {
            for (Pool each : left) {
                each.end(c);
            }
        }
    }
}
