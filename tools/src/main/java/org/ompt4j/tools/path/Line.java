package org.ompt4j.tools.path;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.ThreadType;
import org.ompt4j.tools.model.TaskFrame;
import org.ompt4j.tools.read.TraceEvent;

/** The state of one thread, platform or virtual: the path that led to its present point, and its open waits. */
final class Line {
    final long threadId;
    final boolean isWorker;
    private final boolean isOther;
    final Trail trail;
    final long beganNanos;
    boolean hasWorked;
    /** Whether a task other than its own has begun on it. */
    boolean hasHadTask;
    /** Whether the end of its last task was reported on its behalf. */
    boolean isCutOff;

    /** Whether the end of the recording has ended its task: later actions do not belong to the program. */
    boolean isLeft;

    /** The path to its last work before it went on with the shutdown of the JVM; null if it has not. */
    private @Nullable Path beforeJvmEnd;

    /** For a carrier: the path of the last virtual thread that left it. */
    @Nullable
    Path lastLeft;

    /** For a virtual thread whose last mount was late: the path to the mount. */
    @Nullable
    Path wentOnLate;

    /** For a virtual thread: the path to its last attempt to acquire a mutex. */
    @Nullable
    Path pathToAttempt;

    private final List<OpenWait> waits = new ArrayList<>(2);
    /** The last used task, which is mostly the next one too. */
    private @Nullable KnownTask task;

    private @Nullable TaskFrame frameOfTask;

    /** Whether it works, and its neighbours in the list of working threads. */
    boolean works;

    @Nullable
    Line previous;

    @Nullable
    Line next;
    /** How long it was the only working thread, in the time that is not yet assigned to a part. */
    long aloneNanos;

    /** How long no thread had worked at the end of this thread's last stretch of time. */
    long noneBefore;

    /**
     * How long it worked while more threads than processors worked, in the time that is not yet assigned to a part; and how long this had been the
     * case at the last addition.
     */
    long crowdedNanos;

    long crowdedBefore;

    /**
     * A wait that has begun.
     *
     * @param region the region for whose tasks it is, 0 if there is none
     * @param parent the task for whose children it is, 0 if there is none
     * @param round the round of the barrier, null if it is not at a barrier
     * @param pathToBegin for a virtual thread the path to the wait, else null
     */
    record OpenWait(
            TraceEvent begin,
            long region,
            long parent,
            @Nullable Round round,
            @Nullable Path pathToBegin) {}

    /** One round of a barrier: the parties that meet once. */
    static final class Round {
        /** The last of them, which did not wait. */
        @Nullable
        EndCause opened;
    }

    /** The work of the thread in a task that has got no elements so far, and this task. */
    private @Nullable AloneStep taken;

    private long takenBy;

    /** Adds work of the current task before it got elements. */
    void takes(long taskId, AloneStep more) {
        AloneStep before = takenBy == taskId ? taken : null;
        taken = before == null ? more : before.and(more);
        takenBy = taskId;
    }

    /** Takes the work of the task; null if there is none. */
    @Nullable
    AloneStep taken(long taskId) {
        AloneStep all = takenBy == taskId ? taken : null;
        taken = null;
        return all;
    }

    /** The innermost wait for this that is open; null if there is none. */
    @Nullable
    OpenWait waitFor(long waitId) {
        for (int i = waits.size() - 1; i >= 0; i--) {
            if (waits.get(i).begin().waitId() == waitId) {
                return waits.get(i);
            }
        }
        return null;
    }

    /** @param type null if it is not known, and for a virtual one */
    Line(long threadId, @Nullable ThreadType type, Path path) {
        this.threadId = threadId;
        this.isWorker = type == ThreadType.WORKER || TraceEvent.isVirtualThread(threadId);
        this.isOther = type == ThreadType.OTHER;
        this.trail = new Trail(path);
        this.beganNanos = path.timeNanos();
    }

    /** The thread goes on after this path. */
    void follows(Path other) {
        if (other.isOfJvmEnd() && hasWorked && !trail.pathToRest().isOfJvmEnd()) {
            beforeJvmEnd = trail.pathToRest();
        }
        trail.follows(other);
    }

    /** The path to the wait that it is in; if this is not kept, the path to its last work. */
    Path pathBefore(@Nullable Path kept) {
        return kept == null ? trail.pathToRest() : kept;
    }

    /** The path to its last work before the shutdown of the JVM; null if there is none. */
    @Nullable
    Path pathBeforeJvmEnd() {
        Path own = trail.pathToRest();
        return own.isOfJvmEnd() ? beforeJvmEnd : own;
    }

    /**
     * Whether the run may have lasted until this thread had done its work: false if its work was cut off, or if it only ran because of the shutdown.
     */
    boolean mayEndRun() {
        return !isOther && !(isWorker && isCutOff);
    }

    /** The explicit task of this frame of the thread's stack; null if it is not known. */
    @Nullable
    KnownTask taskOf(TaskFrame frame, KnownTasks tasks) {
        if (task == null || frameOfTask != frame) {
            task = tasks.get(frame.taskId());
            frameOfTask = frame;
        }
        return task;
    }

    void begins(OpenWait wait) {
        waits.add(wait);
    }

    /** Removes the wait that this event ends; null if its begin was not seen. */
    @Nullable
    OpenWait ends(TraceEvent end) {
        int innermost = -1;
        for (int i = waits.size() - 1; i >= 0; i--) {
            TraceEvent begin = waits.get(i).begin;
            if (begin.event() == end.event()) {
                innermost = innermost < 0 ? i : innermost;
                if (begin.taskId() == end.taskId()) {
                    return waits.remove(i);
                }
            }
        }
        return innermost < 0 ? null : waits.remove(innermost);
    }

    /** Removes all waits, which will not be ended any more. */
    List<OpenWait> leaves() {
        List<OpenWait> open = List.copyOf(waits);
        waits.clear();
        return open;
    }
}
