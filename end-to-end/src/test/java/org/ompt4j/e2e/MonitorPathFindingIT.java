package org.ompt4j.e2e;

import java.io.IOException;
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

        report.assertPathThrough(MonitorPathApp.class, measured, "first", "second", "last");
    }

    static AppRun program(Jdk jdk) {
        return AppRun.of(MonitorPathApp.class).on(jdk).profile(Profile.DEFAULT);
    }
}
