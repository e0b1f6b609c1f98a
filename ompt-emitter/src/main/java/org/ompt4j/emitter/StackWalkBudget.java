package org.ompt4j.emitter;

import java.util.concurrent.atomic.AtomicLong;

/**
 * The time that stack walks for one kind of event may take in the whole program, however many threads there are: a share of the time of all processors.
 * What is not used is saved up, so that a program in which few threads wait, or which has just begun, has all of its walks.
 *
 * <p>Thread safety: any thread; nothing blocks.
 */
final class StackWalkBudget {
    private static final int PROCESSOR_TIME_PER_WALK_TIME = 200;
    private static final long SAVED_NANOS = 5_000_000_000L;

    /** More is no walk, but another thread that had the processor. */
    private static final long LONGEST_NANOS = 100_000;

    private static final long NANOS_PER_WALK_NANO =
            Math.max(1, PROCESSOR_TIME_PER_WALK_TIME / Runtime.getRuntime().availableProcessors());

    /** First waits for each object. */
    static final StackWalkBudget FIRST_WAITS = new StackWalkBudget();

    /** All other waits. */
    static final StackWalkBudget WAITS = new StackWalkBudget();

    /** What ends waits of others. */
    static final StackWalkBudget RELEASES = new StackWalkBudget();

    /** Calls that nothing announced: by method reference, reflection, or code of the JDK's. */
    static final StackWalkBudget CALLS = new StackWalkBudget();

    /** Up to when the walks that were made have used up the budget. */
    private final AtomicLong usedUntil = new AtomicLong(System.nanoTime() - SAVED_NANOS);

    StackWalkBudget() {}

    /** Whether a walk may begin now. */
    boolean allowsWalk(long nowNanos) {
        return usedUntil.get() - nowNanos <= 0;
    }

    /** A walk has been made. */
    void use(long beginNanos, long endNanos) {
        long cost = Math.min(endNanos - beginNanos, LONGEST_NANOS) * NANOS_PER_WALK_NANO;
        long saved = beginNanos - SAVED_NANOS;
        long before;
        long after;
        do {
            before = usedUntil.get();
            after = (before - saved < 0 ? saved : before) + cost;
        } while (!usedUntil.compareAndSet(before, after));
    }
}
