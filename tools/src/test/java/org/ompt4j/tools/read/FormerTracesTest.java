package org.ompt4j.tools.read;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.RecordComponent;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.OmptDependence;
import org.ompt4j.ompt.OmptRecord;
import org.ompt4j.tools.check.TraceChecker;
import org.ompt4j.tools.trace.RecordLayout;

/**
 * Traces of earlier formats, written by earlier agents, are read like their own readers have read them.
 *
 * <p>For each format from 5 on there is a trace, {@code versionN.ompt.gz}, and its content according to its own reader, {@code versionN.txt}. When
 * the version is raised, add such a pair for the former format, made with the jar of that format.
 */
class FormerTracesTest {
    private static final int FIRST_STORED = 5;

    /** The members of events that the stored digests contain, each with the values that mean none. Members of later versions are not included. */
    private static final Map<String, List<Object>> NONE = new TreeMap<>();

    static {
        none(
                null,
                "event",
                "construct",
                "endpoint",
                "threadType",
                "priorTaskStatus",
                "wstype",
                "dispatchKind",
                "syncKind");
        none(null, "mutexKind", "impl", "severity", "message", "state", "dependenceType");
        none(0, "timeNanos", "threadId", "taskId", "parallelId", "encounteringTaskId", "newTaskId", "priorTaskId");
        none(0, "nextTaskId", "srcTaskId", "sinkTaskId", "flags", "hint", "waitId", "variable", "codeptrRa", "body");
        none(-1, "requestedParallelism", "actualParallelism", "index", "count", "start", "iterations", "ndeps");
        none(-1, "command", "modifier");
        none(false, "hasDependences");
    }

    private static void none(@Nullable Object value, String... members) {
        for (String each : members) {
            NONE.put(each, Arrays.asList(value));
        }
    }

    @TempDir
    Path directory;

    static IntStream formerVersions() {
        return IntStream.rangeClosed(FIRST_STORED, Math.max(FIRST_STORED, RecordLayout.VERSION - 1));
    }

    @ParameterizedTest
    @MethodSource("formerVersions")
    void aTraceOfAnEarlierFormatSaysWhatItSaidThen(int version) throws Exception {
        Path file = Files.write(
                directory.resolve("former.ompt"), new GZIPInputStream(stored(version, "ompt.gz")).readAllBytes());

        try (Trace trace = Traces.open(file)) {
            assertThat(trace.header().formatVersion()).isEqualTo(version);
            assertThat(contentOf(trace))
                    .isEqualTo(new String(stored(version, "txt").readAllBytes(), StandardCharsets.UTF_8));
            assertThat(TraceChecker.check(trace).violationCount()).isZero();
            assertThat(membersToldByEnds(trace)).isNotEmpty().allMatch(each -> version < 7 ? each == -1 : each > 0);
        }
    }

    private static List<Integer> membersToldByEnds(Trace trace) throws IOException {
        List<Integer> told = new ArrayList<>();
        for (Iterator<TraceEvent> events = trace.events(); events.hasNext(); ) {
            TraceEvent event = events.next();
            if (event.event() == Event.PARALLEL_END) {
                told.add(event.actualParallelism());
            }
        }
        return told;
    }

    private static InputStream stored(int version, String extension) {
        String name = "version" + version + "." + extension;
        InputStream found = FormerTracesTest.class.getResourceAsStream(name);
        assertThat(found)
                .as("%s, to be stored whenever the version of the format is raised", name)
                .isNotNull();
        return found;
    }

    /** The number of events of each kind, the texts, and a digest of the members of all events. */
    private static String contentOf(Trace trace) throws Exception {
        Map<String, Integer> counts = new TreeMap<>();
        MessageDigest digest = MessageDigest.getInstance("SHA-256");
        for (Iterator<TraceEvent> events = trace.events(); events.hasNext(); ) {
            TraceEvent event = events.next();
            counts.merge(event.event() + " " + event.endpoint() + " of " + event.construct(), 1, Integer::sum);
            digest.update((text(trace, event) + "\n").getBytes(StandardCharsets.UTF_8));
        }
        List<String> lines = new ArrayList<>();
        counts.forEach((what, count) -> lines.add(count + " " + what));
        trace.threads().forEach(each -> lines.add("thread " + each.id() + " " + each.type() + " " + each.name()));
        trace.pauses().forEach(each -> lines.add("pause " + each.fromNanos() + " " + each.toNanos()));
        trace.counted()
                .forEach(each -> lines.add("counted " + each.count() + " " + each.event() + " of " + each.construct()
                        + " at " + trace.callSite(each.codeptrRa()) + " by " + each.threadId() + ", took "
                        + each.totalNanos()));
        lines.add(lossesOf(trace));
        lines.add("events " + HexFormat.of().formatHex(digest.digest()));
        return String.join("\n", lines) + "\n";
    }

    private static String lossesOf(Trace trace) {
        TraceLosses losses = trace.losses();
        return "finished " + losses.finished() + ", dropped " + losses.droppedEvents() + ", truncated "
                + losses.truncatedBytes() + ", failures " + losses.failures() + ", ended early by '"
                + losses.endReason() + "', took " + losses.durationNanos();
    }

    private static String text(Trace trace, TraceEvent event) throws ReflectiveOperationException, IOException {
        Map<String, List<Object>> members = new TreeMap<>(NONE);
        for (String each : List.of("timeNanos", "threadId", "taskId", "event", "construct", "waitId", "body")) {
            members.put(each, Arrays.asList(TraceEvent.class.getMethod(each).invoke(event)));
        }
        OmptRecord record = event.record();
        if (record != null) {
            put((Record) record, members);
        }
        assertThat(members).containsOnlyKeys(NONE.keySet());
        return members + " " + trace.callSite(event.codeptrRa()) + " " + trace.body(event.body()) + " "
                + classOf(trace, event.waitId());
    }

    private static void put(Record record, Map<String, List<Object>> members) throws ReflectiveOperationException {
        for (RecordComponent each : record.getClass().getRecordComponents()) {
            Object value = each.getAccessor().invoke(record);
            String name = formerName(record, each.getName());
            if (value instanceof OmptDependence dependence) {
                put(dependence, members);
            } else if (NONE.containsKey(name)) {
                members.put(name, Arrays.asList(value));
            }
        }
    }

    private static String formerName(Record record, String name) {
        if (name.equals("kind")) {
            String owner = record.getClass().getSimpleName().replaceAll("(Region|Acquire)$", "");
            return owner.toLowerCase(Locale.ROOT) + "Kind";
        }
        return name.equals("instance") ? "start" : name;
    }

    private static @Nullable String classOf(Trace trace, long waitId) {
        Trace.WaitObject object = trace.waitObject(waitId);
        return object == null ? null : object.className();
    }
}
