package org.ompt4j.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.ompt4j.e2e.ReportedRun.between;

import java.io.IOException;
import org.junit.jupiter.api.parallel.Isolated;
import org.ompt4j.apps.Measured;
import org.ompt4j.apps.findings.LateTasksApp;

/** A periodic task that takes longer than its period. */
@AnotherRun
@Isolated("holds times against those of the program's own clock")
class LateTasksFindingIT {
    @OnEveryJdk
    void taskThatTakesLongerThanItsPeriodIsLate(Jdk jdk) throws IOException {
        ObservedRun run = program(jdk).observedOnce();
        ReportedRun report = ReportedRun.of(run);

        report.assertTakes(
                "Late tasks: \\d+ runs of scheduled tasks of pool-1 \\(made at LateTasksApp\\.main\\(LateTasksApp\\.java:\\d+\\)\\) "
                        + "began later than due; at least one was due and had not begun for ",
                LateTasksApp.LEAST_LATE_NANOS,
                between(Measured.read(run.directory()), "scheduled", "ended"));
        assertThat(report.findings())
                .containsPattern(
                        "\n    LateTasksApp\\.lambda\\$main\\$\\d+, due every 5.00 ms, scheduled at LateTasksApp\\.main\\("
                                + "LateTasksApp\\.java:\\d+\\): ")
                .containsPattern("Meanwhile \"pool-1-thread-1\" ran LateTasksApp\\.lambda\\$main\\$\\d+ ")
                .containsPattern("on average, longer than its period: try a longer period, or less to do in a run\\.");
    }

    static AppRun program(Jdk jdk) {
        return AppRun.of(LateTasksApp.class).on(jdk).profile(Profile.DEFAULT);
    }
}
