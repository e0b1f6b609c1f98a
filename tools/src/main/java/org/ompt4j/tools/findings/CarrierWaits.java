package org.ompt4j.tools.findings;

import java.util.List;

/**
 * Virtual threads that could have gone on, and had to wait for a carrier.
 *
 * @param times how often
 * @param waitedNanos how long all together
 * @param costNanos how long at least one thread waited, for the code with the longest such time
 * @param late the code of these threads and how long they waited, the longest first
 * @param meanwhile what their carriers ran in that time, the longest first
 * @param interval the longest of these waits, on the carrier that ended it
 */
public record CarrierWaits(
        long times, long waitedNanos, long costNanos, List<CodeTime> late, List<CodeTime> meanwhile, Interval interval)
        implements Finding {

    /**
     * A time for one code of virtual threads.
     *
     * @param body 0 if it is not known
     * @param codeptrRa where they were started; 0 if that is not known
     */
    public record CodeTime(int body, int codeptrRa, long nanos) {}

    @Override
    public Kind kind() {
        return Kind.CARRIER_WAITS;
    }

    @Override
    public List<Integer> callSites() {
        return meanwhile.stream().map(CodeTime::codeptrRa).distinct().toList();
    }
}
