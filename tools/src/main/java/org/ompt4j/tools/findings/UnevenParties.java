package org.ompt4j.tools.findings;

import java.util.List;

/**
 * A barrier, or another meeting point of threads, at which one thread mostly arrives last.
 *
 * @param waitId the barrier
 * @param waitsAt call site of the longest wait
 * @param threads how many meet there regularly
 * @param passes how often these threads have passed it, all together
 * @param waitedNanos how long they waited there, all together
 * @param costNanos how much longer this is than if each thread had waited as long as the one that waited least
 * @param lastThread the one that waited least, for {@code lastWaitedNanos}
 * @param interval the longest wait
 */
public record UnevenParties(
        long waitId,
        int waitsAt,
        int threads,
        long passes,
        long waitedNanos,
        long costNanos,
        long lastThread,
        long lastWaitedNanos,
        Interval interval)
        implements Finding {

    /** How long the others waited on average. */
    public long othersMeanNanos() {
        return (waitedNanos - lastWaitedNanos) / (threads - 1);
    }

    @Override
    public Kind kind() {
        return Kind.UNEVEN_PARTIES;
    }

    @Override
    public List<Integer> callSites() {
        return List.of(waitsAt);
    }
}
