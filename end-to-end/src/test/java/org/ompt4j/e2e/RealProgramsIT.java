package org.ompt4j.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.ompt4j.apps.kernel.MatrixKernelApp;
import org.ompt4j.apps.real.EjmlApp;
import org.ompt4j.apps.real.H2App;
import org.ompt4j.apps.real.JTransformsApp;
import org.ompt4j.apps.real.LuceneApp;

/** Programs that nobody here wrote do under the agent what they do without it, and their traces can be reported. */
class RealProgramsIT {

    @ParameterizedTest(name = "{0}, {1}, {2}")
    @MethodSource("programs")
    void programRunsAsItDoesWithoutTheAgent(String name, Jdk jdk, Profile profile, Class<?> program) throws Exception {
        ObservedRun run = AppRun.of(program).on(jdk).profile(profile).observed();

        RunOutput report = CommandLineRun.run(jdk, "report", run.traceFile().toString());
        assertThat(report.exitCode()).as(report.stderr()).isZero();
        assertThat(report.stdout()).contains(program.getName());
    }

    static Stream<Arguments> programs() {
        return Stream.of(EjmlApp.class, JTransformsApp.class, LuceneApp.class, H2App.class, MatrixKernelApp.class)
                .flatMap(program -> OnEveryJdkAndProfile.Combinations.all()
                        .map(each -> Arguments.of(program.getSimpleName(), each.get()[0], each.get()[1], program)));
    }
}
