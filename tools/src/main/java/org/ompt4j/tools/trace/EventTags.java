package org.ompt4j.tools.trace;

import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.Member;
import org.ompt4j.ompt.ScopeEndpoint;
import org.ompt4j.ompt.TaskStatus;

/** The meaning of the tags of records and counters: the reader's counterpart of {@link EventLayout}. */
public final class EventTags {
    private static final @Nullable Event[] EVENTS = new Event[RecordLayout.EVENT_TAGS];
    private static final long[] DETAILS = new long[RecordLayout.EVENT_TAGS];
    private static final long BEGIN_END = Member.ENDPOINT.bits(ScopeEndpoint.BEGINEND.value());

    static {
        for (Event each : Event.values()) {
            if (each.isOfHost()) {
                enter(each, EventLayout.firstTag(each));
            }
        }
        enter(RecordLayout.TASK_SCHEDULE_SWITCH, TaskStatus.SWITCH);
        enter(RecordLayout.TASK_SCHEDULE_COMPLETE, TaskStatus.COMPLETE);
        enter(RecordLayout.TASK_SCHEDULE_DETACH, TaskStatus.DETACH);
        enter(RecordLayout.TASK_SCHEDULE_LATE_FULFILL, TaskStatus.LATE_FULFILL);
    }

    private EventTags() {}

    private static void enter(Event event, int first) {
        int tags = !event.shape().hasEndpoint() ? 1 : canBeginEnd(event) ? 3 : 2;
        for (int i = 0; i < tags; i++) {
            EVENTS[first + i] = event;
            DETAILS[first + i] = tags == 1 ? 0 : Member.ENDPOINT.bits(i + 1);
        }
    }

    private static void enter(int tag, TaskStatus status) {
        EVENTS[tag] = Event.TASK_SCHEDULE;
        DETAILS[tag] = status(status);
    }

    /** Whether the event has a tag for beginend. */
    private static boolean canBeginEnd(Event event) {
        return event != Event.WAIT && event != Event.POOL && event != Event.POOL_WORKER;
    }

    /** The details of a task_schedule with this status, without the construct. */
    public static long status(TaskStatus status) {
        return Member.PRIOR_TASK_STATUS.bits(status.value());
    }

    /** The event of a record with this tag; null for samples, and for other tags that do not stand for exactly one event. */
    public static @Nullable Event event(int tag) {
        return tag < 0 || tag >= EVENTS.length ? null : EVENTS[tag];
    }

    /** The event of a counter with this tag; null if events with this tag are never counted. */
    public static @Nullable Event counted(int tag) {
        Event event = event(tag);
        if (event == null || !EventLayout.canBeCounted(event) || DETAILS[tag] == BEGIN_END) {
            return null;
        }
        return event;
    }

    /**
     * The details of the event of a record with this tag. The tag tells the endpoint, and the status for some tags; the attributes tell the
     * rest.
     */
    public static long details(int tag, long attributes) {
        boolean saysStatus = tag != RecordLayout.TASK_SCHEDULE && EVENTS[tag] == Event.TASK_SCHEDULE;
        return (saysStatus ? attributes & 0xFF : EventLayout.attributes(attributes)) | DETAILS[tag];
    }
}
