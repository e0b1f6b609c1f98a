package org.ompt4j.tools.findings;

import java.util.List;
import java.util.stream.Stream;
import org.ompt4j.tools.blame.WaitPlace;

/**
 * Threads that waited repeatedly in a blocking queue because others worked, which are the slower side.
 *
 * @param place where they waited
 * @param waitId the queue
 * @param waits how often
 * @param costNanos how long in all
 * @param withoutSiteNanos how much of this waiting time has no known call site, but is for the same work
 * @param workedNanos how long the waiting threads worked before these waits
 * @param interval the longest wait
 * @param shares what others did meanwhile, the largest first; they add up to {@code costNanos}
 */
public record BlockingQueueWaits(
        WaitPlace place,
        long waitId,
        long waits,
        long costNanos,
        long withoutSiteNanos,
        long workedNanos,
        Interval interval,
        List<CauseShare> shares)
        implements Finding {
    @Override
    public Kind kind() {
        return Kind.BLOCKING_QUEUE_WAITS;
    }

    @Override
    public List<Integer> callSites() {
        return Stream.concat(Stream.of(place.waitsAt()), shares.stream().map(CauseShare::callSite))
                .distinct()
                .toList();
    }
}
