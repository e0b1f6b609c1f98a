package org.ompt4j.tools.findings;

import java.util.List;
import java.util.stream.Stream;

/**
 * Threads that wait for each other at the end of the trace.
 *
 * @param links each thread waits for a mutex that the thread of the next link holds, the last one for a mutex of the first
 * @param isSure whether events show that each thread still holds the mutex; else each held it when the wait began, and it is not known for how long
 * @param costNanos how long they have waited, all together
 */
public record Deadlock(List<Link> links, boolean isSure, long costNanos) implements Finding {
    /**
     * One thread of the cycle.
     *
     * @param waiting the interval of its wait, up to the end of the trace
     * @param waitId the mutex that it waits for
     * @param waitsAt call site of its mutex_acquire
     * @param heldAt where the next thread has acquired that mutex; 0 if that is not known
     */
    public record Link(Interval waiting, long waitId, int waitsAt, int heldAt) {
        public long threadId() {
            return waiting.threadId();
        }

        public long waitedNanos() {
            return waiting.nanos();
        }
    }

    /** Whether this deadlock was caused by acquiring two mutexes in these orders. */
    boolean isOf(LockInversion inversion) {
        LockInversion.Order order = inversion.one();
        return links.stream().anyMatch(each -> each.waitId() == order.heldId())
                && links.stream().anyMatch(each -> each.waitId() == order.askedId());
    }

    @Override
    public Kind kind() {
        return Kind.DEADLOCK;
    }

    @Override
    public Interval interval() {
        return links.get(0).waiting();
    }

    @Override
    public List<Long> mutexes() {
        return links.stream().map(Link::waitId).toList();
    }

    @Override
    public List<Integer> callSites() {
        return links.stream()
                .flatMap(each -> Stream.of(each.waitsAt(), each.heldAt()))
                .filter(each -> each != 0)
                .distinct()
                .toList();
    }
}
