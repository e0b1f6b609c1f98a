package org.ompt4j.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.ompt4j.e2e.ReportedRun.LEAST;
import static org.ompt4j.e2e.ReportedRun.MOST;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.parallel.Isolated;
import org.ompt4j.apps.Measured;
import org.ompt4j.apps.findings.MonitorPathApp;

/** The critical path goes from holder to holder of a monitor. */
@AnotherRun
@Isolated("holds times against those of the program's own clock")
class MonitorPathFindingIT {
    @OnEveryJdk
    void pathGoesThroughWhoHeldTheMonitorWhoeverTellsOfIt(Jdk jdk) throws IOException {
        assertPath(jdk, "off");
        if (JvmMonitorsIT.hasLibrary()) {
            assertPath(jdk, "auto");
        }
    }

    private static void assertPath(Jdk jdk, String monitors) throws IOException {
        ObservedRun run = program(jdk).with("native", monitors).observedOnce();
        Map<String, Long> measured = Measured.read(run.directory());
        ReportedRun report = ReportedRun.of(run);

        for (String each : List.of("first", "second", "last")) {
            assertThat(report.nanosOfRow("Critical path", "serial in +\\S*MonitorPathApp." + each))
                    .as(each)
                    .isGreaterThan(measured.get(each + " at least") * LEAST)
                    .isLessThan(measured.get(each + " at most") * MOST);
        }
    }

    static AppRun program(Jdk jdk) {
        return AppRun.of(MonitorPathApp.class).on(jdk).profile(Profile.DEFAULT);
    }
}
