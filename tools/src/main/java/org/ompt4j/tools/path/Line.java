package org.ompt4j.tools.path;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.ThreadType;
import org.ompt4j.tools.model.TaskFrame;
import org.ompt4j.tools.read.TraceEvent;

/** What is known of one thread, or of one virtual thread: the path that led to where it is, and what it waits in. */
final class Line {
    final long threadId;
    final boolean isWorker;
    private final boolean isOther;
    final Trail trail;
    final long beganNanos;
    boolean hasWorked;
    /** Whether a task other than its own has begun on it. */
    boolean hasHadTask;
    /** Whether its last task was ended on its behalf. */
    boolean isCutOff;

    /** Whether the recording has ended what it was in: what it does since is not the program's. */
    boolean isLeft;

    /** The path to its last work before it went on with what the JVM does as it ends; null if it has not. */
    private @Nullable Path beforeJvmEnd;

    /** Of a carrier: the path to where the last virtual thread was that left it. */
    @Nullable
    Path lastLeft;

    /** Of a virtual thread that went on late when it was mounted last: the path to that. */
    @Nullable
    Path wentOnLate;

    /** Of a virtual thread: what led to where it asked for a mutex last. */
    @Nullable
    Path pathToAttempt;

    private final List<OpenWait> waits = new ArrayList<>(2);
    /** The task that was asked for last: it mostly is the next one too. */
    private @Nullable KnownTask task;

    private @Nullable TaskFrame frameOfTask;

    /** Whether it works, and its neighbours among those that do. */
    boolean works;

    @Nullable
    Line previous;

    @Nullable
    Line next;
    /** How long it was the only one that worked, in the time that has not been given to a part. */
    long aloneNanos;

    /** How long no thread had worked when this one's last stretch of time ended. */
    long noneBefore;

    /** How long it worked while more threads did than there are processors, in the time that has not been given to a part; and how long that had been the case when it was last added to. */
    long crowdedNanos;

    long crowdedBefore;

    /**
     * A wait that has begun.
     *
     * @param region whose tasks it is for, 0 if it is for no region
     * @param parent the task whose children it is for, 0 if it is for no task's
     * @param round of the barrier that it is at, null if it is at none
     * @param pathToBegin of a virtual thread what led to the wait, else null
     */
    record OpenWait(
            TraceEvent begin,
            long region,
            long parent,
            @Nullable Round round,
            @Nullable Path pathToBegin) {}

    /** The parties that meet at a barrier once. */
    static final class Round {
        /** The last of them, which did not wait. */
        @Nullable
        EndCause opened;
    }

    /** What the thread did in a task that was given no elements so far, and which one that is. */
    private @Nullable AloneStep taken;

    private long takenBy;

    /** The task that the thread is in did this, before it was given elements. */
    void takes(long taskId, AloneStep more) {
        AloneStep before = takenBy == taskId ? taken : null;
        taken = before == null ? more : before.and(more);
        takenBy = taskId;
    }

    /** Gives away what the task did; null if that is nothing. */
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

    /** The thread goes on with what this path led to. */
    void follows(Path other) {
        if (other.isOfJvmEnd() && hasWorked && !trail.pathToRest().isOfJvmEnd()) {
            beforeJvmEnd = trail.pathToRest();
        }
        trail.follows(other);
    }

    /** What led to the wait that it is in, if that is not kept: the path to its last work. */
    Path pathBefore(@Nullable Path kept) {
        return kept == null ? trail.pathToRest() : kept;
    }

    /** The path to its last work, but for what it did since the JVM ended; null if that is nothing. */
    @Nullable
    Path pathBeforeJvmEnd() {
        Path own = trail.pathToRest();
        return own.isOfJvmEnd() ? beforeJvmEnd : own;
    }

    /** Whether the run may have lasted until it had done its work: not if that was cut off, nor if it only ran because the JVM ended. */
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

    /** Takes out the wait that this event ends; null if its begin was not seen. */
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

    /** Takes out all waits: what they wait for does not come any more. */
    List<OpenWait> leaves() {
        List<OpenWait> open = List.copyOf(waits);
        waits.clear();
        return open;
    }
}
