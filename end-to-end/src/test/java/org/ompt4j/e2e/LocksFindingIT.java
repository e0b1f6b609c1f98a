package org.ompt4j.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.ompt4j.e2e.ReportedRun.LOCK;
import static org.ompt4j.e2e.ReportedRun.MONITOR;
import static org.ompt4j.e2e.ReportedRun.between;

import java.io.IOException;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.ompt4j.apps.Measured;
import org.ompt4j.apps.findings.LocksApp;

/** Findings about the holders of a lock and a monitor for which others waited, and about the order in which these were acquired. */
@AnotherRun
class LocksFindingIT {
    @OnEveryJdk
    void whoHeldALockIsBlamedForTheTimeItKeptOthersWaiting(Jdk jdk) throws IOException {
        assertShares(
                program(jdk).profile(Profile.FULL).observedOnce(),
                "while \"main\" held it from LocksApp\\.lock\\(LocksApp\\.java:\\d+\\)",
                "while \"second\" held it from LocksApp\\.second\\(LocksApp\\.java:\\d+\\)",
                "while \"main\" held it from LocksApp\\.monitor\\(LocksApp\\.java:\\d+\\)");
    }

    @OnEveryJdk
    void whoReleasedALockIsBlamedWhereHoldersAreNotTold(Jdk jdk) throws IOException {
        assertReleases(
                program(jdk).profile(Profile.DEFAULT).with("native", "off").observedOnce(),
                "until \"main\" released it at LocksApp\\.monitor\\(LocksApp\\.java:\\d+\\)");
        if (JvmMonitorsIT.hasLibrary()) {
            assertReleases(program(jdk).profile(Profile.DEFAULT).observedOnce(), "while, at first, \"main\" held it");
        }
    }

    private static void assertReleases(ObservedRun run, String ofTheMonitor) throws IOException {
        assertShares(
                run,
                "until \"main\" released it at LocksApp\\.lock\\(LocksApp\\.java:\\d+\\)",
                "until \"second\" released it at LocksApp\\.second\\(LocksApp\\.java:\\d+\\)",
                ofTheMonitor);
        assertThat(ReportedRun.of(run).findings())
                .doesNotContain("deadlock:")
                .contains("Not looked for: lock orders, which only profile=full tells; deadlocks only");
    }

    private static void assertShares(ObservedRun run, String byMain, String bySecond, String byMonitor)
            throws IOException {
        ReportedRun report = ReportedRun.of(run);
        Map<String, Long> measured = Measured.read(run.directory());
        String last = "\"last\" waited at LocksApp\\.last\\(LocksApp\\.java:\\d+\\) ";
        String second = "\"second\" waited at LocksApp\\.second\\(LocksApp\\.java:\\d+\\) ";
        String blocked = "\"blocked\" waited at LocksApp\\.blocked\\(LocksApp\\.java:\\d+\\) ";
        long first = TimeUnit.MILLISECONDS.toNanos(LocksApp.FIRST_HOLDS_MILLIS);
        long other = TimeUnit.MILLISECONDS.toNanos(LocksApp.SECOND_HOLDS_MILLIS);
        report.assertTakes(last + byMain, first, between(measured, "last waits", "second acquired"));
        report.assertTakes(second + byMain, first, between(measured, "second waits", "second acquired"));
        report.assertTakes(last + bySecond, other, between(measured, "main released", "last acquired"));
        long monitor = between(measured, "monitor waited for", "monitor acquired");
        report.assertTakes(blocked + byMonitor, first, monitor);
        report.assertTakes(
                "Waiting for " + LOCK + " took ",
                2 * first + other,
                between(measured, "last waits", "last acquired")
                        + between(measured, "second waits", "second acquired"));
        report.assertTakes("Waiting for " + MONITOR + " took ", first, monitor);
    }

    @OnEveryJdk
    void bothOrdersCanDeadlockThoughTheyDidNot(Jdk jdk) throws IOException {
        ObservedRun run = program(jdk).profile(Profile.FULL).observedOnce();

        assertThat(ReportedRun.of(run).findings())
                .doesNotContain("Deadlock")
                .containsOnlyOnce("Can deadlock")
                .containsPattern("Can deadlock: (" + LOCK + "|" + MONITOR + ") and (" + LOCK + "|" + MONITOR
                        + ") are taken in both orders\\.")
                .containsPattern("\"down\" takes " + LOCK
                        + " at LocksApp.monitorThenLock\\(LocksApp.java:\\d+\\) while it holds "
                        + MONITOR + " from LocksApp.monitorThenLock")
                .containsPattern("\"up\" takes " + MONITOR
                        + " at LocksApp.lockThenMonitor\\(LocksApp.java:\\d+\\) while it holds "
                        + LOCK + " from LocksApp.lockThenMonitor");
    }

    static AppRun program(Jdk jdk) {
        return AppRun.of(LocksApp.class).on(jdk);
    }
}
