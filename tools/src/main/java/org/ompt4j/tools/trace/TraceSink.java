package org.ompt4j.tools.trace;

import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.EventShape;
import org.ompt4j.ompt.Member;
import org.ompt4j.ompt.OmptDependence;
import org.ompt4j.ompt.OmptThread;
import org.ompt4j.ompt.RecordSink;
import org.ompt4j.ompt.ScopeEndpoint;
import org.ompt4j.ompt.State;

/**
 * Writes every event as a record of its thread's log.
 *
 * <p>Cost: no allocation, except at the first event of a thread or of a call site and for new error messages; no lock and no system call, except
 * to wake the thread that makes room for chunks.
 */
final class TraceSink implements RecordSink {
    private static final long REGION = Event.PARALLEL_BEGIN.bit();
    private static final long TASK = Event.TASK_CREATE.bit();
    private static final long ACQUIRE = Event.MUTEX_ACQUIRE.bit();
    private static final long MUTEX = ACQUIRE | Event.MUTEX_ACQUIRED.bit() | Event.NEST_LOCK.bit();
    private static final long WAIT = Event.WAIT.bit();
    private static final long WAITS = MUTEX | Event.SYNC_REGION_WAIT.bit() | WAIT;

    private final Recording recording;
    private final @Nullable StackRate stacks;

    TraceSink(Recording recording) {
        this(recording, null);
    }

    /** @param stacks decides when a stack is taken; null if none are */
    TraceSink(Recording recording, @Nullable StackRate stacks) {
        this.recording = recording;
        this.stacks = stacks;
    }

    @Override
    public void defineCallSite(int codeptrRa, String text) {
        recording.callSites.put(codeptrRa, text);
    }

    @Override
    public void defineBody(int body, String text) {
        recording.waitForDefinitions();
        recording.definitions.define(RecordLayout.DEFINE_BODY, body & 0xFFFF_FFFFL, 0, 0, text);
    }

    @Override
    public void defineWaitId(long waitId, Construct construct, String className) {
        recording.waitForDefinitions();
        recording.definitions.defineWaitObject(waitId, construct.ordinal(), className);
    }

    private ThreadLog logOf(OmptThread thread) {
        return thread.sinkSlot instanceof ThreadLog log ? log : firstEventOf(thread);
    }

    private ThreadLog firstEventOf(OmptThread thread) {
        ThreadLog log = recording.newThreadLog(thread);
        thread.sinkSlot = log;
        return log;
    }

    @Override
    public void record(
            OmptThread thread,
            EventShape event,
            long timeNanos,
            long details,
            long a,
            long b,
            long c,
            long d,
            long place) {
        ThreadLog log = logOf(thread);
        int layout = EventLayout.of(event, details);
        long attributes = EventLayout.attributes(details);
        Throttle throttle = log.throttle;
        if (throttle != null
                && (EventLayout.isThrottled(layout)
                        || throttle.isUndecided()
                        || (a | b) >= RecordSink.FIRST_VIRTUAL_THREAD)) {
            throttle.record(layout, timeNanos, attributes, a, b, c, d, place);
        } else {
            log.record(layout, timeNanos, attributes, a, b, c, d, place);
        }
        if (stacks != null && (event.bit() & (REGION | TASK)) != 0) {
            made(stacks, log.stacksDue, event, timeNanos, b, place);
        } else if (stacks != null && (event.bit() & WAITS) != 0) {
            waits(stacks, log.stacksDue, event, timeNanos, details, a, b, place);
        }
        if (event.event() == Event.THREAD_END) {
            recording.endOf(log);
        }
    }

    private static void made(
            StackRate stacks, StackRate.Due due, EventShape event, long timeNanos, long id, long place) {
        if (event.bit() == REGION) {
            stacks.region(due, timeNanos, id, place);
        } else {
            stacks.task(due, timeNanos, id, place);
        }
    }

    /**
     * @param of the first number of the event: the mutex, otherwise the task that waits
     * @param waitId the second number of the event
     */
    private static void waits(
            StackRate stacks,
            StackRate.Due due,
            EventShape event,
            long timeNanos,
            long details,
            long of,
            long waitId,
            long place) {
        boolean isEnd = Member.ENDPOINT.in(details) == ScopeEndpoint.END.value();
        if (event.bit() == ACQUIRE) {
            stacks.waitBegins(Event.MUTEX_ACQUIRE, of, timeNanos, place);
        } else if ((event.bit() & MUTEX) != 0) {
            if (!isEnd) {
                stacks.waitEnds(due, Event.MUTEX_ACQUIRE, of, timeNanos);
            }
        } else if (!isEnd) {
            stacks.waitBegins(event.event(), of, timeNanos, place);
        } else if (event.bit() == WAIT && State.of(Member.STATE.in(details)).isForMutex()) {
            stacks.waitEnds(due, Event.MUTEX_ACQUIRE, waitId, timeNanos); // The attempt has failed.
        } else {
            stacks.waitEnds(due, event.event(), of, timeNanos);
        }
    }

    @Override
    public void recordWith(
            OmptThread thread,
            EventShape event,
            long timeNanos,
            long details,
            long a,
            long b,
            long c,
            long place,
            Object payload) {
        if (payload instanceof OmptDependence[] deps) {
            for (int i = 0; i < c; i++) {
                long type = Member.DEPENDENCE_TYPE.bits(deps[i].dependenceType().value());
                record(thread, event, timeNanos, details | type, a, deps[i].variable(), c, 0, place);
            }
        } else if (payload instanceof String message) {
            record(thread, event, timeNanos, details, textOf(thread, message), b, c, 0, place);
        }
    }

    /** The id of a message; 0 if the recording has stopped, so that its event is dropped. */
    private int textOf(OmptThread thread, String message) {
        if (logOf(thread).hasStopped()) {
            return 0;
        }
        recording.waitForDefinitions();
        return recording.definitions.message(message);
    }
}
