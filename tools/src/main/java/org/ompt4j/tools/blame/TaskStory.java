package org.ompt4j.tools.blame;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.Member;
import org.ompt4j.tools.model.QueueModel;
import org.ompt4j.tools.read.TraceEvent;

/** When a task was created, began and ended, and on which threads. Thread safety: none. */
final class TaskStory {
    /** How many steps of predecessors a task keeps. */
    private static final int DEEPEST = 64;

    private static final int MOST_SOURCES = 4;

    /** A task that begins less than this after it was due is not reported as late. */
    private static final long LATE_NANOS = 1_000_000;

    final int body;
    final int madeAt;
    final long createdNanos;
    /** Whether it cannot begin at once, for any reason. */
    final boolean hasDependences;
    /** Whether it waits for its time before it is in a queue. */
    private final boolean isScheduled;
    /** Whether its end completes a future that does not get the result of another future. */
    final boolean completesFuture;
    /** Whether it depends on futures; these, and the threads that complete them, may not be known. */
    boolean isStage;
    /** Whether others come after it. */
    boolean isSource;

    final Actor creator;
    /** The task that made it, if that was made itself. */
    final @Nullable TaskStory parent;
    /** The begin of the taskgroup that it was made in, if somebody may wait there for the first task that ends. */
    final @Nullable TraceEvent taskgroup;

    private final List<TaskStory> sources = new ArrayList<>(0);
    private int depth;

    /** When it began; the first time at which it is known to run if {@link #isCutOff}. */
    long startedNanos = Long.MAX_VALUE;

    /** Whether its begin is missing, which was before {@link #startedNanos}. */
    boolean isCutOff;

    long endedNanos = Long.MAX_VALUE;
    /** Since when only its executor delayed it; the time of its begin if it is not reported as late. */
    private long dueNanos = Long.MAX_VALUE;
    /** For a stage: the thread that completed its last predecessor, or discarded it, and in which task; null if it is not known. */
    @Nullable
    Actor completer;

    @Nullable
    TaskStory completedIn;

    /** When that task had ended, if it had by then. */
    long completedNanos = Long.MAX_VALUE;

    /** The threads that have run it. */
    @Nullable
    Actor runner;
    /** The pool that its first worker works for, 0 if there is none. */
    long poolId;

    boolean isDetached;
    long fulfilledNanos = Long.MAX_VALUE;

    @Nullable
    Actor fulfiller;

    @Nullable
    TaskStory fulfilledIn;

    TaskStory(TraceEvent create, Actor creator, @Nullable TaskStory parent, @Nullable TraceEvent taskgroup) {
        this.body = create.body();
        this.madeAt = create.codeptrRa();
        this.createdNanos = create.timeNanos();
        this.hasDependences = create.value(Member.HAS_DEPENDENCES) != 0;
        this.isScheduled = QueueModel.SCHEDULERS.contains(create.construct());
        this.completesFuture = create.construct() == Construct.COMPLETABLE_FUTURE;
        this.creator = creator;
        this.taskgroup = taskgroup;
        this.parent = parent == null || parent.depth >= DEEPEST ? null : parent;
        this.depth = this.parent == null ? 0 : this.parent.depth + 1;
    }

    /** It cannot begin before this one has ended. */
    void comesAfter(TaskStory source) {
        if (source.depth < DEEPEST && sources.size() < MOST_SOURCES) {
            sources.add(source);
            isDeeperThan(source);
        }
    }

    /** The predecessor that ended last; null if there is none. */
    @Nullable
    TaskStory lastSource() {
        TaskStory last = null;
        for (TaskStory each : sources) {
            last = last == null || each.doneNanos() > last.doneNanos() ? each : last;
        }
        return last;
    }

    /** Whether the other task was created, directly or indirectly, inside a predecessor of this task. */
    boolean isMadeInSourceOf(TaskStory task) {
        TaskStory each = parent;
        while (each != null && !task.sources.contains(each)) {
            each = each.parent;
        }
        return each != null;
    }

    void begins(long timeNanos) {
        startedNanos = timeNanos;
        dueNanos = timeNanos;
        // The predecessor has more predecessors since it began.
        sources.removeIf(each -> each.depth >= DEEPEST);
        sources.forEach(this::isDeeperThan);
    }

    /** It runs, and the event of its begin is missing. */
    void goesOn(long timeNanos) {
        isCutOff = true;
        begins(timeNanos);
    }

    /** The thread completed the predecessor, in the task if it is not null; this task begins now, or never. */
    void isCompletedBy(Actor thread, @Nullable TaskStory task) {
        completer = thread;
        TaskStory source = lastSource();
        long ready = source == null ? createdNanos : source.doneNanos();
        completedNanos = task == null ? Long.MAX_VALUE : task.endedNanos;
        // The time before that task is queried only if this task began later.
        if (task != null && task.startedNanos > ready && task.depth < DEEPEST) {
            completedIn = task;
            isDeeperThan(task);
        }
    }

    private void isDeeperThan(TaskStory other) {
        depth = Math.max(depth, other.depth + 1);
    }

    /** It has begun later than it was due, since an executor had it until then. */
    void isLate(long sinceNanos) {
        dueNanos = sinceNanos;
        // The thread that runs it has not completed the predecessor, unless it is in a task that the executor has made
        // for it.
        if (completedIn == null || completedIn.createdNanos < sinceNanos) {
            completer = null;
            completedIn = null;
        }
    }

    /**
     * Since when it was in a queue, according to events; its begin if it is not known to have been in one.
     *
     * @param readyNanos when all its known predecessors were over
     */
    long queuedSinceNanos(long readyNanos) {
        if (completer != null || isScheduled) {
            return dueNanos;
        }
        boolean waitsForMore = sources.isEmpty() ? hasDependences : isStage;
        boolean wasDueThen = !sources.isEmpty() && dueNanos - readyNanos < LATE_NANOS;
        return waitsForMore && !wasDueThen ? dueNanos : readyNanos;
    }

    /** When it was done for good. */
    long doneNanos() {
        return isDetached ? fulfilledNanos : endedNanos;
    }
}
