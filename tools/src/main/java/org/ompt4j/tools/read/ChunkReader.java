package org.ompt4j.tools.read;

import static org.ompt4j.tools.trace.RecordLayout.absolute;
import static org.ompt4j.tools.trace.RecordLayout.unsigned;

import java.io.IOException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.EventShape;
import org.ompt4j.ompt.Member;
import org.ompt4j.ompt.ScopeEndpoint;
import org.ompt4j.ompt.TaskStatus;
import org.ompt4j.tools.trace.EventTags;
import org.ompt4j.tools.trace.OpenJoins;
import org.ompt4j.tools.trace.RecordLayout;

/**
 * Decodes the events of one chunk. A record's numbers are the event's {@link Event#numbers}, each encoded by its type. The bases of relative ids
 * mirror RecordEncoder and ThreadLog.
 */
final class ChunkReader {
    private final RecordBytes bytes;
    private final Texts texts;
    private final ChunkInfo chunk;
    private final int version;
    private final TimeRange times;
    private final Damage damage;
    private final @Nullable StoredBytes told;
    private final long[] lastAttributes = new long[RecordLayout.EVENT_TAGS];
    private final long[] lastPlaces = new long[RecordLayout.EVENT_TAGS];
    /** Whether the last attributes are known and valid for the event, by tag. */
    private final boolean[] arePossible = new boolean[RecordLayout.EVENT_TAGS];

    private long time;
    private long lastRegion;
    private long lastCreated;
    private long lastNext;
    private long lastPrior;
    private long lastWait;
    private long lastThread;
    private long currentTask;
    private long[] outerTasks;
    private int depth;
    private final OpenJoins joins = new OpenJoins();

    /** The second event of the latest record; null if it has been returned, or if there is none. */
    private @Nullable TraceEvent second;

    private long validEnd;
    /** Whether bytes follow the last event that are no event. */
    private boolean damaged;

    /**
     * @param version the version of the trace's format
     * @param times the possible times of the chunk's events
     * @param damage gets the position of bytes that are no event
     * @param told gets the lengths of the records; may be null
     */
    ChunkReader(
            Source source,
            ChunkInfo chunk,
            Texts texts,
            int version,
            TimeRange times,
            Damage damage,
            @Nullable StoredBytes told) {
        this.bytes = new RecordBytes(source, chunk.firstRecord(), chunk.endPosition());
        this.chunk = chunk;
        this.texts = texts;
        this.version = version;
        this.times = times;
        this.damage = damage;
        this.told = told;
        this.time = chunk.baseTime();
        this.currentTask = chunk.task();
        // A copy: tasks that begin later take the places of those that have ended.
        this.outerTasks = chunk.outerTasks().clone();
        this.depth = outerTasks.length;
        this.validEnd = chunk.firstRecord();
    }

    /** Position behind the last event that could be read. */
    long validEnd() {
        return validEnd;
    }

    /** The next event, or null if there is none any more. */
    @Nullable
    TraceEvent next() throws IOException {
        TraceEvent waiting = second;
        if (waiting != null) {
            second = null;
            return waiting;
        }
        bytes.need(RecordLayout.MAX_RECORD_BYTES);
        int stored = bytes.nextByte();
        if (stored == 0 || damaged) {
            return null;
        }
        TraceEvent event = null;
        int tag = stored & RecordLayout.TAG_MASK;
        if (tag > 0 && tag < RecordLayout.EVENT_TAGS) {
            event = switch (tag) {
                case RecordLayout.JOIN_BEGIN -> joinBegin(stored);
                case RecordLayout.JOINED, RecordLayout.JOIN_END -> joined(tag);
                default -> decode(tag, stored);
            };
        }
        if (event == null || bytes.overrun() || !times.has(time)) {
            damaged = true;
            second = null;
            if (!chunk.isCut()) {
                damage.add(validEnd, chunk.endPosition() - validEnd);
            }
            return null;
        }
        if (told != null) {
            told.record(event, (int) (bytes.position() - validEnd));
        }
        validEnd = bytes.position();
        return event;
    }

    /* Time does not go back; a sum that overflows is not a valid time either. */
    private void passTime() {
        long elapsed = bytes.number();
        time = elapsed < 0 ? -1 : time + elapsed;
    }

    private @Nullable TraceEvent joinBegin(int stored) throws IOException {
        TraceEvent begin = decode(RecordLayout.SYNC_REGION, stored);
        if (begin != null) {
            long waiting = currentTask;
            long attributes = lastAttributes[RecordLayout.SYNC_REGION];
            second = joinSchedules(TaskStatus.SWITCH, attributes, waiting, lastWait);
            joins.begin(waiting, lastWait, lastRegion, attributes, lastPlaces[RecordLayout.SYNC_REGION]);
            lastNext = lastWait;
            lastPrior = waiting;
        }
        return begin;
    }

    private @Nullable TraceEvent joined(int tag) throws IOException {
        if (joins.isEmpty()) {
            return null;
        }
        joins.end();
        passTime();
        long attributes = joins.attributes();
        TraceEvent complete = joinSchedules(TaskStatus.COMPLETE, attributes, joins.awaited(), joins.waiting());
        if (tag == RecordLayout.JOIN_END) {
            long details = EventTags.details(RecordLayout.SYNC_REGION + 1, attributes);
            long region = joins.region();
            second = event(
                    Event.SYNC_REGION, details, currentTask, currentTask, region, joins.awaited(), 0, joins.place());
        }
        return complete;
    }

    /** The task_schedule that comes with the begin or the end of a join. */
    private TraceEvent joinSchedules(TaskStatus status, long attributes, long prior, long next) {
        long details = attributes & 0xFF | EventTags.status(status);
        TraceEvent schedule = event(Event.TASK_SCHEDULE, details, currentTask, prior, next, 0, 0, 0);
        leave(prior, next);
        currentTask = next;
        return schedule;
    }

    private @Nullable TraceEvent decode(int tag, int stored) throws IOException {
        passTime();
        Event event = EventTags.event(tag);
        if ((stored & RecordLayout.SAME_ATTRIBUTES) == 0) {
            lastAttributes[tag] = bytes.number() | bytes.number() << 32;
            arePossible[tag] = MemberTable.arePossible(event, EventTags.details(tag, lastAttributes[tag]));
        }
        if ((stored & RecordLayout.SAME_PLACE) == 0) {
            lastPlaces[tag] = MemberTable.possiblePlace(event, lastPlaces[tag] + unsigned(bytes.number()));
        }
        if (!arePossible[tag]) {
            return null;
        }
        long details = EventTags.details(tag, lastAttributes[tag]);
        return event == null ? sample(details) : event(tag, event, details, lastPlaces[tag]);
    }

    private TraceEvent event(int tag, Event event, long details, long place) throws IOException {
        EventShape shape = event.shape();
        int count = RecordLayout.numbersOf(event, version);
        long a = count > 0 ? number(shape.type(0)) : 0;
        long b = count > 1 ? event == Event.TASK_SCHEDULE ? scheduled(tag, a) : number(shape.type(1)) : 0;
        long c = count > 2 ? number(shape.type(2)) : missing(shape.type(2));
        long d = count > 3 ? number(shape.type(3)) : missing(shape.type(3));
        if (shape.hasText()) {
            String message = texts.message(a);
            return new TraceEvent(
                    time, chunk.threadId(), currentTask, event, details, message.length(), b, c, d, place, message);
        }
        long before = currentTask;
        follow(event, details, a, b);
        boolean saysTask = MemberTable.where(event, Member.TASK_ID) == 0;
        return event(event, details, saysTask ? a : before, a, b, c, d, place);
    }

    private TraceEvent event(Event event, long details, long task, long a, long b, long c, long d, long place) {
        return new TraceEvent(time, chunk.threadId(), task, event, details, a, b, c, d, place, null);
    }

    /** The value of a number that the record lacks: -1, "not known", for signed numbers, which older versions do not store; otherwise 0. */
    private static long missing(int type) {
        return type == EventShape.SIGNED ? -1 : 0;
    }

    /** The next number of a record, of this {@link EventShape#type}. */
    private long number(int type) {
        return switch (type) {
            case EventShape.TASK -> absolute(bytes.number(), currentTask);
            case EventShape.NEW_TASK -> created();
            case EventShape.REGION -> region();
            case EventShape.WAIT -> waitId();
            case EventShape.SIGNED -> unsigned(bytes.number());
            default -> bytes.number();
        };
    }

    /** The next task of a task_schedule with this tag. */
    private long scheduled(int tag, long prior) {
        if (tag == RecordLayout.TASK_SCHEDULE_SWITCH) {
            lastPrior = prior;
            return nextTask();
        }
        joins.taskEnded(prior);
        boolean resumes = tag == RecordLayout.TASK_SCHEDULE_COMPLETE || tag == RecordLayout.TASK_SCHEDULE_DETACH;
        return absolute(bytes.number(), resumes ? lastPrior : currentTask);
    }

    /** Updates the current task after an event. */
    private void follow(Event event, long details, long a, long b) {
        if (event == Event.TASK_SCHEDULE) {
            leave(a, b);
            if (RecordLayout.switchesTask(TaskStatus.of(Member.PRIOR_TASK_STATUS.in(details)))) {
                currentTask = b;
            }
        } else if (event == Event.IMPLICIT_TASK) {
            int endpoint = Member.ENDPOINT.in(details);
            if (endpoint == ScopeEndpoint.BEGIN.value()) {
                enterTask(a);
            } else if (endpoint == ScopeEndpoint.END.value()) {
                currentTask = depth == 0 ? 0 : outerTasks[--depth];
            }
        }
    }

    /** Forgets a virtual thread's tasks when it is unmounted and no task follows on its carrier. */
    private void leave(long prior, long next) {
        if (next == 0 && TraceEvent.isVirtualThread(prior)) {
            depth = 0;
        }
    }

    private void enterTask(long task) {
        if (depth == outerTasks.length) {
            outerTasks = Arrays.copyOf(outerTasks, 2 * depth + 8);
        }
        outerTasks[depth++] = currentTask;
        currentTask = task;
    }

    private TraceEvent sample(long details) {
        lastThread = absolute(bytes.number(), lastThread);
        long task = nextTask();
        long region = region();
        return TraceEvent.sample(time, lastThread, task, details, region, waitId());
    }

    private long created() {
        lastCreated = absolute(bytes.number(), lastCreated);
        lastNext = lastCreated;
        return lastCreated;
    }

    private long nextTask() {
        lastNext = absolute(bytes.number(), lastNext);
        return lastNext;
    }

    private long region() {
        long id = absolute(bytes.number(), lastRegion);
        if (id != 0) {
            lastRegion = id;
        }
        return id;
    }

    private long waitId() {
        long id = absolute(bytes.number(), lastWait);
        if (id != 0) {
            lastWait = id;
        }
        return id;
    }
}
