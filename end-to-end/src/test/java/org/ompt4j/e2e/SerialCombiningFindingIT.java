package org.ompt4j.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Map;
import org.junit.jupiter.api.parallel.Isolated;
import org.ompt4j.apps.Measured;
import org.ompt4j.apps.findings.SerialCombiningApp;

/** Partial results of a stream that one thread combines. */
@AnotherRun
@Isolated("holds times against those of the program's own clock")
class SerialCombiningFindingIT {
    @OnEveryJdk
    void lastResultsAreCombinedByOneThread(Jdk jdk) throws IOException {
        ObservedRun run = program(jdk).observedOnce();
        ReportedRun report = ReportedRun.of(run);
        Map<String, Long> measured = Measured.read(run.directory());

        report.assertTakes(
                "Serial combining: partial results of the stream at SerialCombiningApp\\.count\\(SerialCombiningApp\\.java:\\d+\\) "
                        + "were combined by one thread while no other worked for ",
                measured.get("at least"),
                measured.get("at most"));
        assertThat(report.findings()).doesNotContain("Uneven work");
    }

    static AppRun program(Jdk jdk) {
        return AppRun.of(SerialCombiningApp.class).on(jdk).profile(Profile.DEFAULT);
    }
}
