package org.ompt4j.tools.read;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.CancelFlag;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.DispatchKind;
import org.ompt4j.ompt.Enumerator;
import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.EventShape;
import org.ompt4j.ompt.Member;
import org.ompt4j.ompt.MutexImpl;
import org.ompt4j.ompt.MutexKind;
import org.ompt4j.ompt.OmptRecord;
import org.ompt4j.ompt.RecordSink;
import org.ompt4j.ompt.ScopeEndpoint;
import org.ompt4j.ompt.Severity;
import org.ompt4j.ompt.State;
import org.ompt4j.ompt.SyncRegionKind;
import org.ompt4j.ompt.TaskStatus;
import org.ompt4j.ompt.ThreadType;
import org.ompt4j.ompt.WaitOutcome;
import org.ompt4j.tools.trace.RecordLayout;

/**
 * One event: when and where it happened, and the numbers that were passed to {@link RecordSink#record}. {@link Event#members} defines their
 * meaning. {@link #value} and {@link #enumerator} return any member; the methods after them return the members that are used most.
 *
 * @param timeNanos nanoseconds since the trace began
 * @param threadId the thread on which the event happened
 * @param taskId the record's task, or else the task that was current on that thread when the event happened (before a task_schedule
 *     takes effect the prior task, so it equals the prior task there), 0 if none
 * @param event the event; null for a sample
 * @param details construct, endpoint, kinds and flags
 * @param a the first of the event's {@link Event#numbers}, 0 if there is none; for an error or a pool the length of its text, for a sample the
 *     region
 * @param b the second number; for a sample the wait id
 * @param c the third number
 * @param d the fourth number
 * @param place call site and body; 0 for those that the event does not have
 * @param message the message of an error, or the name of a pool; null for other events
 */
public record TraceEvent(
        long timeNanos,
        long threadId,
        long taskId,
        @Nullable Event event,
        long details,
        long a,
        long b,
        long c,
        long d,
        long place,
        @Nullable String message) {
    /** The exception of a pool that rejects a task. */
    private static final String REJECTED = "java.util.concurrent.RejectedExecutionException";

    /**
     * An event with these values of its {@link Event#members}, in their order: enumerators, numbers, ids, and for a text its length. Values
     * missing at the end are 0.
     *
     * @param currentTask the task of events that have no member for it
     */
    public static TraceEvent of(
            long timeNanos,
            long threadId,
            long currentTask,
            Event event,
            Construct construct,
            @Nullable String message,
            long... values) {
        long task = currentTask;
        long details = construct.ordinal();
        long place = 0;
        long[] numbers = new long[4];
        List<Member> members = event.members();
        for (int i = 0; i < values.length; i++) {
            Member member = members.get(i);
            int where = MemberTable.where(event, member);
            task = member == Member.TASK_ID ? values[i] : task;
            if (where == MemberTable.DETAILS) {
                details |= member.bits((int) values[i]);
            } else if (where == MemberTable.PLACE) {
                int id = (int) values[i];
                place |= member == Member.BODY ? EventShape.place(0, id) : EventShape.place(id, 0);
            } else {
                numbers[where] = values[i];
            }
        }
        return new TraceEvent(
                timeNanos,
                threadId,
                task,
                event,
                details,
                numbers[0],
                numbers[1],
                numbers[2],
                numbers[3],
                place,
                message);
    }

    /** A sample of what a thread was doing. */
    static TraceEvent sample(long timeNanos, long threadId, long taskId, long details, long region, long waitId) {
        return new TraceEvent(timeNanos, threadId, taskId, null, details, region, waitId, 0, 0, 0, null);
    }

    /** The event as the specification's trace record; {@link OmptRecord.Sample} for a sample, null for thread_end, which has no members. */
    public @Nullable OmptRecord record() {
        if (event == null) {
            return new OmptRecord.Sample(State.of(Member.STATE.in(details)), a, taskId, b);
        }
        return OmptRecord.of(event, details, a, b, c, d, codeptrRa(), message == null ? "" : message);
    }

    /** The members of events of this kind, or of samples, for {@link #value}. */
    public List<Member> members() {
        return event == null ? MemberTable.OF_SAMPLES : event.members();
    }

    /** Whether events of this kind, or samples, have this member. */
    public boolean has(Member member) {
        return MemberTable.where(event, member) != MemberTable.NOWHERE;
    }

    /** A member's value as a number: for an enumerator its number, for a text its length; 0 for events without this member. */
    public long value(Member member) {
        return switch (MemberTable.where(event, member)) {
            case 0 -> a;
            case 1 -> b;
            case 2 -> c;
            case 3 -> d;
            case MemberTable.DETAILS -> member.in(details);
            case MemberTable.PLACE -> member == Member.BODY ? EventShape.body(place) : EventShape.codeptrRa(place);
            default -> 0;
        };
    }

    /** A member's value as an enumerator; null for events without this member. */
    public @Nullable Enumerator enumerator(Member member) {
        return has(member) ? MemberTable.enumerator(member, member.in(details)) : null;
    }

    /** The event's name in the specification and its endpoint, if it has one, for people. */
    public String name() {
        ScopeEndpoint endpoint = endpoint();
        return (event == null ? "sample" : event.specName()) + (endpoint == null ? "" : " " + endpoint.specName());
    }

    public Construct construct() {
        return Construct.in(details);
    }

    /** The event's endpoint; null for events without one. */
    public @Nullable ScopeEndpoint endpoint() {
        // Without has(), since this is called most often; the bits are 0 for events without an endpoint.
        return (ScopeEndpoint) MemberTable.enumerator(Member.ENDPOINT, Member.ENDPOINT.in(details));
    }

    /*
     * The following methods are called several times for each event. So they use the member's place in the events that have it, which follows
     * from Event.numbers. A test compares them with value().
     */

    /** The parallel region; 0 for none, and for events that have no such member. */
    public long parallelId() {
        int where = MemberTable.where(event, Member.PARALLEL_ID);
        return where == 1 ? b : where == 0 ? a : 0;
    }

    /** The mutex, or what is waited for; 0 for none. The specification's records of synchronization regions have no member for it. */
    public long waitId() {
        int where = MemberTable.where(event, Member.WAIT_ID);
        return where == 0 ? a : where == 1 ? b : where == 2 ? c : 0;
    }

    /** For a mutex_acquire, the thread that held the mutex when the wait began; 0 if it is not known, and for other events. */
    public long owner() {
        return value(Member.OWNER);
    }

    /** Id of the call site, resolved by {@link Trace#callSite}; 0 for none, and for events that have no such member. */
    public int codeptrRa() {
        return EventShape.codeptrRa(place);
    }

    /** Id of the code that a task or region runs, resolved by {@link Trace#body}; 0 for none. */
    public int body() {
        return EventShape.body(place);
    }

    /** The kind of a barrier, taskwait, taskgroup or reduction; null for other events. */
    public @Nullable SyncRegionKind syncKind() {
        return (SyncRegionKind) enumerator(Member.SYNC_KIND);
    }

    /** Whether this is an event of the barrier at the end of a parallel region. */
    public boolean endsRegion() {
        SyncRegionKind kind = syncKind();
        return kind != null && kind.endsRegion();
    }

    /** Whether this is a dispatch that assigns elements of a stream to a task. */
    public boolean isChunkOfElements() {
        return event() == Event.DISPATCH && enumerator(Member.DISPATCH_KIND) == DispatchKind.TASKLOOP_CHUNK;
    }

    /** The kind of a mutex; null for events without it. */
    public @Nullable MutexKind mutexKind() {
        return (MutexKind) enumerator(Member.MUTEX_KIND);
    }

    public @Nullable MutexImpl impl() {
        return (MutexImpl) enumerator(Member.IMPL);
    }

    /** The state of a sample or of a wait event of OMPT4J; null for other events. */
    public @Nullable State state() {
        return (State) enumerator(Member.STATE);
    }

    /** How a wait ended, as far as the waiting thread could tell; unspecified for other events. */
    public WaitOutcome outcome() {
        WaitOutcome outcome = (WaitOutcome) enumerator(Member.OUTCOME);
        return outcome == null ? WaitOutcome.UNSPECIFIED : outcome;
    }

    /** Whether the attempt that begins with this mutex_acquire is given up some time, or at once. */
    public boolean canFail() {
        MutexKind kind = mutexKind();
        return kind == null || kind != kind.withoutTest();
    }

    /** Whether this event ends an attempt to acquire a mutex that a mutex_acquire began and that has failed. */
    public boolean endsAttempt() {
        State state = event == Event.WAIT ? state() : null;
        return state != null && state.isForMutex();
    }

    public @Nullable ThreadType threadType() {
        return (ThreadType) enumerator(Member.THREAD_TYPE);
    }

    public @Nullable Severity severity() {
        return (Severity) enumerator(Member.SEVERITY);
    }

    /** The pool that begins or ends, or for which the thread works; 0 for events without this member. */
    public long poolId() {
        return value(Member.POOL_ID);
    }

    public long encounteringTaskId() {
        return value(Member.ENCOUNTERING_TASK_ID);
    }

    public long newTaskId() {
        return value(Member.NEW_TASK_ID);
    }

    public long priorTaskId() {
        return event == Event.TASK_SCHEDULE ? a : 0;
    }

    public @Nullable TaskStatus priorTaskStatus() {
        Member status = Member.PRIOR_TASK_STATUS;
        return event == Event.TASK_SCHEDULE ? (TaskStatus) MemberTable.enumerator(status, status.in(details)) : null;
    }

    /** The state of the wait that begins or ends with this event; {@link State#UNKNOWN} if the event does not tell it. */
    public State waitState() {
        if (mutexKind() != null) {
            return mutexKind().waitState();
        }
        if (syncKind() != null) {
            return syncKind().waitState();
        }
        return state() != null ? state() : State.UNKNOWN;
    }

    /** Whether this is a task_schedule with which the prior task ends: see {@link TaskStatus#endsTask}. */
    public boolean endsTask() {
        TaskStatus status = priorTaskStatus();
        return status != null && status.endsTask();
    }

    /** When the task of a {@link Event#TASK_LATE} was due, in nanoseconds since the trace began. */
    public long dueNanos() {
        return timeNanos() - value(Member.LATENESS);
    }

    /** Whether this event is for a virtual thread that was mounted late. Other late tasks have just begun. */
    public boolean isLateMount() {
        return event == Event.TASK_LATE && isVirtualThread(taskId());
    }

    /** Whether this is the exception of a pool that rejects a task, even if it is reported as the end of a task or a thread. */
    public boolean isRejection() {
        return event == Event.ERROR && message() != null && message().startsWith(REJECTED);
    }

    /** Of an error, the class of the exception, with which the message begins; empty if there is no message. */
    public String errorClass() {
        String message = message() == null ? "" : message();
        int end = message.indexOf(": ");
        return end < 0 ? message : message.substring(0, end);
    }

    /** Whether this is a cancel of a task that will not run. */
    public boolean discardsTask() {
        return event == Event.CANCEL && (flags() & CancelFlag.DISCARDED_TASK) != 0;
    }

    /** Whether this is a task_schedule with which the prior task leaves its thread for good: see {@link TaskStatus#endsBody}. */
    public boolean endsBody() {
        TaskStatus status = priorTaskStatus();
        return status != null && status.endsBody();
    }

    /** Whether this is a task_schedule that schedules nothing: see {@link TaskStatus#isFulfillment}. */
    public boolean isFulfillment() {
        TaskStatus status = priorTaskStatus();
        return status != null && status.isFulfillment();
    }

    public long nextTaskId() {
        return event == Event.TASK_SCHEDULE ? b : 0;
    }

    /** Whether this is a wakeup by an interrupt of another thread, see {@link RecordSink#threadOf}. */
    public boolean isInterrupt() {
        return event == Event.WAKEUP && construct() != Construct.PARK && RecordSink.isPermit(waitId());
    }

    /** Whether this is a task_schedule with which a carrier begins to run a virtual thread or resumes it. */
    public boolean isMount() {
        return event == Event.TASK_SCHEDULE && priorTaskId() == 0 && isVirtualThread(nextTaskId());
    }

    /** Whether this is a task_schedule with which a virtual thread leaves its carrier, for good or until it is resumed. */
    public boolean isUnmount() {
        return event == Event.TASK_SCHEDULE && nextTaskId() == 0 && isVirtualThread(priorTaskId()) && !isFulfillment();
    }

    /** Whether this is the id of a virtual thread, which is both a task and a thread. */
    public static boolean isVirtualThread(long id) {
        return RecordLayout.isVirtualThread(id);
    }

    /** The text for a thread without a name. A virtual thread has the JVM's number in it. */
    public static String nameOfThread(long id) {
        return isVirtualThread(id) ? "virtual thread #" + (id - RecordSink.FIRST_VIRTUAL_THREAD) : "thread " + id;
    }

    /**
     * The same event on another thread.
     *
     * @param currentTask the current task of that thread, for events that have no member for the task
     */
    public TraceEvent onThread(long thread, long currentTask) {
        return new TraceEvent(
                timeNanos,
                thread,
                has(Member.TASK_ID) ? taskId : currentTask,
                event,
                details,
                a,
                b,
                c,
                d,
                place,
                message);
    }

    public long srcTaskId() {
        return value(Member.SRC_TASK_ID);
    }

    public long sinkTaskId() {
        return value(Member.SINK_TASK_ID);
    }

    public int requestedParallelism() {
        return (int) value(Member.REQUESTED_PARALLELISM);
    }

    public int actualParallelism() {
        return (int) value(Member.ACTUAL_PARALLELISM);
    }

    public int index() {
        return (int) value(Member.INDEX);
    }

    /** The flags of a region, a task or a cancellation; 0 for other events. */
    public int flags() {
        // All flags are in the same bits, in which other events have the hint.
        return has(Member.HINT) ? 0 : Member.TASK_FLAGS.in(details);
    }
}
