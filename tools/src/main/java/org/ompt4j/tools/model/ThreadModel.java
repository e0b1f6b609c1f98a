package org.ompt4j.tools.model;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.Construct.Trait;
import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.ScopeEndpoint;
import org.ompt4j.ompt.State;
import org.ompt4j.ompt.TaskStatus;
import org.ompt4j.ompt.ThreadType;
import org.ompt4j.tools.read.TraceEvent;

/**
 * The state of a thread, platform or virtual, at one point of the event stream. All events on a carrier belong to its mounted virtual thread, which
 * keeps its stack of tasks while it is unmounted.
 */
public final class ThreadModel {
    /*
     * Overview. A thread has a stack of tasks, of which the last one is current; between two events it is in one state. Each task has open waits:
     * while the task is current, the thread is in the innermost wait; without a wait the task works. An acquisition lasts until the mutex is acquired
     * or given up, or until the thread does something else. Ends that are reported on behalf of a thread when the run is over do not count: the
     * thread may be stuck there.
     */
    private final long id;
    private final boolean isKnown;
    private final boolean tellsWaits;
    /** Stands for the current task outside all tasks. */
    private final TaskFrame outside = new TaskFrame(TaskFrame.Kind.INITIAL, 0, 0, null, -1);

    private final ArrayList<TaskFrame> frames = new ArrayList<>();
    private final List<TaskFrame> seenFrames = Collections.unmodifiableList(frames);
    private final Deque<Long> begunRegions = new ArrayDeque<>();
    private @Nullable TraceEvent lastEvent;
    private boolean isWorker;
    private boolean hasBegun;
    private boolean isTaskKnown;
    private boolean hasEnded;
    private long lastTimeNanos = Long.MIN_VALUE;
    private long poolId;
    private @Nullable ThreadModel mounted;
    private @Nullable ThreadModel carrier;
    /** The cached state; dropped at each change. */
    private @Nullable State state;

    /**
     * @param tellsWaits whether there are events {@code wait} for waits, and for attempts that failed
     */
    ThreadModel(long id, boolean isKnown, boolean tellsWaits) {
        this.id = id;
        this.isKnown = isKnown;
        this.tellsWaits = tellsWaits;
    }

    public long id() {
        return id;
    }

    /** Whether all events of the thread are in the stream; a ring may have overwritten the first ones. */
    public boolean isKnown() {
        return isKnown;
    }

    public boolean hasBegun() {
        return hasBegun;
    }

    public boolean hasEnded() {
        return hasEnded;
    }

    /** The thread's last event so far; null if there was none, or if the thread's state is not known any more. */
    public @Nullable TraceEvent lastEvent() {
        return lastEvent;
    }

    /** The largest time so far of its events, and of those of its carrier or mounted virtual thread. */
    public long lastTimeNanos() {
        ThreadModel other = mounted != null ? mounted : carrier;
        return other == null ? lastTimeNanos : Math.max(lastTimeNanos, other.lastTimeNanos);
    }

    /** Whether the JDK made the thread to run work of other threads. */
    public boolean isWorker() {
        return isWorker;
    }

    public boolean isVirtual() {
        return TraceEvent.isVirtualThread(id);
    }

    /** The virtual thread that this carrier runs, or null. */
    public @Nullable ThreadModel mounted() {
        return mounted;
    }

    /** The carrier that this virtual thread is mounted on, or null. */
    public @Nullable ThreadModel carrier() {
        return carrier;
    }

    /** The thread itself, or the carrier of a virtual one; null for a virtual one that is not mounted. */
    public @Nullable ThreadModel platformThread() {
        return isVirtual() ? carrier : this;
    }

    /** Runs this virtual thread from now on. */
    void mount(ThreadModel virtual) {
        mounted = virtual;
        virtual.carrier = this;
        virtual.state = null;
    }

    /** What is mounted, if anything is, leaves this carrier. */
    void unmount(long timeNanos) {
        ThreadModel left = mounted;
        if (left != null) {
            lastTimeNanos = Math.max(lastTimeNanos, timeNanos);
            left.carrier = null;
            left.state = null;
            mounted = null;
        }
    }

    /** Its tasks, the current one last. */
    public List<TaskFrame> frames() {
        return seenFrames;
    }

    /** The current task's frame, or null outside all tasks. */
    public @Nullable TaskFrame top() {
        return frames.isEmpty() ? null : frames.get(frames.size() - 1);
    }

    /** The current task, 0 if none. */
    public long currentTask() {
        TaskFrame top = top();
        return top == null ? 0 : top.taskId();
    }

    /** The task under the current one, 0 if none. */
    public long taskBelow() {
        return frames.size() < 2 ? 0 : frames.get(frames.size() - 2).taskId();
    }

    /** The frame of this task, or null if the task is not on the stack. */
    public @Nullable TaskFrame find(long taskId) {
        TaskFrame top = top();
        return top == null || top.taskId() == taskId ? top : findBelow(taskId);
    }

    private @Nullable TaskFrame findBelow(long taskId) {
        for (int i = frames.size() - 2; i >= 0; i--) {
            if (frames.get(i).taskId() == taskId) {
                return frames.get(i);
            }
        }
        return null;
    }

    /** The frame that an event of this task belongs to: its own, else the current one. */
    public @Nullable TaskFrame frameOf(long taskId) {
        TaskFrame frame = find(taskId);
        return frame != null ? frame : top();
    }

    /** The innermost membership in this region, or null if the thread is no member now. */
    public @Nullable TaskFrame membershipIn(long regionId) {
        for (int i = frames.size() - 1; i >= 0; i--) {
            if (frames.get(i).regionId() == regionId && frames.get(i).isMembership()) {
                return frames.get(i);
            }
        }
        return null;
    }

    /** Whether a task on the stack runs in this region. */
    boolean isInRegion(long regionId) {
        for (TaskFrame each : frames) {
            if (each.regionId() == regionId) {
                return true;
            }
        }
        return false;
    }

    /** The innermost membership in a region that is no pool, or null. */
    public @Nullable TaskFrame membership() {
        for (int i = frames.size() - 1; i >= 0; i--) {
            if (frames.get(i).isMembership() && !frames.get(i).isPoolMembership()) {
                return frames.get(i);
            }
        }
        return null;
    }

    /** The pool that the thread works for, 0 if none; a virtual one works for none but a thread pool. */
    public long poolId() {
        return poolId;
    }

    /** The pool that the thread works for, of a virtual one that works for none that of its carrier; 0 if there is none. */
    public long ownOrCarriersPoolId() {
        return poolId == 0 && carrier != null ? carrier.poolId : poolId;
    }

    void worksFor(long itsPoolId) {
        poolId = itsPoolId;
    }

    private boolean isMember() {
        for (int i = 0; i < frames.size(); i++) {
            if (frames.get(i).isMembership()) {
                return true;
            }
        }
        return false;
    }

    /** Whether the thread runs the current, explicit task though it is no member of the task's region. */
    private boolean isFreeAgent(TaskFrame top) {
        for (int i = 0; i < frames.size(); i++) {
            TaskFrame each = frames.get(i);
            if (each.kind() != TaskFrame.Kind.EXPLICIT && each.regionId() == top.regionId()) {
                return false;
            }
        }
        return top.regionId() != 0 || isWorker || isVirtual();
    }

    /** The begin of what the current task waits in, at the innermost; null if it waits in nothing. */
    public @Nullable TraceEvent innermostWait() {
        return current().waits().innermost();
    }

    /** The mutex_acquire of the current task that the thread is in and that has not been answered, or null. */
    public @Nullable TraceEvent openAcquire() {
        TraceEvent wait = current().waits().innermost();
        return wait != null && wait.event() == Event.MUTEX_ACQUIRE ? wait : null;
    }

    /** Whether the current task is acquiring a mutex, as far as events tell. */
    public boolean isAcquiring() {
        return current().waits().innermost(Event.MUTEX_ACQUIRE) != null;
    }

    /** The mutex_acquire that this event of the current task answers, or null. */
    public @Nullable TraceEvent acquireAnsweredBy(TraceEvent event) {
        return current().waits().acquireAnsweredBy(event);
    }

    /** The mutex_acquire that is over with this event though it answers nothing: the attempt failed. Null if there is none. */
    public @Nullable TraceEvent acquireGivenUpBefore(TraceEvent event) {
        TraceEvent open = openAcquire();
        return open != null && acquireAnsweredBy(event) == null && leavesAcquire(open, event) ? open : null;
    }

    /** Where code of the application acquires, anything can happen meanwhile. */
    private boolean leavesAcquire(TraceEvent acquire, TraceEvent next) {
        if (acquire.construct().has(Trait.ACQUIRED_IN_CODE) && next.event() != Event.THREAD_END) {
            return false;
        }
        return !tellsWaits || !canBeReportedForAStuckThread(next);
    }

    /** Where the run ends while a thread is stuck, what it is inside ends on its behalf; if it goes on, that is reported all the same. */
    public static boolean canBeReportedForAStuckThread(TraceEvent event) {
        Event kind = event.event();
        return event.endpoint() == ScopeEndpoint.END
                || kind == Event.PARALLEL_END
                || kind == Event.THREAD_END
                || kind == Event.CANCEL
                || event.priorTaskStatus() == TaskStatus.CANCEL;
    }

    /** The state from the last event up to this one, or, if null, up to the end of what was recorded. */
    public State stateUntil(@Nullable TraceEvent next) {
        return tellsWaits || next == null ? state() : stateWithoutWaits(next);
    }

    /* Several ask for it after each event, and most of all between two events. */
    private State state() {
        State known = state;
        if (known == null) {
            TraceEvent wait = current().waits().innermost();
            known = wait != null ? wait.waitState() : stateOfWork();
            state = known;
        }
        return known;
    }

    /** The state where nothing tells of waits, nor of attempts that failed: the next event may show that. */
    private State stateWithoutWaits(TraceEvent next) {
        if (canBeConditionWait(next)) {
            return State.UNKNOWN;
        }
        TraceEvent wait = current().waits().innermost();
        return wait != null && !isFailedAttempt(wait, next) ? wait.waitState() : stateOfWork();
    }

    private State stateOfWork() {
        if (isVirtual() && carrier == null) {
            return State.UNKNOWN; // Nothing says whether it could go on.
        }
        TaskFrame top = top();
        if (top == null) {
            return isWorker ? State.IDLE : State.WORK_SERIAL;
        }
        return top.reduces() ? State.WORK_REDUCTION : workState(top);
    }

    /** Whether it did wait then is not known. */
    private boolean isFailedAttempt(TraceEvent wait, TraceEvent next) {
        return wait.event() == Event.MUTEX_ACQUIRE && !wait.equals(acquireAnsweredBy(next));
    }

    /* A mutex that is released and acquired again at one call site: Object.wait, Condition.await, or two statements on one line. */
    private boolean canBeConditionWait(TraceEvent next) {
        TraceEvent last = lastEvent;
        return last != null
                && last.event() == Event.MUTEX_RELEASED
                && next.event() == Event.MUTEX_ACQUIRE
                && last.waitId() == next.waitId()
                && last.codeptrRa() == next.codeptrRa();
    }

    private State workState(TaskFrame top) {
        return switch (top.kind()) {
            case INITIAL -> State.WORK_SERIAL;
            case IMPLICIT -> top.isPoolMembership() ? State.IDLE : isWorker ? State.OVERHEAD : State.WORK_PARALLEL;
            case EXPLICIT ->
                isFreeAgent(top) ? State.WORK_FREE_AGENT : isMember() ? State.WORK_PARALLEL : State.WORK_SERIAL;
        };
    }

    /** The innermost region that this thread has begun and not ended, 0 if none. */
    public long innermostBegunRegion() {
        return begunRegions.isEmpty() ? 0 : begunRegions.getLast();
    }

    /** The current task's frame, or what stands for it outside all tasks. */
    TaskFrame current() {
        TaskFrame top = top();
        return top == null ? outside : top;
    }

    /** The frame that a wait in this task belongs to: its own, else the current one. */
    TaskFrame frameOfWait(long taskId) {
        TaskFrame frame = find(taskId);
        return frame != null ? frame : current();
    }

    /** The thread has begun, though no thread_begin said so. */
    public void assumeBegun() {
        hasBegun = true;
    }

    /** Whether it is known if the thread is in a task. */
    boolean isTaskKnown() {
        return isTaskKnown;
    }

    void taskIsKnown() {
        isTaskKnown = true;
    }

    /** The thread is a worker, though no thread_begin said so. */
    void assumeWorker() {
        isWorker = true;
    }

    void begin(@Nullable ThreadType type) {
        state = null;
        hasBegun = true;
        isTaskKnown = true;
        isWorker = type == ThreadType.WORKER;
    }

    void end() {
        hasEnded = true;
    }

    /** An event of the thread, or of who is on its carrier with it: what it is in may change with it. */
    void passTime(TraceEvent event) {
        state = null;
        lastEvent = event;
        lastTimeNanos = Math.max(lastTimeNanos, event.timeNanos());
    }

    /** What the thread was doing is not known any more; returns the tasks that it had. */
    List<TaskFrame> forget() {
        List<TaskFrame> forgotten = List.copyOf(frames);
        frames.clear();
        isTaskKnown = false;
        outside.waits().clear();
        state = null;
        lastEvent = null;
        mounted = null;
        carrier = null;
        return forgotten;
    }

    void push(TaskFrame frame) {
        state = null;
        frame.comesOnto(top());
        frames.add(frame);
    }

    /** Removes this frame and all above it; returns what was removed, innermost first. */
    List<TaskFrame> popThrough(TaskFrame frame, long timeNanos) {
        return popDownTo(frames.lastIndexOf(frame), timeNanos);
    }

    /** Removes all frames above this one; returns what was removed, innermost first. */
    List<TaskFrame> popAbove(TaskFrame frame, long timeNanos) {
        return popDownTo(frames.lastIndexOf(frame) + 1, timeNanos);
    }

    /** Removes all frames; returns them, innermost first. */
    List<TaskFrame> popAll(long timeNanos) {
        return popDownTo(0, timeNanos);
    }

    private List<TaskFrame> popDownTo(int size, long timeNanos) {
        if (frames.size() == size) {
            return List.of();
        }
        List<TaskFrame> popped = new ArrayList<>(frames.size() - size);
        while (frames.size() > size) {
            popped.add(pop(timeNanos));
        }
        return popped;
    }

    private TaskFrame pop(long timeNanos) {
        TaskFrame popped = frames.remove(frames.size() - 1);
        state = null;
        popped.leave(timeNanos);
        if (!frames.isEmpty()) {
            frames.get(frames.size() - 1).goesOnAfter(popped);
        }
        return popped;
    }

    void begin(RegionModel region) {
        begunRegions.addLast(region.id());
    }

    /** Forgets that this thread is in this region, however deep. */
    void end(long regionId) {
        begunRegions.removeLastOccurrence(regionId);
    }
}
