package org.ompt4j.tools.model;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.ScopeEndpoint;
import org.ompt4j.ompt.State;
import org.ompt4j.ompt.SyncRegionKind;
import org.ompt4j.ompt.TaskStatus;
import org.ompt4j.tools.read.TraceEvent;

/**
 * The arrows that lead from one thread to another: from the creation of a task to its begin, from the release of a mutex to the thread that waited
 * and gets it next, from a wakeup to the end of the wait that it ended. A wait has no arrow if it is not known what ended it.
 *
 * <p>A client of {@link RunModel}: it gets each event before the run model applies it, and then answers questions about this event. Memory grows with
 * tasks that have not begun and with waits, up to limits. Thread safety: none.
 */
public final class Flows {
    private final CreatedTasks created;
    private final Releases releases = new Releases();
    private final Wakeups wakeups = new Wakeups();

    private boolean createdOne;
    private @Nullable Origin origin;
    private @Nullable End end;
    private long beginningTask;
    private final List<Left> left = new ArrayList<>(2);

    /** The kinds of arrows. */
    public enum Kind {
        /** From the creation of a task to its begin. */
        TASK,
        /** From the release of a mutex to the end of a wait for it. */
        RELEASE,
        /** From a wakeup to the end of a wait. */
        WAKEUP
    }

    /**
     * A created task.
     *
     * @param threadId the platform thread on which it was created
     */
    public record Created(Construct construct, int codeptrRa, int body, long timeNanos, long threadId) {}

    /** A task that has begun or was given up. */
    public record Left(long taskId, Created task) {}

    /** The begin of one or more arrows. Each arrow has a number that is unique within its kind; for a task it is the id of the task. */
    public static final class Origin {
        private final Kind kind;
        private final long threadId;
        private final long timeNanos;
        private final long first;
        private final int count;
        private int ended;

        Origin(Kind kind, long threadId, long timeNanos, long first, int count) {
            this.kind = kind;
            this.threadId = threadId;
            this.timeNanos = timeNanos;
            this.first = first;
            this.count = count;
        }

        public Kind kind() {
            return kind;
        }

        /** The platform thread. */
        public long threadId() {
            return threadId;
        }

        public long timeNanos() {
            return timeNanos;
        }

        /** The number of the first arrow. */
        public long first() {
            return first;
        }

        /** How many arrows have a number; there can be more arrows. */
        public int count() {
            return count;
        }

        /** The number of the next arrow to end, 0 if all numbers are taken. */
        private long nextEnd() {
            return ended < count ? first + ended++ : 0;
        }
    }

    /**
     * The end of an arrow.
     *
     * @param number 0 if it has none
     * @param sinceNanos when the wait began; for a task when it was created
     * @param waitId the object that was waited for; 0 for a task
     */
    public record End(Origin origin, long number, long sinceNanos, long waitId) {}

    /**
     * @param tasks how many tasks that have not begun are followed at the same time
     */
    public Flows(int tasks) {
        this.created = new CreatedTasks(tasks);
    }

    /** The platform thread: the thread itself, or the carrier of a virtual thread. */
    static long placeOf(ThreadModel thread) {
        ThreadModel platformThread = thread.platformThread();
        return platformThread == null ? thread.id() : platformThread.id();
    }

    /** For how many tasks the creation was not kept, because there were too many at the same time. */
    public long notFollowed() {
        return created.notFollowed();
    }

    // ---------------------------------------------------------------- what the last event was

    /** Whether the last event created a task that is followed. */
    public boolean createdOne() {
        return createdOne;
    }

    /** The arrows that begin with the last event; null if there are none. */
    public @Nullable Origin origin() {
        return origin;
    }

    /** The arrow that ends with the last event; null if there is none. */
    public @Nullable End end() {
        return end;
    }

    /** The task that begins with the last event, 0 if there is none. The task of a virtual thread does not count. */
    public long beginningTask() {
        return beginningTask;
    }

    /** The tasks that began, or were given up, with the last event. */
    public List<Left> left() {
        return left;
    }

    /** The entry of a task that began with the last event; null if there is none. */
    public @Nullable Created creationOf(long taskId) {
        for (Left each : left) {
            if (each.taskId == taskId) {
                return each.task;
            }
        }
        return null;
    }

    // ---------------------------------------------------------------- events

    /** Processes an event, before the run model applies it. */
    public void accept(TraceEvent event, Event kind, ThreadModel thread) {
        createdOne = false;
        origin = null;
        end = null;
        beginningTask = 0;
        left.clear();
        if (thread.isVirtual()) {
            begins(thread.id());
        }
        endAcquire(event, thread);
        switch (kind) {
            case TASK_CREATE -> create(event, thread);
            case TASK_SCHEDULE -> schedule(event, thread);
            case SYNC_REGION_WAIT, WAIT -> wait(event, kind, thread);
            case MUTEX_ACQUIRE -> releases.asks(event.waitId());
            case MUTEX_RELEASED -> origin = releases.releases(event, thread);
            case WAKEUP -> origin = wakeups.wakes(event, thread);
            case CANCEL -> {
                if (event.discardsTask()) {
                    leaves(event.taskId());
                }
            }
            default -> {}
        }
    }

    /** Recording was paused: it is not known which threads wait when it goes on. */
    public void pause() {
        releases.clear();
        wakeups.clear();
    }

    private void create(TraceEvent event, ThreadModel thread) {
        long task = event.newTaskId();
        long place = placeOf(thread);
        Created made = new Created(event.construct(), event.codeptrRa(), event.body(), event.timeNanos(), place);
        createdOne = created.add(task, made);
        origin = new Origin(Kind.TASK, place, event.timeNanos(), task, 1);
    }

    private void schedule(TraceEvent event, ThreadModel thread) {
        if (event.isMount()) {
            begins(event.nextTaskId());
            return;
        }
        if (event.isUnmount() && !event.endsBody() || event.isFulfillment()) {
            return;
        }
        if (event.priorTaskStatus() == TaskStatus.CANCEL) {
            leaves(event.priorTaskId());
        }
        long next = event.nextTaskId();
        if (next != 0 && thread.find(next) == null) {
            beginningTask = next;
            begins(next);
        }
    }

    private void begins(long task) {
        Created known = leaves(task);
        if (known != null) {
            Origin from = new Origin(Kind.TASK, known.threadId(), known.timeNanos(), task, 1);
            end = new End(from, task, known.timeNanos(), 0);
        }
    }

    private @Nullable Created leaves(long task) {
        Created known = created.remove(task);
        if (known != null) {
            left.add(new Left(task, known));
        }
        return known;
    }

    private void endAcquire(TraceEvent event, ThreadModel thread) {
        if (releases.isEmpty()) {
            return;
        }
        TraceEvent answered = thread.acquireAnsweredBy(event);
        TraceEvent over = answered != null ? answered : thread.acquireGivenUpBefore(event);
        if (over == null) {
            return;
        }
        Origin release = releases.isOver(over.waitId());
        boolean hasWaited = answered != null && !event.endsAttempt() && event.timeNanos() > over.timeNanos();
        if (release != null && hasWaited) {
            end = new End(release, release.nextEnd(), over.timeNanos(), over.waitId());
        }
    }

    private void wait(TraceEvent event, Event kind, ThreadModel thread) {
        if (event.endsAttempt()) {
            return;
        }
        State state = stateOf(event, kind);
        if (event.endpoint() == ScopeEndpoint.BEGIN && state != null) {
            wakeups.begins(event, state);
        } else if (event.endpoint() == ScopeEndpoint.END) {
            // The innermost wait of this kind is over, even if its end has another wait id.
            TraceEvent begin = thread.frameOfWait(event.taskId()).waits().innermost(kind);
            State ended = begin == null ? null : stateOf(begin, kind);
            Origin wakeup =
                    begin == null || ended == null ? null : wakeups.ends(begin, ended, event.outcome(), thread.id());
            if (begin != null && wakeup != null) {
                end = new End(wakeup, wakeup.nextEnd(), begin.timeNanos(), begin.waitId());
            }
        }
    }

    private static @Nullable State stateOf(TraceEvent event, Event kind) {
        SyncRegionKind sync = kind == Event.SYNC_REGION_WAIT ? event.syncKind() : null;
        return sync != null ? sync.waitState() : event.state();
    }
}
