package org.ompt4j.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.parallel.Isolated;
import org.ompt4j.apps.Measured;
import org.ompt4j.apps.findings.BlockedLoopsApp;

/** An event loop that sleeps in a handler. */
@AnotherRun
@Isolated("holds times against those of the program's own clock")
class BlockedLoopsFindingIT {
    @OnEveryJdk
    void loopThatSleepsInWhatItServesIsBlocked(Jdk jdk) throws IOException {
        ObservedRun run = program(jdk).observedOnce();
        ReportedRun report = ReportedRun.of(run);

        report.assertTakes(
                "Event loops were blocked, for ",
                BlockedLoopsApp.LEAST_SLEPT_NANOS,
                Measured.read(run.directory()).get("slept"));
        assertThat(report.findings())
                .containsPattern(": sleep [0-9.]+ % at BlockedLoopsApp\\.serve\\(")
                .containsPattern("1 thread, the longest time [0-9.]+ ms of \"loop\"");
    }

    static AppRun program(Jdk jdk) {
        return AppRun.of(BlockedLoopsApp.class).on(jdk).profile(Profile.DEFAULT);
    }
}
