package org.ompt4j.tools.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.ompt4j.ompt.Construct.THREAD_POOL_EXECUTOR;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.ompt4j.ompt.ThreadType;
import org.ompt4j.tools.read.Trace;
import org.ompt4j.tools.testing.ReportData;
import org.ompt4j.tools.testing.ReportText;
import org.ompt4j.tools.testing.ThreadScript;
import org.ompt4j.tools.testing.TraceBuilder;

/** A worker that runs very many tasks one after the other. The builder's microsecond between events is too long for them. */
class SmallTasksFindingTest {
    private final TraceBuilder trace = new TraceBuilder();
    private final ThreadScript main = trace.thread("main", ThreadType.INITIAL);
    private final int body = trace.body("app.Sum.compute");

    /** Tasks that are too small. */
    static Trace trace() {
        SmallTasksFindingTest run = new SmallTasksFindingTest();
        run.run(100_000, 300);
        return run.trace.build();
    }

    private void run(int tasks, long eachNanos) {
        ThreadScript.beginAll(main);
        for (int i = 0; i < tasks; i++) {
            main.start(THREAD_POOL_EXECUTOR, main.create(THREAD_POOL_EXECUTOR, 0, 0, body));
            trace.pass(eachNanos - 1_000);
            main.complete(THREAD_POOL_EXECUTOR);
        }
        ThreadScript.endAll(main);
    }

    @Test
    void manySmallTasksAreTooSmallAndTextAndDataSayWhoseAndHowMany() throws IOException {
        Trace small = trace();

        assertThat(ReportText.findings(small))
                .contains(
                        "Small tasks: 100,000 of 100,000 tasks of Sum.compute worked less than 500 ns each; the 100,000 tasks worked 300 ns on average, 30.0 ms")
                .contains("in all, in a run of")
                .contains("What the agent takes for each of them is in that.");
        JsonNode finding = ReportData.of(small).at("/findings/0");
        assertThat(finding.path("kind").asText()).isEqualTo("small_tasks");
        assertThat(finding.path("code").asText()).isEqualTo("app.Sum.compute");
        assertThat(finding.path("tasks").asLong()).isEqualTo(100_000);
        assertThat(finding.path("small").asLong()).isEqualTo(100_000);
        assertThat(finding.path("mean_ns").asLong()).isEqualTo(300);
    }

    @ParameterizedTest
    @CsvSource({"99999, 300", "100000, 500", "100000, 100"})
    void fewerLargerOrHardlyAnyWorkIsNoFinding(int tasks, long eachNanos) throws IOException {
        run(tasks, eachNanos);

        assertThat(ReportText.findings(trace.build())).doesNotContain("Small tasks");
    }
}
