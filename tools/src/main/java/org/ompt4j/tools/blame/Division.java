package org.ompt4j.tools.blame;

import org.jspecify.annotations.Nullable;

/** Divides a time among what is to blame for it, from its begin to its end. */
final class Division {
    /** Steps from a task to the one that made it, or that it comes after. */
    private static final int MOST_STEPS = 1_000;

    private final CurrentCauses doing;
    private final OpenBegins open;
    private final CauseTimes parts = new CauseTimes();
    /** Where what is found is written down too, or null. */
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

    /** Whether others ask what the end of the wait was due to. */
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

    /** What the thread did; while it was in that task, if one is given, and before that what the task waited for. */
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
        // What comes now has not been told to the doings.
        long since = Math.max(until, Math.min(toNanos, thread.thread.lastTimeNanos()));
        add(until, since, Causes.UNKNOWN);
        add(since, toNanos, doing.of(thread));
    }

    /* From the task's creation back it is its creator's turn; then the task is in a queue; then it runs. */
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
        TaskStory source = task.lastSource();
        long ready = source == null ? fromNanos : between(fromNanos, source.doneNanos(), toNanos);
        if (source != null) {
            during(source, fromNanos, ready);
        }
        long queued = between(ready, task.queuedSinceNanos(ready), toNanos);
        notDue(task, ready, queued);
        addBegin(task, Cause.Kind.QUEUED, task.poolId, queued, toNanos);
    }

    /* What is not told to be in a queue waits for who completes what it comes after, or for a time. */
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
