package org.ompt4j.tools.findings;

import java.util.List;
import java.util.stream.Stream;

/**
 * Two mutexes that two threads acquire in opposite orders, so that they could wait for each other.
 *
 * @param one a thread acquires the second mutex while it holds the first
 * @param other another thread acquires the first mutex while it holds the second
 * @param pairs how many pairs of mutexes are acquired in this way at these call sites, at least 1
 */
public record LockInversion(Order one, Order other, long pairs) implements Finding {
    /**
     * @param held when the thread held the first mutex, up to its attempt to acquire the second
     * @param heldId the mutex that the thread held
     * @param heldAt where it had acquired it
     * @param askedId the mutex that it acquired in addition
     * @param askedAt the call site of this acquisition
     */
    public record Order(Interval held, long heldId, int heldAt, long askedId, int askedAt) {
        public long threadId() {
            return held.threadId();
        }
    }

    LockInversion withOneMore() {
        return new LockInversion(one, other, pairs + 1);
    }

    @Override
    public Kind kind() {
        return Kind.LOCK_INVERSION;
    }

    /** 0: waits are reported by {@link LockWaits}. */
    @Override
    public long costNanos() {
        return 0;
    }

    @Override
    public Interval interval() {
        return one.held();
    }

    @Override
    public List<Long> mutexes() {
        return List.of(one.heldId(), one.askedId());
    }

    @Override
    public List<Integer> callSites() {
        return Stream.of(one.heldAt(), one.askedAt(), other.heldAt(), other.askedAt())
                .distinct()
                .sorted()
                .toList();
    }
}
