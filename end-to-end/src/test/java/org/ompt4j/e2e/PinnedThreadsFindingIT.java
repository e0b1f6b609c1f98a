package org.ompt4j.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import org.junit.jupiter.api.parallel.Isolated;
import org.ompt4j.apps.findings.PinnedThreadsApp;

/** Virtual threads that are pinned to their carriers while they wait. */
@AnotherRun
@Isolated("holds shares of time against what is known of them")
class PinnedThreadsFindingIT {
    @OnEveryJdk
    void virtualThreadThatWaitsInTheInitializationOfAClassKeepsItsCarrier(Jdk jdk) throws IOException {
        assumeTrue(jdk.hasVirtualThreads(), "has virtual threads");
        ObservedRun run = AppRun.of(PinnedThreadsApp.class)
                .on(jdk)
                .profile(Profile.DEFAULT)
                .observedOnce();

        assertThat(ReportedRun.of(run).findings())
                .containsPattern(
                        "Virtual threads kept their carriers while they waited, for [0-9.]+ m?s in all, "
                                + "in a run of [0-9.]+ m?s: sleep (100\\.0|99\\.\\d) % at PinnedThreadsApp\\.fetch\\(PinnedThreadsApp\\.java:\\d+\\)")
                .doesNotContain("PinnedThreadsApp.sleeps");
    }
}
