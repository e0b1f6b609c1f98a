package org.ompt4j.tools.findings;

import java.util.List;
import org.ompt4j.ompt.Construct;

/**
 * Regions of one call site whose members worked for very different times.
 *
 * @param regions how many
 * @param totalNanos their length in all
 * @param costNanos how much longer their busiest members worked than members did on average
 * @param aloneNanos how long their busiest members worked after all others had ended their last task
 * @param worst the region that cost most
 */
public record UnevenRegions(
        Construct construct, int codeptrRa, long regions, long totalNanos, long costNanos, long aloneNanos, Worst worst)
        implements Finding {
    /**
     * One region, and the thread that worked longest in it.
     *
     * @param region when the thread that worked longest could have worked: from the region's begin to its end
     * @param threads how many threads worked in it
     * @param busyNanos how long this one worked, {@code meanNanos} how long all did on average
     * @param tasks how many tasks it ended
     * @param longestTaskNanos how long it worked in one of these at most
     * @param firstElement the first element of that task's chunk, -1 if it is not known
     * @param elements how many it has
     * @param aloneNanos how long it worked after all others had ended their last task
     */
    public record Worst(
            Interval region,
            int threads,
            long busyNanos,
            long meanNanos,
            long tasks,
            long longestTaskNanos,
            long firstElement,
            long elements,
            long aloneNanos) {
        public long threadId() {
            return region.threadId();
        }

        /** The region's length. */
        public long nanos() {
            return region.nanos();
        }
    }

    @Override
    public Interval interval() {
        return worst.region();
    }

    @Override
    public Kind kind() {
        return Kind.UNEVEN_REGIONS;
    }

    @Override
    public List<Integer> callSites() {
        return List.of(codeptrRa);
    }
}
