package org.ompt4j.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.ompt4j.e2e.ExpectedEvent.mutexReleased;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.ompt4j.apps.agent.FaultApp;
import org.ompt4j.apps.agent.OverloadApp;
import org.ompt4j.ompt.MutexKind;

/** Errors that come up inside hooks too leave the application as it was, and what was recorded can be read. */
@Isolated("the heap is filled faster than it is emptied")
class FaultIT {

    /** What a small heap is to the program. */
    static final String HEAP = "-Xmx128m";

    private static final List<String> SCENARIOS =
            List.of("stack-in-monitors stack-in-methods", "stack-unprepared", "heap");

    @ParameterizedTest(name = "{0}, {1}, {2}")
    @MethodSource("scenarios")
    void applicationGoesOnAsWithoutTheAgent(String scenario, Jdk jdk, Profile profile) throws Exception {
        AppRun run = program(jdk, scenario);

        ObservedRun observed = run.profile(profile).observedUnjudged();

        RunOutput plain = run.plain();
        assertThat(observed.output().stdout()).isEqualTo(plain.stdout());
        assertThat(observed.output().exitCode()).isEqualTo(plain.exitCode()).isZero();
        RunOutput report = CommandLineRun.here("report", observed.traceFile().toString());
        assertThat(report.exitCode()).as(report.stderr()).isZero();
        assertThat(report.stdout()).contains(FaultApp.class.getName());
        assertThat(report.stdout()).doesNotContain("Recording stopped early");
        RunOutput check = CommandLineRun.here("check", observed.traceFile().toString());
        assertThat(check.stdout()).doesNotContain("expected: a thread_end for every thread");
    }

    private static AppRun program(Jdk jdk, String scenario) {
        return AppRun.of(FaultApp.class).on(jdk).jvm(HEAP).arguments(scenario.split(" "));
    }

    /** What is compared with runs without the agent. */
    static Stream<AppRun> programs(Jdk jdk) {
        return SCENARIOS.stream().map(each -> program(jdk, each));
    }

    static Stream<Arguments> scenarios() {
        return SCENARIOS.stream()
                .flatMap(scenario -> OnEveryJdkAndProfile.Combinations.all()
                        .map(each -> Arguments.of(scenario, each.get()[0], each.get()[1])));
    }

    @OnEveryJdk
    void jvmThatExitsForWantOfHeapLeavesAllThatHappenedBefore(Jdk jdk) throws Exception {
        endsForWantOfHeap(jdk, "-XX:+ExitOnOutOfMemoryError");
    }

    @OnEveryJdk
    void jvmThatCrashesForWantOfHeapLeavesAllThatHappenedBefore(Jdk jdk) throws Exception {
        endsForWantOfHeap(jdk, "-XX:+CrashOnOutOfMemoryError");
    }

    @OnEveryJdk
    void traceIsFinishedWhereTheHeapHasNoRoomForTheStacksOfAllThreads(Jdk jdk) throws Exception {
        AppRun app = AppRun.of(OverloadApp.class)
                .on(jdk)
                .jvm("-Xmx40m")
                .arguments("full-heap")
                .profile(Profile.FULL);

        // What fails for want of heap on the way there is counted.
        ObservedRun run = app.observedUnjudged();

        assertThat(run.output().exitCode()).isEqualTo(app.plain().exitCode()).isZero();
        assertThat(run.output().stdout()).contains("locked " + OverloadApp.LOCKED);
        assertThat(run.trace().losses().finished()).isTrue();
        assertThat(run.violations()).isEmpty();
        TraceAssert.assertThat(run).has(OverloadApp.LOCKED, mutexReleased(MutexKind.NEST_LOCK));
    }

    private static void endsForWantOfHeap(Jdk jdk, String how) throws Exception {
        AppRun app = AppRun.of(OverloadApp.class)
                .on(jdk)
                .jvm("-Xmx32m", "-XX:-CreateCoredumpOnCrash", how)
                .arguments("heap-error")
                .profile(Profile.FULL);

        ObservedRun run = app.observedUnjudged();

        assertThat(run.output().exitCode()).isEqualTo(app.plain().exitCode()).isNotZero();
        assertThat(run.output().stdout()).startsWith("locked " + OverloadApp.LOCKED);
        assertThat(run.trace().losses().finished()).isFalse();
        assertThat(run.trace().losses().droppedEvents()).isZero();
        assertThat(run.violations()).isEmpty();
        TraceAssert.assertThat(run).has(OverloadApp.LOCKED, mutexReleased(MutexKind.NEST_LOCK));
        assertThat(CommandLineRun.here("report", run.traceFile().toString()).exitCode())
                .isZero();
    }
}
