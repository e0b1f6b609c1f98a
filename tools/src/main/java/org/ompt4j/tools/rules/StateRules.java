package org.ompt4j.tools.rules;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.State;
import org.ompt4j.tools.read.TraceEvent;

/**
 * Rules about samples: the values in a sample of a thread are consistent.
 *
 * <p>A sample's state, wait id, task and region are read one after the other from a running thread, so a single sample may mix two instants.
 * Three equal inconsistencies in a row cannot be explained by that.
 */
final class StateRules implements RuleFamily {
    private static final int ALIKE_IN_A_ROW = 3;

    private final Findings findings;
    private final Map<Long, Misfit> lastMisfit = new HashMap<>();

    StateRules(Findings findings) {
        this.findings = findings;
    }

    static List<Rule> rules() {
        return List.of(
                Rule.of(
                        "S1",
                        "a thread waits for something, and only a waiting thread does",
                        Set.of(),
                        Precondition.SAMPLES),
                Rule.of(
                        "S2",
                        "work_parallel is inside a region, an idle worker is in none",
                        Set.of(),
                        Precondition.SAMPLES),
                Rule.of("S3", "a thread outside the runtime has no samples", Set.of(), Precondition.SAMPLES));
    }

    @Override
    public void sample(TraceEvent event) {
        State state = event.state();
        Misfit found = state == null ? null : misfit(event, state);
        if (found == null) {
            lastMisfit.remove(event.threadId());
            return;
        }
        Misfit last = lastMisfit.get(event.threadId());
        int count = last != null && last.isLike(found) ? last.count + 1 : 1;
        lastMisfit.put(event.threadId(), found.counted(count));
        if (count == ALIKE_IN_A_ROW) {
            findings.report(found.rule, event, found.expected, found.found);
        }
    }

    private static @Nullable Misfit misfit(TraceEvent sample, State state) {
        String name = state.specName();
        if (state == State.UNDEFINED) {
            return new Misfit("S3", "a state of the runtime", name, 1);
        }
        if (state.isForMutex() && sample.waitId() == 0) {
            return new Misfit("S1", "the wait id of the mutex in state " + name, "none", 1);
        }
        if (!isWait(state) && sample.waitId() != 0) {
            return new Misfit("S1", "no wait id in state " + name, "wait id " + sample.waitId(), 1);
        }
        if (state == State.WORK_PARALLEL && sample.parallelId() == 0) {
            return new Misfit("S2", "a region in state " + name, "none", 1);
        }
        if (state == State.IDLE && sample.parallelId() != 0) {
            return new Misfit("S2", "no region in state " + name, "region " + sample.parallelId(), 1);
        }
        return null;
    }

    private static boolean isWait(State state) {
        return state.name().startsWith("WAIT_") || state == State.UNKNOWN;
    }

    private record Misfit(String rule, String expected, String found, int count) {
        boolean isLike(Misfit other) {
            return rule.equals(other.rule) && expected.equals(other.expected) && found.equals(other.found);
        }

        Misfit counted(int number) {
            return new Misfit(rule, expected, found, number);
        }
    }
}
