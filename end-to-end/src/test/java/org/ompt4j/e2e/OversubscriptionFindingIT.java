package org.ompt4j.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.ompt4j.e2e.ReportedRun.LEAST;
import static org.ompt4j.e2e.ReportedRun.MOST;
import static org.ompt4j.e2e.ReportedRun.between;

import java.io.IOException;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.parallel.Isolated;
import org.ompt4j.apps.Measured;
import org.ompt4j.apps.findings.OversubscriptionApp;

/** More threads work than there are processors. */
@AnotherRun
@Isolated("holds times against those of the program's own clock")
class OversubscriptionFindingIT {
    @OnEveryJdk
    void moreWorkersThanProcessorsAreTooMany(Jdk jdk) throws IOException {
        ObservedRun run = program(jdk).observedOnce();
        Map<String, Long> measured = Measured.read(run.directory());
        String findings = ReportedRun.of(run).findings();

        Matcher told = Pattern.compile("Oversubscription: more threads worked than there are processors for "
                        + "(?<number>[0-9.]+) (?<unit>us|ms|s), [0-9.]+ % of a run of [0-9.]+ m?s: up to \\d+ on \\d+ processors?\\.\n"
                        + " +All threads together worked .* in that time, (?<ofPool>[0-9.]+) (?<unitOfPool>us|ms|s) of it "
                        + "in pool-1 \\(made at OversubscriptionApp.main\\(OversubscriptionApp.java:\\d+\\)\\).*\n"
                        + " +[0-9.]+ m?s: task in OversubscriptionApp.lambda\\$main\\$\\d+\\.")
                .matcher(findings);
        assertThat(told.find()).as(findings).isTrue();
        double all = between(measured, "all", "ended");
        assertThat(ReportedRun.nanos(told.group("number"), told.group("unit"))).isGreaterThan(all * LEAST);
        assertThat(ReportedRun.nanos(told.group("ofPool"), told.group("unitOfPool")))
                .isGreaterThan(OversubscriptionApp.WORKERS * all * LEAST)
                .isLessThan(OversubscriptionApp.WORKERS * between(measured, "first", "last") * MOST);
    }

    static AppRun program(Jdk jdk) {
        return AppRun.of(OversubscriptionApp.class).on(jdk).profile(Profile.DEFAULT);
    }
}
