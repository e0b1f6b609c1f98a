package org.ompt4j.tools.profile;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.ThreadType;
import org.ompt4j.tools.report.Report;
import org.ompt4j.tools.testing.ThreadScript;
import org.ompt4j.tools.testing.TraceBuilder;

class UserStacksTest {
    private static final Construct TASK = Construct.FORK_JOIN_TASK;
    private static final String ENTRY = "java.util.concurrent.ForkJoinTask.doExec";

    private final TraceBuilder trace = new TraceBuilder();
    private final int site = trace.callSite("app.Main.run(Main.java:5)");
    private final int fork = trace.callSite("app.Fib.compute(Main.java:9)");
    private final int body = trace.body("app.Fib.compute");
    private final ThreadScript main =
            trace.thread("main", ThreadType.INITIAL).begin().initialTaskBegin();
    private final ThreadScript worker = trace.thread("worker", ThreadType.WORKER);
    private final List<Sample> samples = new ArrayList<>();

    @Test
    void taskStandsUnderWhereItWasMadeInWhateverThreadItRuns() throws IOException {
        long task = main.create(TASK, 0, site, body);
        worker.begin().start(TASK, task);
        sample(worker, "app.Fib.fib", "app.Fib.compute", ENTRY);
        worker.complete(TASK).end();

        assertThat(profile())
                .contains(
                        " 1  100.0 %  app.Fib.fib\n",
                        "called by app.Fib.compute\n", "called by app.Main.run(Main.java:5)\n");
    }

    @Test
    void taskThatMakesOneOfItsKindIsOneStep() throws IOException {
        long task = main.create(TASK, 0, site, body);
        worker.begin().start(TASK, task);
        for (int i = 0; i < 3; i++) {
            long inner = worker.create(TASK, 0, fork, body);
            worker.start(TASK, inner);
        }
        sample(worker, "app.Fib.compute", ENTRY, "app.Fib.compute", ENTRY);
        worker.complete(TASK).complete(TASK).complete(TASK).complete(TASK).end();

        assertThat(profile())
                .containsOnlyOnce("called by app.Fib.compute(Main.java:9) [recursive]\n")
                .containsOnlyOnce("called by app.Main.run(Main.java:5)\n");
    }

    @Test
    void eachSampleIsCountedOnceUnderAStackOrAReason() throws IOException {
        sample(worker, "app.Early.run", ENTRY);
        worker.begin();
        sample(worker, "java.util.concurrent.ForkJoinPool.scan");
        sample(worker, "app.Unknown.run", ENTRY);
        sample(worker);
        sample(main, "app.Main.run", "app.Main.main");
        worker.end();
        trace.pass(10);
        sample(worker, "app.Late.run", ENTRY);
        samples.add(new Sample(trace.now(), 0, List.of("app.Other.run")));

        assertThat(profile())
                .contains("1  14.3 %  app.Main.run\n", "called by app.Main.main\n", "1  14.3 %  <idle>\n")
                .contains("1 sample without a stack: before the first event of its thread.\n")
                .contains("1 sample without a stack: after the last event of its thread.\n")
                .contains("1 sample without a stack: its stack could not be walked.\n")
                .contains("1 sample without a stack: its task was made before the trace, or is not observed.\n")
                .contains("1 sample without a stack: of a thread that the trace does not have.\n");
    }

    private void sample(ThreadScript thread, String... frames) {
        trace.pass(10);
        samples.add(new Sample(trace.now(), thread.id(), List.of(frames)));
        trace.pass(10);
    }

    private String profile() throws IOException {
        main.initialTaskEnd().end();
        StringWriter out = new StringWriter();
        Report.write(trace.build(), Samples.of(samples, "running threads"), "run.ompt", 10, 200, out);
        String report = out.toString();
        int begin = report.indexOf("\n\nProfile (call stacks as the program was written, by running threads)");
        return report.substring(begin + 2, report.indexOf("\n\n", begin + 2) + 1);
    }
}
