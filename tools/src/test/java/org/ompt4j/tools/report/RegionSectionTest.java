package org.ompt4j.tools.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.ThreadType;
import org.ompt4j.tools.testing.ReportText;
import org.ompt4j.tools.testing.ThreadScript;
import org.ompt4j.tools.testing.TraceBuilder;
import org.ompt4j.tools.testing.TraceInMemory;

/** Parallel regions by call site. */
class RegionSectionTest {
    private static final int WIDTH = 120;

    @Test
    void imbalanceIsTheNumberOfMembersIfOneDoesEverything() throws IOException {
        assertThat(ReportText.of(RegionOfTwo.oneDoesEverything(), WIDTH))
                .containsPattern("1 .* 2.0 of 2 .* 2.00  app.Main.run");
        assertThat(ReportText.of(RegionOfTwo.bothDoTheSame(), WIDTH))
                .containsPattern("1 .* 2.0 of 2 .* 1.00  app.Main.run");
    }

    @Test
    void whatAFormerMemberRunsAsAFreeAgentIsOfTheRegionToo() throws IOException {
        TraceBuilder trace = new TraceBuilder();
        ThreadScript main = trace.thread("main", ThreadType.INITIAL);
        ThreadScript worker = trace.thread("pool-1-worker-1", ThreadType.WORKER);
        int site = trace.callSite("app.Main.run(Main.java:7)");
        main.begin().initialTaskBegin();
        worker.begin();
        long region = main.parallelBegin(Construct.PARALLEL_STREAM, 2, site, 0);
        main.join(Construct.PARALLEL_STREAM, region, 2, 0);
        long first = main.create(Construct.FORK_JOIN_TASK, 0, site, 0);
        long second = main.create(Construct.FORK_JOIN_TASK, 0, site, 0);
        worker.join(Construct.PARALLEL_STREAM, region, 2, 1).start(Construct.FORK_JOIN_TASK, first);
        trace.pass(1_000_000);
        worker.complete(Construct.FORK_JOIN_TASK).leave(Construct.PARALLEL_STREAM, 1);
        worker.start(Construct.FORK_JOIN_TASK, second);
        trace.pass(3_000_000);
        worker.complete(Construct.FORK_JOIN_TASK);
        main.leave(Construct.PARALLEL_STREAM, 0);
        main.parallelEnd(Construct.PARALLEL_STREAM, region, main.task(), 2, site);

        assertThat(ReportText.of(trace.build(), WIDTH)).containsPattern("2\\.0 of 2 +2 +.*app.Main.run");
    }

    /** A region in which main and one worker run tasks. */
    private static final class RegionOfTwo {

        static TraceInMemory oneDoesEverything() {
            return run(10_000_000, 0);
        }

        static TraceInMemory bothDoTheSame() {
            return run(10_000_000, 10_000_000);
        }

        private static TraceInMemory run(long mainNanos, long workerNanos) {
            TraceBuilder trace = new TraceBuilder();
            ThreadScript main = trace.thread("main", ThreadType.INITIAL);
            ThreadScript worker = trace.thread("worker", ThreadType.WORKER);
            int site = trace.callSite("app.Main.run(Main.java:1)");
            Construct stream = Construct.PARALLEL_STREAM;
            main.begin().initialTaskBegin();
            worker.begin();
            long parent = main.task();
            long region = main.parallelBegin(stream, 2, site, 0);
            main.join(stream, region, 2, 0);
            long task = main.create(stream, 0, site, 0);
            worker.join(stream, region, 2, 1).start(stream, task);
            trace.pass(workerNanos);
            worker.complete(stream);
            worker.leave(stream, 1);
            trace.pass(mainNanos - workerNanos);
            main.leave(stream, 0).parallelEnd(stream, region, parent, 2, site);
            return trace.build();
        }
    }
}
