package org.ompt4j.tools.trace;

import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.EventShape;
import org.ompt4j.ompt.Member;
import org.ompt4j.ompt.ScopeEndpoint;
import org.ompt4j.ompt.TaskStatus;

/**
 * How the members of an event stand in its record in a trace; follows from what {@link Event} says of them.
 *
 * <p>The details are the record's attributes, but for the endpoint, which the tag says, and for the two most frequent statuses of a
 * task_schedule, which have tags of their own. Call site and body are its place. What remains are its {@link Event#numbers} in their order:
 * ids relative to earlier ones, {@link Member.Type#SIGNED} values so that small ones of either sign are short, a text as its id.
 */
public final class EventLayout {
    private static final long ENDPOINT = Member.ENDPOINT.bits(Member.ENDPOINT.in(-1));

    /** By the numbers of events: the tag of each, or of its begin, followed by those of its end and of both at once. */
    private static final int[] TAGS = new int[Long.SIZE];

    private static final @Nullable Event[] EVENTS = new @Nullable Event[RecordLayout.EVENT_TAGS];

    static {
        for (Event each : Event.values()) {
            TAGS[each.value()] = firstTag(each);
            for (int i = 0; i < tags(each); i++) {
                EVENTS[firstTag(each) + i] = each;
            }
        }
    }

    private EventLayout() {}

    /** How many tags the event has, which follow each other. */
    private static int tags(Event event) {
        if (firstTag(event) == 0) {
            return 0;
        }
        return switch (event) {
            case TASK_SCHEDULE -> 3;
            case WAIT -> 2;
            default -> event.has(Member.ENDPOINT) ? 3 : 1;
        };
    }

    private static int firstTag(Event event) {
        return switch (event) {
            case THREAD_BEGIN -> RecordLayout.THREAD_BEGIN;
            case THREAD_END -> RecordLayout.THREAD_END;
            case PARALLEL_BEGIN -> RecordLayout.PARALLEL_BEGIN;
            case PARALLEL_END -> RecordLayout.PARALLEL_END;
            case IMPLICIT_TASK -> RecordLayout.IMPLICIT_TASK;
            case WORK -> RecordLayout.WORK;
            case DISPATCH -> RecordLayout.DISPATCH;
            case TASK_CREATE -> RecordLayout.TASK_CREATE;
            case TASK_SCHEDULE -> RecordLayout.TASK_SCHEDULE_SWITCH;
            case TASK_DEPENDENCE -> RecordLayout.TASK_DEPENDENCE;
            case SYNC_REGION -> RecordLayout.SYNC_REGION;
            case SYNC_REGION_WAIT -> RecordLayout.SYNC_REGION_WAIT;
            case REDUCTION -> RecordLayout.REDUCTION;
            case MUTEX_ACQUIRE -> RecordLayout.MUTEX_ACQUIRE;
            case MUTEX_ACQUIRED -> RecordLayout.MUTEX_ACQUIRED;
            case MUTEX_RELEASED -> RecordLayout.MUTEX_RELEASED;
            case NEST_LOCK -> RecordLayout.NEST_LOCK;
            case LOCK_INIT -> RecordLayout.LOCK_INIT;
            case LOCK_DESTROY -> RecordLayout.LOCK_DESTROY;
            case CANCEL -> RecordLayout.CANCEL;
            case ERROR -> RecordLayout.ERROR;
            case WAKEUP -> RecordLayout.WAKEUP;
            case MASKED -> RecordLayout.MASKED;
            case DEPENDENCES -> RecordLayout.DEPENDENCES;
            case FLUSH -> RecordLayout.FLUSH;
            case CONTROL_TOOL -> RecordLayout.CONTROL_TOOL;
            case WAIT -> RecordLayout.WAIT;
            default -> 0;
        };
    }

    /** The tag of a record with these details. Not for task_schedule. */
    static int tag(EventShape event, long details) {
        return TAGS[event.number()] + (event.hasEndpoint() ? Member.ENDPOINT.in(details) - 1 : 0);
    }

    /** The attributes of a record with these details. */
    static long attributes(long details) {
        return details & ~ENDPOINT;
    }

    /** The event that a tag stands for; null for {@link RecordLayout#SAMPLE}, the tags of joins, and what is no tag. */
    public static @Nullable Event event(int tag) {
        return tag > 0 && tag < EVENTS.length ? EVENTS[tag] : null;
    }

    /** The details of the event that a tag stands for, as {@code RecordSink.record} was passed them. */
    public static long details(Event event, int tag, long attributes) {
        if (event.has(Member.ENDPOINT)) {
            return attributes | Member.ENDPOINT.bits(ScopeEndpoint.BEGIN.value() + tag - TAGS[event.value()]);
        }
        return switch (tag) {
            case RecordLayout.TASK_SCHEDULE_SWITCH ->
                attributes | Member.PRIOR_TASK_STATUS.bits(TaskStatus.SWITCH.value());
            case RecordLayout.TASK_SCHEDULE_COMPLETE ->
                attributes | Member.PRIOR_TASK_STATUS.bits(TaskStatus.COMPLETE.value());
            default -> attributes;
        };
    }
}
