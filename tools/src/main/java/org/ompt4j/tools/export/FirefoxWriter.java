package org.ompt4j.tools.export;

import com.fasterxml.jackson.core.JsonEncoding;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.State;
import org.ompt4j.tools.profile.PlacedSamples;
import org.ompt4j.tools.profile.PlacedSamples.Placed;
import org.ompt4j.tools.profile.PseudoFrames;
import org.ompt4j.tools.read.Pause;
import org.ompt4j.tools.read.TraceHeader;

/**
 * Writes a timeline as a processed profile of the Firefox Profiler: each thread has its slices as markers and its samples as stacks.
 *
 * <p>The version of the format is an old one, which every newer viewer converts by itself.
 */
final class FirefoxWriter implements TimelineSink {
    private static final int PROCESSED_VERSION = 48;
    private static final int GECKO_VERSION = 29;
    private static final double NANOS_PER_MILLI = 1e6;

    /** The period of samples with tool=profile, in milliseconds. */
    private static final double SAMPLE_MILLIS = 10;

    /** How many threads the viewer shows at first; the others can be selected. */
    private static final int MOST_SHOWN = 25;

    private final TraceHeader header;
    private final OutputStream out;
    private final int threadsInMemory;
    private final Spill spill = new Spill();
    private final PlacedSamples samples;
    private final Map<Long, FirefoxThread> threads = new LinkedHashMap<>();
    private final Spill.Tape aside = spill.new Tape();
    private long threadsAside;
    private final FirefoxNames names = new FirefoxNames();
    private final Map<List<String>, Integer> stacks = new HashMap<>();
    private final List<List<String>> stackList = new ArrayList<>();
    private final List<Pause> pauses = new ArrayList<>();
    private boolean ofStates;

    /** @param samples the samples beside the trace, thread by thread */
    FirefoxWriter(TraceHeader header, PlacedSamples samples, OutputStream out) throws IOException {
        this(header, samples, Spill.THREADS_IN_MEMORY, out);
    }

    FirefoxWriter(TraceHeader header, PlacedSamples samples, int threadsInMemory, OutputStream out) throws IOException {
        this.header = header;
        this.threadsInMemory = threadsInMemory;
        this.out = out;
        this.samples = samples;
    }

    @Override
    public void thread(Track track) throws IOException {
        if (threads.containsKey(track.threadId())) {
            return;
        }
        FirefoxThread thread = new FirefoxThread(track, spill);
        threads.put(track.threadId(), thread);
        for (int i = samples.first(track.threadId()); i < samples.size(); i++) {
            Placed each = samples.get(i);
            if (each.threadId() != track.threadId()) {
                break;
            }
            thread.sample(each.timeNanos(), stack(each.stack()));
        }
    }

    @Override
    public void ended(Track track) throws IOException {
        FirefoxThread thread = threads.size() > threadsInMemory ? threads.remove(track.threadId()) : null;
        if (thread != null) {
            thread.putAside(aside);
            threadsAside++;
        }
    }

    private interface EachThread {
        void take(FirefoxThread thread) throws IOException;
    }

    private void forEachThread(EachThread action) throws IOException {
        Spill.Numbers numbers = aside.numbers();
        for (long i = 0; i < threadsAside; i++) {
            action.take(new FirefoxThread(numbers));
        }
        for (FirefoxThread each : threads.values()) {
            action.take(each);
        }
    }

    private int stack(List<String> frames) {
        Integer known = stacks.get(frames);
        if (known == null) {
            known = stackList.size();
            stacks.put(frames, known);
            stackList.add(frames);
        }
        return known;
    }

    private FirefoxThread of(Track track) {
        return Objects.requireNonNull(threads.get(track.threadId()), "a thread that was not told");
    }

    @Override
    public void begin(Track track, Slice slice, long fork) {}

    @Override
    public void end(Track track, Slice slice, long timeNanos) throws IOException {
        of(track)
                .marker(
                        FirefoxMarker.of(slice.kind()),
                        slice.beginNanos(),
                        timeNanos,
                        names.of(slice.name(), slice.kind().category()),
                        slice.callSite() == null ? -1 : names.of(slice.callSite(), ""),
                        slice.queuedNanos(),
                        slice.lateNanos());
    }

    @Override
    public void rests(Track track) throws IOException {
        of(track).rest();
    }

    @Override
    public void mark(Track track, Mark mark) throws IOException {
        String said = mark.kind() == Mark.Kind.TASK_CREATED ? "created " + mark.name() : mark.name();
        String name = mark.message() == null ? said : said + ": " + mark.message();
        of(track)
                .marker(
                        FirefoxMarker.MARK,
                        mark.timeNanos(),
                        -1,
                        names.of(name, mark.kind().name().toLowerCase(Locale.ROOT)),
                        mark.callSite() == null ? -1 : names.of(mark.callSite(), ""),
                        -1,
                        -1);
    }

    @Override
    public void sample(Track track, State state, long timeNanos) throws IOException {
        ofStates = true;
        String frame = state.isWork() ? state.specName() : PseudoFrames.of(state);
        of(track).sample(timeNanos, stack(List.of(frame)));
    }

    @Override
    public void state(Track track, @Nullable State before, @Nullable State now, long timeNanos) {}

    @Override
    public void gauge(Gauge gauge, long value, long timeNanos) {}

    @Override
    public void pause(long fromNanos, long toNanos) {
        pauses.add(new Pause(fromNanos, toNanos));
    }

    @Override
    public void finish(long timeNanos) throws IOException {
        try (JsonGenerator json = new JsonFactory()
                .createGenerator(out, JsonEncoding.UTF8)
                .disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET)) {
            json.writeStartObject();
            meta(timeNanos, json);
            array("libs", json);
            json.writeArrayFieldStart("threads");
            int[] written = new int[1];
            forEachThread(each -> thread(each, written[0]++ == 0, timeNanos, json));
            json.writeEndArray();
            json.writeEndObject();
        }
    }

    private void meta(long timeNanos, JsonGenerator json) throws IOException {
        json.writeObjectFieldStart("meta");
        json.writeNumberField("interval", intervalMillis());
        json.writeNumberField("startTime", header.startedAt().toEpochMilli());
        json.writeNumberField("profilingStartTime", 0);
        json.writeNumberField("profilingEndTime", timeNanos / NANOS_PER_MILLI);
        json.writeNumberField("processType", 0);
        json.writeStringField("product", "OMPT4J " + header.host() + " " + header.pid());
        json.writeStringField("importedFrom", "OMPT4J");
        json.writeStringField("arguments", String.join(" ", header.commandLine()));
        json.writeNumberField("logicalCPUs", header.availableProcessors());
        json.writeNumberField("stackwalk", samples.size() > 0 ? 1 : 0);
        json.writeNumberField("version", GECKO_VERSION);
        json.writeNumberField("preprocessedProfileVersion", PROCESSED_VERSION);
        json.writeBooleanField("symbolicated", true);
        json.writeBooleanField("symbolicationNotSupported", true);
        json.writeBooleanField("usesOnlyOneStackType", true);
        json.writeBooleanField("doesNotUseFrameImplementation", true);
        json.writeBooleanField("sourceCodeIsNotOnSearchfox", true);
        json.writeBooleanField("keepProfileThreadOrder", true);
        FirefoxMarker.writeCategories(json);
        FirefoxMarker.writeSchemas(json);
        shown(json);
        json.writeEndObject();
    }

    /* The viewer uses it as the time that a sample stands for. */
    private double intervalMillis() {
        return ofStates ? header.settings().samplePeriodNanos() / NANOS_PER_MILLI : SAMPLE_MILLIS;
    }

    /** Writes the threads with most markers and samples, in the order of threads. */
    private void shown(JsonGenerator json) throws IOException {
        PriorityQueue<Shown> most = new PriorityQueue<>(Comparator.comparingLong(Shown::things)
                .thenComparing(Comparator.comparingInt(Shown::index).reversed()));
        int[] seen = new int[1];
        forEachThread(each -> {
            most.add(new Shown(seen[0]++, each.things()));
            if (most.size() > MOST_SHOWN) {
                most.remove();
            }
        });
        json.writeArrayFieldStart("initialVisibleThreads");
        for (int each : most.stream().mapToInt(Shown::index).sorted().toArray()) {
            json.writeNumber(each);
        }
        json.writeEndArray();
    }

    private record Shown(int index, long things) {}

    private void thread(FirefoxThread thread, boolean isFirst, long timeNanos, JsonGenerator json) throws IOException {
        json.writeStartObject();
        json.writeStringField("processType", "default");
        json.writeStringField("processName", header.host() + " " + header.pid());
        json.writeNumberField("processStartupTime", 0);
        json.writeNullField("processShutdownTime");
        json.writeNumberField("registerTime", thread.firstNanos() / NANOS_PER_MILLI);
        json.writeNullField("unregisterTime");
        json.writeArrayFieldStart("pausedRanges");
        for (Pause each : pauses) {
            json.writeStartObject();
            json.writeNumberField("startTime", each.fromNanos() / NANOS_PER_MILLI);
            json.writeNumberField("endTime", Math.min(each.toNanos(), timeNanos) / NANOS_PER_MILLI);
            json.writeStringField("reason", "profiler-paused");
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeBooleanField("showMarkersInTimeline", true);
        json.writeStringField("name", thread.name());
        json.writeBooleanField("isMainThread", isFirst);
        json.writeStringField("pid", Long.toString(header.pid()));
        json.writeNumberField("tid", thread.id());
        new FirefoxTables(thread, names, stackList, json).write();
        json.writeEndObject();
    }

    private static void array(String name, JsonGenerator json) throws IOException {
        json.writeArrayFieldStart(name);
        json.writeEndArray();
    }

    @Override
    public void close() throws IOException {
        spill.close();
    }
}
