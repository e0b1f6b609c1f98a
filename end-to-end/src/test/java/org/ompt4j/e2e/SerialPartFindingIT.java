package org.ompt4j.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.parallel.Isolated;
import org.ompt4j.apps.Measured;
import org.ompt4j.apps.findings.SerialPartApp;

/** One thread works alone for a long time; the critical path goes through this and other work. */
@AnotherRun
@Isolated("holds times against those of the program's own clock")
class SerialPartFindingIT {
    @OnEveryJdk
    void pathGoesThroughWhatOneThreadDidAloneAndTheSlowestStages(Jdk jdk) throws IOException {
        ObservedRun run = program(jdk).observedOnce();
        Map<String, Long> measured = Measured.read(run.directory());
        // On a busy machine other parts of the path can be longer than some of the expected ones: so there are many
        // rows.
        ReportedRun report = ReportedRun.of(run.traceFile(), 30);

        assertThat(report.findings())
                .containsPattern("Serial part: exactly one thread worked for [0-9.]+ m?s, [0-9.]+ % of a run of ")
                .containsPattern("ms: serial before SerialPartApp.alone\\(SerialPartApp.java:\\d+\\)\\.");
        for (String title : List.of("Serial part", "Critical path")) {
            report.assertRows(title, "serial before", SerialPartApp.class, measured, "alone");
        }
        report.assertRows(
                "Critical path",
                "task in",
                SerialPartApp.class,
                measured,
                "slow",
                "last",
                "slower",
                "first",
                "composed");
        assertThat(report.section("Critical path")).doesNotContain("SerialPartApp.fast");
        assertThat(ReportedRun.of(run).section("Critical path"))
                .doesNotContain("unknown: idle", "unknown: taskwait", "unknown: group");
    }

    static AppRun program(Jdk jdk) {
        return AppRun.of(SerialPartApp.class).on(jdk).profile(Profile.DEFAULT);
    }
}
