package org.ompt4j.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import org.ompt4j.apps.findings.RejectedTasksApp;

/** Tasks for which a pool had no room. */
@AnotherRun
class RejectedTasksFindingIT {
    private static final String OF_ALL = RejectedTasksApp.TOO_MANY + " of " + RejectedTasksApp.TASKS
            + " tasks submitted at RejectedTasksApp\\.submit\\(RejectedTasksApp\\.java:\\d+\\)";
    private static final String POOL =
            "pool-1 \\(made at RejectedTasksApp\\.submit\\(RejectedTasksApp\\.java:\\d+\\)\\)";

    @OnEveryJdk
    void rejectedTasksAreCounted(Jdk jdk) throws IOException {
        ReportedRun report = report(jdk, "abort");

        assertThat(report.findings())
                .containsPattern("Rejected: " + OF_ALL + "\\.")
                .containsPattern("Those that ran did in " + POOL)
                .contains("The pool had up to " + RejectedTasksApp.QUEUE + " tasks in its queue as it rejected them.")
                .contains("Running, pool size = 1, active threads = 1, queued tasks = " + RejectedTasksApp.QUEUE);
        assertThat(report.section("Exceptions and cancellations"))
                .containsPattern(
                        " " + RejectedTasksApp.TOO_MANY
                                + "  rejected a task: java\\.util\\.concurrent\\.RejectedExecutionException at RejectedTasksApp\\.subm")
                .doesNotContain("\n      1  ");
    }

    @OnEveryJdk
    void tasksThatWhoSubmittedThemRanAreCounted(Jdk jdk) throws IOException {
        assertThat(report(jdk, "caller-runs").findings())
                .containsPattern(
                        "Run by who submitted them: " + OF_ALL + ", for ([2-9][0-9.]+ ms|[1-9][0-9.]* s) in all")
                .containsPattern("Others of them ran in " + POOL);
    }

    @OnEveryJdk
    void tasksThatAPolicyDropsAreCounted(Jdk jdk) throws IOException {
        for (String each : List.of("discard", "discard-oldest")) {
            assertThat(report(jdk, each).findings())
                    .as(each)
                    .containsPattern("Dropped: " + OF_ALL + ", without an exception\\.")
                    .containsPattern("Those that ran did in " + POOL);
        }
    }

    private static ReportedRun report(Jdk jdk, String scenario) throws IOException {
        return ReportedRun.of(AppRun.of(RejectedTasksApp.class)
                .on(jdk)
                .profile(Profile.DEFAULT)
                .arguments("1", scenario)
                .observedOnce());
    }
}
