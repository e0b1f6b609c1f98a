package org.ompt4j.tools.findings;

import java.util.List;
import java.util.function.Function;
import org.ompt4j.tools.path.AloneStep;

/** A step of the stream library that one thread did while no other thread worked. */
sealed interface AloneFinding extends Finding permits SequentialSource, SerialCombining {

    /**
     * Selects the steps that took enough of the run to be findings.
     *
     * @param leastShare the least share of the run that a finding needs
     * @param finding makes a finding of a step and its longest time
     */
    static <F extends AloneFinding> List<F> of(
            List<AloneStep> steps, double leastShare, long runNanos, Function<AloneStep, F> finding) {
        double least = Math.max(Threshold.LONG_NANOS, leastShare * runNanos);
        return steps.stream().filter(each -> each.nanos() > least).map(finding).toList();
    }

    /** The interval that shows it best. */
    static Interval longestOf(AloneStep step) {
        AloneStep.Stretch longest = step.longest();
        return new Interval(longest.threadId(), longest.fromNanos(), longest.toNanos());
    }

    /** Where the stream's tasks were made, 0 if it is not known. */
    int codeptrRa();

    /** Whether this step explains the uneven shares of threads. */
    default boolean explains(UnevenRegions uneven) {
        return uneven.codeptrRa() == codeptrRa() && uneven.costNanos() <= costNanos();
    }

    @Override
    default List<Integer> callSites() {
        return List.of(codeptrRa());
    }
}
