package org.ompt4j.emitter;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.SyncRegionKind;

/**
 * Keeps track of the pools of one class, each from the creation of its first worker to its termination.
 *
 * <p>Thread safety: any thread; methods with a context are called on the thread that it belongs to, between enter and leave.
 *
 * @param <P> the class of the pools; the mapping of a JDK class adds the fields {@code ompt4j$pool} and {@code ompt4j$site} to it
 */
public abstract class Pools<P> {
    /*
     * Overview. The field that is added to the class changes from null to CLAIMED by compareAndSet, so that only one thread reports the pool, and
     * from CLAIMED to the pool after the report: no worker can join before. A worker that comes in between yields for these few microseconds. For a
     * pool that is not reported the field changes from null to MUTED for good. CLAIMED is a Claim with the pool's id. A thread that waits for a pool
     * before the pool is claimed makes a Claim that is not taken, which is later replaced by a taken one.
     *
     * `open` has the pools that must be ended when the runtime ends, above all the common pool, in the order of their begins. It keeps no pool of the
     * application alive. Pools that were garbage-collected without termination are moved to `collected`, and end when the next pool begins, or when
     * the runtime ends. They are searched for when `open` has twice as many entries as were left after the last search.
     */
    /** Stands for the length of a queue that is not known. */
    public static final long UNKNOWN_LENGTH = -1;

    private static final List<Pools<?>> KINDS = new ArrayList<>();

    private static final Object MUTED = new Object();
    private static final long TIMEOUT_NANOS = 1_000_000_000L;

    /** While fewer pools are open, collected ones are not searched for when a pool begins. */
    private static final int FEW = 64;

    private final Construct construct;
    private final boolean beside;
    private final long field;
    private final long site;
    private final boolean present;

    // under the lock of `open`
    private final Map<Pool, WeakReference<P>> open = new LinkedHashMap<>();
    private final List<Pool> collected = new ArrayList<>();
    private int manyOpen = FEW;

    /**
     * A pool and what is in its queues.
     *
     * @param queued number of tasks that no worker has taken; {@link #UNKNOWN_LENGTH} if it cannot be read without calling code or taking locks of
     *     the application
     */
    public record Queued(Pool pool, long queued) {}

    /**
     * The id under which a pool is reported.
     *
     * @param taken whether a thread is reporting the pool right now
     */
    private record Claim(long id, boolean taken) {}

    /** Replaces the two added fields if the class was loaded before they could be added. */
    private static final class Note {
        @SuppressWarnings("unused")
        private @Nullable Object pool;

        @SuppressWarnings("unused")
        private int site;
    }

    protected Pools(Construct construct, Class<P> type) {
        this(construct, type, FieldSubstitutes.areKeptFor(type));
    }

    /**
     * @param beside whether the class has no added fields, so that a side table replaces them
     */
    protected Pools(Construct construct, Class<P> type, boolean beside) {
        this.construct = construct;
        this.beside = beside;
        field = beside ? Memory.fieldOffset(Note.class, "pool") : Memory.fieldOffset(type, "ompt4j$pool");
        site = beside ? Memory.fieldOffset(Note.class, "site") : Memory.fieldOffset(type, "ompt4j$site");
        present = field != Memory.NO_FIELD && site != Memory.NO_FIELD;
        synchronized (KINDS) {
            KINDS.add(this);
        }
        Threads.beforeFinish(new Runnable() {
            @Override
            public void run() {
                endAll();
            }
        });
    }

    /** The name of the pool, after which its workers are named. */
    protected abstract String nameOf(P pool);

    /** How many workers it may have at most; 0 if there is no limit. */
    protected abstract int parallelismOf(P pool);

    /** Whether the pool must not be reported, because it runs virtual threads or its workers are virtual threads. */
    protected abstract boolean hasToDoWithVirtualThreads(P pool);

    /**
     * How many tasks are in the pool's queues; {@link #UNKNOWN_LENGTH} if this cannot be read without a lock, or without calling code of the
     * application.
     */
    protected abstract long queuedIn(P pool);

    /** The open pools of all classes, at most {@code most}, with the present lengths of their queues. */
    public static List<Queued> sampled(int most) {
        List<Queued> found = new ArrayList<>();
        List<Pools<?>> kinds;
        synchronized (KINDS) {
            kinds = List.copyOf(KINDS);
        }
        for (Pools<?> each : kinds) {
            each.sample(found, most);
        }
        return found;
    }

    private void sample(List<Queued> found, int most) {
        List<Pool> begun = new ArrayList<>();
        List<P> ofApplication = new ArrayList<>();
        synchronized (open) {
            dropCollected();
            for (Map.Entry<Pool, WeakReference<P>> each : open.entrySet()) {
                if (found.size() + begun.size() >= most) {
                    break;
                }
                P pool = each.getValue().get();
                if (pool != null) {
                    begun.add(each.getKey());
                    ofApplication.add(pool);
                }
            }
        }
        for (int i = 0; i < begun.size(); i++) {
            found.add(new Queued(begun.get(i), queuedIn(ofApplication.get(i))));
        }
    }

    /** How many pools are kept in order to report their ends. */
    final int kept() {
        synchronized (open) {
            return open.size() + collected.size();
        }
    }

    /** Called under the lock of {@code open}. */
    private void dropCollected() {
        for (Iterator<Map.Entry<Pool, WeakReference<P>>> i = open.entrySet().iterator(); i.hasNext(); ) {
            Map.Entry<Pool, WeakReference<P>> each = i.next();
            if (each.getValue().refersTo(null)) {
                i.remove();
                collected.add(each.getKey());
            }
        }
    }

    /** The object that has the pool's two fields. */
    private Object holder(P pool) {
        if (!beside) {
            return pool;
        }
        Object known = FieldSubstitutes.find(pool);
        return known != null ? known : FieldSubstitutes.findOrKeep(pool, new Note());
    }

    private @Nullable Object held(P pool) {
        return Memory.UNSAFE.getReferenceVolatile(holder(pool), field);
    }

    /** Whether pools of the class are observed. */
    public final boolean areObserved() {
        return present;
    }

    /** Whether nothing of the pool is reported. */
    public final boolean isMuted(P pool) {
        if (!present) {
            return false;
        }
        Object held = held(pool);
        if (held == null && hasToDoWithVirtualThreads(pool)) {
            Memory.UNSAFE.compareAndSetReference(holder(pool), field, null, MUTED);
            return true;
        }
        return held == MUTED;
    }

    /** A pool was made by the application. */
    public final void made(ThreadContext c, P pool) {
        if (present && !isMuted(pool)) {
            Memory.UNSAFE.putInt(holder(pool), site, CallSites.takeOrWalk(c, construct));
        }
    }

    /** Reports the pool, unless it was reported before. */
    public final void begin(ThreadContext c, P pool) {
        Claim claim = present && isUntold(held(pool)) && !isMuted(pool) ? claim(c, pool) : null;
        if (claim == null) {
            return;
        }
        Object outcome = MUTED;
        try {
            int codeptrRa = Memory.UNSAFE.getInt(holder(pool), site);
            Pool begun = Pool.begin(c, claim.id, construct, nameOf(pool), parallelismOf(pool), codeptrRa);
            synchronized (open) {
                open.put(begun, new WeakReference<>(pool));
            }
            outcome = begun;
        } finally {
            Memory.UNSAFE.putReferenceVolatile(holder(pool), field, outcome);
        }
        endCollected(c);
    }

    /** Ends pools that were garbage-collected without having been shut down. */
    private void endCollected(ThreadContext c) {
        List<Pool> ended;
        synchronized (open) {
            if (open.size() >= manyOpen) {
                dropCollected();
                manyOpen = Math.max(FEW, 2 * open.size());
            }
            if (collected.isEmpty()) {
                return;
            }
            ended = List.copyOf(collected);
            collected.clear();
        }
        for (Pool each : ended) {
            each.endCollected(c);
        }
    }

    /** The claim by which the current thread may report the pool; null if another thread does. */
    private @Nullable Claim claim(ThreadContext c, P pool) {
        Object before = held(pool);
        while (isUntold(before)) {
            Claim claim = new Claim(before instanceof Claim made ? made.id : c.newId(), true);
            if (Memory.UNSAFE.compareAndSetReference(holder(pool), field, before, claim)) {
                return claim;
            }
            before = held(pool);
        }
        return null;
    }

    private static boolean isUntold(@Nullable Object held) {
        return held == null || held instanceof Claim claim && !claim.taken;
    }

    private static boolean isBeingTold(@Nullable Object held) {
        return held instanceof Claim claim && claim.taken;
    }

    /** The id that the pool has, or will have when it is reported; 0 if it is never reported. */
    private long idOf(ThreadContext c, P pool) {
        if (!present || isMuted(pool)) {
            return 0;
        }
        Object held = held(pool);
        if (held == null) {
            Memory.UNSAFE.compareAndSetReference(holder(pool), field, null, new Claim(c.newId(), false));
            held = held(pool);
        }
        if (held instanceof Claim claim) {
            return claim.id;
        }
        return held instanceof Pool begun ? begun.id() : 0;
    }

    /** The pool, which is reported first if necessary; null if it is never reported. */
    public final @Nullable Pool of(ThreadContext c, P pool) {
        if (!present) {
            return null;
        }
        begin(c, pool);
        Object held = held(pool);
        if (isBeingTold(held)) {
            held = await(pool);
        }
        return held instanceof Pool begun ? begun : null;
    }

    private @Nullable Object await(P pool) {
        long deadline = System.nanoTime() + TIMEOUT_NANOS;
        Object held = held(pool);
        while (isBeingTold(held) && System.nanoTime() < deadline) {
            // The thread that reports the pool may have no processor.
            Thread.yield();
            held = held(pool);
        }
        if (isBeingTold(held)) {
            Failures.count("a worker began before its pool was reported");
        }
        return held;
    }

    /** The pool if it was reported; it may have ended. */
    public final @Nullable Pool ifBegun(P pool) {
        return present && held(pool) instanceof Pool begun ? begun : null;
    }

    /** The pool if it has begun and not ended. */
    public final @Nullable Pool open(P pool) {
        Pool begun = ifBegun(pool);
        return begun == null || begun.hasEnded() ? null : begun;
    }

    /** Reports that the pool is terminated, unless that was reported before. */
    public final void end(ThreadContext c, Pool pool) {
        synchronized (open) {
            open.remove(pool);
        }
        pool.end(c);
    }

    /** Ends every pool, since the runtime ends. Pools end before threads. */
    private void endAll() {
        ThreadContext c = Threads.currentIfBegun();
        List<Pool> left;
        synchronized (open) {
            left = new ArrayList<>(collected);
            left.addAll(open.keySet());
            collected.clear();
            open.clear();
            manyOpen = FEW;
        }
        if (c != null) {
            for (Pool each : left) {
                each.end(c);
            }
        }
    }

    // ---------------------------------------------------------------- waiting for a pool

    /**
     * The current task is about to wait until the pool is terminated or quiescent; it may run tasks of the pool meanwhile.
     *
     * @return whether this is a wait of its own, to be ended with {@link #endWait}: one method of the JDK that waits may call another one
     */
    public final boolean beginWait(ThreadContext c, P pool) {
        long id = idOf(c, pool);
        if (isWaitingFor(c, id)) {
            return false;
        }
        int callSite = CallSites.takeOrWalk(c, construct);
        SyncRegions.begin(c, construct, SyncRegionKind.BARRIER_IMPLEMENTATION, id, callSite);
        c.tasks().setSync(SyncRegions.pack(SyncRegionKind.BARRIER_IMPLEMENTATION, callSite), id);
        return true;
    }

    private static boolean isWaitingFor(ThreadContext c, long id) {
        long sync = c.tasks().sync();
        return sync != 0
                && SyncRegions.kindOf(sync) == SyncRegionKind.BARRIER_IMPLEMENTATION
                && c.tasks().syncWaitId() == id;
    }

    /** The current task goes on. */
    public final void endWait(ThreadContext c) {
        int callSite = SyncRegions.siteOf(c.tasks().sync());
        SyncRegions.endNow(
                c, construct, SyncRegionKind.BARRIER_IMPLEMENTATION, c.tasks().syncWaitId(), callSite);
        c.tasks().setSync(0, 0);
    }

    /** The current task parks, or has returned from park. Has an effect only if the task waits for a pool. */
    public final void park(ThreadContext c, boolean enters) {
        long sync = c.tasks().sync();
        if (sync == 0) {
            return;
        }
        SyncRegionKind kind = SyncRegions.kindOf(sync);
        if (enters) {
            SyncRegions.waitBegin(c, construct, kind, c.tasks().syncWaitId(), SyncRegions.siteOf(sync));
        } else {
            SyncRegions.waitEnd(c, construct, kind, c.tasks().syncWaitId(), SyncRegions.siteOf(sync));
        }
    }
}
