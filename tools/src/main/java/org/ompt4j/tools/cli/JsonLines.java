package org.ompt4j.tools.cli;

import com.fasterxml.jackson.core.JsonEncoding;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.util.MinimalPrettyPrinter;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.CancelFlag;
import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.ParallelFlag;
import org.ompt4j.ompt.TaskFlag;
import org.ompt4j.tools.read.CountedEvents;
import org.ompt4j.tools.read.Pause;
import org.ompt4j.tools.read.Trace;
import org.ompt4j.tools.read.TraceEvent;

/**
 * Writes events as JSON objects, one per line: first the members that every event has, then those of its OMPT trace record
 * in the specification's order and by its names, then ours. A member without a value is left out.
 *
 * <p>Spec: OpenMP 5.1, section 4.5.2.
 */
final class JsonLines implements Closeable {
    /** What samples are called where events have their callback's name. */
    static final String SAMPLE = "ompt4j_sample";

    /** What a pause of the recording is called; {@code until} says when it ended. */
    static final String PAUSE = "ompt4j_pause";

    /** What events are called that were counted instead of traced; {@code counted} says which they are. */
    static final String THROTTLED = "ompt4j_throttled";

    private final Trace trace;
    private final JsonGenerator json;
    private final Map<Long, String> threadNames = new HashMap<>();
    private boolean empty = true;

    JsonLines(Trace trace, OutputStream out) throws IOException {
        this.trace = trace;
        for (Trace.TraceThread each : trace.threads()) {
            threadNames.put(each.id(), each.name());
        }
        json = new JsonFactory().createGenerator(out, JsonEncoding.UTF8);
        json.setPrettyPrinter(new MinimalPrettyPrinter("\n"));
        json.setCharacterEscapes(new TerminalEscapes());
    }

    void write(TraceEvent event) throws IOException {
        empty = false;
        json.writeStartObject();
        json.writeNumberField("time", event.timeNanos());
        id("thread", event.threadId());
        id("task_id", event.taskId());
        json.writeStringField("event", name(event.event()));
        if (event.event() == null) {
            writeSample(event);
        } else {
            json.writeStringField("construct", event.construct().id());
            writeRecord(event, event.event());
        }
        json.writeEndObject();
    }

    void write(Pause pause) throws IOException {
        empty = false;
        json.writeStartObject();
        json.writeNumberField("time", pause.fromNanos());
        json.writeStringField("event", PAUSE);
        json.writeNumberField("until", pause.toNanos());
        json.writeEndObject();
    }

    void write(CountedEvents counted) throws IOException {
        empty = false;
        json.writeStartObject();
        json.writeNumberField("time", counted.fromNanos());
        id("thread", counted.threadId());
        json.writeStringField("event", THROTTLED);
        json.writeStringField("construct", counted.construct().id());
        json.writeStringField("counted", counted.event().specName());
        name("endpoint", counted.endpoint() == null ? null : counted.endpoint().specName());
        json.writeNumberField("count", counted.count());
        json.writeNumberField("total_ns", counted.totalNanos());
        json.writeNumberField("max_ns", counted.maxNanos());
        name("codeptr_ra", counted.codeptrRa() == 0 ? null : trace.callSite(counted.codeptrRa()));
        json.writeNumberField("until", counted.toNanos());
        json.writeEndObject();
    }

    /** Whether anything was written. */
    boolean any() {
        return !empty;
    }

    /** Ends the last line and passes on what is buffered. */
    @Override
    public void close() throws IOException {
        if (!empty) {
            json.writeRaw('\n');
        }
        json.close();
    }

    /** The event's callback name without {@code ompt_callback_}. */
    static String name(@Nullable Event event) {
        return event == null ? SAMPLE : event.specName();
    }

    private void writeSample(TraceEvent event) throws IOException {
        id("parallel_id", event.parallelId());
        name("state", event.state() == null ? null : event.state().specName());
        waitId(event);
    }

    /* One case per trace record; task_id is not repeated where the record has it, since it is the first task_id. */
    private void writeRecord(TraceEvent event, Event kind) throws IOException {
        switch (kind) {
            case THREAD_BEGIN -> writeThreadBegin(event);
            case PARALLEL_BEGIN -> writeParallelBegin(event);
            case PARALLEL_END -> writeParallelEnd(event);
            case IMPLICIT_TASK -> writeImplicitTask(event);
            case WORK -> writeWork(event);
            case DISPATCH -> writeDispatch(event);
            case TASK_CREATE -> writeTaskCreate(event);
            case TASK_SCHEDULE -> writeTaskSchedule(event);
            case TASK_DEPENDENCE -> writeTaskDependence(event);
            case SYNC_REGION, SYNC_REGION_WAIT, REDUCTION -> writeSyncRegion(event);
            case MUTEX_ACQUIRE, LOCK_INIT -> writeMutexAcquire(event);
            case MUTEX_ACQUIRED, MUTEX_RELEASED, LOCK_DESTROY -> writeMutex(event);
            case NEST_LOCK -> writeNestLock(event);
            case MASKED -> writeMasked(event);
            case CANCEL -> writeCancel(event);
            case ERROR -> writeError(event);
            case WAKEUP -> writeWakeup(event);
            case WAIT -> writeWait(event);
            case DEPENDENCES -> writeDependence(event);
            case CONTROL_TOOL -> writeControlTool(event);
            case FLUSH -> codeptr(event);
            case THREAD_END -> {}
            // No trace file has records of devices.
            case TARGET,
                    TARGET_DATA_OP,
                    TARGET_SUBMIT,
                    TARGET_MAP,
                    TARGET_EMI,
                    TARGET_DATA_OP_EMI,
                    TARGET_SUBMIT_EMI,
                    TARGET_MAP_EMI,
                    DEVICE_INITIALIZE,
                    DEVICE_FINALIZE,
                    DEVICE_LOAD,
                    DEVICE_UNLOAD -> {}
        }
    }

    private void writeThreadBegin(TraceEvent event) throws IOException {
        name(
                "thread_type",
                event.threadType() == null ? null : event.threadType().specName());
        name("name", threadNames.get(event.threadId()));
    }

    private void writeParallelBegin(TraceEvent event) throws IOException {
        id("encountering_task_id", event.encounteringTaskId());
        id("parallel_id", event.parallelId());
        number("requested_parallelism", event.requestedParallelism());
        flags(ParallelFlag.names(event.flags()));
        codeptr(event);
        body(event);
    }

    private void writeParallelEnd(TraceEvent event) throws IOException {
        id("parallel_id", event.parallelId());
        id("encountering_task_id", event.encounteringTaskId());
        flags(ParallelFlag.names(event.flags()));
        codeptr(event);
    }

    private void writeImplicitTask(TraceEvent event) throws IOException {
        endpoint(event);
        id("parallel_id", event.parallelId());
        number("actual_parallelism", event.actualParallelism());
        number("index", event.index());
        flags(TaskFlag.names(event.flags()));
    }

    private void writeWork(TraceEvent event) throws IOException {
        name("wstype", event.wstype() == null ? null : event.wstype().specName());
        endpoint(event);
        id("parallel_id", event.parallelId());
        positive("count", event.count());
        codeptr(event);
    }

    private void writeDispatch(TraceEvent event) throws IOException {
        id("parallel_id", event.parallelId());
        name("kind", event.dispatchKind() == null ? null : event.dispatchKind().specName());
        number("start", event.start());
        positive("iterations", event.iterations());
    }

    private void writeTaskCreate(TraceEvent event) throws IOException {
        id("encountering_task_id", event.encounteringTaskId());
        id("new_task_id", event.newTaskId());
        flags(TaskFlag.names(event.flags()));
        json.writeBooleanField("has_dependences", event.hasDependences());
        codeptr(event);
        body(event);
    }

    private void writeTaskSchedule(TraceEvent event) throws IOException {
        id("prior_task_id", event.priorTaskId());
        name(
                "prior_task_status",
                event.priorTaskStatus() == null ? null : event.priorTaskStatus().specName());
        id("next_task_id", event.nextTaskId());
    }

    private void writeTaskDependence(TraceEvent event) throws IOException {
        id("src_task_id", event.srcTaskId());
        id("sink_task_id", event.sinkTaskId());
    }

    private void writeSyncRegion(TraceEvent event) throws IOException {
        name("kind", event.syncKind() == null ? null : event.syncKind().specName());
        endpoint(event);
        id("parallel_id", event.parallelId());
        codeptr(event);
        waitId(event);
    }

    private void writeMutexAcquire(TraceEvent event) throws IOException {
        name("kind", event.mutexKind() == null ? null : event.mutexKind().specName());
        name("hint", event.hint() < 0 ? null : hint(event.hint()));
        name("impl", event.impl() == null ? null : event.impl().specName());
        waitId(event);
        codeptr(event);
    }

    private void writeMutex(TraceEvent event) throws IOException {
        name("kind", event.mutexKind() == null ? null : event.mutexKind().specName());
        waitId(event);
        codeptr(event);
    }

    private void writeNestLock(TraceEvent event) throws IOException {
        endpoint(event);
        waitId(event);
        codeptr(event);
    }

    private void writeMasked(TraceEvent event) throws IOException {
        endpoint(event);
        id("parallel_id", event.parallelId());
        codeptr(event);
    }

    private void writeCancel(TraceEvent event) throws IOException {
        flags(CancelFlag.names(event.flags()));
        codeptr(event);
    }

    private void writeError(TraceEvent event) throws IOException {
        name("severity", event.severity() == null ? null : event.severity().specName());
        String message = event.message();
        if (message != null) {
            json.writeStringField("message", message);
            json.writeNumberField("length", message.length());
        }
        codeptr(event);
    }

    private void writeWakeup(TraceEvent event) throws IOException {
        waitId(event);
        codeptr(event);
    }

    private void writeWait(TraceEvent event) throws IOException {
        name("state", event.state() == null ? null : event.state().specName());
        endpoint(event);
        waitId(event);
        codeptr(event);
    }

    private void writeDependence(TraceEvent event) throws IOException {
        json.writeNumberField("variable", event.variable());
        name(
                "dependence_type",
                event.dependenceType() == null ? null : event.dependenceType().specName());
        number("ndeps", event.ndeps());
    }

    private void writeControlTool(TraceEvent event) throws IOException {
        json.writeNumberField("command", event.command());
        json.writeNumberField("modifier", event.modifier());
        codeptr(event);
    }

    private void endpoint(TraceEvent event) throws IOException {
        name("endpoint", event.endpoint() == null ? null : event.endpoint().specName());
    }

    private void codeptr(TraceEvent event) throws IOException {
        name("codeptr_ra", event.codeptrRa() == 0 ? null : trace.callSite(event.codeptrRa()));
    }

    private void body(TraceEvent event) throws IOException {
        name("body", event.body() == 0 ? null : trace.body(event.body()));
    }

    private void waitId(TraceEvent event) throws IOException {
        id("wait_id", event.waitId());
        Trace.WaitObject object = event.waitId() == 0 ? null : trace.waitObject(event.waitId());
        name("wait_class", object == null ? null : object.className());
    }

    private void id(String member, long id) throws IOException {
        if (id != 0) {
            json.writeNumberField(member, id);
        }
    }

    private void number(String member, long value) throws IOException {
        if (value >= 0) {
            json.writeNumberField(member, value);
        }
    }

    /* OMPT uses 0 for "not available" here. */
    private void positive(String member, long value) throws IOException {
        if (value > 0) {
            json.writeNumberField(member, value);
        }
    }

    private void name(String member, @Nullable String value) throws IOException {
        if (value != null) {
            json.writeStringField(member, value);
        }
    }

    private void flags(List<String> names) throws IOException {
        json.writeArrayFieldStart("flags");
        for (String each : names) {
            json.writeString(each);
        }
        json.writeEndArray();
    }

    private static String hint(int hint) {
        return switch (hint) {
            case 0 -> "none";
            case 1 -> "uncontended";
            case 2 -> "contended";
            case 4 -> "nonspeculative";
            case 8 -> "speculative";
            default -> Integer.toString(hint);
        };
    }
}
