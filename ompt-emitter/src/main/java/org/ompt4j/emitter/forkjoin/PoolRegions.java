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
import org.ompt4j.emitter.FrameAnchor;
import org.ompt4j.emitter.InitialTasks;
import org.ompt4j.emitter.Memory;
import org.ompt4j.emitter.Region;
import org.ompt4j.emitter.Regions;
import org.ompt4j.emitter.ThreadContext;
import org.ompt4j.emitter.Threads;
import org.ompt4j.ompt.Construct;

/** The region of each pool, from the making of its first worker to its termination. */
final class PoolRegions {
    /*
     * Overview. The field added to ForkJoinPool goes from null to CLAIMED by compareAndSet, so that one thread begins the
     * region, and from CLAIMED to the region once parallel_begin is reported: nobody can join before that. A worker that comes
     * in between spins for those few microseconds. A pool that schedules virtual threads goes from null to MUTED for good.
     *
     * `OPEN` lists the regions that must be closed when the runtime ends, the common pool's above all.
     */
    private static final Construct K = Construct.FORK_JOIN_POOL;
    private static final boolean BESIDE = FieldSubstitutes.areKeptFor(ForkJoinPool.class);
    private static final long FIELD =
            BESIDE ? Memory.fieldOffset(Note.class, "region") : Memory.fieldOffset(ForkJoinPool.class, "ompt4j$region");
    private static final long SITE =
            BESIDE ? Memory.fieldOffset(Note.class, "site") : Memory.fieldOffset(ForkJoinPool.class, "ompt4j$site");
    private static final boolean PRESENT = FIELD >= 0 && SITE >= 0;
    private static final Object CLAIMED = new Object();
    private static final Object MUTED = new Object();
    private static final String SCHEDULER_FACTORY = "java.lang.VirtualThread";
    private static final long PATIENCE_NANOS = 100_000_000L;
    private static final List<Region> OPEN = new ArrayList<>();

    static {
        FrameAnchor.ofWorkers(K, FrameAnchor.innermost("java.util.concurrent.ForkJoinPool.runWorker"));
        Threads.beforeFinish(new Runnable() {
            @Override
            public void run() {
                endAll();
            }
        });
        InitialTasks.findPoolRegionsWith(new InitialTasks.PoolRegionLookup() {
            @Override
            public boolean join(ThreadContext c) {
                return enterLate(c);
            }
        });
    }

    /** The two fields, where the class was loaded before it could be given them. */
    private static final class Note {
        @SuppressWarnings("unused")
        private @Nullable Object region;

        @SuppressWarnings("unused")
        private int site;
    }

    private PoolRegions() {}

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

    /** A worker that was there before the agent does something for the first time: it belongs to its pool from now on. */
    private static boolean enterLate(ThreadContext c) {
        if (!AttachEpoch.isAttached() || !(c.thread() instanceof ForkJoinWorkerThread worker)) {
            return false;
        }
        if (PRESENT && held(worker.getPool()) instanceof Region region) {
            Regions.joinPool(c, region);
            return !c.tasks().isEmpty();
        }
        return false;
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

    /** Begins the pool's region unless that was done. */
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
            Region region = Regions.beginPool(c, K, pool.getParallelism(), site, 0);
            synchronized (OPEN) {
                OPEN.add(region);
            }
            outcome = region;
        } finally {
            Memory.UNSAFE.putReferenceVolatile(holder(pool), FIELD, outcome);
        }
    }

    /**
     * The pool's region, begun by now; null if it has none. A worker that was being made when the agent was attached does not begin it:
     * whoever begins a region and joins it first is the thread that opened it.
     */
    static @Nullable Region of(ThreadContext c, ForkJoinPool pool) {
        if (!PRESENT) {
            return null;
        }
        if (!AttachEpoch.isAttached()) {
            begin(c, pool);
        }
        Object held = held(pool);
        if (held == CLAIMED) {
            held = await(pool);
        }
        return held instanceof Region region ? region : null;
    }

    private static @Nullable Object await(ForkJoinPool pool) {
        long patience = System.nanoTime() + PATIENCE_NANOS;
        Object held = held(pool);
        while (held == CLAIMED && System.nanoTime() < patience) {
            Thread.onSpinWait();
            held = held(pool);
        }
        if (held == CLAIMED) {
            Failures.count("a worker began before its pool's region was reported");
        }
        return held;
    }

    /** The pool's region if it is open. */
    static @Nullable Region open(ForkJoinPool pool) {
        return PRESENT && held(pool) instanceof Region region && !region.isClosing() ? region : null;
    }

    /** The id of the pool's region, also after its end; 0 if it has none. */
    static long idOf(ForkJoinPool pool) {
        return PRESENT && held(pool) instanceof Region region ? region.id() : 0;
    }

    static void end(ThreadContext c, Region region) {
        synchronized (OPEN) {
            OPEN.remove(region);
        }
        Regions.endPool(c, region, region.codeptrRa());
    }

    /** The runtime ends: every pool's region does so before the threads. */
    private static void endAll() {
        ThreadContext c = Threads.currentIfBegun();
        List<Region> left;
        synchronized (OPEN) {
            left = new ArrayList<>(OPEN);
            OPEN.clear();
        }
        if (c != null) {
            for (Region each : left) {
                Regions.endPool(c, each, each.codeptrRa());
            }
        }
    }
}
