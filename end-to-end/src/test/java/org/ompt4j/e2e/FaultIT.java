package org.ompt4j.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.ompt4j.apps.agent.FaultApp;

/** Stack overflows, also inside hooks, do not change the application's behaviour, and the recorded trace can be read. */
class FaultIT {

    private static final List<String> SCENARIOS = List.of("stack-in-monitors stack-in-methods", "stack-unprepared");

    @ParameterizedTest(name = "{0}, {1}, {2}")
    @MethodSource("scenarios")
    void applicationGoesOnAsWithoutTheAgent(String scenario, Jdk jdk, Profile profile) throws Exception {
        goesOn(program(jdk, scenario), profile);
    }

    /** Asserts that the results of the program are those without the agent, and that its trace can be read. */
    static void goesOn(AppRun run, Profile profile) {
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
        return AppRun.of(FaultApp.class).on(jdk).arguments(scenario.split(" "));
    }

    static Stream<Arguments> scenarios() {
        return SCENARIOS.stream()
                .flatMap(scenario -> OnEveryJdkAndProfile.Combinations.all()
                        .map(each -> Arguments.of(scenario, each.get()[0], each.get()[1])));
    }
}
