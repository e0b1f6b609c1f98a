package org.ompt4j.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.ompt4j.e2e.ReportedRun.LEAST;
import static org.ompt4j.e2e.ReportedRun.MOST;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.parallel.Isolated;
import org.ompt4j.apps.Measured;
import org.ompt4j.apps.findings.HandOverPathApp;

/** The critical path goes through who unparks, hands over, arrives and interrupts. */
@AnotherRun
@Isolated("holds times against those of the program's own clock")
class HandOverPathFindingIT {
    @OnEveryJdk
    void pathGoesThroughWhoEndedEachWait(Jdk jdk) throws IOException {
        ObservedRun run = program(jdk).observedOnce();
        Map<String, Long> measured = Measured.read(run.directory());
        ReportedRun report = ReportedRun.of(run);

        for (String each : List.of("unparks", "puts", "transfers", "arrives", "exchanges", "interrupts")) {
            assertThat(report.nanosOfRow("Critical path", "serial in +\\S*HandOverPathApp." + each))
                    .as(each)
                    .isGreaterThan(measured.get(each + " at least") * LEAST)
                    .isLessThan(measured.get(each + " at most") * MOST);
        }
    }

    static AppRun program(Jdk jdk) {
        return AppRun.of(HandOverPathApp.class).on(jdk).profile(Profile.DEFAULT);
    }
}
