package org.ompt4j.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Map;
import org.junit.jupiter.api.parallel.Isolated;
import org.ompt4j.apps.Measured;
import org.ompt4j.apps.findings.QueueWaitsApp;

/** Tasks that waited longer in the queue of a pool than they ran. */
@AnotherRun
@Isolated("holds times against those of the program's own clock")
class QueueWaitsFindingIT {
    @OnEveryJdk
    void tasksWaitedLongerInTheQueueThanTheyRan(Jdk jdk) throws IOException {
        ObservedRun run = program(jdk).observedOnce();
        ReportedRun report = ReportedRun.of(run);
        Map<String, Long> measured = Measured.read(run.directory());

        report.assertTakes(
                QueueWaitsApp.QUEUED + " tasks waited ",
                measured.get("waited at least"),
                measured.get("waited at most"));
        report.assertTakes(
                "With " + QueueWaitsApp.WORKERS + " more, for which threads were made, each ran ",
                measured.get("ran at least"),
                measured.get("ran at most"));
        assertThat(report.findings())
                .containsPattern(
                        "in the queue of pool-1 \\(2 workers, made at QueueWaitsApp.run\\(QueueWaitsApp.java:\\d+\\)\\),")
                .containsPattern("that time: sleep [0-9.]+ % at QueueWaitsApp.fetch\\(QueueWaitsApp.java:\\d+\\)\\.")
                .contains("The tasks mostly waited: with more workers they begin earlier.");
    }

    static AppRun program(Jdk jdk) {
        return AppRun.of(QueueWaitsApp.class).on(jdk).profile(Profile.DEFAULT);
    }
}
