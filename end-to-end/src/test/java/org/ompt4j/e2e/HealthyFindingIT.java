package org.ompt4j.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.ompt4j.e2e.ReportedRun.NOTHING;

import java.io.IOException;
import org.junit.jupiter.api.parallel.Isolated;
import org.ompt4j.apps.findings.HealthyApp;

/** Programs without problems have no findings. */
@AnotherRun
@Isolated("what others do on the machine can stand out")
class HealthyFindingIT {
    @OnEveryJdk
    void nothingStandsOutInHealthyPrograms(Jdk jdk) throws IOException {
        assertThat(ReportedRun.of(program(jdk).observed()).findings()).startsWith(NOTHING);
    }

    static AppRun program(Jdk jdk) {
        return AppRun.of(HealthyApp.class).on(jdk).profile(Profile.FULL);
    }
}
