package org.ompt4j.emitter;

import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.Construct;

/**
 * A parallel region, a pool region, or the implicit parallel region around an initial task.
 *
 * <p>Thread safety: any thread; see the overview.
 */
public final class Region {
    /*
     * Overview. The encountering thread makes a region, hands it to workers inside tasks, and closes it; workers ask whether it
     * is closed after they read their clock. Closing has two steps so that no event lies after the region's end and the number of
     * members is final: first `nextIndex` becomes the complement of that number, then the end time is settled by the first thread that
     * needs it, with a clock reading taken after the complement was seen. A worker that read its clock and then got an index, or found
     * the region open, read it before the end time; one that found it closed uses the end time. Both fields are volatile: the order of
     * store and clock reading is the whole point.
     */
    enum Kind {
        /** The implicit region of an initial task: no parallel_begin. */
        INITIAL,
        /** A pool from its first worker to its termination. */
        POOL,
        /** A stream, invoke or user-defined region with members. */
        TEAM
    }

    /** No index: the region has ended. */
    static final int ENDED = -1;

    private static final long NEXT_INDEX = Memory.fieldOffset(Region.class, "nextIndex");
    private static final long JOINED = Memory.fieldOffset(Region.class, "joined");
    private static final long END_TIME = Memory.fieldOffset(Region.class, "endTimeNanos");

    final int epoch = AttachEpoch.current();
    final long id;
    final Kind kind;
    final Construct construct;
    final @Nullable Region parent;
    final long parentTaskId;
    final int requestedParallelism;
    final int flags;
    final int codeptrRa;

    private volatile long endTimeNanos;
    /** Index of the next member; once the region is closed, the complement of how many there have been. */
    private volatile int nextIndex;

    private volatile @Nullable Joined joined;

    Region(
            long id,
            Kind kind,
            Construct construct,
            @Nullable Region parent,
            long parentTaskId,
            int requestedParallelism,
            int flags,
            int codeptrRa) {
        this.id = id;
        this.kind = kind;
        this.construct = construct;
        this.parent = parent;
        this.parentTaskId = parentTaskId;
        this.requestedParallelism = requestedParallelism;
        this.flags = flags;
        this.codeptrRa = codeptrRa;
    }

    /** Unique over the run, never 0. */
    public long id() {
        return id;
    }

    /** The call site that opened the region, 0 if unknown. */
    public int codeptrRa() {
        return codeptrRa;
    }

    /** Whether the region is a team that workers join. */
    public boolean isTeam() {
        return kind == Kind.TEAM;
    }

    /** Whether the region has ended, or is about to. */
    public boolean isClosing() {
        return nextIndex < 0;
    }

    /** Index of the next member in order of joining, from 0; or {@link #ENDED}. */
    int takeIndex() {
        int next;
        do {
            next = nextIndex;
            if (next < 0) {
                return ENDED;
            }
        } while (!Memory.UNSAFE.compareAndSetInt(this, NEXT_INDEX, next, next + 1));
        return next;
    }

    /** How many threads have become members; final once the region is closed. */
    int members() {
        int next = nextIndex;
        return next < 0 ? ~next : next;
    }

    /** The index of a worker: a new one in order of joining, or the one it had if it was a member before; or {@link #ENDED}. */
    int indexOf(long threadId) {
        for (Joined each = joined; each != null; each = each.before) {
            if (each.threadId == threadId) {
                return isClosing() ? ENDED : each.index;
            }
        }
        int index = takeIndex();
        if (index == ENDED) {
            return ENDED;
        }
        Joined before;
        do {
            before = joined;
        } while (!Memory.UNSAFE.compareAndSetReference(this, JOINED, before, new Joined(threadId, index, before)));
        return index;
    }

    /** The members, last first: a worker that comes back finds its index here. */
    private record Joined(
            long threadId, int index, @Nullable Joined before) {}

    /** Threads that were offered to the region, or have joined it if that is more. */
    int teamSize() {
        return Math.max(requestedParallelism, members());
    }

    /** Ends the region; returns the end time, settled now. Only the first call has an effect. */
    long close() {
        closeFirst();
        return endTime();
    }

    /** Ends the region; false if another thread has ended it. */
    boolean closeFirst() {
        int next;
        do {
            next = nextIndex;
            if (next < 0) {
                return false;
            }
        } while (!Memory.UNSAFE.compareAndSetInt(this, NEXT_INDEX, next, ~next));
        return true;
    }

    /** The time the region ended; settles it if that is still open. Only after {@link #isClosing} said so. */
    long endTime() {
        long settled = endTimeNanos;
        if (settled == 0) {
            Memory.UNSAFE.compareAndSetLong(this, END_TIME, 0, System.nanoTime() | 1);
            settled = endTimeNanos;
        }
        return settled;
    }

    /** Whether this region was opened inside {@code outer}, at any depth. */
    boolean isNestedIn(Region outer) {
        for (Region each = parent; each != null; each = each.parent) {
            if (each == outer) {
                return true;
            }
        }
        return false;
    }

    @Override
    public String toString() {
        return kind + " region " + id + ", " + members() + " members";
    }
}
