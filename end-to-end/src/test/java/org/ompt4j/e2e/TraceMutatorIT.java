package org.ompt4j.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.ompt4j.apps.barrier.CyclicBarrierApp;
import org.ompt4j.apps.forkjoin.ForkJoinTaskApp;
import org.ompt4j.apps.kernel.MatrixKernelApp;
import org.ompt4j.apps.monitor.SynchronizedApp;
import org.ompt4j.apps.stream.ParallelStreamApp;
import org.ompt4j.tools.check.CheckResult;
import org.ompt4j.tools.check.TraceChecker;
import org.ompt4j.tools.read.TraceEvent;
import org.ompt4j.tools.testing.Mutation;
import org.ompt4j.tools.testing.TraceMutator;
import org.ompt4j.tools.testing.TraceWithEvents;

/** Real traces that are broken for each rule: the checker reports the rule, so that a trace without violations means something. */
class TraceMutatorIT {

    private static final List<ObservedRun> RUNS = new ArrayList<>();

    @BeforeAll
    static void recordRuns() {
        for (Class<?> each : List.of(
                ParallelStreamApp.class, ForkJoinTaskApp.class, CyclicBarrierApp.class, SynchronizedApp.class)) {
            RUNS.add(AppRun.of(each)
                    .jvm(ForkedJvm.BRIEF)
                    .scenarioTimes()
                    .profile(Profile.FULL)
                    .observedOnce());
        }
        RUNS.add(AppRun.of(MatrixKernelApp.class)
                .profile(Profile.STATES)
                .with("tool", "sample")
                .observed());
    }

    /** All mutations except those of events that no construct raises: TraceMutatorTest breaks generated traces with these. */
    static List<Mutation> mutations() {
        return TraceMutator.mutations().stream()
                .filter(each -> !each.what().startsWith("give the dependences"))
                .collect(Collectors.toList());
    }

    @ParameterizedTest
    @MethodSource("mutations")
    void checkNamesTheRuleThatIsBroken(Mutation mutation) throws IOException {
        int opportunities = 0;
        SoftAssertions softly = new SoftAssertions();
        for (ObservedRun each : RUNS) {
            Optional<List<TraceEvent>> broken = mutation.apply().apply(each.events());
            if (broken.isPresent()) {
                opportunities++;
                CheckResult result = TraceChecker.check(new TraceWithEvents(each.trace(), broken.get()));
                softly.assertThat(result.counts()).as("%s", each).containsKey(mutation.rule());
            }
        }
        softly.assertAll();
        assertThat(opportunities).as("runs that give an opportunity").isPositive();
    }
}
