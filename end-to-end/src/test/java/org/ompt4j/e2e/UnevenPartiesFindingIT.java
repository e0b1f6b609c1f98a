package org.ompt4j.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.parallel.Isolated;
import org.ompt4j.apps.Measured;
import org.ompt4j.apps.findings.UnevenPartiesApp;

/** A thread that mostly arrives last at a barrier. */
@AnotherRun
@Isolated("holds times against those of the program's own clock")
class UnevenPartiesFindingIT {
    @OnEveryJdk
    void partyThatMostlyComesLastIsNamed(Jdk jdk) throws IOException {
        ObservedRun run = program(jdk).observedOnce();
        ReportedRun report = ReportedRun.of(run);

        // The program's times include the rest of the calls, and on a busy machine fast parties can be late too.
        report.assertTakes(
                "Uneven parties: at CyclicBarrier #\\d+ 3 threads waited ",
                UnevenPartiesApp.LEAST_WAITED_NANOS,
                Measured.read(run.directory()).get("waited"));
        assertThat(report.findings())
                .containsPattern("\n    \"slow\" waited [0-9.]+ (ns|us|ms), the others [0-9.]+ ms on average, at ");
    }

    static AppRun program(Jdk jdk) {
        return AppRun.of(UnevenPartiesApp.class).on(jdk).profile(Profile.DEFAULT);
    }
}
