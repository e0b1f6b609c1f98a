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
import org.ompt4j.ompt.OmptDependence;
import org.ompt4j.ompt.OmptRecord;
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

    private final RecordBytes bytes;
    private final Texts texts;
    private final ChunkInfo chunk;
    private final TimeRange times;
    private final Damage damage;
    private final long[] lastAttributes = new long[RecordLayout.EVENT_TAGS];
    private final long[] lastPlaces = new long[RecordLayout.EVENT_TAGS];
    private long time;
    private long attributes;
    private Construct construct = Construct.NONE;
    private int site;
    private int body;
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
            second = schedule(waiting, TaskStatus.SWITCH, lastWait);
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
        attributes = joins.attributes();
        construct = CONSTRUCTS[(int) (attributes & 0xFF)];
        TraceEvent complete = schedule(joins.awaited(), TaskStatus.COMPLETE, joins.waiting());
        if (tag == RecordLayout.JOIN_END) {
            site = (int) joins.place();
            SyncRegionKind kind = SyncRegionKind.of(kind());
            second = event(
                    Event.SYNC_REGION,
                    currentTask,
                    joins.awaited(),
                    new OmptRecord.SyncRegion(kind, ScopeEndpoint.END, joins.region(), currentTask, site));
        }
        return complete;
    }

    private TraceEvent schedule(long prior, TaskStatus status, long next) {
        TraceEvent event = event(Event.TASK_SCHEDULE, currentTask, 0, new OmptRecord.TaskSchedule(prior, status, next));
        if (RecordLayout.switchesTask(status)) {
            currentTask = next;
        }
        return event;
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
        int number = (int) (attributes & 0xFF);
        if (number >= CONSTRUCTS.length) {
            return null;
        }
        construct = CONSTRUCTS[number];
        site = (int) lastPlaces[tag];
        body = (int) (lastPlaces[tag] >>> 32);
        try {
            return event(tag);
        } catch (IllegalArgumentException e) {
            return null;
        }
    }

    private TraceEvent event(Event event, long task, long waitId, @Nullable OmptRecord record) {
        return new TraceEvent(time, chunk.threadId(), task, event, construct, waitId, 0, record);
    }

    /** An event whose record has no task: it happened in the current one. */
    private TraceEvent event(Event event, @Nullable OmptRecord record) {
        return event(event, currentTask, 0, record);
    }

    /** An event in the current task whose record names no task, and that says which code will run. */
    private TraceEvent eventWithBody(Event event, OmptRecord record) {
        return new TraceEvent(time, chunk.threadId(), currentTask, event, construct, 0, body, record);
    }

    private TraceEvent event(int tag) throws IOException {
        return switch (tag) {
            case RecordLayout.THREAD_BEGIN ->
                event(Event.THREAD_BEGIN, new OmptRecord.ThreadBegin(ThreadType.of(kind())));
            case RecordLayout.THREAD_END -> event(Event.THREAD_END, null);
            case RecordLayout.PARALLEL_BEGIN -> parallelBegin();
            case RecordLayout.PARALLEL_END -> parallelEnd();
            case RecordLayout.DISPATCH -> dispatch();
            case RecordLayout.TASK_CREATE -> taskCreate();
            case RecordLayout.TASK_SCHEDULE_SWITCH -> taskSwitch();
            case RecordLayout.TASK_SCHEDULE_COMPLETE -> taskComplete();
            case RecordLayout.TASK_SCHEDULE -> taskSchedule();
            case RecordLayout.TASK_DEPENDENCE ->
                event(Event.TASK_DEPENDENCE, new OmptRecord.TaskDependence(task(), task()));
            case RecordLayout.MUTEX_ACQUIRE -> mutexWithImpl(Event.MUTEX_ACQUIRE);
            case RecordLayout.MUTEX_ACQUIRED -> mutex(Event.MUTEX_ACQUIRED);
            case RecordLayout.MUTEX_RELEASED -> mutex(Event.MUTEX_RELEASED);
            case RecordLayout.LOCK_INIT -> mutexWithImpl(Event.LOCK_INIT);
            case RecordLayout.LOCK_DESTROY -> mutex(Event.LOCK_DESTROY);
            case RecordLayout.CANCEL -> cancel();
            case RecordLayout.ERROR -> error();
            case RecordLayout.WAKEUP -> wakeup();
            case RecordLayout.SAMPLE -> sample();
            case RecordLayout.DEPENDENCES -> dependences();
            case RecordLayout.FLUSH -> event(Event.FLUSH, new OmptRecord.Flush(site));
            case RecordLayout.CONTROL_TOOL ->
                event(Event.CONTROL_TOOL, new OmptRecord.ControlTool(bytes.number(), bytes.number(), site));
            default -> scoped(tag);
        };
    }

    private TraceEvent scoped(int tag) {
        if (tag >= RecordLayout.WAIT) {
            return wait(endpoint(tag, RecordLayout.WAIT));
        } else if (tag >= RecordLayout.MASKED) {
            return masked(endpoint(tag, RecordLayout.MASKED));
        } else if (tag >= RecordLayout.NEST_LOCK) {
            long waitId = waitId();
            ScopeEndpoint endpoint = endpoint(tag, RecordLayout.NEST_LOCK);
            return event(Event.NEST_LOCK, currentTask, waitId, new OmptRecord.NestLock(endpoint, waitId, site));
        } else if (tag >= RecordLayout.REDUCTION) {
            return syncRegion(Event.REDUCTION, endpoint(tag, RecordLayout.REDUCTION));
        } else if (tag >= RecordLayout.SYNC_REGION_WAIT) {
            return syncRegion(Event.SYNC_REGION_WAIT, endpoint(tag, RecordLayout.SYNC_REGION_WAIT));
        } else if (tag >= RecordLayout.SYNC_REGION) {
            return syncRegion(Event.SYNC_REGION, endpoint(tag, RecordLayout.SYNC_REGION));
        } else if (tag >= RecordLayout.WORK) {
            return work(endpoint(tag, RecordLayout.WORK));
        }
        return implicitTask(endpoint(tag, RecordLayout.IMPLICIT_TASK));
    }

    private TraceEvent parallelBegin() {
        long task = task();
        long region = region();
        int requested = (int) unsigned(bytes.number());
        return eventWithBody(
                Event.PARALLEL_BEGIN, new OmptRecord.ParallelBegin(task, region, requested, upper(), site));
    }

    private TraceEvent parallelEnd() {
        long task = task();
        return event(Event.PARALLEL_END, new OmptRecord.ParallelEnd(region(), task, upper(), site));
    }

    private TraceEvent implicitTask(ScopeEndpoint endpoint) {
        long task = task();
        long region = region();
        int parallelism = (int) unsigned(bytes.number());
        int index = (int) unsigned(bytes.number());
        if (endpoint == ScopeEndpoint.BEGIN) {
            enterTask(task);
        } else if (endpoint == ScopeEndpoint.END) {
            currentTask = depth == 0 ? 0 : outerTasks[--depth];
        }
        OmptRecord record = new OmptRecord.ImplicitTask(endpoint, region, task, parallelism, index, upper());
        return event(Event.IMPLICIT_TASK, task, 0, record);
    }

    private void enterTask(long task) {
        if (depth == outerTasks.length) {
            outerTasks = Arrays.copyOf(outerTasks, 2 * depth + 8);
        }
        outerTasks[depth++] = currentTask;
        currentTask = task;
    }

    private TraceEvent work(ScopeEndpoint endpoint) {
        WorkType type = WorkType.of(kind());
        long task = task();
        long region = region();
        long count = unsigned(bytes.number());
        return event(Event.WORK, task, 0, new OmptRecord.Work(type, endpoint, region, task, count, site));
    }

    private TraceEvent dispatch() {
        DispatchKind kind = DispatchKind.of(kind());
        long task = task();
        long region = region();
        long start = unsigned(bytes.number());
        long iterations = unsigned(bytes.number());
        return event(Event.DISPATCH, task, 0, new OmptRecord.Dispatch(region, task, kind, start, iterations));
    }

    private TraceEvent taskCreate() {
        long creator = task();
        long created = absolute(bytes.number(), lastCreated);
        boolean hasDependences = (attributes >>> RecordLayout.DEPENDENCES_SHIFT & 1) != 0;
        lastCreated = created;
        lastNext = created;
        return eventWithBody(
                Event.TASK_CREATE, new OmptRecord.TaskCreate(creator, created, upper(), hasDependences, site));
    }

    private TraceEvent taskSwitch() {
        long prior = task();
        lastPrior = prior;
        return schedule(prior, TaskStatus.SWITCH, nextTask());
    }

    private TraceEvent taskComplete() {
        long prior = task();
        joins.taskEnded(prior);
        return schedule(prior, TaskStatus.COMPLETE, absolute(bytes.number(), lastPrior));
    }

    private TraceEvent taskSchedule() {
        TaskStatus status = TaskStatus.of(kind());
        long prior = task();
        joins.taskEnded(prior);
        return schedule(prior, status, task());
    }

    private TraceEvent dependences() {
        DependenceType type = DependenceType.of(kind());
        long task = task();
        OmptDependence dependence = new OmptDependence(unsigned(bytes.number()), type);
        return event(Event.DEPENDENCES, task, 0, new OmptRecord.Dependences(task, dependence, (int) bytes.number()));
    }

    private TraceEvent syncRegion(Event event, ScopeEndpoint endpoint) {
        SyncRegionKind kind = SyncRegionKind.of(kind());
        long task = task();
        long region = region();
        long waitId = event == Event.REDUCTION ? 0 : waitId();
        return event(event, task, waitId, new OmptRecord.SyncRegion(kind, endpoint, region, task, site));
    }

    private TraceEvent masked(ScopeEndpoint endpoint) {
        long task = task();
        return event(Event.MASKED, task, 0, new OmptRecord.Masked(endpoint, region(), task, site));
    }

    private TraceEvent mutex(Event event) {
        MutexKind kind = MutexKind.of(kind());
        long waitId = waitId();
        return event(event, currentTask, waitId, new OmptRecord.Mutex(kind, waitId, site));
    }

    private TraceEvent mutexWithImpl(Event event) {
        MutexKind kind = MutexKind.of(kind());
        int impl = (int) (attributes >>> RecordLayout.IMPL_SHIFT & 0xFF);
        long waitId = waitId();
        OmptRecord record = new OmptRecord.MutexAcquire(kind, upper(), MutexImpl.of(impl), waitId, site);
        return event(event, currentTask, waitId, record);
    }

    private TraceEvent cancel() {
        long task = task();
        return event(Event.CANCEL, task, 0, new OmptRecord.Cancel(task, upper(), site));
    }

    private TraceEvent error() throws IOException {
        Severity severity = Severity.of(kind());
        String message = texts.message(bytes.number());
        return event(Event.ERROR, new OmptRecord.RuntimeError(severity, message, message.length(), site));
    }

    private TraceEvent wakeup() {
        long task = task();
        long waitId = waitId();
        return event(Event.WAKEUP, task, waitId, new OmptRecord.Wakeup(task, waitId, site));
    }

    private TraceEvent wait(ScopeEndpoint endpoint) {
        State state = state();
        long task = task();
        long waitId = waitId();
        return event(Event.WAIT, task, waitId, new OmptRecord.Wait(state, endpoint, task, waitId, site));
    }

    private TraceEvent sample() {
        long thread = absolute(bytes.number(), lastThread);
        lastThread = thread;
        long task = nextTask();
        long region = region();
        long waitId = waitId();
        OmptRecord record = new OmptRecord.Sample(state(), region, task, waitId);
        return new TraceEvent(time, thread, task, null, construct, waitId, 0, record);
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
