package org.ompt4j.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import org.ompt4j.apps.inquiry.WaitStatesApp;

/**
 * The states that a tool reads of all threads, a thousand times a second, agree with the trace of the same run, except for 50 microseconds around
 * each transition.
 */
@AnotherRun
@Isolated("samples are compared with transitions to the microsecond")
class SampledStatesIT {

    private static final double MOST_HALF_WAY = 0.005;
    private static final double MOST_INTERRUPTED = 0.1;
    private static final double MOST_NEAR_TRANSITIONS = 0.25;

    @TempDir
    static Path folder;

    private static Path samplingTool;

    @BeforeAll
    static void makeTheTool() throws IOException {
        samplingTool = SamplingTool.make(folder);
    }

    @OnEveryJdk
    void everySampleAgreesWithTheTraceInTheDefaultProfile(Jdk jdk) throws Exception {
        judge(run(jdk, Profile.DEFAULT, "native=off"));
    }

    @OnEveryJdk
    void everySampleAgreesWithTheTraceWhereTheJvmTellsOfMonitors(Jdk jdk) throws Exception {
        judge(run(jdk, Profile.DEFAULT, "native=auto"));
    }

    @OnEveryJdk
    void everySampleAgreesWithTheTraceInTheFullProfile(Jdk jdk) throws Exception {
        judge(run(jdk, Profile.FULL, "native=off"));
    }

    private static void judge(SampledStates states) {
        assertThat(states.disagreements).as("%s", states).isEmpty();
        assertThat(states.halfWay.size()).as("%s", states).isLessThan((int) (MOST_HALF_WAY * states.judged));
        assertThat(states.interrupted).as("%s", states).isLessThan((int) (MOST_INTERRUPTED * states.taken));
        assertThat(states.nearTransitions).as("%s", states).isLessThan((int) (MOST_NEAR_TRANSITIONS * states.taken));
        SampledStates.assertEveryStateIsFound(states.agreeing, states);
    }

    private static SampledStates run(Jdk jdk, Profile profile, String setting) throws Exception {
        ObservedRun run = SamplingTool.in(AppRun.of(WaitStatesApp.class).on(jdk), samplingTool, false)
                .with("tools=all,tool=trace," + setting)
                .profile(profile)
                .observedUnjudged();
        RunOutput output = run.output();
        run.judge(new RunOutput(0, output.stdout(), output.stderr()));
        SampledStates states = new SampledStates(run.directory(), run.events());
        Files.writeString(
                run.directory().resolve("agreement"),
                states + "\nhalf way:\n"
                        + states.halfWay.stream().map(Object::toString).collect(Collectors.joining("\n", "", "\n")));
        return states;
    }
}
