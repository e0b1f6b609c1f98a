package org.ompt4j.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.parallel.Isolated;
import org.ompt4j.apps.Measured;
import org.ompt4j.apps.findings.UnevenRegionsApp;

/** A stream whose work is not evenly divided. */
@AnotherRun
@Isolated("holds times against those of the program's own clock")
class UnevenRegionsFindingIT {
    @OnEveryJdk
    void longestElementMakesAStreamUneven(Jdk jdk) throws IOException {
        ObservedRun run = program(jdk).observedOnce();
        ReportedRun report = ReportedRun.of(run);
        Map<String, Long> measured = Measured.read(run.directory());

        assertThat(report.findings())
                .containsOnlyOnce("Uneven work: ")
                .containsPattern(
                        "Uneven work: the region at UnevenRegionsApp.run\\(UnevenRegionsApp.java:\\d+\\) took ")
                .containsPattern(
                        "the longest of [0-9.]+ m?s \\(elements 0 to \\d\\), and worked for [0-9.]+ m?s after all others had ended");
        int last = lastOfChunk(report.findings());
        report.assertTakes(
                "the longest of ",
                measured.get(UnevenRegionsApp.atLeast(last)),
                measured.get(UnevenRegionsApp.atMost(last)));
    }

    /** The last element in the chunk of the longest element. */
    private static int lastOfChunk(String findings) {
        Matcher last = Pattern.compile("elements 0 to (\\d)").matcher(findings);
        assertThat(last.find()).as(findings).isTrue();
        return Integer.parseInt(last.group(1));
    }

    static AppRun program(Jdk jdk) {
        return AppRun.of(UnevenRegionsApp.class).on(jdk).profile(Profile.DEFAULT);
    }
}
