package org.ompt4j.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.ompt4j.apps.findings.BriefThreadsApp;

/** Threads that are started for little work each. */
@AnotherRun
class BriefThreadsFindingIT {
    private static final String SAYS = "Brief threads: ";

    @OnEveryJdk
    void threadsOfRequestsAreCountedWhereTheyAreStarted(Jdk jdk) throws IOException {
        assertThat(findings(jdk, "threads"))
                .containsPattern(SAYS + "[\\d,]+ of 1,000 threads started at"
                        + " BriefThreadsApp\\.threads\\(BriefThreadsApp\\.java:\\d+\\) lived less than 1\\.00 ms each");
    }

    @OnEveryJdk
    void requestsThatAPoolAnswersStartNoThreads(Jdk jdk) throws IOException {
        assertThat(findings(jdk, "pool")).doesNotContain(SAYS);
    }

    @OnEveryJdk
    void threadsThatLiveLongerAreNotBrief(Jdk jdk) throws IOException {
        assertThat(findings(jdk, "long")).doesNotContain(SAYS);
    }

    private static String findings(Jdk jdk, String scenario) throws IOException {
        return ReportedRun.of(AppRun.of(BriefThreadsApp.class)
                        .on(jdk)
                        .profile(Profile.DEFAULT)
                        .arguments("1", scenario)
                        .observedOnce())
                .findings();
    }
}
