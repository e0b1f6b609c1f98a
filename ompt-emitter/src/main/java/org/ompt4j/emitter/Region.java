package org.ompt4j.emitter;

import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.Construct;

/**
 * A parallel region, or the implicit parallel region around an initial task.
 *
 * <p>Thread safety: any thread; see the overview.
 */
public final class Region {
    /*
     * Overview. The encountering thread makes a region, passes it to workers with the tasks, and closes it. Workers ask whether it is closed after
     * they have read their clock. Closing has two steps, so that no event is later than the region's end and the number of members is final. First
     * `nextIndex` becomes the complement of that number. Then the first thread that needs the end time sets it to a clock reading that it took after
     * it saw the complement. If a worker read its clock and then got an index, or found the region open, its reading is before the end time; if it
     * found the region closed, it uses the end time. Both fields are volatile, because the order of the store and the clock reading matters.
     *
     * After the callback for the end of a region, no callback may report the begin of anything inside the region. So a worker announces that it is
     * about to report something before it asks whether the region is open. The encountering thread closes the region and then, if tools have
     * callbacks, waits until no worker is about to report. This takes no longer than one callback of a tool. Other receivers order events by their
     * times.
     *
     * If the JDK waits for the tasks of a region, the region is done before its last tasks have returned from the JDK's code. The reported end time
     * of these tasks is that of the region. If tools have a callback for the ends of tasks, the encountering thread waits for these ends before it
     * closes the region. If nobody waits for the tasks, or the region was left by an exception or a cancellation, the tasks end at their own times.
     */
    enum Kind {
        /** The implicit region of an initial task: no parallel_begin. */
        INITIAL,
        /** A stream, invoke or user-defined region with members. */
        TEAM
    }

    /** No index: the region has ended. */
    static final int ENDED = -1;

    /** No index: the thread has been a member before, and cannot become one again. */
    static final int RETURNED = -2;

    /** How long a thread that ends a region waits for other threads. Only a callback that hangs takes so long. */
    private static final long TIMEOUT_NANOS = 1_000_000_000;

    /** How often it checks before it yields the processor. */
    private static final int SPINS = 200;

    /** How many sections a region keeps for reuse; higher numbers are rare. */
    private static final int KEPT_SECTIONS = 64;

    private static final long NEXT_INDEX = Memory.fieldOffset(Region.class, "nextIndex");
    private static final long JOINED = Memory.fieldOffset(Region.class, "joined");
    private static final long TELLING = Memory.fieldOffset(Region.class, "telling");
    private static final long RUNNING = Memory.fieldOffset(Region.class, "running");
    private static final long END_TOLD = Memory.fieldOffset(Region.class, "endTold");
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
    /** Index of the next member; after the close the complement of the number of members. */
    private volatile int nextIndex;

    private volatile @Nullable Joined joined;

    /** The elements that the encountering thread is distributing, if the begin of their parts can be found. */
    private @Nullable LoopRange loopRange;

    /** Sections by their numbers. If a race between threads loses an entry, it is made again. */
    private @Nullable Section @Nullable [] sections;

    /** Whether the region's end may have been reported. */
    private boolean endTold;

    /** How many threads are about to report something that begins in the region. */
    private volatile int telling;

    /** How many running tasks the region waits for, see {@link #beginTask}. */
    private volatile int running;

    /** Whether the region does not wait for all of its tasks, which can then end after it. */
    private volatile boolean mayBeOutlived;

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
        boolean isAwaited = kind == Kind.TEAM && construct.has(Construct.Trait.JOINED_BY_THE_JDK);
        if (!isAwaited) {
            // A volatile store waits for all earlier stores, so it is avoided if the value does not change.
            mayBeOutlived = true;
        }
    }

    /** Unique over the run, never 0. */
    public long id() {
        return id;
    }

    /** What opened the region. */
    public Construct construct() {
        return construct;
    }

    /** The call site that opened the region, 0 if unknown. */
    public int codeptrRa() {
        return codeptrRa;
    }

    /** Sets the elements that the encountering thread distributes from now on; null if the begin of their parts cannot be found. */
    void setLoopRange(@Nullable LoopRange range) {
        loopRange = range;
    }

    @Nullable
    LoopRange loopRange() {
        return loopRange;
    }

    /** The section of this number. */
    Section section(int number) {
        if (number >= KEPT_SECTIONS) {
            return new Section(this, number);
        }
        @Nullable Section[] kept = sections;
        if (kept == null) {
            kept = new Section[KEPT_SECTIONS];
            sections = kept;
        }
        Section known = kept[number];
        if (known == null) {
            known = new Section(this, number);
            kept[number] = known;
        }
        return known;
    }

    /** Whether the region is a team that workers join. */
    public boolean isTeam() {
        return kind == Kind.TEAM;
    }

    /** Whether the region has ended, or is about to. */
    public boolean isClosing() {
        return nextIndex < 0;
    }

    /** Takes the index of the first member, before any other thread knows the region; needs no atomic operation. */
    int takeFirstIndex() {
        Memory.UNSAFE.putInt(this, NEXT_INDEX, 1);
        return 0;
    }

    /** Takes the index of the next member, in order of joining, from 0; or {@link #ENDED}. */
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

    /** The index of a worker that becomes a member, in order of joining; or {@link #RETURNED}, or {@link #ENDED}. */
    int join(long threadId) {
        for (Joined each = joined; each != null; each = each.before) {
            if (each.threadId == threadId) {
                return isClosing() ? ENDED : RETURNED;
            }
        }
        int index = takeIndex();
        if (index == ENDED) {
            return ENDED;
        }
        Joined before;
        do {
            before = joined;
        } while (!Memory.UNSAFE.compareAndSetReference(this, JOINED, before, new Joined(threadId, before)));
        return index;
    }

    /** The workers that have become members, last first. */
    private record Joined(long threadId, @Nullable Joined before) {}

    /** The number of threads that were offered to the region, or of those that have joined it, whichever is larger. */
    int teamSize() {
        return Math.max(requestedParallelism, members());
    }

    /** Ends the region and returns its end time, which is set now at the latest. Only the first call has an effect. */
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

    /** The end time of the region in nanoseconds; sets it if no thread has done so. Call only after {@link #isClosing} has returned true. */
    long endTime() {
        long settled = endTimeNanos;
        if (settled == 0) {
            Memory.UNSAFE.compareAndSetLong(this, END_TIME, 0, System.nanoTime() | 1);
            settled = endTimeNanos;
        }
        return settled;
    }

    /**
     * The current thread, which is not the encountering one, is about to report something that begins in the region.
     *
     * @return false if the region has ended; otherwise {@link #endTelling} must follow
     */
    boolean beginTelling() {
        Memory.UNSAFE.getAndAddInt(this, TELLING, 1);
        if (isClosing()) {
            endTelling();
            return false;
        }
        return true;
    }

    /** The report that {@link #beginTelling} announced was made. */
    void endTelling() {
        Memory.UNSAFE.getAndAddInt(this, TELLING, -1);
    }

    /** Called after the region was closed: waits until no thread reports anything in it any more, or a tool's callback takes too long. */
    void awaitTelling() {
        if (isTold()) {
            await(false);
        }
    }

    private void await(boolean tasks) {
        long deadline = System.nanoTime() + TIMEOUT_NANOS;
        int spins = 0;
        while ((tasks ? hasToAwaitTasks() : isTold()) && System.nanoTime() < deadline) {
            if (++spins < SPINS) {
                Thread.onSpinWait();
            } else {
                Thread.yield();
            }
        }
    }

    /** The region's end is reported next; the data that tools keep with it are dropped. */
    void endIsTold() {
        Memory.UNSAFE.putBooleanRelease(this, END_TOLD, true);
    }

    /** Whether {@link #endIsTold} was called. Before, the region is still that of its implicit tasks, which end after it. */
    boolean isEndTold() {
        return Memory.UNSAFE.getBooleanAcquire(this, END_TOLD);
    }

    /** Whether some thread is reporting something in the region right now. */
    boolean isTold() {
        return telling != 0;
    }

    /** An exception or a cancellation was seen in the region: its tasks can go on after its end. */
    void abandon() {
        if (!mayBeOutlived) {
            mayBeOutlived = true;
        }
    }

    /** Whether tasks of the region can end after it. If not, tasks that are still running have only code of the JDK left. */
    boolean mayBeOutlived() {
        return mayBeOutlived;
    }

    /** A task of the region begins on some thread. {@link #endTask} must follow after the task's end was reported. */
    void beginTask() {
        Memory.UNSAFE.getAndAddInt(this, RUNNING, 1);
    }

    /** A task that {@link #beginTask} announced has ended. */
    void endTask() {
        Memory.UNSAFE.getAndAddInt(this, RUNNING, -1);
    }

    /** Whether the region cannot end yet because it waits for a running task. */
    boolean hasToAwaitTasks() {
        return running != 0 && !mayBeOutlived;
    }

    /** Waits until all tasks that began have ended, or a tool's callback takes too long. */
    void awaitTasks() {
        await(true);
    }

    /** This region if it is open, else the innermost open region around it; null if there is none. */
    @Nullable
    Region orOpenOne() {
        Region open = this;
        while (open != null && open.isClosing()) {
            open = open.parent;
        }
        return open;
    }

    /** The region of the initial task around this region. */
    public Region ofInitialTask() {
        Region outermost = this;
        while (outermost.parent != null) {
            outermost = outermost.parent;
        }
        return outermost;
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
