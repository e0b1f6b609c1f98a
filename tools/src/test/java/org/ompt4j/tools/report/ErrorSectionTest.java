package org.ompt4j.tools.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.ompt4j.ompt.Construct.COMPLETABLE_FUTURE;
import static org.ompt4j.ompt.Construct.CYCLIC_BARRIER;
import static org.ompt4j.ompt.Construct.FORK_JOIN_TASK;
import static org.ompt4j.ompt.Construct.PARALLEL_STREAM;
import static org.ompt4j.ompt.Construct.PHASER;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.ompt4j.ompt.CancelFlag;
import org.ompt4j.ompt.Severity;
import org.ompt4j.ompt.ThreadType;
import org.ompt4j.tools.testing.ReportData;
import org.ompt4j.tools.testing.ThreadScript;
import org.ompt4j.tools.testing.TraceBuilder;

class ErrorSectionTest {
    private final TraceBuilder trace = new TraceBuilder();
    private final ThreadScript main =
            trace.thread("main", ThreadType.INITIAL).begin().initialTaskBegin();
    private final int site = trace.callSite("app.Main.run(Main.java:3)");

    private List<String> rows() throws IOException {
        List<String> rows = new ArrayList<>();
        for (JsonNode each : ReportData.table(ReportData.of(trace.build()), "exceptions_and_cancellations")
                .get("rows")) {
            rows.add(
                    each.get("count").asLong() + " " + each.get("what_happened").asText());
        }
        return rows;
    }

    @Test
    void exceptionsAndCancellationsAreRowsOfOneTable() throws IOException {
        main.error(FORK_JOIN_TASK, Severity.WARNING, "app.Refused: no")
                .error(FORK_JOIN_TASK, Severity.FATAL, "app.Bad");
        for (int i = 0; i < 3; i++) {
            main.cancel(COMPLETABLE_FUTURE, 7, CancelFlag.TASKGROUP | CancelFlag.ACTIVATED, site);
        }
        main.cancel(FORK_JOIN_TASK, 8, CancelFlag.TASKGROUP | CancelFlag.DISCARDED_TASK, site)
                .cancel(FORK_JOIN_TASK, 9, CancelFlag.TASKGROUP | CancelFlag.DISCARDED_TASK, site);

        assertThat(rows())
                .containsExactly(
                        "3 cancelled a task at Main.run(Main.java:3)",
                        "2 discarded a task that had not run",
                        "1 ended a task: app.Refused: no",
                        "1 ended a thread: app.Bad");
    }

    @Test
    void whatWasCancelledIsSaid() throws IOException {
        main.cancel(FORK_JOIN_TASK, 7, CancelFlag.SECTIONS | CancelFlag.ACTIVATED, 0)
                .cancel(PHASER, 7, CancelFlag.PARALLEL | CancelFlag.ACTIVATED, site)
                .cancel(CYCLIC_BARRIER, 7, CancelFlag.PARALLEL | CancelFlag.ACTIVATED, site)
                .cancel(PARALLEL_STREAM, 7, CancelFlag.TASKGROUP | CancelFlag.ACTIVATED, 0)
                .cancel(FORK_JOIN_TASK, 7, CancelFlag.LOOP | CancelFlag.ACTIVATED, 0);

        assertThat(rows())
                .containsExactly(
                        "1 broke a barrier at Main.run(Main.java:3)",
                        "1 ended a bulk operation early",
                        "1 ended a phaser at Main.run(Main.java:3)",
                        "1 ended a stream early",
                        "1 ended what is left of an invokeAny");
    }

    /** The message contains a hash code and numbers, and comes before the task is discarded. */
    @Test
    void rejectionsAtOnePlaceAreOneRow() throws IOException {
        for (int i = 0; i < 3; i++) {
            main.error(
                            FORK_JOIN_TASK,
                            Severity.WARNING,
                            "java.util.concurrent.RejectedExecutionException: Task app.Task@2c8d66b" + i
                                    + " rejected, queued = " + i)
                    .cancel(FORK_JOIN_TASK, 10 + i, CancelFlag.TASKGROUP | CancelFlag.DISCARDED_TASK, site);
        }
        main.error(FORK_JOIN_TASK, Severity.WARNING, "java.util.concurrent.RejectedExecutionException: no");

        assertThat(rows())
                .containsExactly(
                        "3 rejected a task: java.util.concurrent.RejectedExecutionException: Task app.Task@.. rejected, queued = ..",
                        "1 ended a task: java.util.concurrent.RejectedExecutionException: no");
    }

    /** Each cancellation that a task notices was activated before, and was counted then. */
    @Test
    void whoNoticesACancellationIsNotCounted() throws IOException {
        main.cancel(FORK_JOIN_TASK, 8, CancelFlag.TASKGROUP | CancelFlag.ACTIVATED, site)
                .cancel(FORK_JOIN_TASK, 8, CancelFlag.TASKGROUP | CancelFlag.DETECTED, site);

        assertThat(rows()).containsExactly("1 cancelled a task at Main.run(Main.java:3)");
    }
}
