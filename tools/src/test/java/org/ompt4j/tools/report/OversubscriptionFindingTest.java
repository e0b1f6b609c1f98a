package org.ompt4j.tools.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.ompt4j.ompt.Construct.REENTRANT_LOCK;
import static org.ompt4j.ompt.Construct.THREAD_POOL_EXECUTOR;
import static org.ompt4j.ompt.ScopeEndpoint.BEGIN;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.ompt4j.ompt.MutexImpl;
import org.ompt4j.ompt.MutexKind;
import org.ompt4j.ompt.ThreadType;
import org.ompt4j.tools.profile.JvmPauses;
import org.ompt4j.tools.profile.Sample;
import org.ompt4j.tools.profile.Samples;
import org.ompt4j.tools.testing.ReportData;
import org.ompt4j.tools.testing.ReportText;
import org.ompt4j.tools.testing.ThreadScript;
import org.ompt4j.tools.testing.TraceBuilder;

/** Runs on four processors in which two pools of four workers work at the same time, and similar runs without the finding. */
class OversubscriptionFindingTest {
    private static final long MILLI = 1_000_000;

    private final TraceBuilder trace = new TraceBuilder();
    private final ThreadScript main =
            trace.thread("main", ThreadType.INITIAL).begin().initialTaskBegin();
    private final List<ThreadScript> workers = new ArrayList<>();
    private final int parse = trace.body("app.Parser.parse");
    private final int store = trace.body("app.Store.write");

    private void pools() {
        for (String name : List.of("parser", "store")) {
            long pool = trace.newId();
            for (int i = 0; i < 4; i++) {
                ThreadScript worker =
                        trace.thread(name + "-" + i, ThreadType.WORKER).begin();
                if (i == 0) {
                    worker.pool(
                            THREAD_POOL_EXECUTOR, BEGIN, name, pool, 4, trace.callSite("app.Main.make(Main.java:4)"));
                }
                workers.add(worker.poolWorker(THREAD_POOL_EXECUTOR, BEGIN, pool));
            }
        }
    }

    private void start(int count) {
        for (ThreadScript each : workers.subList(0, count)) {
            int body = workers.indexOf(each) < 4 ? parse : store;
            each.start(THREAD_POOL_EXECUTOR, main.create(THREAD_POOL_EXECUTOR, 0, 0, body));
        }
    }

    private void complete(int count) {
        workers.subList(0, count).forEach(each -> each.complete(THREAD_POOL_EXECUTOR));
    }

    /** Main works all the time. */
    private String findings() throws IOException {
        return ReportText.findings(trace.killed().build());
    }

    @Test
    void moreWorkersThanProcessorsForAFifthOfTheRunStandOut() throws IOException {
        pools();
        trace.pass(600 * MILLI);
        start(6);
        trace.pass(400 * MILLI);
        complete(6);

        assertThat(findings()).contains("""
                  Oversubscription: more threads worked than there are processors for 400 ms, 40.0 % of a run of 1.00 s: up to 7 on 4 processors.
                    All threads together worked 2.80 s in that time, 1.60 s of it in parser (made at Main.make(Main.java:4)), 800 ms of it in store (made at Main.make(Main.java:4)).
                    1.60 s: task in Parser.parse.
                    800 ms: task in Store.write.
                    400 ms: serial, in code that is not known.
                    A thread that is blocked where no event tells counts as working: by the initialization of a class, or in this trace by a monitor inside the JDK (profile=default tells of those).
                """);
    }

    /** With this option the JVM does not ask how many processors there are. */
    @Test
    void numberOfProcessorsThatAnOptionSaysIsNotTakenForThatOfTheMachine() throws IOException {
        pools();
        trace.command("java", "-XX:ActiveProcessorCount=4", "Main").pass(600 * MILLI);
        start(6);
        trace.pass(400 * MILLI);
        complete(6);
        String option =
                "The number of processors is that of -XX:ActiveProcessorCount: the threads may have had others.";

        assertThat(findings()).contains(option);
        trace.command("java", "Main");
        assertThat(findings()).doesNotContain(option);
    }

    @Test
    void whereTheJvmReportsNoMonitorsTheSettingForItIsNamed() throws IOException {
        pools();
        trace.configure("mutex.detail", "contended").configure("native", "off").pass(600 * MILLI);
        start(6);
        trace.pass(400 * MILLI);
        complete(6);

        assertThat(findings()).contains("by a monitor inside the JDK (native=auto tells of those).");
    }

    /** All threads wait, for example, for one that initializes a class. */
    @ParameterizedTest
    @CsvSource({
        "90, Blocked where no event tells: more threads seemed to work",
        "500, Oversubscription: more threads worked"
    })
    void threadsThatAreNotOnProcessorsAreBlocked(long millisOnProcessors, String says) throws IOException {
        pools();
        trace.configure("tool", "profile").pass(600 * MILLI);
        start(6);
        trace.pass(400 * MILLI);
        complete(6);
        Sample sample =
                new Sample(900 * MILLI, workers.get(0).id(), List.of("app.Parser.parse"), millisOnProcessors * MILLI);

        String findings = ReportText.findings(
                trace.killed().build(),
                Samples.of(List.of(sample), "processor time", new JvmPauses(List.of(), 900 * MILLI)));

        // The last 100 of the 400 ms need only four processors.
        assertThat(findings).contains(says + " than there are processors for 400 ms");
        assertThat(
                        findings.contains(
                                "In 100 ms of that time, of which samples tell, all threads were on processors for 90.0 ms at most."))
                .isEqualTo(millisOnProcessors == 90);
    }

    @Test
    void whereTheJvmTellsOfMonitorsThoseOfTheJdkAreNotAmongWhatMayBeMissing() throws IOException {
        pools();
        trace.configure("native", "auto").pass(600 * MILLI);
        start(6);
        trace.pass(400 * MILLI);
        complete(6);

        assertThat(findings())
                .contains(
                        "A thread that is blocked where no event tells counts as working: by the initialization of a class.\n");
    }

    @Test
    void whatSettingsLeaveOutMayBeMissing() throws IOException {
        pools();
        trace.configure("native", "auto").configure("exclude", "app.Other").pass(600 * MILLI);
        start(6);
        trace.pass(400 * MILLI);
        complete(6);

        assertThat(findings()).contains("by the initialization of a class, in what settings leave out.\n");
    }

    @Test
    void whatThreadsWorkedThenAddsUpAndAShortLockInterruptsNothing() throws IOException {
        pools();
        long lock = trace.waitId(REENTRANT_LOCK, "app.Lock");
        start(5);
        for (int i = 0; i < 10; i++) {
            trace.pass(50 * MILLI);
            ThreadScript one = workers.get(i % 5);
            one.acquire(REENTRANT_LOCK, MutexKind.LOCK, MutexImpl.REENTRANT_NONFAIR, lock, 0);
            one.acquired(REENTRANT_LOCK, MutexKind.LOCK, lock, 0);
            one.released(REENTRANT_LOCK, MutexKind.LOCK, lock, 0);
        }
        complete(5);
        trace.pass(100 * MILLI);

        JsonNode report = ReportData.of(trace.killed().build());
        JsonNode finding = report.at("/findings/0");
        long threadTime = 0;
        long time = 0;
        for (JsonNode each : ReportData.table(report, "parallelism").get("rows")) {
            long threads = each.get("threads").asLong();
            threadTime += threads > 4 ? threads * each.get("time").asLong() : 0;
            time += threads > 4 ? each.get("time").asLong() : 0;
        }
        assertThat(finding.get("kind").asText()).isEqualTo("oversubscription");
        assertThat(finding.get("cost_ns").asLong()).isEqualTo(time);
        assertThat(sum(finding.get("parts"))).isEqualTo(threadTime);
        assertThat(sum(finding.get("pools"))).isBetween(1L, threadTime - time); // Main belongs to no pool.
    }

    private static long sum(JsonNode parts) {
        long sum = 0;
        for (JsonNode each : parts) {
            sum += each.get("ns").asLong();
        }
        return sum;
    }

    @Test
    void asManyThreadsAsProcessorsDoNotStandOut() throws IOException {
        pools();
        start(3);
        trace.pass(500 * MILLI);
        complete(3);

        assertThat(findings()).contains("Nothing stands out.");
    }

    @Test
    void aShortTimeDoesNotStandOut() throws IOException {
        pools();
        start(8);
        trace.pass(100 * MILLI);
        complete(8);
        start(3);
        trace.pass(500 * MILLI);
        complete(3);

        assertThat(findings()).contains("Nothing stands out.");
    }
}
