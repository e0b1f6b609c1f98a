package org.ompt4j.e2e;

import static org.ompt4j.e2e.TraceAssert.assertThat;

import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.assertj.core.api.Assertions;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.TestInfo;
import org.ompt4j.catalog.Shows;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.Member;
import org.ompt4j.ompt.MutexImpl;
import org.ompt4j.ompt.MutexKind;
import org.ompt4j.ompt.RaisedEvents;
import org.ompt4j.ompt.SyncRegionKind;
import org.ompt4j.ompt.WorkType;
import org.ompt4j.tools.read.TraceEvent;

/**
 * The tests that hold for every construct. An {@code XMappingIT} extends this class, names its construct and its program, and adds the events that it
 * expects. In addition {@link AppRun#observed} checks every run.
 */
abstract class ConstructContract {
    /** A trace without samples does not ask for it; {@link ProcessorTimeIT} has one with. */
    static final Event ONLY_WITH_SAMPLES = Event.TASK_CPU_TIME;

    private final Set<String> inFull = new HashSet<>();
    private boolean hasRun;

    /** The construct under test. */
    abstract Construct construct();

    /** The program that uses it in every way there is. */
    abstract Class<?> app();

    /** A brief run of the program: {@link ConformanceToolIT} holds it against the rules with all that compilers do to it. */
    final AppRun program(Jdk jdk) {
        return AppRun.of(app()).on(jdk).jvm(ForkedJvm.BRIEF);
    }

    /**
     * What came of some of the program's scenarios in the profile {@code full}, without any of all: the part of the one run of all of them, which every
     * construct's test has anyway.
     */
    final ObservedRun full(Jdk jdk, String... scenarios) {
        ObservedRun run = onRequest(jdk).profile(Profile.FULL).observedOnce();
        note(run, scenarios);
        return run.part(scenarios);
    }

    /** A run of its own of some of the program's scenarios in the profile {@code full}: where it matters what else the JVM has run, or at another scale. */
    final ObservedRun fullApart(Jdk jdk, String... arguments) {
        ObservedRun run =
                onRequest(jdk).profile(Profile.FULL).arguments(arguments).observedOnce();
        note(run, arguments);
        return run;
    }

    private void note(ObservedRun run, String... scenarios) {
        hasRun = true;
        List<String> names = scenarios.length > 0
                ? List.of(scenarios)
                : run.output()
                        .stdout()
                        .lines()
                        .map(line -> line.replaceFirst(":.*", ""))
                        .toList();
        inFull.addAll(names);
    }

    /** Some of the program's scenarios in the profile {@code default}, and in {@code full}. */
    final List<ObservedRun> usualAndFull(Jdk jdk, String... scenarios) {
        return List.of(usual(jdk, scenarios), full(jdk, scenarios));
    }

    /** Where the JDK has no such construct, a test runs nothing. */
    @AfterEach
    void hasRunInFullWhatItShows(TestInfo test) {
        Method method = test.getTestMethod().orElseThrow();
        if (hasRun) {
            for (Shows each : method.getAnnotationsByType(Shows.class)) {
                Assertions.assertThat(inFull)
                        .as("scenarios that %s has run in the profile full", method.getName())
                        .contains(each.in());
            }
        }
    }

    /** Of a construct that is observed on request only, one that asks for it. */
    private AppRun onRequest(Jdk jdk) {
        AppRun run = program(jdk).scenarioTimes();
        return construct().has(Construct.Trait.ON_REQUEST)
                ? run.with("constructs", "[all," + construct().id() + "]")
                : run;
    }

    /** The same as {@link #full} in the profile {@code default}. */
    final ObservedRun usual(Jdk jdk, String... scenarios) {
        hasRun = true;
        return onRequest(jdk).observedOnce().part(scenarios);
    }

    /** The same as {@link #fullApart} in the profile {@code default}. */
    final ObservedRun usualApart(Jdk jdk, String... arguments) {
        hasRun = true;
        return onRequest(jdk).arguments(arguments).observedOnce();
    }

    /** In {@code states}, where no events say what came of which program, {@link QuietIT} runs all of them in one JVM. */
    @OnEveryJdk
    void programRunsAsItDoesWithoutTheAgent(Jdk jdk) {
        for (Profile profile : List.of(Profile.DEFAULT, Profile.FULL)) {
            onRequest(jdk).profile(profile).observedOnce();
        }
    }

    @OnEveryJdk
    void staysSilentWhenExcluded(Jdk jdk) {
        assertThat(excluded(jdk)).of(construct()).isSilent();
    }

    /** A run of the whole program in which everything but this construct is observed. */
    final ObservedRun excluded(Jdk jdk) {
        return program(jdk)
                .profile(Profile.FULL)
                .with("constructs", "[all,-" + construct().id() + "]")
                .observed();
    }

    /** What the construct raises but its program cannot make it raise, each event with the reason. */
    Map<Event, String> outOfReach(Jdk jdk) {
        return Map.of();
    }

    @OnEveryJdk
    void raisesWhatItIsSaidToRaiseAndNothingElse(Jdk jdk) {
        RaisedEvents said = construct().raised();
        List<TraceEvent> raised = full(jdk).events().stream()
                .filter(each -> each.construct() == construct() && each.event() != null)
                .toList();
        Assertions.assertThat(said.events()).containsAll(outOfReach(jdk).keySet());

        Set<Event> expected = EnumSet.copyOf(said.events());
        expected.removeAll(outOfReach(jdk).keySet());
        expected.remove(ONLY_WITH_SAMPLES);
        Assertions.assertThat(all(raised, TraceEvent::event)).isEqualTo(expected);
        Assertions.assertThat(all(raised, TraceEvent::syncKind))
                .isEqualTo(filtered(SyncRegionKind.values(), said::contains));
        Assertions.assertThat(all(raised, each -> (WorkType) each.enumerator(Member.WSTYPE)))
                .isEqualTo(filtered(WorkType.values(), said::contains));
        Assertions.assertThat(all(raised, TraceEvent::mutexKind))
                .isEqualTo(filtered(MutexKind.values(), said::contains));
        Assertions.assertThat(all(raised, TraceEvent::impl)).isEqualTo(filtered(MutexImpl.values(), said::contains));
    }

    private static <T> Set<T> all(List<TraceEvent> events, Function<TraceEvent, @Nullable T> member) {
        return events.stream().map(member).filter(Objects::nonNull).collect(Collectors.toSet());
    }

    private static <T> Set<T> filtered(T[] values, Predicate<T> included) {
        return Arrays.stream(values).filter(included).collect(Collectors.toSet());
    }
}
