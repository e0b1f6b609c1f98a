package org.ompt4j.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.parallel.Isolated;
import org.ompt4j.apps.Measured;
import org.ompt4j.apps.findings.MutualWaitsApp;

/** Threads that share too few connections. */
@AnotherRun
@Isolated("holds times against those of the program's own clock")
class MutualWaitsFindingIT {
    private static final String IN_THE_QUEUE = "in ArrayBlockingQueue #\\d+ at MutualWaitsApp\\$Shared\\.take\\(";

    @OnEveryJdk
    void threadsThatShareTooFewConnectionsWaitForOneAnother(Jdk jdk) throws IOException {
        assertTold(program(jdk).observedOnce(), IN_THE_QUEUE);
    }

    /** A thread that returns a connection queues behind threads that wait, the next of which has been woken. */
    @OnEveryJdk
    void connectionsThatAreHandedOutInTurnAreAsFew(Jdk jdk) throws IOException {
        assertTold(program(jdk).arguments(MutualWaitsApp.FAIR).observedOnce(), IN_THE_QUEUE);
    }

    /** A thread that returns a connection gives it to the thread that has asked first. */
    @OnEveryJdk
    void connectionsThatEachThreadParksForAreAsFew(Jdk jdk) throws IOException {
        assertTold(
                program(jdk).arguments(MutualWaitsApp.ALONE).observedOnce(), "at MutualWaitsApp\\$Request\\.answer\\(");
    }

    private static void assertTold(ObservedRun run, String where) throws IOException {
        ReportedRun report = ReportedRun.of(run);

        report.assertTakes(
                MutualWaitsApp.USERS + " threads waited for one another " + where + "MutualWaitsApp\\.java:\\d+\\), ",
                MutualWaitsApp.LEAST_WAITED_NANOS,
                Measured.read(run.directory()).get("waited"));
        assertThat(report.findings())
                // One more thread waits for a moment: it has a connection again but does not run yet.
                .containsPattern(" at least one of them waited, [" + (MutualWaitsApp.USERS - MutualWaitsApp.CONNECTIONS)
                        + (MutualWaitsApp.USERS - MutualWaitsApp.CONNECTIONS + 1) + "] at a time at most\\.")
                .containsPattern("\n    [0-9.]+ (ms|s): sleep at MutualWaitsApp\\.use\\(")
                .contains("If they share something, as connections of a pool, try to have more of it")
                .doesNotContain("The other side is slower");
    }

    static AppRun program(Jdk jdk) {
        return AppRun.of(MutualWaitsApp.class).on(jdk).profile(Profile.DEFAULT);
    }
}
