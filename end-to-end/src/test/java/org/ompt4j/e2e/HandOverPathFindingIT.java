package org.ompt4j.e2e;

import java.io.IOException;
import java.util.Map;
import org.junit.jupiter.api.parallel.Isolated;
import org.ompt4j.apps.Measured;
import org.ompt4j.apps.findings.HandOverPathApp;

/** The critical path goes through threads that end waits by an unpark, a put, an arrival, an exchange or an interrupt. */
@AnotherRun
@Isolated("holds times against those of the program's own clock")
class HandOverPathFindingIT {
    @OnEveryJdk
    void pathGoesThroughWhoEndedEachWait(Jdk jdk) throws IOException {
        ObservedRun run = program(jdk).observedOnce();
        Map<String, Long> measured = Measured.read(run.directory());
        ReportedRun report = ReportedRun.of(run);

        report.assertPathThrough(
                HandOverPathApp.class, measured, "unparks", "puts", "transfers", "arrives", "exchanges", "interrupts");
    }

    static AppRun program(Jdk jdk) {
        return AppRun.of(HandOverPathApp.class).on(jdk).profile(Profile.DEFAULT);
    }
}
