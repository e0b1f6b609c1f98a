package org.ompt4j.tools.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.ompt4j.ompt.Construct.FORK_JOIN_TASK;
import static org.ompt4j.ompt.Construct.IO;
import static org.ompt4j.ompt.Construct.PARALLEL_STREAM;
import static org.ompt4j.ompt.Construct.THREAD;
import static org.ompt4j.ompt.ScopeEndpoint.BEGIN;
import static org.ompt4j.ompt.ScopeEndpoint.END;
import static org.ompt4j.ompt.SyncRegionKind.BARRIER_IMPLICIT_PARALLEL;

import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.ompt4j.ompt.State;
import org.ompt4j.ompt.ThreadType;
import org.ompt4j.tools.testing.ReportText;
import org.ompt4j.tools.testing.ThreadScript;
import org.ompt4j.tools.testing.TraceBuilder;

/** Runs in which one thread works alone for most of the time although work is divided, and similar runs without the finding. */
class SerialPartFindingTest {
    private static final long MILLI = 1_000_000;

    private final TraceBuilder trace = new TraceBuilder();
    private final ThreadScript main =
            trace.thread("main", ThreadType.INITIAL).begin().initialTaskBegin();
    private final ThreadScript worker =
            trace.thread("worker", ThreadType.WORKER).begin();
    private final int site = trace.callSite("app.Main.run(Main.java:9)");
    private final int body = trace.body("app.Main.part");

    /** A region in which both threads work, and then the worker alone. */
    private void region(long bothMillis, long aloneMillis) {
        region(bothMillis, aloneMillis, 0);
    }

    /** As before, and at last the worker combines results. */
    private void region(long bothMillis, long aloneMillis, long combineMillis) {
        long task = main.task();
        long region = main.parallelBegin(PARALLEL_STREAM, 2, site, 0);
        main.join(PARALLEL_STREAM, region, 2, 0);
        worker.join(PARALLEL_STREAM, region, 2, 1);
        worker.start(FORK_JOIN_TASK, main.create(FORK_JOIN_TASK, 0, site, body));
        main.start(FORK_JOIN_TASK, main.create(FORK_JOIN_TASK, 0, site, body));
        trace.pass(bothMillis * MILLI);
        main.complete(FORK_JOIN_TASK);
        main.sync(PARALLEL_STREAM, BARRIER_IMPLICIT_PARALLEL, BEGIN, region, site);
        main.syncWait(PARALLEL_STREAM, BARRIER_IMPLICIT_PARALLEL, BEGIN, region, site);
        trace.pass(aloneMillis * MILLI);
        if (combineMillis > 0) {
            worker.reduction(BEGIN);
            trace.pass(combineMillis * MILLI);
            worker.reduction(END);
        }
        worker.complete(FORK_JOIN_TASK);
        main.syncWait(PARALLEL_STREAM, BARRIER_IMPLICIT_PARALLEL, END, region, site);
        main.sync(PARALLEL_STREAM, BARRIER_IMPLICIT_PARALLEL, END, region, site);
        worker.leave(PARALLEL_STREAM, 1);
        main.leave(PARALLEL_STREAM, 0);
        main.parallelEnd(PARALLEL_STREAM, region, task, 2, site);
    }

    private String findings() throws IOException {
        worker.end();
        main.initialTaskEnd().end();
        return ReportText.findings(trace.build());
    }

    @Test
    void longWorkOfOneThreadBeforeARegionIsASerialPart() throws IOException {
        trace.pass(600 * MILLI);
        region(200, 0);

        assertThat(findings()).contains("""
                Findings (worst first)
                  Serial part: exactly one thread worked for 600 ms, 75.0 % of a run of 800 ms.
                    So the work can be done at most 1.43 times as fast as by one thread on 4 processors.
                    600 ms: serial before Main.run(Main.java:9).
                    The longest time at once was 600 ms, of "main".
                """);
    }

    @Test
    void goingOnAloneInARegionIsSaidOnce() throws IOException {
        region(200, 600);

        assertThat(findings()).contains("Uneven work: ").doesNotContain("Serial part: ");
    }

    @Test
    void resultsThatOneThreadCombinesAloneStandOutOnce() throws IOException {
        region(300, 0, 500);

        assertThat(findings()).contains("""
                Findings (worst first)
                  Serial combining: partial results of the stream at Main.run(Main.java:9) were combined by one thread while no other worked for 500 ms, 62.5 % of a run of 800 ms.
                    The longest was 500 ms, of "worker".
                """).doesNotContain("Uneven work", "Serial part");
    }

    /**
     * A region in which main twice takes elements from the source for some time and creates a task for them, which the worker runs meanwhile; then
     * main runs its own part.
     */
    private void source(long firstMillis, long secondMillis, long leafMillis, long chunkMillis) {
        source(firstMillis, 0, secondMillis, leafMillis, chunkMillis);
    }

    /** As before, but main waits before it takes the first elements. */
    private void source(long firstMillis, long waitMillis, long secondMillis, long leafMillis, long chunkMillis) {
        long task = main.task();
        long region = main.parallelBegin(PARALLEL_STREAM, 2, site, 0);
        main.join(PARALLEL_STREAM, region, 2, 0);
        worker.join(PARALLEL_STREAM, region, 2, 1);
        main.start(FORK_JOIN_TASK, main.create(FORK_JOIN_TASK, 0, site, body));
        if (waitMillis > 0) {
            main.wait(IO, State.WAIT_IO, BEGIN, 0, site);
            trace.pass(waitMillis * MILLI);
            main.wait(IO, State.WAIT_IO, END, 0, site);
        }
        trace.pass(firstMillis * MILLI);
        worker.start(FORK_JOIN_TASK, main.create(FORK_JOIN_TASK, 0, site, body));
        worker.chunk(0, 0);
        trace.pass(leafMillis * MILLI);
        worker.complete(FORK_JOIN_TASK);
        trace.pass(secondMillis * MILLI);
        long second = main.create(FORK_JOIN_TASK, 0, site, body);
        main.chunk(0, 0);
        trace.pass(chunkMillis * MILLI);
        // This task belongs to the program or to another stream.
        main.create(FORK_JOIN_TASK, 0, trace.callSite("app.Main.own(Main.java:11)"), body);
        main.complete(FORK_JOIN_TASK);
        worker.start(FORK_JOIN_TASK, second);
        worker.complete(FORK_JOIN_TASK);
        worker.leave(PARALLEL_STREAM, 1);
        main.leave(PARALLEL_STREAM, 0);
        main.parallelEnd(PARALLEL_STREAM, region, task, 2, site);
    }

    @Test
    void sourceFromWhichOneThreadTakesElementsAloneStandsOutOnce() throws IOException {
        source(300, 200, 100, 0);
        region(200, 0);

        assertThat(findings()).contains("""
                Findings (worst first)
                  Sequential source: one thread took elements from the source of the stream at Main.run(Main.java:9) while no other worked for 500 ms, 62.5 % of a run of 800 ms.
                    The source gives one element after the other, as an iterator does: it cannot be split among threads.
                """).doesNotContain("Uneven work", "Serial part");
    }

    @Test
    void waitingForElementsIsTakingThem() throws IOException {
        source(100, 300, 100, 10, 0);
        region(300, 0);

        assertThat(findings())
                .contains("while no other worked for 500 ms, ")
                .contains("The thread waited for elements for 300 ms of that.");
    }

    @Test
    void elementsThatAreTakenWhileOthersWorkOnThemDoNotStandOut() throws IOException {
        source(20, 10, 300, 0);
        region(400, 0);

        assertThat(findings()).contains("Nothing stands out.");
    }

    @Test
    void workOnElementsIsNoTakingOfThem() throws IOException {
        source(1, 1, 1, 500);
        region(200, 0);

        assertThat(findings()).contains("Uneven work: ").doesNotContain("Sequential source");
    }

    @Test
    void combiningThatTakesLittleOfTheRunDoesNotStandOut() throws IOException {
        region(2_000, 0, 60);

        assertThat(findings()).contains("Nothing stands out.");
    }

    @Test
    void runThatIsNotMostlySerialDoesNotStandOut() throws IOException {
        trace.pass(300 * MILLI);
        region(400, 0);

        assertThat(findings()).contains("Nothing stands out.");
    }

    @Test
    void runWithLittleParallelWorkWasNotMadeParallel() throws IOException {
        trace.pass(2_000 * MILLI);
        region(60, 0);

        assertThat(findings()).contains("Nothing stands out.");
    }

    @Test
    void threadsOfTheProgramsOwnAreNoTeam() throws IOException {
        long task = main.create(THREAD, 0, site, body);
        trace.pass(600 * MILLI);
        ThreadScript own = trace.thread("own", ThreadType.INITIAL).begin().initialTaskBegin();
        own.start(THREAD, task);
        trace.pass(200 * MILLI);
        own.complete(THREAD).initialTaskEnd().end();

        assertThat(findings()).contains("Nothing stands out.");
    }
}
