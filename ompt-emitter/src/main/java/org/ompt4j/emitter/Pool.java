package org.ompt4j.emitter;

import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.ScopeEndpoint;

/**
 * A thread pool, from its first worker to its termination. A pool is not a region: outside of the regions that use them, its workers are idle, or
 * free-agent threads that run tasks of regions of which they are not members.
 *
 * <p>Thread safety: any thread; methods that are about the current thread are called between enter and leave.
 */
public final class Pool {
    private static final String NAME_SUFFIX = "-thread";

    /** The slot in which a thread keeps the pool that it works for. */
    private static final int SLOT = ThreadContext.newSlot();

    /** The pools of virtual threads, which have a context only for some time. */
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
     * @param name the name of the pool, after which its workers are named
     * @param codeptrRa where the application made it, 0 if unknown
     */
    public static Pool begin(
            ThreadContext c, Construct construct, String name, int requestedParallelism, int codeptrRa) {
        return begin(c, c.newId(), construct, name, requestedParallelism, codeptrRa);
    }

    /** As {@link #begin(ThreadContext, Construct, String, int, int)}, with an id that was given before. */
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

    /** The construct that the pool belongs to. */
    public Construct construct() {
        return construct;
    }

    /** The name of the pool, after which its workers are named. */
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

    /** Whether the end of the pool was reported, or is about to be. */
    public boolean hasEnded() {
        return ended != 0;
    }

    /** Reports on the current thread that the pool is terminated. Only the first call has an effect. */
    public void end(ThreadContext c) {
        if (Memory.UNSAFE.compareAndSetInt(this, ENDED, 0, 1)) {
            // The thread can be a worker between two tasks: it has no more work in the regions of which it is a member.
            Memberships.leaveForeignMemberships(c, null, c.clock().lastNow());
            tell(c, ScopeEndpoint.END);
        }
    }

    /** Reports the end of a pool that was garbage-collected, on an unrelated thread. No effect if the end was reported before. */
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

    /** Whether events show when the thread has no work: it is a worker, which is in no task then. */
    public static boolean tellsIdleness(ThreadContext c) {
        return c.slot(SLOT) != null;
    }

    /** The thread ceases to work for its pool, if it has one. What it has left open there is closed first. */
    public static void leave(ThreadContext c) {
        if (hasJoined(c)) {
            if (!c.isVirtual()) {
                OpenFrames.closeAll(c);
            }
            leaveOpen(c);
        }
    }

    /** As {@link #leave}, for a thread that has worked for the pool inside a task that goes on. */
    public static void leaveOpen(ThreadContext c) {
        Pool left = of(c);
        if (left != null) {
            keep(c, null);
            Events.poolWorker(c, c.clock().now(), left.construct, ScopeEndpoint.END, left.id);
        }
    }

    /**
     * Derives the name of a pool from that of its first worker: {@code pool-1} for {@code pool-1-thread-2}, {@code http-exec} for {@code
     * http-exec-2}. A name that is only a number does not change.
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
