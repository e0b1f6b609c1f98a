package org.ompt4j.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.ompt4j.apps.findings.AbandonedPoolsApp;

/** Pools that are created again and again and never shut down. */
@AnotherRun
class AbandonedPoolsFindingIT {
    private static final String SAYS = "Left behind: ";

    @OnEveryJdk
    void poolsThatNobodyEndsAreCounted(Jdk jdk) throws IOException {
        assertThat(findings(jdk, "left"))
                .containsPattern(SAYS + AbandonedPoolsApp.REQUESTS
                        + " pools made at AbandonedPoolsApp\\.answer\\(AbandonedPoolsApp\\.java:\\d+\\) were still there at the"
                        + " end of the run, with " + AbandonedPoolsApp.REQUESTS * AbandonedPoolsApp.WORKERS
                        + " threads that had no task\\.")
                .contains(AbandonedPoolsApp.REQUESTS - 1
                        + " of them had done their last task before the last one was made.");
    }

    @OnEveryJdk
    void poolsThatEndAreNotCounted(Jdk jdk) throws IOException {
        assertThat(findings(jdk, "ended")).doesNotContain(SAYS);
    }

    @OnEveryJdk
    void poolsThatAreUsedAgainAreMeantToStay(Jdk jdk) throws IOException {
        assertThat(findings(jdk, "kept")).doesNotContain(SAYS);
    }

    private static String findings(Jdk jdk, String scenario) throws IOException {
        return ReportedRun.of(AppRun.of(AbandonedPoolsApp.class)
                        .on(jdk)
                        .profile(Profile.DEFAULT)
                        .arguments("1", scenario)
                        .observedOnce())
                .findings();
    }
}
