package org.ompt4j.tools.findings;

import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.ompt4j.tools.model.Culprit;

/**
 * A mutex that threads waited for long.
 *
 * @param waits how often
 * @param costNanos how long in all
 * @param longest the longest wait
 * @param shares because of whom, the largest first; they add up to {@code costNanos}
 */
public record LockWaits(long waitId, long waits, long costNanos, Interval longest, List<Share> shares)
        implements Finding {
    /** Stands for several threads. */
    public static final long SEVERAL = -1;

    /**
     * A part of the waiting.
     *
     * @param waitedAt call site of those that waited
     * @param waiter the thread that waited there, or {@link #SEVERAL}
     * @param culprit who held the mutex meanwhile; its thread may be {@link #SEVERAL}
     * @param inHold what these did meanwhile, wherever others waited because of them; null if that is not known
     */
    public record Share(
            int waitedAt,
            long waiter,
            Culprit culprit,
            long nanos,
            @Nullable InHold inHold) {}

    @Override
    public Kind kind() {
        return Kind.LOCK_WAITS;
    }

    @Override
    public <R> R in(Cases<R> cases) {
        return cases.of(this);
    }

    @Override
    public Interval interval() {
        return longest;
    }

    @Override
    public List<Integer> callSites() {
        return shares.stream()
                .flatMap(each -> Stream.of(each.waitedAt(), each.culprit().codeptrRa()))
                .distinct()
                .toList();
    }
}
