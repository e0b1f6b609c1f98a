package org.ompt4j.tools.findings;

import java.util.List;
import org.ompt4j.tools.profile.JvmPauses;

/**
 * The JVM kept all threads stopped for a large part of the run.
 *
 * @param costNanos how long in all
 * @param pauses how often
 * @param interval the longest of these pauses
 * @param causes their causes, the longest first
 */
public record LongPauses(long costNanos, long pauses, Interval interval, List<JvmPauses.Cause> causes)
        implements Finding {
    /** Least share of the run for a finding; less is the normal cost of memory management. */
    static final double LEAST_SHARE = 0.1;

    /** The finding, if it is one: none or one. */
    static List<LongPauses> of(JvmPauses told, long runNanos) {
        var longest = told.longest();
        long nanos = told.nanos();
        if (longest == null || nanos <= Math.max(Threshold.LONG_NANOS, LEAST_SHARE * runNanos)) {
            return List.of();
        }
        Interval interval = new Interval(0, longest.fromNanos(), longest.toNanos());
        return List.of(new LongPauses(nanos, told.count(), interval, told.byCause()));
    }

    @Override
    public Kind kind() {
        return Kind.LONG_PAUSES;
    }

    @Override
    public List<Integer> callSites() {
        return List.of();
    }
}
