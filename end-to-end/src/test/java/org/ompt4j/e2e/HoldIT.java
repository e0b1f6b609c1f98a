package org.ompt4j.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Order;
import org.ompt4j.apps.agent.HoldApp;

/** The report says correctly what the holders of a lock did, for a program in which this is known. */
@AnotherRun
@Order(2)
class HoldIT {
    private static final String APP = HoldApp.class.getName();

    /** A sleep can be shorter than requested by this time. */
    private static final long SLACK_NANOS = 3_000_000;

    @OnEveryJdk
    void whatHoldersDidIsSaidWhoeverReleased(Jdk jdk) throws IOException {
        assertHolds(run(jdk, "platform", Profile.DEFAULT));
    }

    @OnEveryJdk
    void whatHoldersDidIsSaidWhereEveryOperationIsTold(Jdk jdk) throws IOException {
        JsonNode report = run(jdk, "platform", Profile.FULL);

        assertHolds(report);
        assertComputes(report, "In the hold", "computesInMonitor");
    }

    @OnEveryJdk
    void whatVirtualThreadsThatHeldALockDidIsSaid(Jdk jdk) throws IOException {
        Assumptions.assumeTrue(jdk.hasVirtualThreads(), "has virtual threads");

        assertHolds(run(jdk, "virtual", Profile.DEFAULT));
    }

    @OnEveryJdk
    void whoHadAMonitorAtFirstIsSaidToHaveComputedMeanwhile(Jdk jdk) throws IOException {
        Assumptions.assumeTrue(JvmMonitorsIT.hasLibrary(), "the build had a C compiler for this machine");

        assertComputes(run(jdk, "platform", Profile.DEFAULT), "Meanwhile", "computesInMonitor");
    }

    private static JsonNode run(Jdk jdk, String threads, Profile profile) throws IOException {
        return ProfileIT.json(AppRun.of(HoldApp.class)
                .on(jdk)
                .arguments(threads)
                .profile(profile)
                .with("tool", "profile")
                .observedOnce()
                .traceFile());
    }

    private static void assertHolds(JsonNode report) {
        assertComputes(report, "In the hold", "computes");
        assertWaits(report, "sleep at HoldApp\\.sleeps\\(HoldApp\\.java:\\d+\\)", "wait_sleep", "sleeps");
        // The event has no call site; the method comes from a stack that was taken during the wait.
        assertWaits(report, "io in HoldApp\\.reads", "wait_io", "reads");
    }

    /** Asserts that most of the hold is work, and that most of its samples are in the method. */
    private static void assertComputes(JsonNode report, String when, String method) {
        JsonNode share = share(
                report,
                when + ": HoldApp\\." + method + " in [0-9]+( %)?( and \\S+ in [0-9]+( %)?)? of [0-9,]+ samples?\\.");
        JsonNode hold = share.get("in_hold");
        assertThat(hold.get("worked_ns").asLong()).isGreaterThan(hold.get("ns").asLong() / 2);
        assertThat(hold.at("/code/0/name").asText()).isEqualTo(APP + "." + method);
        assertThat(hold.at("/code/0/samples").asLong())
                .isGreaterThan(hold.get("samples").asLong() / 2);
    }

    /** Asserts that the holder waited at least as long as the program did. */
    private static void assertWaits(JsonNode report, String said, String state, String method) {
        JsonNode wait = share(report, "In the hold: " + said + " [0-9.]+ %[.,]").at("/in_hold/waits/0");
        assertThat(wait.get("state").asText()).isEqualTo(state);
        assertThat(wait.get("at").asText()).startsWith(APP + "." + method);
        assertThat(wait.get("ns").asLong()).isGreaterThanOrEqualTo(HoldApp.HELD_NANOS - SLACK_NANOS);
    }

    /** The JSON of the part of a wait for which the findings have this text after the holder. */
    private static JsonNode share(JsonNode report, String said) {
        Pattern pattern = Pattern.compile(said);
        for (JsonNode finding : report.get("findings")) {
            JsonNode details = finding.get("details");
            for (int i = 0; i < details.size(); i++) {
                if (pattern.matcher(details.get(i).asText()).find()) {
                    return finding.get("shares").get(i);
                }
            }
        }
        throw new AssertionError(said + " is not said in " + report.get("findings"));
    }
}
