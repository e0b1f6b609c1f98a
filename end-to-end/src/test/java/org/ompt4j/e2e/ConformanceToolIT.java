package org.ompt4j.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.ompt4j.apps.defined.DefinedApp;
import org.ompt4j.apps.lock.ReentrantLockApp;
import org.ompt4j.apps.real.EjmlApp;
import org.ompt4j.apps.real.LuceneApp;

/** The rules of order hold while programs run, as a tool with callbacks sees them. */
class ConformanceToolIT {

    private static final String NO_VIOLATION =
            "ompt4j: conformance: [1-9]\\d* events on [1-9]\\d* threads, \\d+ rules, no violation";

    static Stream<Arguments> programs() {
        return Jdks.all().stream()
                .flatMap(jdk -> Stream.concat(ConstructPrograms.ALL.stream(), Stream.of(EjmlApp.class, LuceneApp.class))
                        .map(app -> Arguments.of(app.getSimpleName(), jdk, app)));
    }

    @ParameterizedTest(name = "{0}, {1}")
    @MethodSource("programs")
    void everyRuleHoldsWhileTheProgramRuns(String name, Jdk jdk, Class<?> app) {
        holdsEveryRule(AppRun.of(app).on(jdk));
    }

    @OnEveryJdk
    void everyRuleHoldsForDefinedConstructs(Jdk jdk) {
        holdsEveryRule(DefinedIT.everythingDefined(AppRun.of(DefinedApp.class).on(jdk)));
    }

    private static void holdsEveryRule(AppRun program) {
        AppRun run = program.profile(Profile.FULL).with("tool", "conformance");

        RunOutput output = run.observedUnjudged().output();

        assertThat(output.agentLines()).singleElement().asString().matches(NO_VIOLATION);
        assertThat(output.exitCode()).isZero();
        assertThat(output.stdout()).isEqualTo(run.plain().stdout());
    }

    @OnEveryJdk
    void judgesInTheDefaultProfileWhatIsPromisedThere(Jdk jdk) {
        RunOutput output = AppRun.of(ReentrantLockApp.class)
                .on(jdk)
                .with("tool", "conformance")
                .observedUnjudged()
                .output();

        assertThat(output.agentLines()).hasSize(2);
        assertThat(output.agentLines().get(0)).endsWith("need: M3 M4 M5");
        assertThat(output.agentLines().get(1)).matches(NO_VIOLATION);
    }
}
