package org.ompt4j.tools.testing;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.ompt4j.ompt.ClassScan;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.ThreadType;
import org.ompt4j.ompt.UnobservedUse;
import org.ompt4j.settings.SettingsText;
import org.ompt4j.tools.read.Trace;
import org.ompt4j.tools.read.TraceEvent;
import org.ompt4j.tools.read.TraceHeader;
import org.ompt4j.tools.read.TraceLosses;
import org.ompt4j.tools.trace.RecordLayout;

/** Builds a trace: events in the order in which they are added, each one microsecond after the previous one. */
public final class TraceBuilder {
    private static final long STEP_NANOS = 1_000;

    private Instant startedAt = Instant.parse("2026-01-02T03:04:05Z");
    private List<String> commandLine = List.of("java", "-javaagent:ompt-agent.jar", "-jar", "app.jar");
    private final Map<String, String> configuration = new TreeMap<>();
    private final Map<String, Integer> callSites = new LinkedHashMap<>();
    private final Map<String, Integer> bodies = new LinkedHashMap<>();
    private final Map<Long, Trace.WaitObject> waitObjects = new HashMap<>();
    private final List<Trace.TraceThread> threads = new ArrayList<>();
    private final List<TraceEvent> events = new ArrayList<>();
    private final List<String> notObserved = new ArrayList<>();
    private final List<UnobservedUse> uses = new ArrayList<>();
    private final Map<String, Long> failures = new TreeMap<>();

    private String tool = "trace";
    private long nowNanos;
    private long nextId = 1;
    private long droppedEvents;
    private long classes;
    private int formatVersion = RecordLayout.VERSION;
    private boolean finished = true;
    private String endReason = "";
    private long unrecordedNanos;
    private long missingUntilNanos;

    public TraceBuilder() {
        configure("tool", "trace");
        configure("profile", "full");
        configure("events", "all");
        configure("constructs", "all");
        configure("ring", "false");
    }

    public TraceBuilder configure(String key, String value) {
        configuration.put(key, value);
        return this;
    }

    /** Makes it a trace of {@code tool=sample}. */
    public TraceBuilder sampled() {
        tool = "sample";
        return configure("tool", "sample").configure("profile", "states");
    }

    /** Sets the version of the format. */
    public TraceBuilder version(int version) {
        formatVersion = version;
        return this;
    }

    /** Sets the command line of the program. */
    public TraceBuilder command(String... arguments) {
        commandLine = List.of(arguments);
        return this;
    }

    /** Makes it another run. */
    public TraceBuilder startedLater(long seconds) {
        startedAt = startedAt.plusSeconds(seconds);
        return this;
    }

    public TraceBuilder killed() {
        finished = false;
        return this;
    }

    public TraceBuilder dropped(long count, String reason) {
        droppedEvents = count;
        endReason = reason;
        return this;
    }

    /** A ring has overwritten all events so far of this thread. */
    public TraceBuilder overwritten(ThreadScript thread) {
        int before = events.size();
        events.removeIf(each -> each.threadId() == thread.id());
        droppedEvents += before - events.size();
        missingUntilNanos = nowNanos;
        return configure("ring", "true");
    }

    /** Recording stops now, and the run continues for this time. */
    public TraceBuilder stopped(String reason, long unrecordedNanos) {
        endReason = reason;
        this.unrecordedNanos = unrecordedNanos;
        return this;
    }

    public TraceBuilder failed(String what, long count) {
        failures.put(what, count);
        return this;
    }

    public TraceBuilder notObserved(String sentence) {
        notObserved.add(sentence);
        return this;
    }

    /** Sets the number of classes that the agent has examined. */
    public TraceBuilder classes(long count) {
        classes = count;
        return this;
    }

    public TraceBuilder uses(UnobservedUse use) {
        uses.add(use);
        return this;
    }

    /** A new thread, without events. */
    public ThreadScript thread(String name, ThreadType type) {
        long id = newId();
        threads.add(new Trace.TraceThread(id, name, type));
        return new ThreadScript(this, id, type);
    }

    /** A virtual thread that was created; mount it first. */
    public ThreadScript virtualThread(long task) {
        return ThreadScript.ofVirtual(this, task);
    }

    /** An id that nothing else has. */
    public long newId() {
        return nextId++;
    }

    public int callSite(String text) {
        return callSites.computeIfAbsent(text, key -> callSites.size() + 1);
    }

    public int body(String text) {
        return bodies.computeIfAbsent(text, key -> bodies.size() + 1);
    }

    public long waitId(Construct construct, String className) {
        long id = newId();
        waitObjects.put(id, new Trace.WaitObject(id, construct, className));
        return id;
    }

    /** The time of the last event, plus the time that has passed since. */
    public long now() {
        return nowNanos;
    }

    /** Lets time pass before the next event. */
    public TraceBuilder pass(long nanos) {
        nowNanos += nanos;
        return this;
    }

    void add(Event event, long threadId, long taskId, Construct construct, Consumer<EventDraft> members) {
        EventDraft draft = new EventDraft();
        draft.event = event;
        addDraft(draft, threadId, taskId, construct, members);
    }

    void addSample(long threadId, Consumer<EventDraft> members) {
        addDraft(new EventDraft(), threadId, 0, Construct.NONE, members);
    }

    private void addDraft(
            EventDraft draft, long threadId, long taskId, Construct construct, Consumer<EventDraft> members) {
        nowNanos += STEP_NANOS;
        draft.timeNanos = nowNanos;
        draft.threadId = threadId;
        draft.taskId = taskId;
        draft.construct = construct;
        members.accept(draft);
        events.add(draft.toEvent());
    }

    public TraceInMemory build() {
        return new TraceInMemory(
                header(),
                new TraceLosses(
                        droppedEvents,
                        failures,
                        finished,
                        0,
                        0,
                        0,
                        endReason,
                        nowNanos,
                        unrecordedNanos,
                        missingUntilNanos),
                inverse(callSites),
                inverse(bodies),
                waitObjects,
                List.copyOf(threads),
                List.copyOf(events));
    }

    private TraceHeader header() {
        return new TraceHeader(
                formatVersion,
                "1.0",
                tool,
                startedAt,
                "host",
                4711,
                "17.0.15",
                "OpenJDK 64-Bit Server VM",
                4,
                commandLine,
                configuration,
                SettingsText.parse(configuration),
                notObserved,
                new ClassScan(classes, uses));
    }

    private static Map<Integer, String> inverse(Map<String, Integer> ids) {
        Map<Integer, String> texts = new HashMap<>();
        ids.forEach((text, id) -> texts.put(id, text));
        return texts;
    }
}
