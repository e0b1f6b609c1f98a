package org.ompt4j.tools.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.ompt4j.tools.read.TraceEvent;
import org.ompt4j.tools.rules.Precondition;
import org.ompt4j.tools.rules.Rule;
import org.ompt4j.tools.rules.RuleBook;
import org.ompt4j.tools.testing.Mutation;
import org.ompt4j.tools.testing.RichTrace;
import org.ompt4j.tools.testing.SampledTrace;
import org.ompt4j.tools.testing.TraceInMemory;
import org.ompt4j.tools.testing.TraceMutator;
import org.ompt4j.tools.testing.VirtualThreadMutations;
import org.ompt4j.tools.testing.VirtualThreadTrace;

class TraceMutatorTest {

    static List<Mutation> mutations() {
        return TraceMutator.mutations();
    }

    @ParameterizedTest
    @MethodSource("mutations")
    void checkNamesTheRuleThatIsBroken(Mutation mutation) throws IOException {
        TraceInMemory whole = mutation.rule().startsWith("S") ? SampledTrace.build() : RichTrace.build();
        Optional<List<TraceEvent>> broken = mutation.apply().apply(whole.eventList());

        assertThat(broken).as("the trace gives an opportunity").isPresent();
        CheckResult result = TraceChecker.check(whole.withEvents(broken.get()));
        assertThat(result.violations()).extracting(Violation::rule).contains(mutation.rule());
    }

    static List<Mutation> virtualThreadMutations() {
        return VirtualThreadMutations.all();
    }

    @ParameterizedTest
    @MethodSource("virtualThreadMutations")
    void checkNamesTheRuleThatAVirtualThreadBreaks(Mutation mutation) throws IOException {
        TraceInMemory whole = VirtualThreadTrace.build();
        Optional<List<TraceEvent>> broken = mutation.apply().apply(whole.eventList());

        assertThat(broken).as("the trace gives an opportunity").isPresent();
        CheckResult result = TraceChecker.check(whole.withEvents(broken.get()));
        assertThat(result.violations()).extracting(Violation::rule).contains(mutation.rule());
    }

    @Test
    void everyRuleThatATraceCanShowIsBrokenOnce() {
        Set<String> broken = Stream.concat(mutations().stream(), virtualThreadMutations().stream())
                .map(Mutation::rule)
                .collect(Collectors.toSet());

        assertThat(RuleBook.rules().stream()
                        .filter(each -> !each.needs().contains(Precondition.MORE_THAN_A_TRACE))
                        .map(Rule::id))
                .containsExactlyInAnyOrderElementsOf(broken);
    }
}
