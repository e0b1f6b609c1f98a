package org.ompt4j.tools.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.ompt4j.ompt.Construct.FORK_JOIN_TASK;
import static org.ompt4j.ompt.Construct.SLEEP;
import static org.ompt4j.tools.testing.ReportData.table;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.ompt4j.ompt.ScopeEndpoint;
import org.ompt4j.ompt.State;
import org.ompt4j.ompt.ThreadType;
import org.ompt4j.tools.profile.JvmPause;
import org.ompt4j.tools.profile.JvmPauses;
import org.ompt4j.tools.profile.Sample;
import org.ompt4j.tools.profile.Samples;
import org.ompt4j.tools.read.Pause;
import org.ompt4j.tools.read.Trace;
import org.ompt4j.tools.testing.ReportData;
import org.ompt4j.tools.testing.ReportText;
import org.ompt4j.tools.testing.ThreadScript;
import org.ompt4j.tools.testing.TraceBuilder;
import org.ompt4j.tools.testing.TraceInMemory;
import org.ompt4j.tools.testing.TraceWithEvents;

/** Pauses of the JVM during which one thread works, one sleeps and a worker is idle. */
class PauseSectionTest {
    private static final long MILLI = 1_000_000;
    private static final String COLLECTION = "G1 Evacuation Pause (G1New)";

    private final TraceBuilder trace = new TraceBuilder();
    private final ThreadScript main =
            trace.thread("main", ThreadType.INITIAL).begin().initialTaskBegin();
    private final ThreadScript sleeper =
            trace.thread("sleeper", ThreadType.INITIAL).begin().initialTaskBegin();
    private final ThreadScript worker =
            trace.thread("worker", ThreadType.WORKER).begin();
    private final List<JvmPause> pauses = new ArrayList<>();
    private final List<Sample> samples = new ArrayList<>();
    private final List<Pause> collections = new ArrayList<>();
    private long sinceNanos;

    private void pause(long millis, boolean isCollection, String cause) {
        long from = trace.now();
        pauses.add(new JvmPause(from, trace.pass(millis * MILLI).now(), isCollection, cause));
    }

    private void sleeps(ScopeEndpoint endpoint) {
        sleeper.wait(SLEEP, State.WAIT_SLEEP, endpoint, 0, 0);
    }

    private void sample(ThreadScript thread) {
        sampleAt(trace.now(), thread);
        trace.pass(1);
    }

    private void sampleAt(long timeNanos, ThreadScript thread) {
        samples.add(new Sample(timeNanos, thread.id(), List.of("app.Main.run"), 10 * MILLI));
    }

    private Samples told() {
        return Samples.of(samples, "processor time", new JvmPauses(pauses, sinceNanos));
    }

    private void end() {
        worker.end();
        ThreadScript.endAll(main, sleeper);
    }

    private String text() throws IOException {
        return ReportText.of(trace.build(), told(), 200);
    }

    private JsonNode json() throws IOException {
        return ReportData.of(trace.build(), told(), 100);
    }

    private static long sum(JsonNode table, String column) {
        long sum = 0;
        for (JsonNode each : table.get("rows")) {
            sum += each.get(column).asLong();
        }
        return sum;
    }

    /** A run of 400 ms; the sleeper sleeps in all pauses except the first one. */
    private void run() {
        trace.pass(50 * MILLI);
        pause(30, true, COLLECTION);
        sleeps(ScopeEndpoint.BEGIN);
        trace.pass(100 * MILLI);
        pause(10, true, COLLECTION);
        trace.pass(205 * MILLI);
        pause(5, false, "Dump");
        sleeps(ScopeEndpoint.END);
        end();
    }

    @Test
    void pausesAreATableByWhatTheyWereFor() throws IOException {
        run();

        assertThat(text())
                .contains("Pauses of the JVM (all threads stopped, by cause, most time first)\n")
                .containsPattern(
                        "\n +2 +40\\.0 ms +10\\.0 % +20\\.0 ms +30\\.0 ms +collection +G1 Evacuation Pause \\(G1New\\)\n")
                .containsPattern("\n +1 +5\\.00 ms +1\\.2 % +5\\.00 ms +5\\.00 ms +safepoint +Dump\n");
    }

    @Test
    void eachPauseLiesInTheTimeOfEachThreadOnce() throws IOException {
        run();
        JsonNode table = table(json(), "pauses_of_the_jvm");
        JsonNode inside = table.at("/notes/0");
        long all = sum(table, "total");

        assertThat(all).isEqualTo(45 * MILLI);
        assertThat(inside.get("in_work_ns").asLong()).isEqualTo(all + 30 * MILLI);
        assertThat(inside.get("in_idleness_ns").asLong()).isEqualTo(all);
        assertThat(inside.get("in_the_rest_ns").asLong()).isEqualTo(15 * MILLI);
    }

    @Test
    void profileSaysFromWhenOnThereWereSamples() throws IOException {
        sinceNanos = 100 * MILLI;
        run();

        assertThat(text()).contains("\n  Samples are of the run from 100 ms on, when the Flight Recorder began.\n");
        assertThat(table(json(), "profile").at("/notes/0/since_ns").asLong()).isEqualTo(100 * MILLI);
    }

    /** A sample represents 10 ms or more: less work without a sample does not show that there was no processor. */
    @Test
    void whereNoSampleWasTakenThreadsThatWorkedShortlyAreNotSaidToHaveHadNoProcessor() throws IOException {
        samples.add(new Sample(trace.now(), 4_711, List.of("ofNoThread"), 10 * MILLI));
        trace.pass(15 * MILLI);
        sleeper.initialTaskEnd().end();
        trace.pass(100 * MILLI);
        worker.end();
        main.initialTaskEnd().end();

        JsonNode rows = table(json(), "work_without_a_processor").get("rows");
        assertThat(rows).hasSize(1);
        assertThat(rows.at("/0/thread").asText()).isEqualTo("main");
    }

    @Test
    void collectionsAreTheSameTableWhoeverTellsOfThem() throws IOException {
        sleeps(ScopeEndpoint.BEGIN);
        trace.pass(100 * MILLI);
        sleeps(ScopeEndpoint.END);
        long awake = trace.now();
        trace.pass(300 * MILLI);
        end();
        // Collections before the first thread begins, until 10 ms after one has woken, and while both are awake.
        collections.add(new Pause(0, 500));
        collections.add(new Pause(awake - 40 * MILLI, awake + 10 * MILLI));
        collections.add(new Pause(awake + 100 * MILLI, awake + 120 * MILLI));

        JsonNode report = ReportData.of(traceWithCollections());

        JsonNode table = table(report, "pauses_of_the_jvm");
        JsonNode row = table.at("/rows/0");
        assertThat(table.get("rows")).hasSize(1);
        assertThat(row.get("count").asLong()).isEqualTo(3);
        assertThat(row.get("total").asLong()).isEqualTo(70 * MILLI + 500);
        assertThat(row.get("for").asText()).isEqualTo("collection");
        assertThat(row.get("cause").isNull()).isTrue();
        assertThat(table.at("/notes/0/in_work_ns").asLong()).isEqualTo((50 + 10 + 20 + 20) * MILLI);
        assertThat(table.at("/notes/0/in_the_rest_ns").asLong()).isEqualTo(40 * MILLI);
        assertThat(table.at("/notes/0/in_idleness_ns").asLong()).isEqualTo(70 * MILLI);
        assertThat(table.at("/notes/1/says").asText()).startsWith("Only collections were told");
        assertThat(report.at("/findings/0/causes/0/count").asLong()).isEqualTo(3);
        assertThat(report.at("/findings/0/says").asText()).startsWith("Pauses: the JVM kept all threads stopped");
    }

    @Test
    void collectionThatTwoTellOfIsOnePause() throws IOException {
        long begun = trace.now();
        trace.pass(20 * MILLI);
        sinceNanos = trace.now();
        run();
        JvmPause first = pauses.get(0);
        collections.add(new Pause(begun + 5 * MILLI, begun + 9 * MILLI));
        collections.add(new Pause(first.fromNanos() + MILLI, first.toNanos() - MILLI));
        collections.add(
                new Pause(pauses.get(1).fromNanos() - 1_000, pauses.get(1).toNanos() + 1_000));

        JsonNode table = table(ReportData.of(traceWithCollections(), told(), 100), "pauses_of_the_jvm");

        assertThat(sum(table, "count")).isEqualTo(pauses.size() + 1);
        assertThat(sum(table, "total")).isEqualTo((45 + 4) * MILLI);
        assertThat(table.at("/rows/0/count").asLong()).isEqualTo(2);
        assertThat(table.at("/rows/0/cause").asText()).isEqualTo(COLLECTION);
        assertThat(table.at("/notes/1/says").asText()).endsWith("is known of collections only.");
    }

    private Trace traceWithCollections() {
        TraceInMemory events = trace.build();
        return new TraceWithEvents(events, events.eventList(), List.of(), List.of(), collections);
    }

    @Test
    void workIsDividedIntoProcessorPausesAndTheRest() throws IOException {
        sinceNanos = trace.now() + 20 * MILLI;
        sample(main); // By its own clock the Flight Recorder has begun later.
        run();
        long began = sinceNanos;
        for (int i = 0; i < 50; i++) {
            sampleAt(began + i * MILLI, sleeper);
            sampleAt(began + i * MILLI, i < 6 ? main : sleeper);
        }

        JsonNode rows = table(json(), "work_without_a_processor").get("rows");
        JsonNode ofMain = rows.get(0);
        assertThat(ofMain.get("thread").asText()).isEqualTo("main");
        assertThat(ofMain.get("on_processor").asLong()).isEqualTo(60 * MILLI);
        assertThat(ofMain.get("in_pauses").asLong()).isEqualTo(45 * MILLI);
        assertThat(ofMain.get("worked").asLong()).isCloseTo(380 * MILLI, within(MILLI));
        assertThat(rows.get(1).get("without").asLong()).isZero();
        for (JsonNode each : rows) {
            assertThat(each.get("on_processor").asLong()
                            + each.get("in_pauses").asLong()
                            + each.get("without").asLong())
                    .isEqualTo(each.get("worked").asLong());
        }
    }

    @Test
    void withoutSamplesOfProcessorTimeNothingIsEstimated() throws IOException {
        run();

        assertThat(text()).doesNotContain("Work without a processor");
    }

    // ---------------------------------------------------------------- the finding

    @Test
    void pausesOfALargePartOfTheRunStandOut() throws IOException {
        trace.pass(300 * MILLI);
        pause(90, true, COLLECTION);
        pause(10, false, "Dump");
        end();

        assertThat(text()).contains("""
                Findings (worst first)
                  Pauses: the JVM kept all threads stopped for 100 ms, 25.0 % of a run of 400 ms: 2 pauses, the longest 90.0 ms.
                    90.0 ms: 1 collection, G1 Evacuation Pause (G1New).
                    10.0 ms: 1 safepoint, Dump.
                """);
    }

    @Test
    void pausesThatAProgramWithMemoryHasDoNotStandOut() throws IOException {
        worker.start(FORK_JOIN_TASK, main.create(FORK_JOIN_TASK, 0, 0, 0));
        trace.pass(930 * MILLI);
        worker.complete(FORK_JOIN_TASK);
        pause(70, true, COLLECTION);
        end();

        assertThat(text()).contains("Nothing stands out.").contains("Pauses of the JVM (");
    }
}
