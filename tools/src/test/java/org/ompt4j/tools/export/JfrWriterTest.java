package org.ompt4j.tools.export;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import jdk.jfr.consumer.RecordedEvent;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.ThreadType;
import org.ompt4j.tools.profile.PlacedSamples;
import org.ompt4j.tools.profile.Sample;
import org.ompt4j.tools.profile.Samples;
import org.ompt4j.tools.read.Trace;
import org.ompt4j.tools.testing.JfrFile;
import org.ompt4j.tools.testing.PerfettoFile;
import org.ompt4j.tools.testing.RichTrace;
import org.ompt4j.tools.testing.SampledTrace;
import org.ompt4j.tools.testing.ThreadScript;
import org.ompt4j.tools.testing.TraceBuilder;
import org.ompt4j.tools.testing.VirtualThreadTrace;
import org.openjdk.jmc.common.IMCStackTrace;
import org.openjdk.jmc.common.IMCThread;
import org.openjdk.jmc.common.item.IItem;
import org.openjdk.jmc.common.item.IItemCollection;
import org.openjdk.jmc.common.item.IItemIterable;
import org.openjdk.jmc.common.item.IMemberAccessor;
import org.openjdk.jmc.common.unit.IQuantity;
import org.openjdk.jmc.common.unit.UnitLookup;
import org.openjdk.jmc.flightrecorder.CouldNotLoadRecordingException;
import org.openjdk.jmc.flightrecorder.JfrAttributes;
import org.openjdk.jmc.flightrecorder.JfrLoaderToolkit;

class JfrWriterTest {

    @TempDir
    Path directory;

    @Test
    void everySliceOfTheTimelineIsAnEventOfItsThread() throws IOException {
        for (Trace trace : new Trace[] {RichTrace.build(), VirtualThreadTrace.build()}) {
            PerfettoFile other = new PerfettoFile(export(ExportFormat.PERFETTO, trace));

            JfrFile file = jfr(export(ExportFormat.JFR, trace));

            List<RecordedEvent> found = file.events().stream()
                    .filter(each -> each.getEventType().getField("construct") != null)
                    .toList();
            assertThat(found)
                    .isNotEmpty()
                    .extracting(JfrFile::text)
                    .containsExactlyInAnyOrderElementsOf(found.stream()
                            .map(each -> each.getThread().getJavaName())
                            .distinct()
                            .flatMap(each -> slices(other, each).stream())
                            .toList());
            assertThat(found).hasSize((int) other.slices().stream()
                    .filter(each -> !each.category.equals("state"))
                    .count());
        }
    }

    private static List<String> slices(PerfettoFile file, String thread) {
        return file.slices(thread).stream()
                .filter(each -> !each.category.equals("state"))
                .map(each -> thread + ": " + each.name + " " + each.nanos())
                .toList();
    }

    @Test
    void eventHasItsTimeCallSiteAndWhatItIsAbout() throws IOException {
        JfrFile file = jfr(export(ExportFormat.JFR, RichTrace.build()));

        RecordedEvent wait = file.events("Wait").stream()
                .filter(each -> each.getString("name").startsWith("wait_condition app.Queue"))
                .findFirst()
                .orElseThrow();
        assertThat(JfrFile.stack(wait)).containsExactly("app.Queue.take:17");
        assertThat(wait.getString("construct")).isEqualTo("synchronized");
        assertThat(wait.getDuration()).isEqualTo(Duration.ofNanos(101_000));
        assertThat(wait.getStartTime())
                .isBetween(Instant.parse("2026-01-02T03:04:05Z"), Instant.parse("2026-01-02T03:04:06Z"));
        assertThat(wait.getThread().getJavaName()).isEqualTo("main");
        RecordedEvent task = file.events("Task").stream()
                .filter(each -> each.getString("name").equals("app.Writer.run"))
                .findFirst()
                .orElseThrow();
        assertThat(file.events("TaskCreation"))
                .anySatisfy(each -> assertThat(each.getLong("task")).isEqualTo(task.getLong("task")));
        assertThat(task.getDuration("queued")).isPositive();
        assertThat(file.events("Error"))
                .singleElement()
                .satisfies(each -> assertThat(each.getString("name")).isEqualTo("java.lang.Exception: no"));
    }

    @Test
    void fileOfManyChunksHasTheSameEvents() throws IOException {
        Trace trace = RichTrace.build();
        Path one = file(export(ExportFormat.JFR, trace));
        Path many = file(write(out -> {
            try (TimelineSink sink = new JfrWriter(trace.header(), PlacedSamples.NONE, 10, out)) {
                Timeline.tell(trace, sink);
            }
        }));

        assertThat(texts(new JfrFile(many))).isEqualTo(texts(new JfrFile(one)));
        assertThat(chunks(one)).isEqualTo(1);
        assertThat(chunks(many)).isGreaterThan(5);
        assertThat(missionControl(many)).isEqualTo(missionControl(one));
    }

    private static List<String> texts(JfrFile file) {
        return file.events().stream()
                .map(each -> each.getEventType().getName() + " " + each.getStartTime() + " " + each.getDuration())
                .sorted()
                .toList();
    }

    private static int chunks(Path file) throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        int chunks = 0;
        for (int at = 0; at < bytes.length; chunks++) {
            at += Math.toIntExact(
                    ByteBuffer.wrap(bytes, at, bytes.length - at).slice().getLong(8));
        }
        return chunks;
    }

    @Test
    void missionControlReadsEventsThreadsAndStacks() throws IOException {
        Path file = file(export(ExportFormat.JFR, RichTrace.build()));

        Map<String, Integer> counts = missionControl(file);

        Map<String, Integer> expected = new TreeMap<>();
        new JfrFile(file)
                .events()
                .forEach(each -> expected.merge(each.getEventType().getName(), 1, Integer::sum));
        assertThat(counts).isEqualTo(expected).containsKeys("ompt4j.Region", "ompt4j.Task", "ompt4j.Wait");
        List<String> waits = new ArrayList<>();
        for (IItemIterable items : load(file)) {
            if (items.getType().getIdentifier().equals("ompt4j.Wait")) {
                IMemberAccessor<IMCThread, IItem> thread = JfrAttributes.EVENT_THREAD.getAccessor(items.getType());
                IMemberAccessor<IMCStackTrace, IItem> stack =
                        JfrAttributes.EVENT_STACKTRACE.getAccessor(items.getType());
                IMemberAccessor<IQuantity, IItem> duration = JfrAttributes.DURATION.getAccessor(items.getType());
                for (IItem each : items) {
                    waits.add(thread.getMember(each).getThreadName() + " "
                            + stack.getMember(each)
                                    .getFrames()
                                    .get(0)
                                    .getMethod()
                                    .getType()
                                    .getFullName() + " "
                            + stack.getMember(each)
                                    .getFrames()
                                    .get(0)
                                    .getMethod()
                                    .getMethodName() + " "
                            + stack.getMember(each).getFrames().get(0).getFrameLineNumber() + " "
                            + duration.getMember(each).clampedLongValueIn(UnitLookup.NANOSECOND));
                }
            }
        }
        assertThat(waits).contains("main app.Queue take 17 101000");
    }

    private static IItemCollection load(Path file) throws IOException {
        try {
            return JfrLoaderToolkit.loadEvents(file.toFile());
        } catch (CouldNotLoadRecordingException e) {
            throw new IOException(e);
        }
    }

    /** The number of events of each type that the reader of JDK Mission Control finds. */
    private static Map<String, Integer> missionControl(Path file) throws IOException {
        Map<String, Integer> counts = new TreeMap<>();
        for (IItemIterable items : load(file)) {
            items.forEach(each -> counts.merge(items.getType().getIdentifier(), 1, Integer::sum));
        }
        return counts;
    }

    @Test
    void samplesAreEventsWithStacksAsTheProgramWasWritten() throws IOException {
        TraceBuilder trace = new TraceBuilder();
        ThreadScript main = trace.thread("main", ThreadType.INITIAL).begin().initialTaskBegin();
        ThreadScript worker = trace.thread("worker", ThreadType.WORKER).begin();
        long task = main.create(Construct.FORK_JOIN_TASK, 0, trace.callSite("app.Main.run(Main.java:5)"), 0);
        worker.start(Construct.FORK_JOIN_TASK, task);
        trace.pass(100_000);
        long now = trace.now();
        worker.complete(Construct.FORK_JOIN_TASK).end();
        main.initialTaskEnd().end();
        List<String> stack = List.of("app.Fib.compute", "java.util.concurrent.ForkJoinTask.doExec");
        Samples samples = Samples.of(
                List.of(
                        new Sample(now - 10, worker.id(), stack),
                        new Sample(now - 50, worker.id(), stack.subList(1, 2))),
                "processor time");

        JfrFile file = jfr(write(out -> ExportFormat.JFR.write(trace.build(), samples, Metric.SAMPLES, out)));

        assertThat(file.events("Sample"))
                .extracting(JfrFile::stack)
                .containsExactlyInAnyOrder(
                        List.of("ompt4j.<main>", "app.Main.run:5", "app.Fib.compute"),
                        List.of("ompt4j.<main>", "app.Main.run:5", "ompt4j.<overhead>"));
        assertThat(file.events("Sample"))
                .allSatisfy(each -> assertThat(each.getThread().getJavaName()).isEqualTo("worker"));
    }

    @Test
    void sampledStatesAreEvents() throws IOException {
        JfrFile file = jfr(export(ExportFormat.JFR, SampledTrace.build()));

        assertThat(file.events("State")).hasSize(60);
    }

    private interface Content {
        void write(OutputStream out) throws IOException;
    }

    private static byte[] write(Content content) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        content.write(out);
        return out.toByteArray();
    }

    private static byte[] export(ExportFormat format, Trace trace) throws IOException {
        return write(out -> format.write(trace, out));
    }

    private Path file(byte[] bytes) throws IOException {
        return Files.write(Files.createTempFile(directory, "export", ".jfr"), bytes);
    }

    private JfrFile jfr(byte[] bytes) throws IOException {
        return new JfrFile(file(bytes));
    }
}
