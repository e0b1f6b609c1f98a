package org.ompt4j.tools.read;

import static org.ompt4j.tools.trace.RecordLayout.absolute;
import static org.ompt4j.tools.trace.RecordLayout.unsigned;

import java.io.IOException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.DependenceType;
import org.ompt4j.ompt.DispatchKind;
import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.MutexImpl;
import org.ompt4j.ompt.MutexKind;
import org.ompt4j.ompt.ScopeEndpoint;
import org.ompt4j.ompt.Severity;
import org.ompt4j.ompt.State;
import org.ompt4j.ompt.SyncRegionKind;
import org.ompt4j.ompt.TaskStatus;
import org.ompt4j.ompt.ThreadType;
import org.ompt4j.ompt.WorkType;
import org.ompt4j.tools.trace.OpenJoins;
import org.ompt4j.tools.trace.RecordLayout;

/** Decodes the events of one chunk; mirrors what ThreadLog and TraceSink write. */
final class ChunkReader {
    private static final Construct[] CONSTRUCTS = Construct.values();
    private static final MutexImpl[] IMPLS = MutexImpl.values();

    private final RecordBytes bytes;
    private final Texts texts;
    private final ChunkInfo chunk;
    private final TimeRange times;
    private final Damage damage;
    private final long[] lastAttributes = new long[RecordLayout.EVENT_TAGS];
    private final long[] lastPlaces = new long[RecordLayout.EVENT_TAGS];
    private long time;
    private long attributes;
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

    /** The second event of the latest record; null if it has been taken, or if there is none. */
    private @Nullable TraceEvent second;

    private long validEnd;
    /** Whether something follows the last event that is no event. */
    private boolean damaged;

    /**
     * @param times those that the chunk's events can have
     * @param damage is told where the chunk ends in what is no event
     */
    ChunkReader(Source source, ChunkInfo chunk, Texts texts, TimeRange times, Damage damage) {
        this.bytes = new RecordBytes(source, chunk.firstRecord(), chunk.endPosition());
        this.chunk = chunk;
        this.texts = texts;
        this.times = times;
        this.damage = damage;
        this.time = chunk.baseTime();
        this.currentTask = chunk.task();
        // A copy: tasks that begin later take the places of those that have ended.
        this.outerTasks = chunk.outerTasks().clone();
        this.depth = outerTasks.length;
        this.validEnd = chunk.firstRecord();
        Arrays.fill(lastAttributes, -1);
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
        validEnd = bytes.position();
        return event;
    }

    /* Time does not go back; a sum that runs over is no time either. */
    private void passTime() {
        long elapsed = bytes.number();
        time = elapsed < 0 ? -1 : time + elapsed;
    }

    private @Nullable TraceEvent joinBegin(int stored) throws IOException {
        TraceEvent begin = decode(RecordLayout.SYNC_REGION, stored);
        if (begin != null) {
            long waiting = currentTask;
            Draft draft = schedule(waiting, lastWait, begin.construct(), TaskStatus.SWITCH);
            joins.begin(waiting, lastWait, lastRegion, attributes, lastPlaces[RecordLayout.SYNC_REGION]);
            lastNext = lastWait;
            lastPrior = waiting;
            second = draft.finish();
        }
        return begin;
    }

    private @Nullable TraceEvent joined(int tag) throws IOException {
        if (joins.isEmpty()) {
            return null;
        }
        joins.end();
        passTime();
        attributes = joins.attributes();
        Construct construct = CONSTRUCTS[(int) (attributes & 0xFF)];
        TraceEvent complete = schedule(joins.awaited(), joins.waiting(), construct, TaskStatus.COMPLETE)
                .finish();
        if (tag == RecordLayout.JOIN_END) {
            Draft end = new Draft(time, chunk.threadId(), currentTask, construct);
            end.event = Event.SYNC_REGION;
            end.endpoint = ScopeEndpoint.END;
            end.syncKind = SyncRegionKind.of(kind());
            end.parallelId = joins.region();
            end.waitId = joins.awaited();
            end.codeptrRa = (int) joins.place();
            end.body = (int) (joins.place() >>> 32);
            second = end.finish();
        }
        return complete;
    }

    private Draft schedule(long prior, long next, Construct construct, TaskStatus status) {
        Draft draft = new Draft(time, chunk.threadId(), currentTask, construct);
        draft.event = Event.TASK_SCHEDULE;
        draft.priorTaskId = prior;
        draft.priorTaskStatus = status;
        draft.nextTaskId = next;
        currentTask = next;
        return draft;
    }

    private @Nullable TraceEvent decode(int tag, int stored) throws IOException {
        passTime();
        if ((stored & RecordLayout.SAME_ATTRIBUTES) == 0) {
            lastAttributes[tag] = bytes.number() | bytes.number() << 32;
        }
        if ((stored & RecordLayout.SAME_PLACE) == 0) {
            lastPlaces[tag] += unsigned(bytes.number());
        }
        attributes = lastAttributes[tag];
        int construct = (int) (attributes & 0xFF);
        if (construct >= CONSTRUCTS.length) {
            return null;
        }
        Draft draft = new Draft(time, chunk.threadId(), currentTask, CONSTRUCTS[construct]);
        draft.codeptrRa = (int) lastPlaces[tag];
        draft.body = (int) (lastPlaces[tag] >>> 32);
        try {
            fill(draft, tag);
        } catch (IllegalArgumentException e) {
            return null;
        }
        return draft.finish();
    }

    private void fill(Draft draft, int tag) throws IOException {
        switch (tag) {
            case RecordLayout.THREAD_BEGIN -> {
                draft.event = Event.THREAD_BEGIN;
                draft.threadType = ThreadType.of(kind());
            }
            case RecordLayout.THREAD_END -> draft.event = Event.THREAD_END;
            case RecordLayout.PARALLEL_BEGIN -> parallelBegin(draft);
            case RecordLayout.PARALLEL_END -> parallelEnd(draft);
            case RecordLayout.DISPATCH -> dispatch(draft);
            case RecordLayout.TASK_CREATE -> taskCreate(draft);
            case RecordLayout.TASK_SCHEDULE_SWITCH -> taskSwitch(draft);
            case RecordLayout.TASK_SCHEDULE_COMPLETE -> taskComplete(draft);
            case RecordLayout.TASK_SCHEDULE -> taskSchedule(draft);
            case RecordLayout.TASK_DEPENDENCE -> {
                draft.event = Event.TASK_DEPENDENCE;
                draft.srcTaskId = task();
                draft.sinkTaskId = task();
            }
            case RecordLayout.MUTEX_ACQUIRE -> mutexWithImpl(draft, Event.MUTEX_ACQUIRE);
            case RecordLayout.MUTEX_ACQUIRED -> mutex(draft, Event.MUTEX_ACQUIRED);
            case RecordLayout.MUTEX_RELEASED -> mutex(draft, Event.MUTEX_RELEASED);
            case RecordLayout.LOCK_INIT -> mutexWithImpl(draft, Event.LOCK_INIT);
            case RecordLayout.LOCK_DESTROY -> mutex(draft, Event.LOCK_DESTROY);
            case RecordLayout.CANCEL -> {
                draft.event = Event.CANCEL;
                draft.flags = upper();
                draft.taskId = task();
            }
            case RecordLayout.ERROR -> {
                draft.event = Event.ERROR;
                draft.severity = Severity.of(kind());
                draft.message = texts.message(bytes.number());
            }
            case RecordLayout.WAKEUP -> {
                draft.event = Event.WAKEUP;
                draft.taskId = task();
                draft.waitId = waitId();
            }
            case RecordLayout.SAMPLE -> sample(draft);
            case RecordLayout.DEPENDENCES -> {
                draft.event = Event.DEPENDENCES;
                draft.dependenceType = DependenceType.of(kind());
                draft.taskId = task();
                draft.variable = unsigned(bytes.number());
                draft.ndeps = (int) bytes.number();
            }
            case RecordLayout.FLUSH -> draft.event = Event.FLUSH;
            case RecordLayout.CONTROL_TOOL -> {
                draft.event = Event.CONTROL_TOOL;
                draft.command = bytes.number();
                draft.modifier = bytes.number();
            }
            default -> scoped(draft, tag);
        }
    }

    private void scoped(Draft draft, int tag) {
        if (tag >= RecordLayout.WAIT) {
            draft.event = Event.WAIT;
            draft.endpoint = endpoint(tag, RecordLayout.WAIT);
            draft.state = state();
            draft.taskId = task();
            draft.waitId = waitId();
        } else if (tag >= RecordLayout.MASKED) {
            draft.event = Event.MASKED;
            draft.endpoint = endpoint(tag, RecordLayout.MASKED);
            taskAndRegion(draft);
        } else if (tag >= RecordLayout.NEST_LOCK) {
            draft.event = Event.NEST_LOCK;
            draft.endpoint = endpoint(tag, RecordLayout.NEST_LOCK);
            draft.waitId = waitId();
        } else if (tag >= RecordLayout.REDUCTION) {
            draft.event = Event.REDUCTION;
            draft.endpoint = endpoint(tag, RecordLayout.REDUCTION);
            draft.syncKind = SyncRegionKind.of(kind());
            taskAndRegion(draft);
        } else if (tag >= RecordLayout.SYNC_REGION) {
            boolean wait = tag >= RecordLayout.SYNC_REGION_WAIT;
            draft.event = wait ? Event.SYNC_REGION_WAIT : Event.SYNC_REGION;
            draft.endpoint = endpoint(tag, wait ? RecordLayout.SYNC_REGION_WAIT : RecordLayout.SYNC_REGION);
            draft.syncKind = SyncRegionKind.of(kind());
            taskAndRegion(draft);
            draft.waitId = waitId();
        } else if (tag >= RecordLayout.WORK) {
            draft.event = Event.WORK;
            draft.endpoint = endpoint(tag, RecordLayout.WORK);
            draft.wstype = WorkType.of(kind());
            taskAndRegion(draft);
            draft.count = unsigned(bytes.number());
        } else {
            implicitTask(draft, endpoint(tag, RecordLayout.IMPLICIT_TASK));
        }
    }

    private void parallelBegin(Draft draft) {
        draft.event = Event.PARALLEL_BEGIN;
        draft.encounteringTaskId = task();
        draft.parallelId = region();
        draft.requestedParallelism = (int) unsigned(bytes.number());
        draft.flags = upper();
    }

    private void parallelEnd(Draft draft) {
        draft.event = Event.PARALLEL_END;
        draft.encounteringTaskId = task();
        draft.parallelId = region();
        draft.flags = upper();
    }

    private void implicitTask(Draft draft, ScopeEndpoint endpoint) {
        draft.event = Event.IMPLICIT_TASK;
        draft.endpoint = endpoint;
        taskAndRegion(draft);
        draft.actualParallelism = (int) unsigned(bytes.number());
        draft.index = (int) unsigned(bytes.number());
        draft.flags = upper();
        if (endpoint == ScopeEndpoint.BEGIN) {
            enterTask(draft.taskId);
        } else if (endpoint == ScopeEndpoint.END) {
            currentTask = depth == 0 ? 0 : outerTasks[--depth];
        }
    }

    private void enterTask(long task) {
        if (depth == outerTasks.length) {
            outerTasks = Arrays.copyOf(outerTasks, 2 * depth + 8);
        }
        outerTasks[depth++] = currentTask;
        currentTask = task;
    }

    private void dispatch(Draft draft) {
        draft.event = Event.DISPATCH;
        draft.dispatchKind = DispatchKind.of(kind());
        taskAndRegion(draft);
        draft.start = unsigned(bytes.number());
        draft.iterations = unsigned(bytes.number());
    }

    private void taskCreate(Draft draft) {
        draft.event = Event.TASK_CREATE;
        draft.encounteringTaskId = task();
        draft.newTaskId = absolute(bytes.number(), lastCreated);
        draft.flags = upper();
        draft.hasDependences = (attributes >>> RecordLayout.DEPENDENCES_SHIFT & 1) != 0;
        lastCreated = draft.newTaskId;
        lastNext = draft.newTaskId;
    }

    private void taskSwitch(Draft draft) {
        schedule(draft, TaskStatus.SWITCH);
        draft.nextTaskId = nextTask();
        lastPrior = draft.priorTaskId;
        currentTask = draft.nextTaskId;
    }

    private void taskComplete(Draft draft) {
        schedule(draft, TaskStatus.COMPLETE);
        draft.nextTaskId = absolute(bytes.number(), lastPrior);
        joins.taskEnded(draft.priorTaskId);
        currentTask = draft.nextTaskId;
    }

    private void taskSchedule(Draft draft) {
        TaskStatus status = TaskStatus.of(kind());
        schedule(draft, status);
        draft.nextTaskId = task();
        joins.taskEnded(draft.priorTaskId);
        if (RecordLayout.switchesTask(status)) {
            currentTask = draft.nextTaskId;
        }
    }

    private void schedule(Draft draft, TaskStatus status) {
        draft.event = Event.TASK_SCHEDULE;
        draft.priorTaskStatus = status;
        draft.priorTaskId = task();
    }

    private void mutex(Draft draft, Event event) {
        draft.event = event;
        draft.mutexKind = MutexKind.of(kind());
        draft.waitId = waitId();
    }

    private void mutexWithImpl(Draft draft, Event event) {
        mutex(draft, event);
        draft.hint = upper();
        int impl = (int) (attributes >>> RecordLayout.IMPL_SHIFT & 0xFF);
        if (impl >= IMPLS.length) {
            throw new IllegalArgumentException("no MutexImpl has the number " + impl);
        }
        draft.impl = IMPLS[impl];
    }

    private void sample(Draft draft) {
        draft.threadId = absolute(bytes.number(), lastThread);
        lastThread = draft.threadId;
        draft.taskId = nextTask();
        draft.parallelId = region();
        draft.waitId = waitId();
        draft.state = state();
    }

    private State state() {
        return State.of((int) (attributes >>> RecordLayout.KIND_SHIFT & 0xFFFF));
    }

    private int kind() {
        return (int) (attributes >>> RecordLayout.KIND_SHIFT & 0xFF);
    }

    private int upper() {
        return (int) (attributes >>> 32);
    }

    private static ScopeEndpoint endpoint(int tag, int first) {
        return ScopeEndpoint.of(tag - first + 1);
    }

    private void taskAndRegion(Draft draft) {
        draft.taskId = task();
        draft.parallelId = region();
    }

    private long task() {
        return absolute(bytes.number(), currentTask);
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
