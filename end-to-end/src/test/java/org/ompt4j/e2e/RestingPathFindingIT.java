package org.ompt4j.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Map;
import org.junit.jupiter.api.parallel.Isolated;
import org.ompt4j.apps.Measured;
import org.ompt4j.apps.findings.RestingPathApp;

/** The critical path does not go through threads that rest while another thread works, which waits for their end afterwards. */
@AnotherRun
@Isolated("holds times against those of the program's own clock")
class RestingPathFindingIT {
    private static final double MOST_OF_IT = 0.9;

    @OnEveryJdk
    void pathStaysWithTheThreadThatWorked(Jdk jdk) throws IOException {
        ObservedRun run = program(jdk).observedOnce();
        Map<String, Long> measured = Measured.read(run.directory());
        ReportedRun report = ReportedRun.of(run);

        for (String each : measured.keySet()) {
            assertThat(report.nanosOfRow("Critical path", "serial before +\\S*RestingPathApp." + each))
                    .as(each)
                    .isGreaterThan(measured.get(each) * MOST_OF_IT);
        }
        assertThat(report.section("Critical path")).doesNotContain("unknown: idle");
        assertThat(report.findings()).doesNotContain("Most of the run's length");
    }

    static AppRun program(Jdk jdk) {
        return AppRun.of(RestingPathApp.class).on(jdk).profile(Profile.DEFAULT);
    }
}
