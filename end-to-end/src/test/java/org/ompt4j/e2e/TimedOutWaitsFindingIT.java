package org.ompt4j.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.ompt4j.apps.findings.TimedOutWaitsApp;

/** Waits that timed out before the thread got what it waited for. */
@AnotherRun
class TimedOutWaitsFindingIT {
    private static final int TRIES = TimedOutWaitsApp.THREADS * TimedOutWaitsApp.TRIES;

    @OnEveryJdk
    void permitsThatNeverComeBackAreWaitsThatTimedOut(Jdk jdk) throws IOException {
        assertThat(findings(jdk, "permits"))
                .containsPattern("Timed out: " + TRIES
                        + " waits for Semaphore #\\d+ at TimedOutWaitsApp\\.lambda\\$permits\\$\\d+\\(TimedOutWaitsApp\\.java:\\d+\\) "
                        + "were over without it after [0-9.]+ m?s in all, in a run of [0-9.]+ m?s, the longest after ([2-9][0-9]{2} ms|[1-9][0-9.]* s)\\. "
                        + TimedOutWaitsApp.THREADS + " threads waited\\.");
    }

    @OnEveryJdk
    void workersWaitForTasksBehindThemInTheirOwnPool(Jdk jdk) throws IOException {
        assertThat(findings(jdk, "own-pool"))
                .containsPattern(
                        "Timed out: " + TimedOutWaitsApp.THREADS
                                + " waits for tasks at TimedOutWaitsApp\\.handle\\(TimedOutWaitsApp\\.java:\\d+\\) were over without it after ")
                .contains("each time a pool had been given the task, and no worker had begun it.")
                .containsPattern(
                        TimedOutWaitsApp.THREADS
                                + " of these tasks began later on workers of pool-1 \\(made at TimedOutWaitsApp\\.ownPool\\(TimedOutWaitsApp\\.java:\\d+\\)\\), for which")
                .contains("All workers of that pool waited so at one time.");
    }

    @OnEveryJdk
    void connectionsThatThreadsHaveAskedForAndDoNotGet(Jdk jdk) throws IOException {
        assertThat(findings(jdk, "connections"))
                .containsPattern(
                        "Timed out: " + TRIES
                                + " waits for an item of SynchronousQueue #\\d+ at TimedOutWaitsApp\\.lambda\\$connections\\$\\d+\\(")
                .contains("Before most of them the thread had made a task.");
    }

    @OnEveryJdk
    void exceptionThatKeptATaskFromCountingDownIsNamed(Jdk jdk) throws IOException {
        assertThat(findings(jdk, "thrown"))
                .contains("Timed out: 1 wait for CountDownLatch")
                .containsPattern("Meanwhile one exception ended what another thread did: IllegalArgumentException at"
                        + " TimedOutWaitsApp\\.load\\(TimedOutWaitsApp\\.java:\\d+\\)\\.");
    }

    @OnEveryJdk
    void timeoutsOfPollingThreadsAreNoFailures(Jdk jdk) throws IOException {
        assertThat(findings(jdk, "pollers")).doesNotContain("Timed out");
    }

    private static String findings(Jdk jdk, String scenario) throws IOException {
        ObservedRun run = AppRun.of(TimedOutWaitsApp.class)
                .on(jdk)
                .profile(Profile.DEFAULT)
                .arguments("1", scenario)
                .observedOnce();
        return ReportedRun.of(run).findings();
    }
}
