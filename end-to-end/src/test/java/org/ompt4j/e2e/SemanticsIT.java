package org.ompt4j.e2e;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.ompt4j.apps.semantics.BarrierSemanticsApp;
import org.ompt4j.apps.semantics.ExecutorSemanticsApp;
import org.ompt4j.apps.semantics.ForkJoinSemanticsApp;
import org.ompt4j.apps.semantics.FutureSemanticsApp;
import org.ompt4j.apps.semantics.GeneratedProgramApp;
import org.ompt4j.apps.semantics.LockSemanticsApp;
import org.ompt4j.apps.semantics.MonitorSemanticsApp;
import org.ompt4j.apps.semantics.StreamSemanticsApp;

/** The constructs of java.util.concurrent keep their promises under the agent, used rightly or wrongly. */
class SemanticsIT {

    @ParameterizedTest(name = "{0}, {1}, {2}")
    @MethodSource("programs")
    void answersAreThoseOfARunWithoutTheAgent(String name, Jdk jdk, Profile profile, Class<?> program) {
        AppRun.of(program).on(jdk).profile(profile).observed();
    }

    static final List<Class<?>> PROGRAMS = List.of(
            LockSemanticsApp.class,
            MonitorSemanticsApp.class,
            BarrierSemanticsApp.class,
            ForkJoinSemanticsApp.class,
            ExecutorSemanticsApp.class,
            FutureSemanticsApp.class,
            StreamSemanticsApp.class,
            GeneratedProgramApp.class);

    static Stream<Arguments> programs() {
        return PROGRAMS.stream()
                .flatMap(program -> OnEveryJdkAndProfile.Combinations.all()
                        .map(each -> Arguments.of(program.getSimpleName(), each.get()[0], each.get()[1], program)));
    }
}
