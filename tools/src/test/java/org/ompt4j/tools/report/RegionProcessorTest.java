package org.ompt4j.tools.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.ompt4j.ompt.Construct.FORK_JOIN_TASK;
import static org.ompt4j.ompt.Construct.PARALLEL_STREAM;

import java.io.IOException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.ompt4j.ompt.ThreadType;
import org.ompt4j.tools.testing.ReportText;
import org.ompt4j.tools.testing.ThreadScript;
import org.ompt4j.tools.testing.TraceBuilder;

/** The processor time of members in the table of regions. */
class RegionProcessorTest {
    private static final long MILLI = 1_000_000;

    private final TraceBuilder trace = new TraceBuilder();
    private final ThreadScript main =
            trace.thread("main", ThreadType.INITIAL).begin().initialTaskBegin();
    private final ThreadScript worker =
            trace.thread("worker", ThreadType.WORKER).begin();
    private final int site = trace.callSite("app.Main.run(Main.java:9)");
    private final long outer = main.task();
    private long region;

    /** Both threads are members of a region and work for a tenth of a second. */
    @BeforeEach
    void bothWork() {
        region = main.parallelBegin(PARALLEL_STREAM, 2, site, 0);
        main.join(PARALLEL_STREAM, region, 2, 0);
        worker.join(PARALLEL_STREAM, region, 2, 1);
        long mainTask = main.create(FORK_JOIN_TASK, 0, site, 0);
        long workerTask = main.create(FORK_JOIN_TASK, 0, site, 0);
        main.start(FORK_JOIN_TASK, mainTask);
        worker.start(FORK_JOIN_TASK, workerTask);
        trace.pass(100 * MILLI);
        main.complete(FORK_JOIN_TASK);
        worker.complete(FORK_JOIN_TASK);
    }

    private void regionEnds() {
        main.leave(PARALLEL_STREAM, 0);
        main.parallelEnd(PARALLEL_STREAM, region, outer, 2, site);
    }

    private String report() throws IOException {
        main.initialTaskEnd().end();
        worker.end();
        return ReportText.of(trace.build(), 160);
    }

    @Test
    void whatIsMissingToTheWorkWasWithoutAProcessorAtLeast() throws IOException {
        main.cpuTime(PARALLEL_STREAM, 100 * MILLI);
        worker.cpuTime(PARALLEL_STREAM, 40 * MILLI).leave(PARALLEL_STREAM, 1);
        regionEnds();

        assertThat(report())
                .contains("worked for 200 ms, processor time 140 ms: without a processor for 60.0 ms at least\n");
    }

    @Test
    void memberThatTellsOnlyAfterItsRegionCountsToo() throws IOException {
        main.cpuTime(PARALLEL_STREAM, 90 * MILLI);
        regionEnds();
        worker.cpuTime(PARALLEL_STREAM, 60 * MILLI)
                .cpuTime(PARALLEL_STREAM, 45 * MILLI)
                .leave(PARALLEL_STREAM, 1);

        assertThat(report()).contains("worked for 200 ms, processor time 195 ms\n");
    }

    @Test
    void ofMembersThatTellNothingItIsNotKnown() throws IOException {
        main.cpuTime(PARALLEL_STREAM, 100 * MILLI);
        worker.leave(PARALLEL_STREAM, 1);
        regionEnds();

        assertThat(report()).contains("worked for 100 ms in 1 of 2 memberships, processor time 100 ms\n");
    }

    @Test
    void whatAThreadDoesAsAFreeAgentIsNoWorkOfAMember() throws IOException {
        worker.cpuTime(PARALLEL_STREAM, 100 * MILLI).leave(PARALLEL_STREAM, 1);
        long stolen = main.create(FORK_JOIN_TASK, 0, site, 0);
        worker.start(FORK_JOIN_TASK, stolen);
        trace.pass(100 * MILLI);
        worker.complete(FORK_JOIN_TASK);
        main.cpuTime(PARALLEL_STREAM, 200 * MILLI);
        regionEnds();

        assertThat(report()).contains("worked for 300 ms, processor time 300 ms\n");
    }

    @Test
    void withoutTheEventNothingIsSaid() throws IOException {
        worker.leave(PARALLEL_STREAM, 1);
        regionEnds();

        assertThat(report()).contains("Main.run(Main.java:9)").doesNotContain("processor time");
    }
}
