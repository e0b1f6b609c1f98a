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

    /** First waits for each object. */
    static final StackWalkBudget FIRST_WAITS = ofThisMachine();

    /** All other waits. */
    static final StackWalkBudget WAITS = ofThisMachine();

    /** What ends waits of others. */
    static final StackWalkBudget RELEASES = ofThisMachine();

    /** Calls that nothing announced: by method reference, reflection, or code of the JDK's. */
    static final StackWalkBudget CALLS = ofThisMachine();

    /** Exceptions whose stack trace is asked where they come from. */
    static final StackWalkBudget EXCEPTIONS = ofThisMachine();

    /** Up to when the walks that were made have used up the budget. */
    private final AtomicLong usedUntil = new AtomicLong(System.nanoTime() - SAVED_NANOS);

    private final int processors;

    StackWalkBudget(int processors) {
        this.processors = processors;
    }

    private static StackWalkBudget ofThisMachine() {
        return new StackWalkBudget(Runtime.getRuntime().availableProcessors());
    }

    /** Whether a walk may begin now. */
    boolean allowsWalk(long nowNanos) {
        return usedUntil.get() - nowNanos <= 0;
    }

    /** A walk has been made. */
    void use(long beginNanos, long endNanos) {
        long processorNanos = Math.min(endNanos - beginNanos, LONGEST_NANOS) * PROCESSOR_TIME_PER_WALK_TIME;
        long cost = (processorNanos + processors - 1) / processors;
        long saved = beginNanos - SAVED_NANOS;
        long before;
        long after;
        do {
            before = usedUntil.get();
            after = (before - saved < 0 ? saved : before) + cost;
        } while (!usedUntil.compareAndSet(before, after));
    }
}
