package org.ompt4j.tools.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.ScopeEndpoint;
import org.ompt4j.ompt.State;
import org.ompt4j.ompt.ThreadType;
import org.ompt4j.tools.read.Pause;
import org.ompt4j.tools.read.Trace;
import org.ompt4j.tools.testing.RichTrace;
import org.ompt4j.tools.testing.SampledTrace;
import org.ompt4j.tools.testing.ThreadScript;
import org.ompt4j.tools.testing.TraceBuilder;
import org.ompt4j.tools.testing.TraceInMemory;
import org.ompt4j.tools.testing.TraceWithEvents;
import org.ompt4j.tools.testing.VirtualThreadTrace;

class ReportTest {

    @Test
    void showsWhatARunDid() throws IOException {
        assertThat(report(RichTrace.build(), 80)).isEqualTo(expected("rich.txt"));
        assertThat(report(RichTrace.build(), 120)).isEqualTo(expected("wide.txt"));
    }

    @Test
    void whatStandsOutComesRightBehindOneLineHoweverLongTheCommandWas() throws IOException {
        String path = "/home/me/.m2/repository/com/acme/part/1.0/part-1.0.jar:".repeat(60);
        String report = report(
                new TraceBuilder().command("java", "-cp", path, "app.Main").build(), 80);

        assertThat(report.lines()).startsWith("run.ompt: 0 ns, 0 events on 0 threads, profile full", "", "Findings");
        assertThat(report.lines().filter(each -> each.contains("com/acme/part")))
                .hasSize(1);
        assertThat(report.replaceAll("\\s+", " "))
                .contains("Command java -cp /home/me/.m2/")
                .contains("... (3,220 characters more) app.Main");
    }

    @Test
    void virtualThreadsAreTasksWhoseWaitsAreAsLongAsTheyWereOnWhateverCarriers() throws IOException {
        String report = report(VirtualThreadTrace.build(), 120);

        assertThat(report).isEqualTo(expected("virtual.txt"));
    }

    @Test
    void showsSamples() throws IOException {
        assertThat(report(SampledTrace.build(), 80)).isEqualTo(expected("sampled.txt"));
    }

    @Test
    void showsWhatAnEmptyTraceIsMissing() throws IOException {
        Trace trace = new TraceBuilder()
                .killed()
                .dropped(3, "the disk is full")
                .failed("IllegalStateException in hook fork", 2)
                .configure("include", "com.acme.*")
                .configure("mutex.detail", "contended")
                .notObserved("Locks inside JDK classes.")
                .build();

        assertThat(report(trace, 80)).isEqualTo(expected("empty.txt"));
    }

    @Test
    void recordingThatStoppedEarlyIsSaidInTheHeadAndBeforeTheTables() throws IOException {
        TraceBuilder stopped = new TraceBuilder();
        stopped.pass(930_000_000).stopped("the trace reached max-size", 3_320_000_000L);

        assertThat(report(stopped.build(), 200))
                .contains(
                        "run.ompt: 930 ms, 0 events on 0 threads, profile full; then the trace reached max-size: nothing of"
                                + " the 3.32 s after that is in this report\n")
                .contains(
                        "  Recording stopped after 930 ms, 3.32 s before the run's end: the trace reached max-size.\n");
    }

    @Test
    void saysHowLongItWasPausedAndCountsNothingOfThatTime() throws IOException {
        TraceBuilder builder = new TraceBuilder();
        ThreadScript main = builder.thread("main", ThreadType.INITIAL);
        main.begin().initialTaskBegin();
        builder.pass(1_000_000);
        long from = builder.now();
        builder.pass(500_000_000);
        long to = builder.now();
        main.initialTaskEnd().end();
        TraceInMemory trace = builder.build();
        String report = report(new TraceWithEvents(trace, trace.eventList(), List.of(new Pause(from, to))));

        assertThat(report)
                .containsPattern("^run\\.ompt: .*; paused 1 time, 500 ms in all,")
                .contains("Paused    1 time, 500 ms in all");
        assertThat(report).containsPattern("1\\.0[0-9]? ms .* main");
    }

    @Test
    void busyTimeOfATaskAndOfItsPoolLeavesOutSleepParkAndInput() throws IOException {
        TraceBuilder trace = new TraceBuilder();
        ThreadScript main = trace.thread("main", ThreadType.INITIAL);
        ThreadScript worker = trace.thread("pool-1-worker-1", ThreadType.WORKER);
        int site = trace.callSite("app.Main.run(Main.java:7)");
        main.begin().initialTaskBegin();
        long pool = trace.newId();
        main.pool(Construct.FORK_JOIN_POOL, ScopeEndpoint.BEGIN, "pool-1", pool, 1, site);
        worker.begin().poolWorker(Construct.FORK_JOIN_POOL, ScopeEndpoint.BEGIN, pool);
        long task = main.create(Construct.FORK_JOIN_POOL, 0, site, trace.body("app.Main.lambda$run$0"));
        worker.start(Construct.FORK_JOIN_POOL, task);
        trace.pass(3_000_000_000L);
        waits(trace, worker, Construct.SLEEP, State.WAIT_SLEEP);
        waits(trace, worker, Construct.PARK, State.WAIT_PARK);
        waits(trace, worker, Construct.IO, State.WAIT_IO);
        worker.complete(Construct.FORK_JOIN_POOL);

        assertThat(report(trace.build()))
                .containsPattern("1 +1( +3\\.00 s){6} +app\\.Main\\.lambda\\$run\\$0")
                .containsPattern("1 +1 +1 +30\\.0 % +70\\.0 % +<0\\.1 % +10\\.0 s");
    }

    private static void waits(TraceBuilder trace, ThreadScript thread, Construct construct, State state) {
        thread.wait(construct, state, ScopeEndpoint.BEGIN, 0, 0);
        trace.pass(7_000_000_000L / 3);
        thread.wait(construct, state, ScopeEndpoint.END, 0, 0);
    }

    @Test
    void topLimitsTheRowsOfATable() throws IOException {
        assertThat(report(RichTrace.build(), 1, 80))
                .contains("Parallel regions (by call site, most time first, 1 of 3)")
                .contains("app.Main.sum")
                .doesNotContain("app.Main.outer");
    }

    private static String report(Trace trace) throws IOException {
        return report(trace, 120);
    }

    private static String report(Trace trace, int width) throws IOException {
        return report(trace, 10, width);
    }

    private static String report(Trace trace, int top, int width) throws IOException {
        StringWriter out = new StringWriter();
        Report.write(new TracedRun(trace, null, "run.ompt"), new Page(out, width, top));
        return out.toString().replace("\r\n", "\n");
    }

    static String expected(String name) throws IOException {
        try (InputStream text = ReportTest.class.getResourceAsStream(name)) {
            assertThat(text).as(name).isNotNull();
            return new String(text.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
