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
     * Overview. The encountering thread makes a region, hands it to workers inside tasks, and closes it; workers ask whether it
     * is closed after they read their clock. Closing has two steps so that no event lies after the region's end and the number of
     * members is final: first `nextIndex` becomes the complement of that number, then the end time is settled by the first thread that
     * needs it, with a clock reading taken after the complement was seen. A worker that read its clock and then got an index, or found
     * the region open, read it before the end time; one that found it closed uses the end time. Both fields are volatile: the order of
     * store and clock reading is the whole point.
     *
     * Callbacks tell of nothing that begins in a region after they told of its end. A worker says that it is about to tell of something before
     * it asks whether the region is open; the encountering thread closes the region and then, where tools have callbacks, waits until nobody is
     * about to tell. That is no longer than a tool takes for one callback. Other receivers go by the times of events.
     *
     * A region whose tasks the JDK waits for is done before its last tasks have returned from the JDK's code: these end, for the record, with
     * the region. Where tools have a callback for the ends of tasks, the encountering thread waits for these ends before it closes the region.
     * Tasks that nobody waits for, or whose region was left by an exception or a cancellation, end when they end.
     */
    enum Kind {
        /** The implicit region of an initial task: no parallel_begin. */
        INITIAL,
        /** A stream, invoke or user-defined region with members. */
        TEAM
    }

    /** No index: the region has ended. */
    static final int ENDED = -1;

    /** No index: the thread has been a member before, and is one once only. */
    static final int RETURNED = -2;

    /** How long a thread that ends a region waits for others; no tool takes that long for a callback unless it hangs. */
    private static final long TIMEOUT_NANOS = 1_000_000_000;

    /** How often it looks before it lets other threads have the processor. */
    private static final int SPINS = 200;

    /** Sections that a region keeps, so that they are not made for each task; those of higher numbers are rare. */
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
    /** Index of the next member; once the region is closed, the complement of how many there have been. */
    private volatile int nextIndex;

    private volatile @Nullable Joined joined;

    /** What the encountering thread shares out right now, if where its parts begin can be known. */
    private @Nullable LoopRange loopRange;

    /** Sections by their numbers; entries that threads lose to each other are made again. */
    private @Nullable Section @Nullable [] sections;

    /** Whether tools may have been told of the region's end. */
    private boolean endTold;

    /** How many threads are about to tell of something in the region that only an open one has. */
    private volatile int telling;

    /** How many tasks of the region run whose ends it waits for, see {@link #beginTask}. */
    private volatile int running;

    /** Whether nothing makes the region wait for all of its tasks: they can end after it. */
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
            // A store to a volatile field waits until all stores before it are done: not for what is there already.
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

    /** Says what the encountering thread shares out from now on; null if where its parts begin cannot be known. */
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

    /** Index of the first member: before any other thread knows of the region, so without what taking turns costs. */
    int takeFirstIndex() {
        Memory.UNSAFE.putInt(this, NEXT_INDEX, 1);
        return 0;
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

    /**
     * The current thread, which is not the encountering one, is about to tell of something that begins in the region.
     *
     * @return false if the region has ended; if not, {@link #endTelling} is to follow
     */
    boolean beginTelling() {
        Memory.UNSAFE.getAndAddInt(this, TELLING, 1);
        if (isClosing()) {
            endTelling();
            return false;
        }
        return true;
    }

    /** What {@link #beginTelling} announced was told. */
    void endTelling() {
        Memory.UNSAFE.getAndAddInt(this, TELLING, -1);
    }

    /** After the region was closed: waits until nobody tells of it any more, or one has taken so long that its tool is to blame. */
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

    /** Tools are told of the region's end next: what they keep of it goes. */
    void endIsTold() {
        Memory.UNSAFE.putBooleanRelease(this, END_TOLD, true);
    }

    /** Whether {@link #endIsTold} was said. Before, the region is still that of its implicit tasks, which end after it has. */
    boolean isEndTold() {
        return Memory.UNSAFE.getBooleanAcquire(this, END_TOLD);
    }

    /** Whether some thread is telling of the region right now. */
    boolean isTold() {
        return telling != 0;
    }

    /** An exception or a cancellation was seen in the region: its tasks can go on after its end. */
    void abandon() {
        if (!mayBeOutlived) {
            mayBeOutlived = true;
        }
    }

    /** Whether tasks of the region can end after it; if not, those that do so have only the JDK's own code left. */
    boolean mayBeOutlived() {
        return mayBeOutlived;
    }

    /** A task of the region begins on some thread; {@link #endTask} is to follow once tools were told of its end. */
    void beginTask() {
        Memory.UNSAFE.getAndAddInt(this, RUNNING, 1);
    }

    /** What {@link #beginTask} announced has ended. */
    void endTask() {
        Memory.UNSAFE.getAndAddInt(this, RUNNING, -1);
    }

    /** Whether the region cannot end yet, since a task that it waits for has not. */
    boolean hasToAwaitTasks() {
        return running != 0 && !mayBeOutlived;
    }

    /** Waits until the tasks that began have ended, or one has taken so long that its tool is to blame. */
    void awaitTasks() {
        await(true);
    }

    /** This region if it is open, else the innermost one around it that is; null if there is none. */
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
