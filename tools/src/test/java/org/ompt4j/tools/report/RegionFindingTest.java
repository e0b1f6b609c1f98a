package org.ompt4j.tools.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.ompt4j.ompt.Construct.FORK_JOIN_POOL;
import static org.ompt4j.ompt.Construct.FORK_JOIN_TASK;
import static org.ompt4j.ompt.Construct.PARALLEL_STREAM;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.ScopeEndpoint;
import org.ompt4j.ompt.SyncRegionKind;
import org.ompt4j.ompt.ThreadType;
import org.ompt4j.tools.testing.ReportText;
import org.ompt4j.tools.testing.ThreadScript;
import org.ompt4j.tools.testing.TraceBuilder;

/** Findings about regions: runs that have one, and similar runs that have none. */
class RegionFindingTest {
    private static final long MILLI = 1_000_000;

    private final TraceBuilder trace = new TraceBuilder();
    private final ThreadScript main =
            trace.thread("main", ThreadType.INITIAL).begin().initialTaskBegin();
    private final ThreadScript worker =
            trace.thread("worker", ThreadType.WORKER).begin();
    private final int site = trace.callSite("app.Main.run(Main.java:9)");
    private int chunks;

    /** A region in which each member runs one task after the other, with these durations. */
    private void region(
            Construct construct, boolean mainHasTasks, List<Integer> mainMillis, List<Integer> workerMillis) {
        long task = main.task();
        long region = main.parallelBegin(construct, 2, site, 0);
        main.join(construct, region, 2, 0);
        worker.join(construct, region, 2, 1);
        List<Step> steps = new ArrayList<>();
        if (mainHasTasks) {
            steps(steps, main, mainMillis);
        }
        steps(steps, worker, workerMillis);
        steps.sort((one, other) -> Long.compare(one.millis, other.millis));
        long begin = trace.now();
        for (Step each : steps) {
            trace.pass(Math.max(0, begin + each.millis * MILLI - trace.now()));
            each.step.run();
        }
        for (ThreadScript each : List.of(main, worker)) {
            each.sync(construct, SyncRegionKind.BARRIER_IMPLICIT_PARALLEL, ScopeEndpoint.BEGIN, region, site);
            each.sync(construct, SyncRegionKind.BARRIER_IMPLICIT_PARALLEL, ScopeEndpoint.END, region, site);
        }
        worker.leave(construct, 1);
        main.leave(construct, 0);
        main.parallelEnd(construct, region, task, 2, site);
    }

    private record Step(long millis, Runnable step) {}

    private void steps(List<Step> steps, ThreadScript thread, List<Integer> millis) {
        long now = 0;
        for (int each : millis) {
            long id = main.create(FORK_JOIN_TASK, 0, site, 0);
            int first = 10 * chunks++;
            steps.add(new Step(now, () -> thread.start(FORK_JOIN_TASK, id).chunk(first, 10)));
            now += each;
            steps.add(new Step(now, () -> thread.complete(FORK_JOIN_TASK)));
            steps.add(new Step(now, () -> waits(thread)));
            steps.add(new Step(now, () -> goesOn(thread)));
        }
        steps.remove(steps.size() - 1);
    }

    private void waits(ThreadScript thread) {
        thread.syncWait(PARALLEL_STREAM, SyncRegionKind.BARRIER_IMPLICIT_PARALLEL, ScopeEndpoint.BEGIN, 0, site);
    }

    private void goesOn(ThreadScript thread) {
        thread.syncWait(PARALLEL_STREAM, SyncRegionKind.BARRIER_IMPLICIT_PARALLEL, ScopeEndpoint.END, 0, site);
    }

    private void end() {
        worker.end();
        main.initialTaskEnd().end();
    }

    @Test
    void threadThatGoesOnAloneIsUneven() throws IOException {
        region(PARALLEL_STREAM, true, List.of(100, 300), List.of(100, 100));
        end();

        assertThat(ReportText.of(trace.build(), 160)).contains("""
                        Findings (worst first)
                          Uneven work: the region at Main.run(Main.java:9) took 400 ms; with even shares up to 100 ms less.
                            "main" worked 400 ms, 2 threads 300 ms on average.
                            It ran 2 tasks, the longest of 300 ms (elements 10 to 19), and worked for 200 ms after all others had ended their last task.
                        """);
    }

    @Test
    void regionsOfOneCallSiteAreOneFinding() throws IOException {
        region(PARALLEL_STREAM, true, List.of(100), List.of(40));
        region(PARALLEL_STREAM, true, List.of(10), List.of(80));
        end();

        assertThat(ReportText.of(trace.build(), 160)).contains("""
                          Uneven work: 2 regions at Main.run(Main.java:9) took 180 ms in all; with even shares up to 65.0 ms less.
                            In the worst one, of 80.0 ms, "worker" worked 80.0 ms, 2 threads 45.0 ms on average.
                            It ran 1 task, of 80.0 ms (elements 30 to 39), and worked for 70.0 ms after all others had ended their last task.
                        """);
    }

    @Test
    void taskThatEndsAfterItsRegionIsCounted() throws IOException {
        long task = main.task();
        long region = main.parallelBegin(PARALLEL_STREAM, 2, site, 0);
        main.join(PARALLEL_STREAM, region, 2, 0);
        worker.join(PARALLEL_STREAM, region, 2, 1);
        for (ThreadScript each : List.of(main, worker)) {
            each.start(FORK_JOIN_TASK, each.create(FORK_JOIN_TASK, 0, site, 0)).chunk(0, 10);
        }
        main.complete(FORK_JOIN_TASK);
        waits(main);
        trace.pass(400 * MILLI);
        goesOn(main);
        main.leave(PARALLEL_STREAM, 0);
        main.parallelEnd(PARALLEL_STREAM, region, task, 2, site);
        worker.complete(FORK_JOIN_TASK).leave(PARALLEL_STREAM, 1);
        end();

        assertThat(ReportText.of(trace.build(), 160))
                .contains("\"worker\" worked 400 ms, 2 threads 200 ms on average.")
                .contains(
                        "It ran 1 task, of 400 ms (elements 0 to 9), and worked for 400 ms after all others had ended");
    }

    @Test
    void almostEvenSharesDoNotStandOut() throws IOException {
        region(PARALLEL_STREAM, true, List.of(500, 500), List.of(500, 300));
        end();

        assertThat(ReportText.of(trace.build(), 160)).contains("Nothing stands out.");
    }

    @Test
    void unevenSharesOfShortRegionsDoNotStandOut() throws IOException {
        region(PARALLEL_STREAM, true, List.of(60), List.of(10));
        end();

        assertThat(ReportText.of(trace.build(), 160)).contains("Nothing stands out.");
    }

    @Test
    void callerThatOnlyWaitsHasNoShare() throws IOException {
        region(FORK_JOIN_POOL, false, List.of(), List.of(500));
        end();

        assertThat(ReportText.of(trace.build(), 160)).contains("Nothing stands out.");
    }
}
