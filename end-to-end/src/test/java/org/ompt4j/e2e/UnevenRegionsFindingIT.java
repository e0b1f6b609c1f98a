package org.ompt4j.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.concurrent.TimeUnit;
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
        long longest = Measured.read(run.directory()).get("longest");

        assertThat(report.findings())
                .containsOnlyOnce("Uneven work: ")
                .containsPattern(
                        "Uneven work: the region at UnevenRegionsApp.main\\(UnevenRegionsApp.java:\\d+\\) took ")
                .containsPattern(
                        "the longest of [0-9.]+ m?s \\(elements 0 to \\d\\), and worked for [0-9.]+ m?s after all others had ended");
        long others = (elementsOfChunk(report.findings()) - 1) * UnevenRegionsApp.SHORT_MILLIS;
        report.assertTakes("the longest of ", longest + TimeUnit.MILLISECONDS.toNanos(others));
    }

    /** The number of elements in the chunk with the longest element. */
    private static long elementsOfChunk(String findings) {
        Matcher last = Pattern.compile("elements 0 to (\\d)").matcher(findings);
        assertThat(last.find()).as(findings).isTrue();
        return Long.parseLong(last.group(1)) + 1;
    }

    static AppRun program(Jdk jdk) {
        return AppRun.of(UnevenRegionsApp.class).on(jdk).profile(Profile.DEFAULT);
    }
}
