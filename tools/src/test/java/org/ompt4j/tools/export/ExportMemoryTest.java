package org.ompt4j.tools.export;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.ompt4j.ompt.State;
import org.ompt4j.tools.profile.PlacedSamples;
import org.ompt4j.tools.read.Trace;
import org.ompt4j.tools.read.Traces;
import org.ompt4j.tools.testing.FirefoxFile;
import org.ompt4j.tools.testing.LongRun;
import org.ompt4j.tools.testing.Retained;
import org.ompt4j.tools.testing.RichTrace;
import org.ompt4j.tools.testing.SpeedscopeFile;
import org.ompt4j.tools.testing.VirtualThreadTrace;

/** The memory of an export grows with what exists at the same time; what it keeps of the past is bounded. */
class ExportMemoryTest {
    private static final int TIMES = 300;

    /** Fields that grow up to a limit in their class; the field of {@link Spill} has the positions of blocks in a file. */
    private static final Set<String> BOUNDED = Set.of(
            "CreatedTasks.constructs",
            "CreatedTasks.ids",
            "CreatedTasks.places",
            "CreatedTasks.threads",
            "CreatedTasks.times",
            "FirefoxNames.numbers",
            "FirefoxNames.texts",
            "IdMap.keys",
            "IdMap.values",
            "Interned.iids",
            "RunModel.pools",
            "SpeedscopeWriter.frameList",
            "SpeedscopeWriter.frames",
            "StoredTexts.lately",
            "Tape.blocks",
            "Tape.bytes",
            "Titles.made");

    /** Fields with the rows of a chunk that is not full yet. */
    private static final Set<String> OF_A_CHUNK =
            Set.of("JfrRow.stack", "JfrWriter.endedThreads", "JfrWriter.rows", "JfrWriter.threads");

    /** Fields that grow with the number of threads or of chunks of the trace. */
    private static final Set<String> OF_THREADS = Set.of("FileTrace.chunks", "Texts.threads", "ThreadChunks.chunks");

    @TempDir
    Path directory;

    private interface Sink {
        TimelineSink of(Trace trace, OutputStream out) throws IOException;
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "CALL_SITES")
    void whatIsOverIsForgottenOrOneOfSoMany(LongRun.Kind kind) throws IOException {
        Map<String, Long> before = retained(kind, TIMES);
        Map<String, Long> after = retained(kind, 4 * TIMES);

        assertThat(Retained.grown(before, after))
                .filteredOn(each -> {
                    String field = each.substring(0, each.indexOf(':'));
                    return !BOUNDED.contains(field) && !OF_A_CHUNK.contains(field) && !OF_THREADS.contains(field);
                })
                .isEmpty();
    }

    private Map<String, Long> retained(LongRun.Kind kind, int times) throws IOException {
        Path file = directory.resolve(times + ".ompt");
        LongRun.write(kind, times, file);
        Map<String, Long> all = new HashMap<>();
        List<Sink> sinks = List.of(
                (trace, out) -> new PerfettoWriter(trace.header(), out),
                (trace, out) -> new SpeedscopeWriter(trace.header(), 10, out),
                (trace, out) -> new FirefoxWriter(trace.header(), PlacedSamples.NONE, 10, out),
                (trace, out) -> new JfrWriter(trace.header(), PlacedSamples.NONE, out));
        try (Trace trace = Traces.open(file)) {
            for (Sink each : sinks) {
                try (Kept sink = new Kept(each.of(trace, OutputStream.nullOutputStream()))) {
                    Timeline timeline = new Timeline(trace, sink);
                    timeline.tell();
                    Retained.by(timeline, trace).forEach((field, count) -> all.merge(field, count, Long::sum));
                }
            }
        }
        return all;
    }

    /** Passes everything on except the end, so that the test sees what the sink keeps until then. */
    private record Kept(TimelineSink sink) implements TimelineSink {
        @Override
        public void thread(Track track) throws IOException {
            sink.thread(track);
        }

        @Override
        public void rests(Track track) throws IOException {
            sink.rests(track);
        }

        @Override
        public void ended(Track track) throws IOException {
            sink.ended(track);
        }

        @Override
        public void begin(Track track, Slice slice, long fork) throws IOException {
            sink.begin(track, slice, fork);
        }

        @Override
        public void end(Track track, Slice slice, long timeNanos) throws IOException {
            sink.end(track, slice, timeNanos);
        }

        @Override
        public void state(Track track, @Nullable State before, @Nullable State now, long timeNanos) throws IOException {
            sink.state(track, before, now, timeNanos);
        }

        @Override
        public void sample(Track track, State state, long timeNanos) throws IOException {
            sink.sample(track, state, timeNanos);
        }

        @Override
        public void mark(Track track, Mark mark) throws IOException {
            sink.mark(track, mark);
        }

        @Override
        public void gauge(Gauge gauge, long value, long timeNanos) throws IOException {
            sink.gauge(gauge, value, timeNanos);
        }

        @Override
        public void ended(Gauge gauge) throws IOException {
            sink.ended(gauge);
        }

        @Override
        public void pause(long fromNanos, long toNanos) throws IOException {
            sink.pause(fromNanos, toNanos);
        }

        @Override
        public void finish(long timeNanos) {}

        @Override
        public void close() throws IOException {
            sink.close();
        }
    }

    @Test
    void threadsThatWerePutAsideAreWrittenAsTheOthers() throws IOException {
        for (Trace trace : new Trace[] {RichTrace.build(), VirtualThreadTrace.build()}) {
            FirefoxFile all = new FirefoxFile(firefox(trace, 100));
            FirefoxFile aside = new FirefoxFile(firefox(trace, 0));

            assertThat(aside.threads()).hasSizeGreaterThan(1).containsExactlyInAnyOrderElementsOf(all.threads());
            for (String each : all.threads()) {
                assertThat(aside.markers(each)).isEqualTo(all.markers(each));
            }
            assertThat(profiles(trace, 0))
                    .hasSizeGreaterThan(1)
                    .containsExactlyInAnyOrderElementsOf(profiles(trace, 100));
        }
    }

    private static byte[] firefox(Trace trace, int threadsInMemory) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (TimelineSink sink = new FirefoxWriter(trace.header(), PlacedSamples.NONE, threadsInMemory, out)) {
            new Timeline(trace, sink).tell();
        }
        return out.toByteArray();
    }

    private static List<String> profiles(Trace trace, int threadsInMemory) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (TimelineSink sink = new SpeedscopeWriter(trace.header(), threadsInMemory, out)) {
            new Timeline(trace, sink).tell();
        }
        List<String> profiles = new ArrayList<>();
        new SpeedscopeFile(out.toByteArray()).root().path("profiles").forEach(each -> profiles.add(each.toString()));
        return profiles;
    }
}
