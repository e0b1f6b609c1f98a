package org.ompt4j.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.ompt4j.e2e.ReportedRun.LOCK;
import static org.ompt4j.e2e.ReportedRun.MONITOR;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.ompt4j.apps.findings.StuckApp;

/** Findings about threads that wait for ever come first. */
class StuckFindingIT {
    /** More than the shortest standstill that is told. */
    private static final long SURELY_STANDSTILL_MILLIS = 1_200;

    @OnEveryJdk
    @DisabledOnOs(OS.WINDOWS)
    void deadlockIsTheFirstThingToBeSaid(Jdk jdk) throws Exception {
        assertThat(findingsOfStuck(jdk, "deadlock", Profile.FULL))
                .doesNotContain("Can deadlock")
                .containsPattern(
                        "\\AFindings \\(worst first\\)\n  Deadlock: 2 threads wait for each other, since [0-9.]+ m?s before the end\\.\n")
                .containsPattern("\"left\" waits at StuckApp.left\\(StuckApp.java:\\d+\\) for " + LOCK
                        + ", which \"right\" acquired at StuckApp.right\\(StuckApp.java:\\d+\\)\\.")
                .containsPattern("\"right\" waits at StuckApp.right\\(StuckApp.java:\\d+\\) for "
                        + MONITOR
                        + ", which \"left\" acquired at StuckApp.left\\(StuckApp.java:\\d+\\)\\.")
                .containsPattern(
                        "Pool starvation: all 2 workers of pool-1 \\(made at StuckApp.starve\\(StuckApp.java:\\d+\\)\\) "
                                + "wait for tasks that are in its own queue, since [0-9.]+ m?s before the end\\.")
                .containsPattern(
                        "\"pool-1-thread-\\d\" waits at StuckApp.awaitInner\\(StuckApp.java:\\d+\\) for a task "
                                + "that was submitted at StuckApp.awaitInner\\(StuckApp.java:\\d+\\)\\.");
    }

    @OnEveryJdk
    @DisabledOnOs(OS.WINDOWS)
    void deadlockIsProbableWhereReleasesAreNotTold(Jdk jdk) throws Exception {
        assertThat(findingsOfStuck(jdk, "deadlock", Profile.DEFAULT))
                .containsPattern(
                        "\\AFindings \\(worst first\\)\n  Probably a deadlock: 2 threads wait for each other, since [0-9.]+ m?s before the end\\.\n")
                .containsPattern("\"left\" waits at StuckApp.left\\(StuckApp.java:\\d+\\) for " + LOCK
                        + ", which \"right\" was last seen to hold\\.")
                .containsPattern("\"right\" waits at StuckApp.right\\(StuckApp.java:\\d+\\) for " + MONITOR
                        + ", which \"left\" was last seen to hold\\.")
                .doesNotContain("\"left\" waited");
    }

    @OnEveryJdk
    @DisabledOnOs(OS.WINDOWS)
    void whoWaitsForATaskThatNeedsItsLockIsInADeadlock(Jdk jdk) throws Exception {
        for (Profile profile : List.of(Profile.FULL, Profile.DEFAULT)) {
            assertThat(findingsOfStuck(jdk, "deadlock-with-a-task", profile))
                    .containsPattern("\\AFindings \\(worst first\\)\n  "
                            + (profile == Profile.FULL ? "Deadlock" : "Probably a deadlock")
                            + ": 2 threads wait for each other, since [0-9.]+ m?s before the end\\.\n")
                    .containsPattern("\"holder\" waits at StuckApp.holdAndGet\\(StuckApp.java:\\d+\\) for the result"
                            + " of a task that \"pool-1-thread-1\" runs\\.")
                    .containsPattern("\"pool-1-thread-1\" waits at StuckApp.need\\(StuckApp.java:\\d+\\) for " + LOCK
                            + ", which \"holder\" (acquired at StuckApp.holdAndGet|was last seen to hold)");
        }
    }

    @OnEveryJdk
    @DisabledOnOs(OS.WINDOWS)
    void poolThatWaitsForAFunctionOfAFutureInItsOwnQueueStarves(Jdk jdk) throws Exception {
        assertStarves(jdk, "starve-for-futures", "starveForFutures", "awaitFuture");
    }

    @OnEveryJdk
    @DisabledOnOs(OS.WINDOWS)
    void poolThatInvokesAGroupOfTasksInItselfStarves(Jdk jdk) throws Exception {
        assertStarves(jdk, "starve-for-a-group", "starveForAGroup", "invokeGroup");
    }

    @OnEveryJdk
    @DisabledOnOs(OS.WINDOWS)
    void poolsWhoseTasksWaitForTasksOfTheOtherStarveTogether(Jdk jdk) throws Exception {
        String made = " \\(made at StuckApp.starveTogether\\(StuckApp.java:\\d+\\)\\)";
        assertThat(findingsOfStuck(jdk, "starve-together", Profile.DEFAULT))
                .containsPattern(
                        "Pool starvation: all 2 workers of pool-1" + made + " and pool-2" + made
                                + " wait for tasks that are in the queues of these pools, or for one another, since [0-9.]+ m?s before the end\\.")
                .containsPattern(
                        "\"pool-1-thread-1\" waits at StuckApp.await\\(StuckApp.java:\\d+\\) for a task that was"
                                + " submitted at StuckApp.\\S+ and that \"pool-2-thread-1\" has begun\\.")
                .containsPattern(
                        "\"pool-2-thread-1\" waits at StuckApp.awaitStage\\(StuckApp.java:\\d+\\) for a task that"
                                + " was submitted at StuckApp.awaitStage\\(StuckApp.java:\\d+\\)\\.");
    }

    @OnEveryJdk
    @DisabledOnOs(OS.WINDOWS)
    void runInWhichAllThreadsWaitForOneAnotherStandsStill(Jdk jdk) throws Exception {
        for (Profile profile : List.of(Profile.FULL, Profile.DEFAULT)) {
            assertThat(findingsOfStuck(jdk, "standstill", profile, SURELY_STANDSTILL_MILLIS))
                    .containsPattern(
                            "\\AFindings \\(worst first\\)\n  Standstill at the end: for [0-9.]+ s, [0-9.]+ % of"
                                    + " a run of [0-9.]+ s, no observed thread ran: each waited for what only another one does\\.\n")
                    .containsPattern("\"asker\" waited for " + LOCK + " at StuckApp.lambda\\S+\\(StuckApp.java:\\d+\\),"
                            + " which \"owner\" (held, from StuckApp.endWith\\S+|was last seen to hold); this thread had"
                            + " ended\\. Try to release it in a finally block\\.")
                    .containsPattern("\"main\" waited for CountDownLatch #\\d+ at StuckApp.standstill\\(")
                    .contains("1 worker of pools had no task.")
                    .containsPattern("Before, one exception had ended what a thread did: IllegalStateException at"
                            + " StuckApp.failBefore\\(StuckApp.java:\\d+\\)\\.");
        }
    }

    private static void assertStarves(Jdk jdk, String scenario, String makes, String waits) throws Exception {
        String makesAt = "StuckApp." + makes + "\\(StuckApp.java:\\d+\\)";
        String waitsAt = "StuckApp." + waits + "\\(StuckApp.java:\\d+\\)";
        assertThat(findingsOfStuck(jdk, scenario, Profile.DEFAULT))
                .containsPattern("Pool starvation: the only worker of pool-1 \\(made at " + makesAt
                        + "\\) waits for [^,]*, since [0-9.]+ m?s before the end\\.")
                .containsPattern("\"pool-1-thread-1\" waits at " + waitsAt + " for a task that was submitted at "
                        + waitsAt + "\\.");
    }

    private static String findingsOfStuck(Jdk jdk, String scenario, Profile profile) throws Exception {
        return findingsOfStuck(jdk, scenario, profile, 0);
    }

    /** The findings about a program that is stuck for at least so long until it gets a signal. */
    private static String findingsOfStuck(Jdk jdk, String scenario, Profile profile, long stuckMillis)
            throws Exception {
        AppRun app = AppRun.of(StuckApp.class).on(jdk).arguments(scenario).profile(profile);
        Path directory = app.newDirectory();
        try (ForkedJvm jvm = app.start(directory)) {
            await().atMost(Duration.ofMinutes(2)).until(() -> jvm.stdout().startsWith(StuckApp.STUCK));
            assumeFalse(jvm.ignores(15), "this build was started with TERM ignored");
            TimeUnit.MILLISECONDS.sleep(stuckMillis);
            jvm.signal("TERM");
            assertThat(jvm.exitCode()).isEqualTo(128 + 15);
        }
        return ReportedRun.of(ObservedRun.traceFiles(directory).get(0)).findings();
    }
}
