package org.ompt4j.agent.live;

import org.ompt4j.emitter.Failures;
import org.ompt4j.emitter.Threads;
import org.ompt4j.tools.trace.OwnThread;

/**
 * A watch: a thread of the agent that samples all other threads until its windows are not taken any more.
 *
 * <p>It takes a look, one sample of all threads, every {@link #PERIOD_NANOS}, or less often if looks take long: at most about a hundredth of the
 * time is spent in looks.
 *
 * <p>Thread safety: any thread.
 */
final class LiveWatch extends OwnThread {
    private static final long PERIOD_NANOS = 20_000_000;
    private static final int MOST_OF_THE_TIME = 100;

    /** The receiver of the windows. */
    interface Taker {

        /** Takes the window of an interval; returns false to end the watch. */
        boolean take(LiveWindow window);

        /** Called when no more windows follow. */
        void end();
    }

    private final long intervalNanos;
    private final Taker taker;
    private final Looks looks = new Looks();
    private long windowEnds;

    /** The period follows from the shorter of the last two looks, since a single long look is no forecast: the first looks load classes. */
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
