package org.ompt4j.tools.findings;

import java.util.List;
import org.ompt4j.tools.path.AloneStep;
import org.ompt4j.tools.path.Parallelism;

/**
 * One thread took elements from the source of a parallel stream, which cannot be split, while no other thread worked.
 *
 * @param costNanos how long
 * @param waitedNanos how much of that it waited for elements
 * @param codeptrRa where the stream's tasks were made, 0 if it is not known
 * @param interval the longest time
 */
public record SequentialSource(long costNanos, long waitedNanos, int codeptrRa, Interval interval)
        implements AloneFinding {
    /** Least share of the run for a finding: some time is normal, since the first elements must be there before other threads can begin. */
    static final double LEAST_SHARE = 0.05;

    static List<SequentialSource> of(Parallelism run, long runNanos) {
        return AloneFinding.of(run.aloneSplitting(), LEAST_SHARE, runNanos, SequentialSource::of);
    }

    private static SequentialSource of(AloneStep told) {
        return new SequentialSource(told.nanos(), told.waitedNanos(), told.codeptrRa(), AloneFinding.longestOf(told));
    }

    /** How long it worked. */
    long workedNanos() {
        return costNanos - waitedNanos;
    }

    @Override
    public Kind kind() {
        return Kind.SEQUENTIAL_SOURCE;
    }
}
