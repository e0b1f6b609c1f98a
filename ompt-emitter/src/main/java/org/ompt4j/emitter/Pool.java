package org.ompt4j.emitter;

import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.ScopeEndpoint;

/**
 * A pool of threads, from its first worker to its termination. It is no region: outside of the regions that use them, its workers are idle, or
 * free-agent threads that run tasks of regions they are no members of.
 *
 * <p>Thread safety: any thread; what is about the current thread between enter and leave.
 */
public final class Pool {
    private static final String NAME_SUFFIX = "-thread";

    /** Where a thread keeps the pool that it works for. */
    private static final int SLOT = ThreadContext.newSlot();

    /** The pools of virtual threads, whose contexts do not last. */
    private static final WeakSideTable<Pool> OF_VIRTUAL_THREADS = new WeakSideTable<>();

    private static final long ENDED = Memory.fieldOffset(Pool.class, "ended");

    private final long id;
    private final Construct construct;
    private final String name;
    private final int requestedParallelism;
    private final int codeptrRa;

    private volatile int ended;

    private Pool(long id, Construct construct, String name, int requestedParallelism, int codeptrRa) {
        this.id = id;
        this.construct = construct;
        this.name = name;
        this.requestedParallelism = requestedParallelism;
        this.codeptrRa = codeptrRa;
    }

    /**
     * A pool is about to make its first worker.
     *
     * @param name what its workers are named after
     * @param codeptrRa where the application made it, 0 if unknown
     */
    public static Pool begin(
            ThreadContext c, Construct construct, String name, int requestedParallelism, int codeptrRa) {
        return begin(c, c.newId(), construct, name, requestedParallelism, codeptrRa);
    }

    /** As {@link #begin(ThreadContext, Construct, String, int, int)}, under an id that it was given before. */
    static Pool begin(
            ThreadContext c, long id, Construct construct, String name, int requestedParallelism, int codeptrRa) {
        Pool pool = new Pool(id, construct, name, requestedParallelism, codeptrRa);
        pool.tell(c, ScopeEndpoint.BEGIN);
        return pool;
    }

    private void tell(ThreadContext c, ScopeEndpoint endpoint) {
        Events.pool(c, c.clock().now(), construct, endpoint, name, id, requestedParallelism, codeptrRa);
    }

    /** Unique over the run, never 0. */
    public long id() {
        return id;
    }

    /** The class of pools that it is one of. */
    public Construct construct() {
        return construct;
    }

    /** What its workers are named after. */
    public String name() {
        return name;
    }

    /** How many workers it may have at most; 0 if there is no limit, or none is known. */
    public int requestedParallelism() {
        return requestedParallelism;
    }

    /** Where the application made it, 0 if unknown. */
    public int codeptrRa() {
        return codeptrRa;
    }

    /** The pool that a platform thread works for, or worked for a moment ago; null if there is none. Any thread may ask. */
    public static @Nullable Pool sampledOf(ThreadContext c) {
        return c.slot(SLOT) instanceof Pool pool ? pool : null;
    }

    /** Whether its end was told, or is about to be. */
    public boolean hasEnded() {
        return ended != 0;
    }

    /** Tells on the current thread, which found the pool terminated, that it is; only the first call has an effect. */
    public void end(ThreadContext c) {
        if (Memory.UNSAFE.compareAndSetInt(this, ENDED, 0, 1)) {
            // The thread can be a worker between two tasks: it has no more to do in the regions that it is a member of.
            Memberships.leaveForeignMemberships(c, null, c.clock().lastNow());
            tell(c, ScopeEndpoint.END);
        }
    }

    /** Tells that it was collected, on a thread that has nothing to do with it; no effect after another end. */
    void endCollected(ThreadContext c) {
        if (Memory.UNSAFE.compareAndSetInt(this, ENDED, 0, 1)) {
            tell(c, ScopeEndpoint.END);
        }
    }

    /** The current thread begins to work for the pool, unless it does already, or the pool has ended. */
    public void join(ThreadContext c) {
        if (of(c) == null && !hasEnded()) {
            keep(c, this);
            Events.poolWorker(c, c.clock().now(), construct, ScopeEndpoint.BEGIN, id);
        }
    }

    private static @Nullable Pool of(ThreadContext c) {
        return c.isVirtual() ? OF_VIRTUAL_THREADS.find(c.thread()) : sampledOf(c);
    }

    private static void keep(ThreadContext c, @Nullable Pool pool) {
        if (c.isVirtual()) {
            OF_VIRTUAL_THREADS.put(c.thread(), pool);
        } else {
            c.setSlot(SLOT, pool);
        }
    }

    /** Whether the thread works for a pool that is reported. */
    public static boolean hasJoined(ThreadContext c) {
        return of(c) != null;
    }

    /** Whether events tell of the thread whether it has work: it is a worker that is in no task while it has none. */
    public static boolean tellsIdleness(ThreadContext c) {
        return c.slot(SLOT) != null;
    }

    /** The thread ceases to work for its pool, if it has one: what it has left open in there ends first. */
    public static void leave(ThreadContext c) {
        if (hasJoined(c)) {
            if (!c.isVirtual()) {
                OpenFrames.closeAll(c);
            }
            leaveOpen(c);
        }
    }

    /** As {@link #leave} for a thread that has worked for the pool inside of a task, which goes on. */
    public static void leaveOpen(ThreadContext c) {
        Pool left = of(c);
        if (left != null) {
            keep(c, null);
            Events.poolWorker(c, c.clock().now(), left.construct, ScopeEndpoint.END, left.id);
        }
    }

    /**
     * The name of a pool whose first worker has this name: {@code pool-1} for {@code pool-1-thread-2}, {@code http-exec} for {@code http-exec-2}; a
     * name that is but a number stays.
     */
    public static String nameAfter(String worker) {
        int end = worker.length();
        while (end > 0 && worker.charAt(end - 1) >= '0' && worker.charAt(end - 1) <= '9') {
            end--;
        }
        if (end < worker.length()) {
            while (end > 0 && "-_#. ".indexOf(worker.charAt(end - 1)) >= 0) {
                end--;
            }
        }
        String prefix = end == 0 ? worker : worker.substring(0, end);
        boolean isDefault = prefix.endsWith(NAME_SUFFIX) && prefix.length() > NAME_SUFFIX.length();
        return isDefault ? prefix.substring(0, prefix.length() - NAME_SUFFIX.length()) : prefix;
    }

    @Override
    public String toString() {
        return "pool " + name + " (" + id + ")";
    }
}
