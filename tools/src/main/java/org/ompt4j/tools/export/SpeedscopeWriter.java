package org.ompt4j.tools.export;

import com.fasterxml.jackson.core.JsonEncoding;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.State;
import org.ompt4j.tools.read.TraceHeader;

/**
 * Writes a timeline as a speedscope file, with one profile for each thread: with slices that open and close, or, for a trace of samples, with
 * each sampled state as a sample.
 */
final class SpeedscopeWriter implements TimelineSink {
    private static final String SCHEMA = "https://www.speedscope.app/file-format-schema.json";

    /** The most frames. There can be many with names of single objects; beyond the limit, frames have the name of their kind. */
    private static final int MOST_FRAMES = 100_000;

    private final TraceHeader header;
    private final int threadsInMemory;
    private final OutputStream out;
    private final Spill spill = new Spill();
    private final Map<Long, Profile> profiles = new LinkedHashMap<>();
    private final Spill.Tape aside = spill.new Tape();
    private long profilesAside;
    private final Map<Frame, Integer> frames = new HashMap<>();
    private final List<Frame> frameList = new ArrayList<>();

    SpeedscopeWriter(TraceHeader header, OutputStream out) throws IOException {
        this(header, Spill.THREADS_IN_MEMORY, out);
    }

    SpeedscopeWriter(TraceHeader header, int threadsInMemory, OutputStream out) throws IOException {
        this.header = header;
        this.threadsInMemory = threadsInMemory;
        this.out = out;
    }

    private record Frame(String name, @Nullable String callSite) {}

    /**
     * The data of one thread: for slices, times since the last one, each with whether a frame closes, and frames; for samples, only frames.
     */
    private static final class Profile {
        final String name;
        final Spill.Tape tape;
        final long beginNanos;
        long lastNanos;
        long samples;

        Profile(String name, Spill.Tape tape, long beginNanos) {
            this.name = name;
            this.tape = tape;
            this.beginNanos = beginNanos;
            this.lastNanos = beginNanos;
        }

        /** Reads back a profile that was put aside. */
        Profile(Spill.Numbers numbers) throws IOException {
            this.name = numbers.text();
            this.beginNanos = numbers.next();
            this.lastNanos = numbers.next();
            this.samples = numbers.next();
            this.tape = numbers.tape();
        }

        void putAside(Spill.Tape to) throws IOException {
            to.add(name);
            to.add(beginNanos);
            to.add(lastNanos);
            to.add(samples);
            to.add(tape);
        }
    }

    @Override
    public void ended(Track track) throws IOException {
        Profile profile = profiles.size() > threadsInMemory ? profiles.remove(track.threadId()) : null;
        if (profile != null) {
            profile.putAside(aside);
            profilesAside++;
        }
    }

    @Override
    public void thread(Track track) {}

    private Profile profile(Track track, long timeNanos) {
        Profile known = profiles.get(track.threadId());
        if (known == null) {
            known = new Profile(track.name(), spill.new Tape(), timeNanos);
            profiles.put(track.threadId(), known);
        }
        return known;
    }

    private int frame(String name, @Nullable String callSite, String otherwise) {
        Frame frame = new Frame(name, callSite);
        Integer known = frames.get(frame);
        if (known == null && frames.size() >= MOST_FRAMES && !name.equals(otherwise)) {
            return frame(otherwise, null, otherwise);
        }
        if (known == null) {
            known = frames.size();
            frames.put(frame, known);
            frameList.add(frame);
        }
        return known;
    }

    @Override
    public void begin(Track track, Slice slice, long fork) throws IOException {
        put(track, slice, slice.beginNanos(), false);
    }

    @Override
    public void end(Track track, Slice slice, long timeNanos) throws IOException {
        put(track, slice, timeNanos, true);
    }

    @Override
    public void rests(Track track) throws IOException {
        Profile profile = profiles.get(track.threadId());
        if (profile != null) {
            profile.tape.rest();
        }
    }

    private void put(Track track, Slice slice, long timeNanos, boolean closes) throws IOException {
        Profile profile = profile(track, timeNanos);
        profile.tape.add(timeNanos - profile.lastNanos << 1 | (closes ? 1 : 0));
        profile.tape.add(frame(slice.name(), slice.callSite(), slice.kind().category()));
        profile.lastNanos = timeNanos;
    }

    @Override
    public void sample(Track track, State state, long timeNanos) throws IOException {
        Profile profile = profile(track, timeNanos);
        profile.tape.add(frame(state.specName(), null, state.specName()));
        profile.samples++;
    }

    @Override
    public void state(Track track, @Nullable State before, @Nullable State now, long timeNanos) {}

    @Override
    public void mark(Track track, Mark mark) {}

    @Override
    public void gauge(Gauge gauge, long value, long timeNanos) {}

    @Override
    public void pause(long fromNanos, long toNanos) {}

    @Override
    public void finish(long timeNanos) throws IOException {
        try (JsonGenerator json = new JsonFactory()
                .createGenerator(out, JsonEncoding.UTF8)
                .disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET)) {
            json.writeStartObject();
            json.writeStringField("$schema", SCHEMA);
            json.writeStringField("name", header.host() + " " + header.pid() + " " + header.startedAt());
            json.writeStringField("exporter", "OMPT4J");
            json.writeArrayFieldStart("profiles");
            Spill.Numbers numbers = aside.numbers();
            for (long i = 0; i < profilesAside; i++) {
                write(new Profile(numbers), json);
            }
            for (Profile each : profiles.values()) {
                write(each, json);
            }
            json.writeEndArray();
            json.writeObjectFieldStart("shared");
            json.writeArrayFieldStart("frames");
            for (Frame each : frameList) {
                write(each, json);
            }
            json.writeEndArray();
            json.writeEndObject();
            json.writeEndObject();
        }
    }

    private static void write(Frame frame, JsonGenerator json) throws IOException {
        json.writeStartObject();
        json.writeStringField("name", frame.name);
        FrameText place = FrameText.of(frame.callSite == null ? "" : frame.callSite);
        if (place.file() != null) {
            json.writeStringField("file", place.file());
            json.writeNumberField("line", place.line());
        }
        json.writeEndObject();
    }

    private static void write(Profile profile, JsonGenerator json) throws IOException {
        json.writeStartObject();
        json.writeStringField("type", profile.samples > 0 ? "sampled" : "evented");
        json.writeStringField("name", profile.name);
        json.writeStringField("unit", profile.samples > 0 ? "none" : "nanoseconds");
        json.writeNumberField("startValue", profile.samples > 0 ? 0 : profile.beginNanos);
        json.writeNumberField("endValue", profile.samples > 0 ? profile.samples : profile.lastNanos);
        if (profile.samples > 0) {
            samples(profile, json);
        } else {
            events(profile, json);
        }
        json.writeEndObject();
    }

    private static void events(Profile profile, JsonGenerator json) throws IOException {
        json.writeArrayFieldStart("events");
        Spill.Numbers numbers = profile.tape.numbers();
        long timeNanos = profile.beginNanos;
        while (numbers.hasNext()) {
            long number = numbers.next();
            timeNanos += number >>> 1;
            json.writeStartObject();
            json.writeStringField("type", (number & 1) == 0 ? "O" : "C");
            json.writeNumberField("frame", numbers.next());
            json.writeNumberField("at", timeNanos);
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    private static void samples(Profile profile, JsonGenerator json) throws IOException {
        json.writeArrayFieldStart("samples");
        Spill.Numbers numbers = profile.tape.numbers();
        while (numbers.hasNext()) {
            json.writeStartArray();
            json.writeNumber(numbers.next());
            json.writeEndArray();
        }
        json.writeEndArray();
        json.writeArrayFieldStart("weights");
        for (long i = 0; i < profile.samples; i++) {
            json.writeNumber(1);
        }
        json.writeEndArray();
    }

    @Override
    public void close() throws IOException {
        spill.close();
    }
}
