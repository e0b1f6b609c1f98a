package org.ompt4j.agent.live;

import org.ompt4j.emitter.Failures;
import org.ompt4j.emitter.Threads;
import org.ompt4j.tools.trace.OwnThread;

/**
 * Somebody watches: a thread of the agent that looks at all others until nobody takes its windows any more.
 *
 * <p>It looks every {@link #PERIOD_NANOS}, and less often where looking takes long: about a hundredth of its time goes there at most.
 *
 * <p>Thread safety: any thread.
 */
final class LiveWatch extends OwnThread {
    private static final long PERIOD_NANOS = 20_000_000;
    private static final int MOST_OF_THE_TIME = 100;

    /** Who takes the windows. */
    interface Taker {

        /** Takes what was seen in an interval; false if nobody wants to know any more. */
        boolean take(LiveWindow window);

        /** There will be no more windows. */
        void end();
    }

    private final long intervalNanos;
    private final Taker taker;
    private final Looks looks = new Looks();
    private long windowEnds;

    /** A look that takes longer than the one before says nothing of the next: classes are loaded at the first ones. */
    private long latestLookNanos;

    LiveWatch(long intervalNanos, Taker taker) {
        super(Threads.OWN_PREFIX.concat("top"));
        this.intervalNanos = intervalNanos;
        this.taker = taker;
    }

    @Override
    public void start() {
        windowEnds = System.nanoTime() + intervalNanos;
        super.start();
    }

    @Override
    protected void turn() {
        long begun = System.nanoTime();
        looks.look();
        long now = System.nanoTime();
        long took = now - begun;
        pauseUntil(Math.min(begun + periodAfter(Math.min(took, latestLookNanos)), Math.max(windowEnds, now)));
        latestLookNanos = took;
        if (System.nanoTime() - windowEnds >= 0 && !hasEnded()) {
            if (!taker.take(looks.end())) {
                endAfterThis();
            }
            windowEnds = Math.max(windowEnds + intervalNanos, System.nanoTime());
        }
    }

    @Override
    protected void failed(Throwable failure) {
        Failures.count("top", failure);
    }

    @Override
    protected void afterLastTurn() {
        taker.end();
    }

    private static long periodAfter(long lookNanos) {
        return Math.max(PERIOD_NANOS, lookNanos * MOST_OF_THE_TIME);
    }
}
