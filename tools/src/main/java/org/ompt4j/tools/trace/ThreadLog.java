package org.ompt4j.tools.trace;

import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.Member;
import org.ompt4j.ompt.OmptThread;
import org.ompt4j.ompt.State;
import org.ompt4j.ompt.TaskStatus;

/**
 * Records the events of one thread, or the samples of all threads. {@link RecordEncoder} encodes them, {@link ChunkWriter} places the
 * bytes.
 */
public final class ThreadLog extends ChunkWriter {
    private static final int IMPLICIT_TASK_END = RecordLayout.IMPLICIT_TASK + 1;
    private static final int SYNC_REGION_END = RecordLayout.SYNC_REGION + 1;
    private static final int SWITCH = TaskStatus.SWITCH.value();
    private static final int COMPLETE = TaskStatus.COMPLETE.value();
    private static final int DETACH = TaskStatus.DETACH.value();
    private static final int LATE_FULFILL = TaskStatus.LATE_FULFILL.value();

    private final TaskStack tasks;

    /** Decides which events are counted instead of recorded; null if none are. */
    final @Nullable Throttle throttle;

    final StackRate.Due stacksDue;

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
        this.stacksDue = new StackRate.Due(recording.file.startNanos);
        this.throttle = counters == null ? null : new Throttle(this, counters);
    }

    /**
     * Records an event, or counts it as dropped. The numbers and the place are those of {@code RecordSink.record}; the number of a text is
     * its id.
     *
     * @param layout the result of {@link EventLayout#of}
     * @param attributes the result of {@link EventLayout#attributes}
     */
    void record(int layout, long timeNanos, long attributes, long a, long b, long c, long d, long place) {
        if (ready(timeNanos)) {
            put(layout, timeNanos, attributes, a, b, c, d, place);
        } else {
            follow(layout, attributes, a, b);
        }
    }

    /**
     * Records an event. Has to be called after {@link #ready}. The method is too large for the JVM's compiler to inline it in each hook.
     */
    void put(int layout, long timeNanos, long attributes, long a, long b, long c, long d, long place) {
        int tag = EventLayout.tag(layout);
        long storedAttributes = attributes;
        long storedPlace = place;
        long first = a;
        long second = b;
        long third = c;
        long fourth = d;
        switch (EventLayout.form(layout)) {
            case EventLayout.WAIT, EventLayout.WAIT_NUMBER -> first = waitId(a);
            case EventLayout.TASK_WAIT -> {
                first = task(a);
                second = waitId(b);
            }
            case EventLayout.TASK_REGION -> {
                first = task(a);
                second = region(b);
                third = RecordLayout.signed(c);
                fourth = RecordLayout.signed(d);
                if (tag == RecordLayout.DISPATCH) {
                    // Hooks pass the call site of the region; the record does not contain it.
                    storedPlace = 0;
                }
                nest(tag, a);
            }
            case EventLayout.TASK_REGION_WAIT -> {
                if (latestTag() == RecordLayout.JOINED && joinEnds(tag, timeNanos, attributes, place, a, b, c)) {
                    return;
                }
                first = task(a);
                second = region(b);
                third = waitId(c);
            }
            case EventLayout.TASK_CREATE -> {
                first = task(a);
                second = created(b);
            }
            case EventLayout.TASK_SCHEDULE -> {
                tag = scheduleTag(timeNanos, attributes, a, b);
                if (tag != 0) {
                    first = task(a);
                    second = scheduled(tag, b);
                    storedAttributes = tag == RecordLayout.TASK_SCHEDULE ? attributes : attributes & 0xFF;
                }
                switchTask(attributes, a, b);
                if (tag == 0) {
                    return;
                }
            }
            default -> {
                first = number(EventLayout.type(layout, 0), a);
                second = number(EventLayout.type(layout, 1), b);
                third = number(EventLayout.type(layout, 2), c);
                fourth = number(EventLayout.type(layout, 3), d);
            }
        }
        write(tag, timeNanos, storedAttributes, storedPlace, EventLayout.numbers(layout), first, second, third, fourth);
    }

    /** Follows the current task when an event was dropped. */
    private void follow(int layout, long attributes, long a, long b) {
        if (EventLayout.form(layout) == EventLayout.TASK_SCHEDULE) {
            switchTask(attributes, a, b);
        } else {
            nest(EventLayout.tag(layout), a);
        }
    }

    /** Follows the begin or end of an implicit task, if the tag is for one. */
    private void nest(int tag, long task) {
        if (tag == RecordLayout.IMPLICIT_TASK) {
            tasks.enter(task);
        } else if (tag == IMPLICIT_TASK_END) {
            tasks.leave();
        }
    }

    private void switchTask(long attributes, long prior, long next) {
        if (next == 0 && RecordLayout.isVirtualThread(prior)) {
            tasks.unmount();
        }
        int status = Member.PRIOR_TASK_STATUS.in(attributes);
        if (status == SWITCH || status == COMPLETE || RecordLayout.switchesTask(TaskStatus.of(status))) {
            tasks.switchTo(next);
        }
    }

    /** The tag of a task_schedule; 0 if everything has been written. */
    private int scheduleTag(long timeNanos, long attributes, long prior, long next) {
        long construct = attributes & 0xFF;
        int status = Member.PRIOR_TASK_STATUS.in(attributes);
        if (status == SWITCH) {
            boolean written = joinBegins(timeNanos, construct, prior, next);
            prior(prior);
            return written ? 0 : RecordLayout.TASK_SCHEDULE_SWITCH;
        }
        if (status == COMPLETE && joinedTaskEnds(construct, prior, next)) {
            writeTime(RecordLayout.JOINED, timeNanos);
            return 0;
        }
        joins.taskEnded(prior);
        if (status == COMPLETE) {
            return RecordLayout.TASK_SCHEDULE_COMPLETE;
        }
        return status == DETACH
                ? RecordLayout.TASK_SCHEDULE_DETACH
                : status == LATE_FULFILL ? RecordLayout.TASK_SCHEDULE_LATE_FULFILL : RecordLayout.TASK_SCHEDULE;
    }

    /** The stored form of the next task of a task_schedule with this tag. */
    private long scheduled(int tag, long next) {
        return switch (tag) {
            case RecordLayout.TASK_SCHEDULE_SWITCH -> next(next);
            case RecordLayout.TASK_SCHEDULE_COMPLETE, RecordLayout.TASK_SCHEDULE_DETACH -> resumed(next);
            default -> task(next);
        };
    }

    // ---------------------------------------------------------------- joins

    /**
     * The current task begins to run another one. If the last record is the begin of a join for that task, its tag is changed to stand for
     * both.
     *
     * @return whether nothing else has to be written
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

    /** Whether the completed task is the one that the innermost join awaits. Then everything except the time is known. */
    private boolean joinedTaskEnds(long construct, long prior, long next) {
        if (prior != tasks.current() || !joins.isBetween(next, prior) || joins.construct() != construct) {
            return false;
        }
        joins.end();
        return true;
    }

    /**
     * The current task leaves a sync region. If that is the join whose task ended just before, the tag of that record is changed to stand
     * for both.
     *
     * @return whether nothing else has to be written
     */
    private boolean joinEnds(
            int tag, long timeNanos, long attributes, long place, long task, long region, long waitId) {
        if (tag != SYNC_REGION_END
                || task != tasks.current()
                || isLater(timeNanos)
                || !joins.latestHas(waitId, region, attributes, place)) {
            return false;
        }
        changeLatest(RecordLayout.JOIN_END);
        return true;
    }

    // ---------------------------------------------------------------- samples, pauses, end

    /** Writes a sample of a thread's state. Allocates nothing. */
    public void sample(long timeNanos, long thread, State state, long waitId, long taskId, long parallelId) {
        if (ready(timeNanos)) {
            long threadNumber = thread(thread);
            long taskNumber = next(taskId);
            long region = region(parallelId);
            long wait = waitId(waitId);
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

    /** Loads and initializes the classes now, instead of in the middle of the application's first event. */
    static void load() {
        RecordLayout.sizeOfNumber(0);
        EventLayout.of(Event.THREAD_BEGIN.shape(), 0);
    }

    @Override
    void resumed() {
        if (throttle != null) {
            throttle.forget();
        }
    }
}
