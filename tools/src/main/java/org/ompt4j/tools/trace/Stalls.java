package org.ompt4j.tools.trace;

/**
 * How long the application waits for room in a trace: for moments, which all together are limited.
 *
 * <p>Thread safety: under the lock of the {@link TraceFile}.
 */
final class Stalls {
    /** How long the application may wait in a run: so many stalls, and this share of the run. */
    private static final int MOST = 2;

    private static final int MOST_SHARE = 64;

    private final long startNanos;
    private final long longestNanos;
    /** Since when a thread has found no room; 0 if none has, or there is some again. */
    private long sinceNanos;
    /** How long threads may wait from then on. */
    private long limitNanos;
    /** How long they have waited before, in all. */
    private long waitedNanos;

    /**
     * @param startNanos when the run began
     * @param longestNanos how long the application may wait at once
     */
    Stalls(long startNanos, long longestNanos) {
        this.startNanos = startNanos;
        this.longestNanos = longestNanos;
    }

    /** Whether a thread has found no room, and there is none since. */
    boolean isUnderWay() {
        return sinceNanos != 0;
    }

    /** A thread finds no room: until when it may wait. */
    long deadline() {
        long now = System.nanoTime();
        if (sinceNanos == 0) {
            sinceNanos = now;
            long allowed = MOST * longestNanos + (now - startNanos) / MOST_SHARE;
            limitNanos = Math.max(0, Math.min(longestNanos, allowed - waitedNanos));
        }
        return sinceNanos + limitNanos;
    }

    /** Whether threads have waited as long as they may. */
    boolean isTooLong() {
        return sinceNanos != 0 && System.nanoTime() - sinceNanos >= limitNanos;
    }

    /** There is room again. */
    void end() {
        if (sinceNanos != 0) {
            waitedNanos += Math.min(System.nanoTime() - sinceNanos, limitNanos);
            sinceNanos = 0;
        }
    }
}
