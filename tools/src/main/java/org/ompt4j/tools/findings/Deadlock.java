package org.ompt4j.tools.findings;

import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * Threads that wait for each other at the end of the trace.
 *
 * @param links each thread waits for a mutex that the thread of the next link holds, for a task that it runs, or for its end; the last one for a mutex
 *     or a task of the first
 * @param holdersAreTold whether events show that each thread still holds the mutex; else each was last seen to hold it, and may have released it
 *     since
 * @param timeoutsAreTold whether it is known that none of the waits has a timeout
 * @param costNanos how long they have waited, all together
 */
public record Deadlock(List<Link> links, boolean holdersAreTold, boolean timeoutsAreTold, long costNanos)
        implements Finding {
    /**
     * One thread of the cycle.
     *
     * @param waiting the interval of its wait, up to the end of the trace
     * @param awaited what kind of thing it waits for
     * @param waitId the mutex that it waits for; 0 for anything else
     * @param waitsAt call site of its wait
     * @param heldAt where the next thread has acquired that mutex, as far as was seen; 0 if that is not known
     */
    public record Link(Interval waiting, Awaited awaited, long waitId, int waitsAt, int heldAt) {
        public long threadId() {
            return waiting.threadId();
        }

        public long waitedNanos() {
            return waiting.nanos();
        }
    }

    /** What a thread waits for. */
    public enum Awaited {
        MUTEX,
        /** A task that the next thread runs. */
        TASK,
        /** The end of the next thread. */
        THREAD;

        /** The name in JSON. */
        public String id() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** Whether some thread waits for a task or for the end of a thread. */
    public boolean hasTasks() {
        return links.stream().anyMatch(each -> each.awaited() != Awaited.MUTEX);
    }

    /** Whether some thread waits for a mutex. */
    public boolean hasMutexes() {
        return links.stream().anyMatch(each -> each.awaited() == Awaited.MUTEX);
    }

    /** Whether none of these threads can go on. */
    public boolean isSure() {
        return (holdersAreTold || !hasMutexes()) && timeoutsAreTold;
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
        return links.stream().map(Link::waitId).filter(each -> each != 0).toList();
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
