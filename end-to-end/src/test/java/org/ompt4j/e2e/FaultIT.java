package org.ompt4j.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.ompt4j.apps.agent.FaultApp;

/** Errors that come up inside hooks too leave the application as it was, and what was recorded can be read. */
@Isolated("the heap is filled faster than it is emptied")
class FaultIT {

    /** What a small heap is to the program. */
    static final String HEAP = "-Xmx128m";

    @ParameterizedTest(name = "{0}, {1}, {2}")
    @MethodSource("scenarios")
    void applicationGoesOnAsWithoutTheAgent(String scenario, Jdk jdk, Profile profile) throws Exception {
        AppRun run = AppRun.of(FaultApp.class).on(jdk).jvm(HEAP).arguments(scenario.split(" "));

        ObservedRun observed = run.profile(profile).observedUnjudged();

        RunOutput plain = run.plain();
        assertThat(observed.output().stdout()).isEqualTo(plain.stdout());
        assertThat(observed.output().exitCode()).isEqualTo(plain.exitCode()).isZero();
        RunOutput report =
                CommandLineRun.run(jdk, "report", observed.traceFile().toString());
        assertThat(report.exitCode()).as(report.stderr()).isZero();
        assertThat(report.stdout()).contains(FaultApp.class.getName());
        assertThat(report.stdout()).doesNotContain("Recording stopped early");
        RunOutput check = CommandLineRun.run(jdk, "check", observed.traceFile().toString());
        assertThat(check.stdout()).doesNotContain("expected: a thread_end for every thread");
    }

    static Stream<Arguments> scenarios() {
        return Stream.of("stack-in-monitors stack-in-methods", "heap")
                .flatMap(scenario -> OnEveryJdkAndProfile.Combinations.all()
                        .map(each -> Arguments.of(scenario, each.get()[0], each.get()[1])));
    }
}
