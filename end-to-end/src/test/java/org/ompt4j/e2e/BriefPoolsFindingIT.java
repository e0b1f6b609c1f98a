package org.ompt4j.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.ompt4j.apps.findings.BriefPoolsApp;

/** Pools that are made for little work each. */
@AnotherRun
class BriefPoolsFindingIT {
    private static final String SAYS = "Brief pools: ";

    @OnEveryJdk
    void poolsOfCallsAreCountedWhereTheyAreMade(Jdk jdk) throws IOException {
        for (String each : new String[] {"thread-pools", "fork-join-pools"}) {
            assertThat(findings(jdk, each))
                    .containsPattern(SAYS
                            + "[\\d,]+ of 1,000 pools made at BriefPoolsApp\\.lambda\\$main\\$\\d+\\(BriefPoolsApp\\.java:\\d+\\)"
                            + " lasted less than 10\\.0 ms each")
                    .containsPattern("on average and made [1-4],\\d{3} threads\\.");
        }
    }

    @OnEveryJdk
    void callsThatShareAPoolMakeNone(Jdk jdk) throws IOException {
        assertThat(findings(jdk, "same-pool")).doesNotContain(SAYS);
    }

    private static String findings(Jdk jdk, String scenario) throws IOException {
        return ReportedRun.of(AppRun.of(BriefPoolsApp.class)
                        .on(jdk)
                        .profile(Profile.DEFAULT)
                        .arguments("1", scenario)
                        .observedOnce())
                .findings();
    }
}
