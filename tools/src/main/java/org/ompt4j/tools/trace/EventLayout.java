package org.ompt4j.tools.trace;

import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.EventShape;
import org.ompt4j.ompt.Member;

/**
 * The layout of an event's members in its record. It follows from the description of the members in {@link Event}.
 *
 * <p>The event's details are the record's attributes, except the endpoint, which the tag tells, and the two most frequent statuses of a
 * task_schedule, which have tags of their own. Call site and body are the record's place. The other members are its {@link Event#numbers} in
 * their order: ids relative to earlier ones, {@link Member.Type#SIGNED} values in zigzag form so that small values of either sign are short, a
 * text as its id.
 */
final class EventLayout {
    /*
     * Overview. A layout is one int, so that it can be passed as one argument. From the lowest bit on:
     *
     *   tag: 6 bits | how many numbers: 3 | their form: 4 | the type of each, see EventShape: 12 | whether throttled: 1
     *
     * Most records have one of a few forms, which ThreadLog distinguishes by one switch. It encodes the numbers of other records by their
     * types.
     */
    private static final int NUMBERS_SHIFT = 6;
    private static final int FORM_SHIFT = NUMBERS_SHIFT + 3;
    private static final int TYPES_SHIFT = FORM_SHIFT + 4;

    private static final int THROTTLED = 1 << TYPES_SHIFT + 4 * EventShape.TYPE_BITS;

    /** Forms: one wait id. */
    static final int WAIT = 1;

    /** A task and a wait id. */
    static final int TASK_WAIT = 2;

    /** A task, optionally a region, and then up to two signed numbers. */
    static final int TASK_REGION = 3;

    /** A task, a region and a wait id. */
    static final int TASK_REGION_WAIT = 4;

    static final int TASK_CREATE = 5;
    static final int TASK_SCHEDULE = 6;

    /** A wait id and a number. */
    static final int WAIT_NUMBER = 7;

    private static final int ENDPOINT_SHIFT = Long.numberOfTrailingZeros(Member.ENDPOINT.bits(1));
    private static final long NO_ENDPOINT = ~Member.ENDPOINT.bits(3);

    /** The layouts, by the numbers of events. */
    private static final int[] LAYOUTS = new int[Long.SIZE];

    static {
        for (Event each : Event.values()) {
            if (each.isOfHost()) {
                LAYOUTS[each.value()] = of(each);
            }
        }
    }

    private EventLayout() {}

    /** The layout of an event with these details. For a task_schedule it is the layout for most statuses. */
    static int of(EventShape event, long details) {
        int first = LAYOUTS[event.number()];
        return event.hasEndpoint() ? first + endpoint(details) - 1 : first;
    }

    private static int endpoint(long details) {
        return (int) (details >>> ENDPOINT_SHIFT) & 3;
    }

    /** The attributes of a record with these details. */
    static long attributes(long details) {
        return details & NO_ENDPOINT;
    }

    /** Whether {@link Throttle} decides whether the event is recorded or counted. */
    static boolean isThrottled(int layout) {
        return (layout & THROTTLED) != 0;
    }

    static int tag(int layout) {
        return layout & RecordLayout.TAG_MASK;
    }

    /** How many numbers the record has. */
    static int numbers(int layout) {
        return layout >>> NUMBERS_SHIFT & 7;
    }

    /** One of the constants above, or 0 if the types tell the numbers. */
    static int form(int layout) {
        return layout >>> FORM_SHIFT & 15;
    }

    /** The {@link EventShape#type} of the number with this index, from 0 to 3. */
    static int type(int layout, int index) {
        return layout >>> TYPES_SHIFT + EventShape.TYPE_BITS * index & (1 << EventShape.TYPE_BITS) - 1;
    }

    private static int of(Event event) {
        EventShape shape = event.shape();
        int layout = firstTag(event) | shape.numbers() << NUMBERS_SHIFT | shape.types() << TYPES_SHIFT;
        return layout | form(event, shape) << FORM_SHIFT | (canBeCounted(event) ? THROTTLED : 0);
    }

    /** Whether events of this kind can be counted instead of recorded, at once or when the duration of what they begin is known. */
    static boolean canBeCounted(Event event) {
        return switch (event) {
            case MUTEX_ACQUIRE, MUTEX_ACQUIRED, MUTEX_RELEASED, NEST_LOCK, DISPATCH, WAIT -> true;
            default -> false;
        };
    }

    private static int form(Event event, EventShape shape) {
        return switch (event) {
            case TASK_CREATE -> TASK_CREATE;
            case TASK_SCHEDULE -> TASK_SCHEDULE;
            default -> form(shape);
        };
    }

    private static int form(EventShape shape) {
        int first = shape.type(0);
        int second = shape.type(1);
        if (first == EventShape.WAIT && shape.numbers() <= 2) {
            return second == 0 ? WAIT : second == EventShape.UNSIGNED ? WAIT_NUMBER : 0;
        }
        if (first != EventShape.TASK) {
            return 0;
        }
        return switch (second) {
            case 0 -> TASK_REGION;
            case EventShape.WAIT -> shape.numbers() == 2 ? TASK_WAIT : 0;
            case EventShape.REGION -> formAfterRegion(shape);
            default -> 0;
        };
    }

    private static int formAfterRegion(EventShape shape) {
        int third = shape.type(2);
        if (third == EventShape.WAIT && shape.numbers() == 3) {
            return TASK_REGION_WAIT;
        }
        return isSignedOrNone(third) && isSignedOrNone(shape.type(3)) ? TASK_REGION : 0;
    }

    private static boolean isSignedOrNone(int type) {
        return type == EventShape.SIGNED || type == 0;
    }

    /** The tag of the event's record; for an event with endpoints, the tag of the begin. */
    static int firstTag(Event event) {
        return switch (event) {
            case THREAD_BEGIN -> RecordLayout.THREAD_BEGIN;
            case THREAD_END -> RecordLayout.THREAD_END;
            case PARALLEL_BEGIN -> RecordLayout.PARALLEL_BEGIN;
            case PARALLEL_END -> RecordLayout.PARALLEL_END;
            case IMPLICIT_TASK -> RecordLayout.IMPLICIT_TASK;
            case WORK -> RecordLayout.WORK;
            case DISPATCH -> RecordLayout.DISPATCH;
            case TASK_CREATE -> RecordLayout.TASK_CREATE;
            case TASK_SCHEDULE -> RecordLayout.TASK_SCHEDULE;
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
            case TASK_LATE -> RecordLayout.TASK_LATE;
            case TASK_CPU_TIME -> RecordLayout.TASK_CPU_TIME;
            case MASKED -> RecordLayout.MASKED;
            case DEPENDENCES -> RecordLayout.DEPENDENCES;
            case FLUSH -> RecordLayout.FLUSH;
            case CONTROL_TOOL -> RecordLayout.CONTROL_TOOL;
            case WAIT -> RecordLayout.WAIT;
            case POOL -> RecordLayout.POOL;
            case POOL_WORKER -> RecordLayout.POOL_WORKER;
            default -> throw new IllegalArgumentException("a trace has no tag for " + event);
        };
    }
}
