package org.ompt4j.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import org.junit.jupiter.api.parallel.Isolated;
import org.ompt4j.apps.findings.CarrierWaitsApp;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.Member;

/** Virtual threads that get no carrier, since others compute on them. */
@AnotherRun
@Isolated("holds shares of time against what is known of them")
class CarrierWaitsFindingIT {
    private static final double TWO_PER_CENT = 0.02;

    @OnEveryJdk
    void virtualThreadWhoseSleepIsOverWaitsForACarrier(Jdk jdk) throws IOException {
        assumeTrue(jdk.major() == 21 || jdk.major() >= 25, "tells when a virtual thread can go on");
        ObservedRun run = AppRun.of(CarrierWaitsApp.class)
                .on(jdk)
                .jvm("-Djdk.virtualThreadScheduler.parallelism=1", "-Djdk.virtualThreadScheduler.maxPoolSize=1")
                .profile(Profile.DEFAULT)
                .observedOnce();

        long told = run.events().stream()
                .filter(each -> each.event() == Event.TASK_LATE && each.construct() == Construct.VIRTUAL_THREAD)
                .mapToLong(each -> each.value(Member.LATENESS))
                .sum();
        long late = Long.parseLong(Files.readString(run.directory().resolve(CarrierWaitsApp.FILE)));
        assertThat(told).isCloseTo(late, within((long) (TWO_PER_CENT * late)));
        ReportedRun report = ReportedRun.of(run);
        assertThat(report.findings())
                .containsPattern(
                        "Virtual threads waited [56]\\d\\d ms in all for a carrier after what they had waited for "
                                + "was over: \\d times?, once for [56]\\d\\d ms\\.")
                .containsPattern("What waited: CarrierWaitsApp\\.lambda\\$main\\$\\d 100\\.0 %\\.")
                .containsPattern("What their carriers ran meanwhile: CarrierWaitsApp\\.compute (100\\.0|9\\d\\.\\d) %");
        assertThat(report.section("Critical path")).doesNotContainPattern("[2-9]\\d\\d ms .* sleep at");
    }
}
