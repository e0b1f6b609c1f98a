package org.ompt4j.tools.cli;

import com.fasterxml.jackson.core.JsonEncoding;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.util.MinimalPrettyPrinter;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.CancelFlag;
import org.ompt4j.ompt.Enumerator;
import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.Member;
import org.ompt4j.ompt.ParallelFlag;
import org.ompt4j.ompt.TaskFlag;
import org.ompt4j.ompt.WaitOutcome;
import org.ompt4j.tools.read.CountedEvents;
import org.ompt4j.tools.read.Pause;
import org.ompt4j.tools.read.Trace;
import org.ompt4j.tools.read.TraceEvent;

/**
 * Writes events as JSON objects, one per line: first the members that every event has, then those of its OMPT trace record
 * in the specification's order and by its names, then ours, as {@link Event#members} says. A member without a value is left out.
 *
 * <p>Spec: OpenMP 5.1, section 4.5.2.
 */
final class JsonLines implements Closeable {
    /** The name of samples, in the place of the callback's name of events. */
    static final String SAMPLE = "ompt4j_sample";

    /** The name of a pause of the recording; {@code until} tells when it ended. */
    static final String PAUSE = "ompt4j_pause";

    static final String COLLECTION = "ompt4j_gc";

    /** The name of events that were counted instead of traced; {@code counted} tells which events. */
    static final String THROTTLED = "ompt4j_throttled";

    private final Trace trace;
    private final JsonGenerator json;
    private final Map<Long, String> threadNames;
    /** A cache of the names of enumerators, which would otherwise be built at each call. */
    private final Map<Enumerator, String> names = new IdentityHashMap<>();

    private boolean empty = true;

    JsonLines(Trace trace, OutputStream out) throws IOException {
        this.trace = trace;
        this.threadNames = trace.threadNames();
        json = generator(out);
        json.setPrettyPrinter(new MinimalPrettyPrinter("\n"));
    }

    /** A generator of JSON in UTF-8 in which all characters that a terminal interprets are escaped. */
    static JsonGenerator generator(OutputStream out) throws IOException {
        JsonGenerator generator = new JsonFactory().createGenerator(out, JsonEncoding.UTF8);
        generator.setCharacterEscapes(new TerminalEscapes());
        return generator;
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
        for (Member each : event.members()) {
            // The task is the first task_id already.
            if (each != Member.TASK_ID) {
                write(each, event);
            }
        }
        if (event.event() == Event.THREAD_BEGIN) {
            name("name", threadNames.get(event.threadId()));
        }
        json.writeEndObject();
    }

    void write(Pause pause) throws IOException {
        write(PAUSE, pause);
    }

    /** A garbage collection that stopped all threads. */
    void writeCollection(Pause collection) throws IOException {
        write(COLLECTION, collection);
    }

    private void write(String what, Pause pause) throws IOException {
        empty = false;
        json.writeStartObject();
        json.writeNumberField("time", pause.fromNanos());
        json.writeStringField("event", what);
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
        name("codeptr_ra", trace.callSite(counted.codeptrRa()));
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

    private void write(Member member, TraceEvent event) throws IOException {
        String name = member.specName();
        switch (member.type()) {
            case ENUMERATOR -> enumerator(name, event.enumerator(member));
            case TRUTH -> json.writeBooleanField(name, event.value(member) != 0);
            case FLAGS -> flags(member, (int) event.value(member));
            case TASK, NEW_TASK, REGION, POOL, THREAD -> id(name, event.value(member));
            case WAIT -> waitId(event.waitId());
            case SIGNED, UNSIGNED -> number(member, event.value(member));
            case TEXT -> text(member, event.message());
            case CALL_SITE -> name(name, trace.callSite(event.codeptrRa()));
            case BODY -> name(name, trace.body(event.body()));
        }
    }

    /** Writes an enumerator. An unspecified outcome is left out, as for each wait that another thread ended. */
    private void enumerator(String name, @Nullable Enumerator value) throws IOException {
        if (value != null && value != WaitOutcome.UNSPECIFIED) {
            json.writeStringField(name, names.computeIfAbsent(value, Enumerator::specName));
        }
    }

    private void text(Member member, @Nullable String text) throws IOException {
        if (text != null) {
            json.writeStringField(member.specName(), text);
            if (member == Member.MESSAGE) {
                json.writeNumberField("length", text.length());
            }
        }
    }

    private void waitId(long waitId) throws IOException {
        id("wait_id", waitId);
        Trace.WaitObject object = waitId == 0 ? null : trace.waitObject(waitId);
        name("wait_class", object == null ? null : object.className());
    }

    /* The values for "not known" depend on the member: 0 for numbers of iterations, otherwise negative ones; some members are always known. */
    private void number(Member member, long value) throws IOException {
        boolean isKnown = switch (member) {
            case VARIABLE, COMMAND, MODIFIER, PERIOD -> true;
            case COUNT, ITERATIONS -> value > 0;
            default -> value >= 0;
        };
        if (isKnown) {
            json.writeNumberField(member.specName(), value);
        }
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

    private void flags(Member member, int flags) throws IOException {
        if (member == Member.HINT) {
            name(member.specName(), flags < 0 ? null : hint(flags));
            return;
        }
        json.writeArrayFieldStart(member.specName());
        for (String each : namesOf(member, flags)) {
            json.writeString(each);
        }
        json.writeEndArray();
    }

    private static List<String> namesOf(Member member, int flags) {
        return switch (member) {
            case PARALLEL_FLAGS -> ParallelFlag.names(flags);
            case TASK_FLAGS -> TaskFlag.names(flags);
            default -> CancelFlag.names(flags);
        };
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
