package org.ompt4j.tools.findings;

import java.util.List;
import java.util.stream.Stream;

/**
 * Threads that wait for each other when the trace ends.
 *
 * @param links each waits for a mutex that the thread of the next one holds, the last for one of the first
 * @param isSure whether each is told to hold what the one before waits for; else each held it as that wait began, and no event tells for how long
 * @param costNanos how long they have waited, all together
 */
public record Deadlock(List<Link> links, boolean isSure, long costNanos) implements Finding {
    /**
     * One thread of the circle.
     *
     * @param waiting when it waits, up to the end
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

    /** Whether it came of taking two mutexes in these orders. */
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
