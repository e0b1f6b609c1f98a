package org.ompt4j.tools.trace;

import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.EventShape;
import org.ompt4j.ompt.Member;
import org.ompt4j.ompt.OmptThread;
import org.ompt4j.ompt.ScopeEndpoint;
import org.ompt4j.ompt.State;
import org.ompt4j.ompt.TaskStatus;

/** Records the events of one thread, or the samples of all: {@link RecordEncoder} makes bytes of them, {@link ChunkWriter} places these. */
public final class ThreadLog extends ChunkWriter {
    private static final long TASKS = Event.TASK_SCHEDULE.bit() | Event.TASK_CREATE.bit() | Event.IMPLICIT_TASK.bit();

    private final TaskStack tasks;

    /** Stands in front of this log and decides what is counted instead of recorded; null if nothing is. */
    final @Nullable Throttle throttle;

    /**
     * @param thread whose events these are; null for samples of all threads
     * @param throttles whether events may be counted instead of recorded
     */
    ThreadLog(Recording recording, long threadId, @Nullable OmptThread thread, byte kind, boolean throttles) {
        this(recording, threadId, thread, kind, throttles ? recording.counters : null, new TaskStack());
    }

    private ThreadLog(
            Recording recording,
            long threadId,
            @Nullable OmptThread thread,
            byte kind,
            @Nullable CounterLog counters,
            TaskStack tasks) {
        super(recording.file, recording.pool, recording.callSites, threadId, thread, kind, tasks);
        this.tasks = tasks;
        this.throttle = counters == null ? null : new Throttle(this, counters);
    }

    /**
     * Records an event, or counts it as dropped. The arguments are those of {@code RecordSink.record}; the number of a text is its id.
     */
    void record(EventShape event, long timeNanos, long details, long a, long b, long c, long d, long place) {
        if ((event.bit() & TASKS) != 0 || latestTag() == RecordLayout.JOINED) {
            recordTasks(event, timeNanos, details, a, b, c, d, place);
        } else if (ready(timeNanos)) {
            write(event, timeNanos, details, a, b, c, d, place);
        }
    }

    /**
     * The same for a record that can be taken back until the next one is made.
     *
     * @return whether it was recorded
     */
    boolean recordRevocably(
            EventShape event, long timeNanos, long details, long a, long b, long c, long d, long place) {
        boolean ready = ready(timeNanos);
        if (ready) {
            markNext(EventLayout.tag(event, details));
            write(event, timeNanos, details, a, b, c, d, place);
        }
        return ready;
    }

    private void write(EventShape event, long timeNanos, long details, long a, long b, long c, long d, long place) {
        long first = number(event.type(0), a);
        long second = 0;
        long third = 0;
        long fourth = 0;
        if (event.numbers() > 1) {
            second = number(event.type(1), b);
            if (event.numbers() > 2) {
                third = number(event.type(2), c);
                fourth = number(event.type(3), d);
            }
        }
        write(
                EventLayout.tag(event, details),
                timeNanos,
                EventLayout.attributes(details),
                event.hasPlace() ? place : 0,
                event.numbers(),
                first,
                second,
                third,
                fourth);
    }

    /** Events that change what task is current, and the one after the end of an awaited task, which can be told together with it. */
    private void recordTasks(
            EventShape shape, long timeNanos, long details, long a, long b, long c, long d, long place) {
        Event event = shape.event();
        boolean ready = ready(timeNanos);
        if (event == Event.TASK_SCHEDULE) {
            schedule(ready, timeNanos, details, a, b);
            return;
        }
        if (ready && !(event == Event.SYNC_REGION && joinEnds(timeNanos, details, place, a, b, c))) {
            write(shape, timeNanos, details, a, b, c, d, place);
        }
        if (event == Event.IMPLICIT_TASK) {
            nest(Member.ENDPOINT.in(details), a);
        } else if (ready && event == Event.TASK_CREATE) {
            created(b);
        }
    }

    private void nest(int endpoint, long task) {
        if (endpoint == ScopeEndpoint.BEGIN.value()) {
            tasks.enter(task);
        } else if (endpoint == ScopeEndpoint.END.value()) {
            tasks.leave();
        }
    }

    private void schedule(boolean ready, long timeNanos, long details, long prior, long next) {
        int status = Member.PRIOR_TASK_STATUS.in(details);
        if (ready) {
            long construct = Construct.in(details).ordinal();
            if (status == TaskStatus.SWITCH.value()) {
                switchTasks(timeNanos, construct, prior, next);
            } else if (status == TaskStatus.COMPLETE.value()) {
                complete(timeNanos, construct, prior, next);
            } else {
                long priorNumber = task(prior);
                long nextNumber = task(next);
                joins.taskEnded(prior);
                write(RecordLayout.TASK_SCHEDULE, timeNanos, details, 0, 2, priorNumber, nextNumber, 0, 0);
            }
        }
        if (status == TaskStatus.SWITCH.value()
                || status == TaskStatus.COMPLETE.value()
                || RecordLayout.switchesTask(TaskStatus.of(status))) {
            tasks.switchTo(next);
        }
    }

    private void switchTasks(long timeNanos, long construct, long prior, long next) {
        if (!joinBegins(timeNanos, construct, prior, next)) {
            long priorNumber = task(prior);
            long nextNumber = next(next);
            write(RecordLayout.TASK_SCHEDULE_SWITCH, timeNanos, construct, 0, 2, priorNumber, nextNumber, 0, 0);
        }
        prior(prior);
    }

    private void complete(long timeNanos, long construct, long prior, long next) {
        if (joinedTaskEnds(construct, prior, next)) {
            writeTime(RecordLayout.JOINED, timeNanos);
            return;
        }
        long priorNumber = task(prior);
        long nextNumber = resumed(next);
        write(RecordLayout.TASK_SCHEDULE_COMPLETE, timeNanos, construct, 0, 2, priorNumber, nextNumber, 0, 0);
    }

    // ---------------------------------------------------------------- joins

    /**
     * The current task begins to run another one. Right after the begin of a join for it, that begin's tag is changed to say so.
     *
     * @return whether that was all there is to write
     */
    private boolean joinBegins(long timeNanos, long construct, long prior, long next) {
        long attributes = lastAttributes(RecordLayout.SYNC_REGION);
        if (latestTag() != RecordLayout.SYNC_REGION
                || next != lastWait()
                || prior != tasks.current()
                || isLater(timeNanos)
                || (attributes & 0xFF) != construct
                || !joins.hasRoom()) {
            return false;
        }
        joins.begin(prior, next, lastRegion(), attributes, lastPlace(RecordLayout.SYNC_REGION));
        next(next);
        changeLatest(RecordLayout.JOIN_BEGIN);
        return true;
    }

    /** Whether the task that is complete is the one that the innermost join awaits: then everything but the time is known. */
    private boolean joinedTaskEnds(long construct, long prior, long next) {
        if (prior != tasks.current() || !joins.isBetween(next, prior) || joins.construct() != construct) {
            joins.taskEnded(prior);
            return false;
        }
        joins.end();
        return true;
    }

    /**
     * The current task leaves a sync region. If it is the join whose task ended just before, that record's tag is changed to say so.
     *
     * @return whether that was all there is to write
     */
    private boolean joinEnds(long timeNanos, long details, long place, long task, long region, long waitId) {
        if (latestTag() != RecordLayout.JOINED
                || Member.ENDPOINT.in(details) != ScopeEndpoint.END.value()
                || task != tasks.current()
                || isLater(timeNanos)
                || !joins.latestHas(waitId, region, EventLayout.attributes(details), place)) {
            return false;
        }
        changeLatest(RecordLayout.JOIN_END);
        return true;
    }

    // ---------------------------------------------------------------- samples, pauses, end

    /** Writes what a thread was doing. Nothing is allocated. */
    public void sample(long timeNanos, long thread, State state, long waitId, long taskId, long parallelId) {
        if (ready(timeNanos)) {
            long threadNumber = thread(thread);
            long taskNumber = next(taskId);
            long region = number(EventShape.REGION, parallelId);
            long wait = number(EventShape.WAIT, waitId);
            write(
                    RecordLayout.SAMPLE,
                    timeNanos,
                    Member.STATE.bits(state.value()),
                    0,
                    4,
                    threadNumber,
                    taskNumber,
                    region,
                    wait);
        }
    }

    /**
     * Recording goes on after a pause: the next event begins a chunk, from what the thread is doing then. Called while nobody writes.
     *
     * @param timeNanos since time 0
     */
    @Override
    void resumeAt(long timeNanos) {
        super.resumeAt(timeNanos);
        if (throttle != null) {
            throttle.forget();
        }
    }
}
