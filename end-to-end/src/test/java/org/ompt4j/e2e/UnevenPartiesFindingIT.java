package org.ompt4j.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.parallel.Isolated;
import org.ompt4j.apps.Measured;
import org.ompt4j.apps.findings.UnevenPartiesApp;

/** A thread that mostly comes last to a barrier. */
@AnotherRun
@Isolated("holds times against those of the program's own clock")
class UnevenPartiesFindingIT {
    @OnEveryJdk
    void partyThatMostlyComesLastIsNamed(Jdk jdk) throws IOException {
        ObservedRun run = program(jdk).observedOnce();
        ReportedRun report = ReportedRun.of(run);

        // What the program measured has all that the calls did besides in it, and who is quick can come late.
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
