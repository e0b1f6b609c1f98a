package org.ompt4j.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.parallel.Isolated;
import org.ompt4j.apps.findings.SlowStageApp;

/** A stage for which both the stage before and the stage after it wait. */
@AnotherRun
@Isolated("who waits for a stage and who for a processor is a matter of time")
class SlowStageFindingIT {
    @OnEveryJdk
    void stageBothOfWhoseNeighboursWaitIsSlow(Jdk jdk) throws IOException {
        String findings = ReportedRun.of(program(jdk).observedOnce()).findings();
        if (!findings.contains("Slow stage")) {
            // On a busy machine threads may wait longer for processors than for the stage.
            findings = ReportedRun.of(program(jdk).observed()).findings();
        }

        assertThat(findings)
                .containsPattern(
                        "Slow stage: work in SlowStageApp\\.lambda\\$main\\$\\d+ kept threads waiting in 2 queues for "
                                + "[0-9.]+ m?s of [0-9.]+ m?s that they waited there, in a run of ")
                .containsPattern(
                        "waited at SlowStageApp.put\\(SlowStageApp.java:\\d+\\) in ArrayBlockingQueue #\\d+, \\d+ times,")
                .containsPattern(
                        "waited at SlowStageApp.take\\(SlowStageApp.java:\\d+\\) in ArrayBlockingQueue #\\d+, \\d+ times,");
    }

    static AppRun program(Jdk jdk) {
        return AppRun.of(SlowStageApp.class).on(jdk).profile(Profile.DEFAULT);
    }
}
