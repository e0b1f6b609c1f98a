package org.ompt4j.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Map;
import org.junit.jupiter.api.parallel.Isolated;
import org.ompt4j.apps.Measured;
import org.ompt4j.apps.findings.SequentialSourceApp;

/** A parallel stream whose elements one thread takes from a slow source. */
@AnotherRun
@Isolated("holds times against those of the program's own clock")
class SequentialSourceFindingIT {
    @OnEveryJdk
    void elementsOfASourceThatHasNoPartsAreTakenByOneThread(Jdk jdk) throws IOException {
        ObservedRun run = program(jdk).observedOnce();
        ReportedRun report = ReportedRun.of(run);
        Map<String, Long> measured = Measured.read(run.directory());

        report.assertTakes(
                "Sequential source: one thread took elements from the source of the stream at "
                        + "SequentialSourceApp\\.main\\(SequentialSourceApp\\.java:\\d+\\) while no other worked for ",
                measured.get("at least"),
                measured.get("at most"));
        assertThat(report.findings())
                .contains("The thread waited for elements for ")
                .doesNotContain("Uneven work");
    }

    static AppRun program(Jdk jdk) {
        return AppRun.of(SequentialSourceApp.class).on(jdk).profile(Profile.DEFAULT);
    }
}
