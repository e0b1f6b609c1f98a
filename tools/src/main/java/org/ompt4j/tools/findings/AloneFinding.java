package org.ompt4j.tools.findings;

import java.util.List;
import java.util.function.Function;
import org.ompt4j.tools.path.AloneStep;

/** A step of the library's own that one thread did for a stream while no other thread worked. */
sealed interface AloneFinding extends Finding permits SequentialSource, SerialCombining {

    /**
     * Those steps that took so much of the run that they are findings.
     *
     * @param leastShare of the run: less of such a step is to be expected
     * @param finding what comes of one, with its longest time
     */
    static <F extends AloneFinding> List<F> of(
            List<AloneStep> steps, double leastShare, long runNanos, Function<AloneStep, F> finding) {
        double least = Math.max(Threshold.LONG_NANOS, leastShare * runNanos);
        return steps.stream().filter(each -> each.nanos() > least).map(finding).toList();
    }

    /** When it is to be seen best. */
    static Interval longestOf(AloneStep step) {
        AloneStep.Stretch longest = step.longest();
        return new Interval(longest.threadId(), longest.fromNanos(), longest.toNanos());
    }

    /** Where the stream's tasks were made, 0 if it is not known. */
    int codeptrRa();

    /** Whether it is why threads had uneven shares. */
    default boolean explains(UnevenRegions uneven) {
        return uneven.codeptrRa() == codeptrRa() && uneven.costNanos() <= costNanos();
    }

    @Override
    default List<Integer> callSites() {
        return List.of(codeptrRa());
    }
}
