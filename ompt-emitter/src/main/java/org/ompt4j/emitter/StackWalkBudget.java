package org.ompt4j.emitter;

import java.util.concurrent.atomic.AtomicLong;

/**
 * The time that stack walks for one kind of event may take in the whole program: a share of the time of all processors, whatever the number of
 * threads. Unused time is saved up, so that in a program in which few threads wait, or which has just begun, every walk is made.
 *
 * <p>Thread safety: any thread; nothing blocks.
 */
final class StackWalkBudget {
    private static final int PROCESSOR_TIME_PER_WALK_TIME = 200;
    private static final long SAVED_NANOS = 5_000_000_000L;

    /** The longest time that counts for a walk: if it takes longer, the thread has lost its processor. */
    private static final long LONGEST_NANOS = 100_000;

    /** First waits for each object. */
    static final StackWalkBudget FIRST_WAITS = ofThisMachine();

    /** All other waits. */
    static final StackWalkBudget WAITS = ofThisMachine();

    /** Calls that end waits of other threads. */
    static final StackWalkBudget RELEASES = ofThisMachine();

    /** Calls whose call site was not announced: by method reference, by reflection, or from code of the JDK. */
    static final StackWalkBudget CALLS = ofThisMachine();

    /** Exceptions that end tasks: the JVM builds the elements of a stack trace only on request. */
    static final StackWalkBudget EXCEPTIONS = ofThisMachine();

    /** The time up to which past walks have used up the budget. */
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
