package org.ompt4j.tools.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.ompt4j.ompt.Construct.THREAD;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.ompt4j.ompt.CancelFlag;
import org.ompt4j.ompt.ThreadType;
import org.ompt4j.tools.read.Trace;
import org.ompt4j.tools.testing.ReportData;
import org.ompt4j.tools.testing.ReportText;
import org.ompt4j.tools.testing.ThreadScript;
import org.ompt4j.tools.testing.TraceBuilder;

/** A thread that starts others, one after the other. */
class BriefThreadsFindingTest {
    private static final long MICRO = 1_000;
    private static final String SAYS = "Brief threads: ";

    private final TraceBuilder trace = new TraceBuilder();
    private final int started = trace.callSite("app.Main.request(Main.java:3)");
    private final int body = trace.body("app.Main.answer");
    private final ThreadScript main =
            trace.thread("main", ThreadType.INITIAL).begin().initialTaskBegin();

    /** Threads that are brief. */
    static Trace trace() {
        BriefThreadsFindingTest run = new BriefThreadsFindingTest();
        run.runs(100, 600, 200);
        return run.end();
    }

    private Trace end() {
        main.initialTaskEnd().end();
        return trace.build();
    }

    private void runs(int threads, long beginningMicros, long livedMicros) {
        for (int i = 0; i < threads; i++) {
            long task = main.create(THREAD, 0, started, body);
            trace.pass((beginningMicros - 3) * MICRO);
            ThreadScript thread = trace.thread("request-" + i, ThreadType.INITIAL)
                    .begin()
                    .initialTaskBegin()
                    .start(THREAD, task);
            trace.pass((livedMicros - 1) * MICRO);
            thread.complete(THREAD).initialTaskEnd().end();
        }
    }

    private static String findings(Trace ended) throws IOException {
        return ReportText.findings(ended).replaceAll("\\s+", " ");
    }

    @Test
    void threadsThatLiveHardlyLongerThanTheyTakeToBeginAreTold() throws IOException {
        Trace brief = trace();

        assertThat(findings(brief))
                .contains(
                        SAYS
                                + "100 of 100 threads started at Main.request(Main.java:3) lived less than 1.00 ms each; the"
                                + " 100 threads lived 200 us on average and took 600 us to begin.",
                        "For 60.0 ms, ",
                        "at least one of them was started and had not begun.");
        JsonNode finding = ReportData.of(brief).at("/findings/0");
        assertThat(finding.path("kind").asText()).isEqualTo("brief_threads");
        assertThat(finding.path("started_at").asText()).isEqualTo("app.Main.request(Main.java:3)");
        assertThat(finding.path("threads").asLong()).isEqualTo(100);
        assertThat(finding.path("brief").asLong()).isEqualTo(100);
        assertThat(finding.path("cost_ns").asLong()).isEqualTo(60_000 * MICRO);
        assertThat(finding.path("mean_life_ns").asLong()).isEqualTo(200 * MICRO);
        assertThat(finding.path("mean_beginning_ns").asLong()).isEqualTo(600 * MICRO);
    }

    @ParameterizedTest
    @CsvSource({"99, 600, 200", "100, 600, 1000", "100, 400, 200"})
    void fewerThatLiveLongerOrBeginSoonAreNone(int threads, long beginningMicros, long livedMicros) throws IOException {
        runs(threads, beginningMicros, livedMicros);

        assertThat(findings(end())).doesNotContain(SAYS);
    }

    /** The time in which several threads are about to begin counts once. */
    @Test
    void threadsThatBeginAtOnceCostTheTimeUntilTheLastOneBegins() throws IOException {
        long[] tasks = new long[100];
        for (int i = 0; i < tasks.length; i++) {
            tasks[i] = main.create(THREAD, 0, started, body);
        }
        trace.pass(60_000 * MICRO);
        for (int i = 0; i < tasks.length; i++) {
            trace.thread("request-" + i, ThreadType.INITIAL)
                    .begin()
                    .initialTaskBegin()
                    .start(THREAD, tasks[i])
                    .complete(THREAD)
                    .initialTaskEnd()
                    .end();
        }

        long cost = ReportData.of(end()).at("/findings/0/cost_ns").asLong();

        assertThat(cost).isBetween(60_000 * MICRO, 61_000 * MICRO);
    }

    /** The begin of a thread can be among the events that are missing: then it is not known how long it took. */
    @Test
    void whereEventsAreMissingItIsNotLookedFor() throws IOException {
        runs(100, 600, 200);
        trace.dropped(1, "the disk is full");

        assertThat(findings(end()))
                .doesNotContain(SAYS)
                .contains("since events are missing")
                .contains("brief threads");
    }

    /** A thread that was never started, such as one for which there is no memory. */
    @Test
    void threadThatDoesNotBeginCostsNoMoreThanThat() throws IOException {
        long task = main.create(THREAD, 0, started, body);
        trace.pass(10 * MICRO);
        main.cancel(THREAD, task, CancelFlag.DISCARDED_TASK, 0);
        runs(100, 400, 200);

        assertThat(findings(end())).doesNotContain(SAYS);
    }
}
