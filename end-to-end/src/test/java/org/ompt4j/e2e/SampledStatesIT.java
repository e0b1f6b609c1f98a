package org.ompt4j.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import org.ompt4j.apps.inquiry.WaitStatesApp;
import org.ompt4j.ompt.State;

/**
 * What a tool reads of all threads, a thousand times a second, is what the trace of the same run tells, outside of 50 microseconds
 * around each transition.
 */
@AnotherRun
@Isolated("samples are compared with transitions to the microsecond")
class SampledStatesIT {

    /**
     * The wait states that mapped constructs can bring a thread into. Not among them: {@code wait_barrier_implicit_workshare} (the
     * encountering thread alone is in that barrier, and never waits there), {@code wait_ordered} and {@code wait_atomic} (nobody ever
     * waits), {@code wait_queue}, {@code wait_park} and {@code wait_io}, which have tests of
     * their own.
     */
    private static final List<State> REACHABLE_WAITS = List.of(
            State.WAIT_BARRIER_IMPLICIT_PARALLEL,
            State.WAIT_BARRIER_EXPLICIT,
            State.WAIT_BARRIER_IMPLEMENTATION,
            State.WAIT_TASKWAIT,
            State.WAIT_TASKGROUP,
            State.WAIT_LOCK,
            State.WAIT_CRITICAL,
            State.WAIT_CONDITION,
            State.WAIT_SLEEP);

    private static final int SAMPLES_OF_EACH = 100;
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
        assertThat(REACHABLE_WAITS)
                .as("%s", states)
                .allSatisfy(each -> assertThat(states.agreeing)
                        .hasEntrySatisfying(each, count -> assertThat(count).isGreaterThanOrEqualTo(SAMPLES_OF_EACH)));
        assertThat(states.agreeing)
                .containsKeys(State.IDLE, State.WORK_SERIAL, State.WORK_PARALLEL, State.WORK_REDUCTION);
    }

    @OnEveryJdk
    void statesAreThereWhenNobodyHearsOfEvents(Jdk jdk) throws Exception {
        ObservedRun run = SamplingTool.in(AppRun.of(WaitStatesApp.class).on(jdk), samplingTool, true)
                .with("tool", "none")
                .observedUnjudged();

        assertThat(run.output().exitCode()).as(run.output().stderr()).isZero();
        Map<State, Integer> counts = SampledStates.count(run.directory());
        assertThat(REACHABLE_WAITS)
                .as("%s", counts)
                .allSatisfy(each -> assertThat(counts)
                        .hasEntrySatisfying(each, count -> assertThat(count).isGreaterThanOrEqualTo(SAMPLES_OF_EACH)));
        assertThat(counts).containsKeys(State.IDLE, State.WORK_SERIAL, State.WORK_PARALLEL, State.WORK_REDUCTION);
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
