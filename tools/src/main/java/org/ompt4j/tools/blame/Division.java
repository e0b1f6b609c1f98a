package org.ompt4j.tools.blame;

import org.jspecify.annotations.Nullable;

/** Divides a time among its causes, from its begin to its end. */
final class Division {
    /** The largest number of steps from a task to its creator, or to a task that it comes after. */
    private static final int MOST_STEPS = 1_000;

    private final CurrentCauses doing;
    private final OpenBegins open;
    private final CauseTimes parts = new CauseTimes();
    /** The actor in whose record the result is also stored, or null. */
    private final @Nullable Doings copy;

    private int steps;

    Division(CurrentCauses doing, OpenBegins open, @Nullable Doings copy) {
        this.doing = doing;
        this.open = open;
        this.copy = copy;
    }

    CauseTimes parts() {
        return parts;
    }

    /** Whether others need the cause of the end of the wait. */
    boolean isForOthers() {
        return copy != null;
    }

    void add(long fromNanos, long toNanos, int cause) {
        add(fromNanos, toNanos, cause, cause);
    }

    /** @param forOthers what it is where others wait for who waited */
    void add(long fromNanos, long toNanos, int cause, int forOthers) {
        if (fromNanos < toNanos) {
            parts.add(cause, toNanos - fromNanos);
            if (copy != null) {
                copy.add(fromNanos, toNanos, forOthers, open.pinNanos(), open.times());
            }
        }
    }

    /** What the thread did; if a task is given, only while it was in this task, and before that what the task waited for. */
    void during(@Nullable Actor thread, @Nullable TaskStory task, long fromNanos, long toNanos) {
        if (task != null) {
            during(task, fromNanos, toNanos);
        } else if (thread != null) {
            during(thread, fromNanos, toNanos);
        } else {
            add(fromNanos, toNanos, Causes.UNKNOWN);
        }
    }

    private void during(Actor thread, long fromNanos, long toNanos) {
        if (fromNanos >= toNanos) {
            return;
        }
        long until = thread.doings.during(fromNanos, toNanos, parts);
        if (copy != null) {
            copy.copy(thread.doings, fromNanos, toNanos, open.pinNanos(), open.times());
        }
        // The present action is not in the doings yet.
        long since = Math.max(until, Math.min(toNanos, thread.thread.lastTimeNanos()));
        inOpenWait(thread, until, since);
        add(since, toNanos, doing.of(thread));
    }

    /* A thread can wake others before the end of its own wait is reported; until then the wait is not among what it did. */
    private void inOpenWait(Actor thread, long fromNanos, long toNanos) {
        long waited = fromNanos;
        OpenWait wait = thread.unsaid;
        if (wait != null) {
            long began = between(fromNanos, thread.unsaidFromNanos, toNanos);
            add(fromNanos, began, Causes.UNKNOWN);
            waited = between(began, thread.unsaidToNanos, toNanos);
            add(began, waited, doing.ofWait(wait));
        }
        add(waited, toNanos, Causes.UNKNOWN);
    }

    /* Before the task's creation the creator is the cause; then the task is in a queue; then it runs. */
    private void during(TaskStory task, long fromNanos, long toNanos) {
        if (fromNanos >= toNanos) {
            return;
        }
        if (++steps > MOST_STEPS) {
            add(fromNanos, toNanos, Causes.NOT_KEPT);
            return;
        }
        long created = between(fromNanos, task.createdNanos, toNanos);
        during(task.creator, task.parent, fromNanos, created);
        long started = between(created, task.startedNanos, toNanos);
        queued(task, created, started);
        long ended = between(started, task.endedNanos, toNanos);
        during(task.runner, null, started, ended);
        long done = between(ended, task.doneNanos(), toNanos);
        during(task.fulfiller, task.fulfilledIn, ended, done);
        add(done, toNanos, Causes.HAND_OFF);
    }

    private void queued(TaskStory task, long fromNanos, long toNanos) {
        if (task.isCutOff) {
            add(fromNanos, toNanos, Causes.UNKNOWN);
            return;
        }
        TaskStory source = task.lastSource();
        long ready = source == null ? fromNanos : between(fromNanos, source.doneNanos(), toNanos);
        if (source != null) {
            during(source, fromNanos, ready);
        }
        long queued = between(ready, task.queuedSinceNanos(ready), toNanos);
        notDue(task, ready, queued);
        addBegin(task, Cause.Kind.QUEUED, task.poolId, queued, toNanos);
    }

    /* A task that is not known to be in a queue waits for the completion of a predecessor, or for its due time. */
    private void notDue(TaskStory task, long fromNanos, long toNanos) {
        if (task.completer != null) {
            long completed = between(fromNanos, task.completedNanos, toNanos);
            during(task.completer, task.completedIn, fromNanos, completed);
            addBegin(task, Cause.Kind.NOT_COMPLETED, 0, completed, toNanos);
        } else if (task.isStage && task.startedNanos != Long.MAX_VALUE) {
            addBegin(task, Cause.Kind.NOT_COMPLETED, 0, fromNanos, toNanos);
        } else {
            addBegin(task, Cause.Kind.QUEUED, 0, fromNanos, toNanos);
        }
    }

    private void addBegin(TaskStory task, Cause.Kind kind, long poolId, long fromNanos, long toNanos) {
        if (fromNanos < toNanos) {
            add(fromNanos, toNanos, doing.number(new Cause(kind, null, task.body, task.madeAt, poolId, 0)));
        }
    }

    private static long between(long least, long nanos, long most) {
        return Math.max(least, Math.min(nanos, most));
    }
}
