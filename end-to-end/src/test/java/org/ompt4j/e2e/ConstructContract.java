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
    /** This event occurs only in traces with samples; {@link ProcessorTimeIT} tests it. */
    static final Event ONLY_WITH_SAMPLES = Event.TASK_CPU_TIME;

    private final Set<String> inFull = new HashSet<>();
    private boolean hasRun;

    /** The construct under test. */
    abstract Construct construct();

    /** The program that uses the construct in all its ways. */
    abstract Class<?> app();

    /** A run of the program that compiles little; {@link ConformanceToolIT} runs it with all compilers. */
    final AppRun program(Jdk jdk) {
        return AppRun.of(app()).on(jdk).jvm(ForkedJvm.BRIEF);
    }

    /**
     * The events of some scenarios, or without arguments of all, in the profile {@code full}: a part of the run of all scenarios that each construct's
     * test has.
     */
    final ObservedRun full(Jdk jdk, String... scenarios) {
        ObservedRun run = onRequest(jdk).profile(Profile.FULL).observedOnce();
        note(run, scenarios);
        return run.part(scenarios);
    }

    /** A separate run of some scenarios in the profile {@code full}: for another scale, or if it matters what else the JVM has run. */
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

    /** Some scenarios in the profile {@code default}, and in {@code full}. */
    final List<ObservedRun> usualAndFull(Jdk jdk, String... scenarios) {
        return List.of(usual(jdk, scenarios), full(jdk, scenarios));
    }

    /** A test that shows a case must have run its scenarios, except on JDKs without the construct. */
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

    /** A run of the program with the setting that a construct on request needs. */
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

    /** In {@code states}, which has no events, {@link QuietIT} runs all programs in one JVM. */
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

    /** Events that the construct declares but its program cannot raise, each with the reason. */
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
