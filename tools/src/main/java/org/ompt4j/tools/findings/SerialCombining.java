package org.ompt4j.tools.findings;

import java.util.List;
import org.ompt4j.tools.path.AloneStep;
import org.ompt4j.tools.path.Parallelism;

/**
 * One thread combined partial results of a stream while no other thread worked.
 *
 * @param costNanos how long
 * @param codeptrRa where the stream's tasks were made, 0 if it is not known
 * @param interval the longest time
 */
public record SerialCombining(long costNanos, int codeptrRa, Interval interval) implements AloneFinding {
    /** Least share of the run for a finding: some time is normal, since one thread always combines the last results. */
    static final double LEAST_SHARE = 0.05;

    static List<SerialCombining> of(Parallelism run, long runNanos) {
        return AloneFinding.of(run.aloneCombining(), LEAST_SHARE, runNanos, SerialCombining::of);
    }

    private static SerialCombining of(AloneStep told) {
        return new SerialCombining(told.nanos(), told.codeptrRa(), AloneFinding.longestOf(told));
    }

    @Override
    public Kind kind() {
        return Kind.SERIAL_COMBINING;
    }
}
