package org.ompt4j.emitter;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.State;
import org.ompt4j.ompt.TaskFlag;

/**
 * The tasks that one thread is in, innermost on top, and the values that samplers read: the state of the thread, and the ids of the object it waits
 * for, of its current task and of that task's region.
 *
 * <p>Thread safety: owner thread only, except {@link #state}, {@link #waitId}, {@link #taskId}, {@link #parallelId} and {@link #sampledRegion}.
 */
public final class TaskStack {
    /*
     * Overview. The owner writes, samplers read. The four sampled values are plain fields that are written with opaque stores. A reader may see
     * values from different moments, but never a torn value. They follow the stack: a task that begins or ends sets them. Samplers also read the
     * stack, to detect memberships that have ended. They may see its array and its top from different moments, so the top can be outside of the
     * array, and the task that they find may just have left. All frames of an array are set before it is published.
     */
    private static final int FIRST_FRAMES = 16;
    private static final int LEAST_UNDEFERRED = 16;
    private static final State[] STATES = State.values();
    private static final long[] NO_IDS = {};

    private static final long STATE = Memory.fieldOffset(TaskStack.class, "stateOrdinal");
    private static final long WAIT_ID = Memory.fieldOffset(TaskStack.class, "waitId");
    private static final long TASK_ID = Memory.fieldOffset(TaskStack.class, "taskId");
    private static final long PARALLEL_ID = Memory.fieldOffset(TaskStack.class, "parallelId");
    private static final long FRAMES = Memory.fieldOffset(TaskStack.class, "frames");

    private int stateOrdinal = State.UNDEFINED.ordinal();
    private long waitId;
    private long taskId;
    private long parallelId;

    private TaskFrame[] frames;
    private int top = -1;
    /** Derived from the task on top; kept because most hooks need it. */
    private boolean betweenTasks = true;

    private final OpenSyncs syncs = new OpenSyncs();
    private int callSite;
    /** Ids of tasks that were created undeferred: those on the stack, and some that have ended. */
    private long[] undeferred = NO_IDS;

    private int undeferredCount;

    TaskStack() {
        this(FIRST_FRAMES);
    }

    /** Makes a stack with room for this many tasks; it grows on demand. */
    TaskStack(int firstFrames) {
        frames = new TaskFrame[firstFrames];
        fill(frames, 0);
    }

    private static void fill(TaskFrame[] stack, int from) {
        for (int i = from; i < stack.length; i++) {
            stack[i] = new TaskFrame();
        }
    }

    // ---------------------------------------------------------------- what a sampler reads

    /** See {@link org.ompt4j.ompt.OmptThread#state}. */
    State state() {
        State state = STATES[Memory.UNSAFE.getIntOpaque(this, STATE)];
        if (state != State.WAIT_BARRIER_IMPLICIT_PARALLEL) {
            return state;
        }
        @Nullable TaskFrame[] seen = frames;
        int highest = topIn(seen);
        int at = underEndedMemberships(seen, highest);
        return at == highest || at >= 0 && isMembership(seen[at]) ? state : State.IDLE;
    }

    /** See {@link org.ompt4j.ompt.OmptThread#waitId}. */
    long waitId() {
        State state = state();
        if (state == State.IDLE) {
            // The field still has what the member waited for.
            return 0;
        }
        if (state != State.WAIT_BARRIER_IMPLICIT_PARALLEL) {
            return Memory.UNSAFE.getLongOpaque(this, WAIT_ID);
        }
        @Nullable TaskFrame[] seen = frames;
        int highest = topIn(seen);
        int at = underEndedMemberships(seen, highest);
        return at == highest ? Memory.UNSAFE.getLongOpaque(this, WAIT_ID) : regionIdAt(seen, at);
    }

    /** See {@link org.ompt4j.ompt.OmptThread#taskId}. */
    long taskId() {
        @Nullable TaskFrame[] seen = frames;
        int highest = topIn(seen);
        int at = underEndedMemberships(seen, highest);
        if (at == highest) {
            return Memory.UNSAFE.getLongOpaque(this, TASK_ID);
        }
        TaskFrame frame = at < 0 ? null : seen[at];
        return frame == null ? 0 : frame.taskId;
    }

    /** See {@link org.ompt4j.ompt.OmptThread#parallelId}. */
    long parallelId() {
        if (state() == State.IDLE) {
            return 0;
        }
        @Nullable TaskFrame[] seen = frames;
        int highest = topIn(seen);
        int at = underEndedMemberships(seen, highest);
        return at == highest ? Memory.UNSAFE.getLongOpaque(this, PARALLEL_ID) : regionIdAt(seen, at);
    }

    /**
     * The region with this id among those of the thread's tasks; null if there is none any more. Called while the owner goes on: a region that comes
     * or goes meanwhile may be missed, but the result always has this id.
     */
    @Nullable
    Region sampledRegion(long id) {
        @Nullable TaskFrame[] seen = frames;
        for (int i = topIn(seen); i >= 0; i--) {
            TaskFrame frame = seen[i];
            Region region = frame == null ? null : frame.region;
            if (region != null && region.id == id) {
                return region;
            }
        }
        return null;
    }

    /** The top, limited to this array, which the owner may have replaced meanwhile. */
    private int topIn(@Nullable TaskFrame[] seen) {
        return Math.min(top, seen.length - 1);
    }

    private static long regionIdAt(@Nullable TaskFrame[] seen, int place) {
        TaskFrame frame = place < 0 ? null : seen[place];
        Region region = frame == null ? null : frame.region;
        return region == null ? 0 : region.id;
    }

    /**
     * The index below the ended memberships on top of the stack, -1 if nothing is below; the top itself if it is no ended membership. A membership
     * ends when its region ends, on whatever thread that happens. From then on the member is in the task below, or in none, even if it wakes up and
     * reports this much later.
     *
     * @param seen the stack, read once
     * @param highest its top, read once
     */
    private static int underEndedMemberships(@Nullable TaskFrame[] seen, int highest) {
        int at = highest;
        while (at >= 0 && isEndedMembership(seen[at])) {
            at--;
        }
        return at;
    }

    private static boolean isEndedMembership(@Nullable TaskFrame frame) {
        if (frame == null || frame.kind != TaskFrame.Kind.MEMBER) {
            return false;
        }
        Region region = frame.region;
        return region != null && region.isClosing();
    }

    private static boolean isMembership(@Nullable TaskFrame frame) {
        return frame != null && frame.kind == TaskFrame.Kind.MEMBER;
    }

    // ---------------------------------------------------------------- state

    /** The state as the owner has set it, even if the region in which a member waits has ended meanwhile. */
    State ownState() {
        return STATES[stateOrdinal];
    }

    /** The wait id that belongs to {@link #ownState}. */
    long ownWaitId() {
        return waitId;
    }

    /** Sets the state and the wait id; {@code waitedFor} is 0 unless the state is a wait. */
    public void setState(State state, long waitedFor) {
        setState(state.ordinal(), waitedFor);
    }

    private void setState(int ordinal, long waitedFor) {
        Memory.UNSAFE.putLongOpaque(this, WAIT_ID, waitedFor);
        Memory.UNSAFE.putIntOpaque(this, STATE, ordinal);
    }

    /** Whether the thread works, so that a wait that begins now is its outermost one; false between two tasks of a region. */
    boolean isWorking() {
        return STATES[stateOrdinal].isWork()
                || stateOrdinal == State.OVERHEAD.ordinal() && (top < 0 || frames[top].kind != TaskFrame.Kind.MEMBER);
    }

    /** Restores the state that belongs to the current task: that of its code, or of the wait that its code is in. */
    public void setWorking() {
        OpenSyncs.Open around = syncs.anyWaits() ? syncs.waitingIn(top) : null;
        if (around != null) {
            setState(around.state, around.awaited);
        } else {
            setState(top < 0 ? State.WORK_SERIAL.ordinal() : workState(frames[top]), 0);
        }
    }

    /** Sets whether the current task combines partial results from now on. */
    public void setReducing(boolean reduces) {
        if (top >= 0) {
            frames[top].reduces = reduces;
            setWorking();
        }
    }

    /** Whether the current task combines partial results. */
    public boolean isReducing() {
        return top >= 0 && frames[top].reduces;
    }

    /** The ordinal of the state of a task that works. */
    private static int workState(TaskFrame frame) {
        if (frame.reduces) {
            return State.WORK_REDUCTION.ordinal();
        }
        if (frame.ofFreeAgent) {
            return State.WORK_FREE_AGENT.ordinal();
        }
        Region region = frame.region;
        return region == null || region.kind == Region.Kind.INITIAL
                ? State.WORK_SERIAL.ordinal()
                : State.WORK_PARALLEL.ordinal();
    }

    // ---------------------------------------------------------------- the current task

    /** Whether the thread has no task yet. */
    public boolean isEmpty() {
        return top < 0;
    }

    /** Whether the thread runs no code of a task: it has no task, or is a worker between two tasks of a region. */
    boolean isBetweenTasks() {
        return betweenTasks;
    }

    /**
     * Whether the thread is a worker that is a member of a region and runs no task of it now. A wait of the pool's own code does not belong to the
     * region then, and may outlast it.
     */
    public boolean isBetweenTasksOfRegion() {
        return betweenTasks && top >= 0;
    }

    /** Whether the current task is a membership whose end is to be reported. */
    boolean isInEndedMembership() {
        return top >= 0 && isEndedMembership(frames[top]);
    }

    /** The region id in events of the current task. If its region has ended, this is the id of the region around it. */
    long regionId() {
        Region region = openRegion();
        return region == null ? 0 : region.id;
    }

    /** The region of the current task, or the innermost one around it that is open; null if there is none. */
    @Nullable
    Region openRegion() {
        Region region = currentRegion();
        return region == null ? null : region.orOpenOne();
    }

    /** An exception or a cancellation was seen on the thread: tasks can outlive the regions that the thread is in. */
    void abandonRegions() {
        for (int i = top; i >= 0; i--) {
            Region region = frames[i].region;
            if (region != null) {
                region.abandon();
            }
        }
    }

    /** As {@link #openRegion}; the end of the region is not reported until {@link Region#endTelling} is called. */
    @Nullable
    Region tellOpenRegion() {
        Region region = openRegion();
        while (region != null && !region.beginTelling()) {
            region = region.orOpenOne();
        }
        return region;
    }

    /** The current task's id, also if it is a membership that has ended. */
    long currentTaskId() {
        return taskId;
    }

    /** The region of the current task, null before the thread has one. */
    public @Nullable Region currentRegion() {
        return top < 0 ? null : frames[top].region;
    }

    /** The region of the initial task around the current task: the region of tasks that it submits. Null before the thread has one. */
    public @Nullable Region initialRegion() {
        Region region = currentRegion();
        return region == null ? null : region.ofInitialTask();
    }

    /** {@link TaskFlag#EXPORTING} if a new task of this region belongs to another region than the current task; else 0. */
    public int exportingTo(@Nullable Region region) {
        return region == currentRegion() ? 0 : TaskFlag.EXPORTING;
    }

    /** The innermost team region that new tasks of this thread inherit, or null outside of any. */
    public @Nullable Region currentTeam() {
        Region region = currentRegion();
        return region != null && region.isTeam() ? region : null;
    }

    /** Whether the current task is an explicit one. */
    public boolean inExplicitTask() {
        return top >= 0 && frames[top].kind == TaskFrame.Kind.EXPLICIT;
    }

    /** The sync region that the current task is in, see {@link SyncRegions#pack}; 0 if none. */
    public long sync() {
        return top < 0 ? 0 : frames[top].sync;
    }

    /** The wait id of the sync region that the current task is in. */
    public long syncWaitId() {
        return top < 0 ? 0 : frames[top].syncWaitId;
    }

    /** Sets the sync region that the current task is in; 0 for none. */
    public void setSync(long packed, long syncWaitId) {
        if (top >= 0) {
            frames[top].sync = packed;
            frames[top].syncWaitId = syncWaitId;
        }
    }

    /** Sets how sections that the current task makes from now on are numbered: the number of the first one, and the step to the next. */
    public void setSections(int first, int step) {
        if (top >= 0) {
            frames[top].nextSection = first;
            frames[top].sectionStep = step;
        }
    }

    /** Sets whether the current task cancels the sections that have not ended, and their call site. */
    void setCancelsSections(boolean cancels, int callSite) {
        if (top >= 0) {
            frames[top].cancelsSections = cancels;
            frames[top].cancelledSectionsSite = callSite;
        }
    }

    /** Whether the current task cancels the sections that have not ended. */
    boolean cancelsSections() {
        return top >= 0 && frames[top].cancelsSections;
    }

    /** The call site of the sections that the current task cancels; valid only if it cancels any. */
    int cancelledSectionsSite() {
        return frames[top].cancelledSectionsSite;
    }

    /** Takes the number of the section that the current task makes; {@link Section#UNKNOWN} if no tool wants numbers. */
    public int takeSection() {
        int number = frames[top].nextSection;
        frames[top].nextSection = number + frames[top].sectionStep;
        return number >= 0 && Events.wanted(Event.DISPATCH) ? number : Section.UNKNOWN;
    }

    /** Sets the method of the application that the current task or region is; for constructs that the configuration defines. */
    public void setBody(int body) {
        if (top >= 0) {
            frames[top].body = body;
        }
    }

    /** Keeps an announced call site until a construct inside the JDK takes it, as long as the task is the current one. */
    void setCallSite(int packed) {
        callSite = packed;
    }

    int callSite() {
        return callSite;
    }

    // ---------------------------------------------------------------- the stack

    /** The sync regions and waits that the tasks are in. */
    OpenSyncs syncs() {
        return syncs;
    }

    /** Index of the current frame, -1 if there is none. */
    int top() {
        return top;
    }

    TaskFrame frame() {
        return frames[top];
    }

    @Nullable
    TaskFrame frameBelow() {
        return top < 1 ? null : frames[top - 1];
    }

    /** Whether a task of a region (null: of none) may begin now without any other event being reported first. */
    boolean canRunTaskOf(@Nullable Region next) {
        return top < 0 ? next == null || !next.isTeam() : frames[top].canRunTaskOf(next);
    }

    TaskFrame frame(int index) {
        return frames[index];
    }

    TaskFrame push(TaskFrame.Kind kind, Construct construct, long newTaskId, @Nullable Region region, int index) {
        if (top >= 0) {
            frames[top].stateOrdinal = stateOrdinal;
            frames[top].waitId = waitId;
        }
        if (top + 1 == frames.length) {
            grow();
        }
        TaskFrame frame = frames[++top];
        frame.become(kind, construct, newTaskId, region, index);
        frame.ofFreeAgent = kind == TaskFrame.Kind.EXPLICIT && isForeign(region);
        betweenTasks = kind == TaskFrame.Kind.MEMBER;
        // A call site that another task announced and no hook took does not belong to this task.
        callSite = 0;
        Memory.UNSAFE.putLongOpaque(this, TASK_ID, newTaskId);
        Memory.UNSAFE.putLongOpaque(this, PARALLEL_ID, region == null ? 0 : region.id);
        // Waits that are open below belong to other tasks: a new task is in no wait.
        setState(workState(frame), 0);
        return frame;
    }

    /** Whether the region is a foreign one: the thread is not a member of it, and it is not the region of the thread's own initial task. */
    private boolean isForeign(@Nullable Region region) {
        for (int i = top - 1; i >= 0; i--) {
            if (frames[i].region == region) {
                return frames[i].ofFreeAgent;
            }
        }
        return true;
    }

    private void grow() {
        int before = frames.length;
        TaskFrame[] larger = Arrays.copyOf(frames, before * 2);
        fill(larger, before);
        Memory.UNSAFE.putReferenceRelease(this, FRAMES, larger);
    }

    /** Removes the current frame and restores the state of the frame below. */
    void pop() {
        // The frame keeps its references until its next use; the region that it may keep alive is small and refers to
        // nothing else.
        callSite = 0;
        top--;
        betweenTasks = top < 0 || frames[top].kind == TaskFrame.Kind.MEMBER;
        if (top < 0) {
            Memory.UNSAFE.putLongOpaque(this, TASK_ID, 0);
            Memory.UNSAFE.putLongOpaque(this, PARALLEL_ID, 0);
            setState(State.OVERHEAD, 0);
            return;
        }
        TaskFrame frame = frames[top];
        Memory.UNSAFE.putLongOpaque(this, TASK_ID, frame.taskId);
        Memory.UNSAFE.putLongOpaque(this, PARALLEL_ID, frame.region == null ? 0 : frame.region.id);
        setState(frame.stateOrdinal, frame.waitId);
    }

    /** Notes that a task that the thread is about to run itself was created undeferred. */
    void madeUndeferred(long newTaskId) {
        if (undeferredCount == undeferred.length) {
            makeRoomForUndeferred();
        }
        undeferred[undeferredCount++] = newTaskId;
    }

    /** Ended tasks are removed only now and then; afterwards half of the room is free. */
    private void makeRoomForUndeferred() {
        int kept = 0;
        for (int i = 0; i < undeferredCount; i++) {
            if (isOnStack(undeferred[i])) {
                undeferred[kept++] = undeferred[i];
            }
        }
        undeferredCount = kept;
        if (2 * kept >= undeferred.length) {
            undeferred = Arrays.copyOf(undeferred, Math.max(LEAST_UNDEFERRED, 2 * undeferred.length));
        }
    }

    private boolean isOnStack(long id) {
        for (int i = top; i >= 0; i--) {
            if (frames[i].taskId == id) {
                return true;
            }
        }
        return false;
    }

    /** Whether a task on the thread's stack was created undeferred. */
    boolean isUndeferred(long id) {
        for (int i = 0; i < undeferredCount; i++) {
            if (undeferred[i] == id) {
                return true;
            }
        }
        return false;
    }

    /** Whether the thread has one task, which works and is in no sync region. */
    boolean isAtRest() {
        return isInOneTask() && frames[0].sync == 0 && syncs.isEmpty() && isWorking();
    }

    /** The wait that the thread's only task is in, if nothing else is open on the thread but perhaps the sync region in which it waits; else null. */
    OpenSyncs.@Nullable Open onlyWait() {
        OpenSyncs.Open only = isInOneTask() ? syncs.onlyWait() : null;
        return only != null && !only.state.isForMutex() && only.state.ordinal() == stateOrdinal ? only : null;
    }

    private boolean isInOneTask() {
        return top == 0 && frames[0].loop == TaskFrame.Loop.NONE && !frames[0].reduces;
    }

    /**
     * Restores this wait, which was the only one of the task.
     *
     * @param sync the packed sync region in which it is; 0 if it is in none
     */
    void resume(OpenSyncs.Open wait, long sync) {
        syncs.begin(top, wait.construct, wait.kind, wait.state, wait.waitId, wait.callSite);
        syncs.waiting(wait.kind, wait.waitId, true);
        setState(wait.state, wait.waitId);
        if (sync != 0) {
            setSync(sync, wait.waitId);
        }
    }

    /** Reuses the stack for another thread, which is only in this task. */
    void restart(Construct construct, long onlyTaskId, @Nullable Region region) {
        top = -1;
        undeferredCount = 0;
        syncs.clear();
        push(TaskFrame.Kind.EXPLICIT, construct, onlyTaskId, region, 0);
    }

    /** Drops all references to what the thread did; for a context of an epoch that is over. */
    void forget() {
        top = -1;
        betweenTasks = true;
        frames = new TaskFrame[0];
        undeferred = NO_IDS;
        undeferredCount = 0;
    }
}
