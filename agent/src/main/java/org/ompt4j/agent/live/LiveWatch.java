package org.ompt4j.agent.live;

import java.util.concurrent.locks.LockSupport;
import org.ompt4j.emitter.Failures;
import org.ompt4j.emitter.Threads;

/**
 * Somebody watches: a thread of the agent that looks at all others until nobody takes its windows any more.
 *
 * <p>It looks every {@link #PERIOD_NANOS}, and less often where looking takes long: about a hundredth of its time goes there at most.
 *
 * <p>Thread safety: any thread.
 */
final class LiveWatch implements Runnable {
    private static final long PERIOD_NANOS = 20_000_000;
    private static final int MOST_OF_THE_TIME = 100;
    private static final long END_MILLIS = 2_000;

    /** Who takes the windows. */
    interface Taker {

        /** Takes what was seen in an interval; false if nobody wants to know any more. */
        boolean take(LiveWindow window);

        /** There will be no more windows. */
        void end();
    }

    private final long intervalNanos;
    private final Taker taker;
    private final Thread thread;
    private volatile boolean ended;

    LiveWatch(long intervalNanos, Taker taker) {
        this.intervalNanos = intervalNanos;
        this.taker = taker;
        this.thread = new Thread(null, this, Threads.OWN_PREFIX.concat("top"), 0, false);
        thread.setDaemon(true);
    }

    void start() {
        thread.start();
    }

    boolean isOver() {
        return ended;
    }

    @Override
    public void run() {
        try {
            watch();
        } catch (Throwable failure) {
            Failures.count("top", failure);
        } finally {
            ended = true;
            taker.end();
        }
    }

    private void watch() {
        Looks looks = new Looks();
        long windowEnds = System.nanoTime() + intervalNanos;
        // A look that takes longer than the one before says nothing of the next: classes are loaded at the first ones.
        long before = 0;
        while (!ended) {
            long begun = System.nanoTime();
            looks.look();
            long now = System.nanoTime();
            long took = now - begun;
            await(Math.min(begun + periodAfter(Math.min(took, before)), Math.max(windowEnds, now)));
            before = took;
            if (System.nanoTime() - windowEnds >= 0 && !ended) {
                ended = !taker.take(looks.end());
                windowEnds = Math.max(windowEnds + intervalNanos, System.nanoTime());
            }
        }
    }

    private static long periodAfter(long lookNanos) {
        return Math.max(PERIOD_NANOS, lookNanos * MOST_OF_THE_TIME);
    }

    private void await(long untilNanos) {
        for (long left = untilNanos - System.nanoTime(); left > 0 && !ended; left = untilNanos - System.nanoTime()) {
            LockSupport.parkNanos(this, left);
            // An application that interrupts every thread it finds must not make this one spin.
            Thread.interrupted();
        }
    }

    /** Returns once nothing is looked at any more. */
    void end() {
        ended = true;
        LockSupport.unpark(thread);
        try {
            thread.join(END_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
