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
import org.ompt4j.ompt.Enumerator;
import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.Member;
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

    private static final List<Member> OF_SAMPLE = List.of(Member.PARALLEL_ID, Member.STATE, Member.WAIT_ID);

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
        if (event.event() != null) {
            json.writeStringField("construct", event.construct().id());
        }
        for (Member each : event.event() == null ? OF_SAMPLE : event.event().members()) {
            write(each, event.value(each));
        }
        if (event.event() == Event.THREAD_BEGIN) {
            name("name", threadNames.get(event.threadId()));
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

    /* The task is not repeated where the record has it, since it is the first task_id. */
    private void write(Member member, @Nullable Object value) throws IOException {
        if (value == null || member == Member.TASK_ID) {
            return;
        }
        String name = member.specName();
        if (value instanceof Enumerator enumerator) {
            json.writeStringField(name, enumerator.specName());
        } else if (value instanceof Boolean truth) {
            json.writeBooleanField(name, truth);
        } else if (value instanceof String text) {
            json.writeStringField(name, text);
            json.writeNumberField("length", text.length());
        } else if (value instanceof Number number) {
            number(member, name, number.longValue());
        }
    }

    private void number(Member member, String name, long value) throws IOException {
        switch (member) {
            case PARALLEL_FLAGS -> flags(ParallelFlag.names((int) value));
            case TASK_FLAGS -> flags(TaskFlag.names((int) value));
            case CANCEL_FLAGS -> flags(CancelFlag.names((int) value));
            case HINT -> name(name, value < 0 ? null : hint((int) value));
            case CODEPTR_RA -> name(name, value == 0 ? null : trace.callSite((int) value));
            case BODY -> name(name, value == 0 ? null : trace.body((int) value));
            case WAIT_ID -> waitId(value);
            case VARIABLE, COMMAND, MODIFIER -> json.writeNumberField(name, value);
            default -> known(member, name, value);
        }
    }

    /* What stands for no value depends on the member: 0 for ids and for numbers of iterations, else what is negative. */
    private void known(Member member, String name, long value) throws IOException {
        boolean isId = member.type() == Member.Type.TASK
                || member.type() == Member.Type.NEW_TASK
                || member.type() == Member.Type.REGION;
        boolean isNumberOfIterations = member == Member.COUNT || member == Member.ITERATIONS;
        if (isId ? value != 0 : value > 0 || value == 0 && !isNumberOfIterations) {
            json.writeNumberField(name, value);
        }
    }

    private void waitId(long waitId) throws IOException {
        id("wait_id", waitId);
        Trace.WaitObject object = waitId == 0 ? null : trace.waitObject(waitId);
        name("wait_class", object == null ? null : object.className());
    }

    private void id(String member, long id) throws IOException {
        if (id != 0) {
            json.writeNumberField(member, id);
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
