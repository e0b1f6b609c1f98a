package org.ompt4j.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.ompt4j.apps.defined.DefinedApp;
import org.ompt4j.apps.executor.CompletableFutureApp;
import org.ompt4j.apps.executor.FutureTaskApp;
import org.ompt4j.apps.forkjoin.ForkJoinTaskApp;
import org.ompt4j.apps.real.EjmlApp;
import org.ompt4j.apps.real.H2App;
import org.ompt4j.apps.real.JTransformsApp;
import org.ompt4j.apps.real.LuceneApp;
import org.ompt4j.apps.thread.ThreadApp;

/**
 * The rules of order hold while programs run. Two tools check this at the same time: the conformance tool of the agent, and {@code
 * examples/check-callbacks}, which uses OMPT only.
 */
@Order(1)
class ConformanceToolIT {

    private static final String NO_VIOLATION =
            "ompt4j: conformance: [1-9]\\d* events on [1-9]\\d* threads, \\d+ rules, no violation";

    /** Rules that a program seems to violate, since OMPT does not report everything. */
    private static final Map<Class<?>, String> EXEMPT =
            // Waits that end by a timeout or an interrupt.
            Map.of(
                    ThreadApp.class,
                    "JOINED",
                    FutureTaskApp.class,
                    "JOINED",
                    CompletableFutureApp.class,
                    "JOINED",
                    ForkJoinTaskApp.class,
                    "JOINED");

    private static final String FINDING = "check-callbacks:   ";
    private static final Pattern BROKEN_RULE = Pattern.compile("check-callbacks: (\\w+) \\d+ times: .*");
    private static final Pattern SUM = Pattern.compile("check-callbacks: [1-9]\\d* callbacks, \\d+ rules, .*");

    @TempDir
    static Path folder;

    private static Path example;

    @BeforeAll
    static void packTheExample() throws IOException {
        example = ToolJar.ofExample("check-callbacks", folder.resolve("check-callbacks.jar"));
    }

    @ParameterizedTest(name = "{0}, {1}")
    @MethodSource("jdksAndProfiles")
    void everyRuleHoldsWhileProgramsOfConstructsRun(Jdk jdk, Profile profile) {
        Stream<Class<?>> programs = Stream.concat(ConstructPrograms.ALL.stream(), ConstructPrograms.OTHERS.stream());
        holdsEveryRule(
                inTurn(jdk, programs.filter(each -> !EXEMPT.containsKey(each)))
                        .with("constructs", "[all,atomic,fence]"),
                profile);
    }

    static Stream<Arguments> jdksAndProfiles() {
        return Jdks.all().stream()
                .flatMap(jdk -> Stream.of(Profile.DEFAULT, Profile.FULL).map(profile -> Arguments.of(jdk, profile)));
    }

    /** Runs programs in one JVM. Programs that are exempt from a rule run separately, so that others are not exempt. */
    private static AppRun inTurn(Jdk jdk, Stream<? extends Class<?>> programs) {
        return ConstructPrograms.inTurn(programs).on(jdk);
    }

    @ParameterizedTest(name = "{0}, {1}, {2}")
    @MethodSource("exemptions")
    void everyOtherRuleHoldsWhileExemptProgramsRun(String exempt, Jdk jdk, Profile profile) {
        Stream<Class<?>> programs =
                EXEMPT.keySet().stream().filter(each -> EXEMPT.get(each).equals(exempt));
        holdsEveryRuleBut(exempt, inTurn(jdk, programs).jvm(ForkedJvm.BRIEF), profile);
    }

    static Stream<Arguments> exemptions() {
        return EXEMPT.values().stream()
                .distinct()
                .flatMap(rule -> jdksAndProfiles().map(each -> Arguments.of(rule, each.get()[0], each.get()[1])));
    }

    @ParameterizedTest(name = "{0}, {1}")
    @MethodSource("jdksAndProfiles")
    void everyRuleHoldsWhileRealProgramsRun(Jdk jdk, Profile profile) {
        // RealProgramsIT runs these programs with the second compiler.
        holdsEveryRule(
                inTurn(jdk, Stream.of(EjmlApp.class, LuceneApp.class, H2App.class, JTransformsApp.class))
                        .jvm(ForkedJvm.BRIEF),
                profile);
    }

    @OnEveryJdk
    void everyRuleHoldsForDefinedConstructs(Jdk jdk) {
        holdsEveryRule(DefinedIT.everythingDefined(AppRun.of(DefinedApp.class).on(jdk)), Profile.FULL);
    }

    private static void holdsEveryRule(AppRun program, Profile profile) {
        holdsEveryRuleBut("", program, profile);
    }

    private static void holdsEveryRuleBut(String exempt, AppRun program, Profile profile) {
        AppRun run = program.profile(profile).tools(example).with("tool=conformance,tools=all");

        ObservedRun observed = run.observedUnjudged();

        RunOutput output = observed.output();
        List<String> said = output.agentLines();
        if (profile == Profile.DEFAULT) {
            // With these settings not every use of a mutex is reported, which some rules need.
            assertThat(said).first().asString().endsWith("need: M3 M4 M5");
            said = said.subList(1, said.size());
        }
        assertThat(said).as("%s", observed).singleElement().asString().matches(NO_VIOLATION);
        assertThat(output.exitCode()).isZero();
        assertThat(output.stdout()).isEqualTo(run.plain().stdout());
        judgeByTheExample(observed, exempt);
    }

    private static void judgeByTheExample(ObservedRun observed, String exempt) {
        List<String> lines = observed.output().otherStderrLines();
        assertThat(lines).as("%s", observed).last().asString().matches(SUM);
        List<String> found = new ArrayList<>();
        String rule = "";
        for (String line : lines) {
            Matcher broken = BROKEN_RULE.matcher(line);
            if (broken.matches()) {
                rule = broken.group(1);
            } else if (line.startsWith(FINDING) && !rule.equals(exempt)) {
                found.add(line);
            }
        }
        assertThat(found).as("%s%n%s", observed, String.join("\n", lines)).isEmpty();
    }
}
