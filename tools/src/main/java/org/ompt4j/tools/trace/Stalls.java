package org.ompt4j.tools.trace;

/**
 * Limits how long the application waits for room in a trace: each wait is short, and their sum is limited.
 *
 * <p>Thread safety: under the lock of the {@link TraceFile}.
 */
final class Stalls {
    /** How long the application may wait in a run: this many times the longest stall, plus the share of the run below. */
    private static final int MOST = 2;

    private static final int MOST_SHARE = 64;

    private final long startNanos;
    private final long longestNanos;
    /** When a thread found no room; 0 if there is room. */
    private long sinceNanos;
    /** How long threads may wait from {@link #sinceNanos} on. */
    private long limitNanos;
    /** The sum of all earlier waits. */
    private long waitedNanos;

    /**
     * @param startNanos when the run began
     * @param longestNanos how long the application may wait at once
     */
    Stalls(long startNanos, long longestNanos) {
        this.startNanos = startNanos;
        this.longestNanos = longestNanos;
    }

    /** Whether a thread has found no room, and there has been none since. */
    boolean isUnderWay() {
        return sinceNanos != 0;
    }

    /** Notes that a thread finds no room; returns until when it may wait. */
    long deadline() {
        long now = System.nanoTime();
        if (sinceNanos == 0) {
            sinceNanos = now;
            long allowed = MOST * longestNanos + (now - startNanos) / MOST_SHARE;
            limitNanos = Math.max(0, Math.min(longestNanos, allowed - waitedNanos));
        }
        return sinceNanos + limitNanos;
    }

    /** Whether threads have waited as long as they are allowed to. */
    boolean isTooLong() {
        return sinceNanos != 0 && System.nanoTime() - sinceNanos >= limitNanos;
    }

    /** Notes that there is room again. */
    void end() {
        if (sinceNanos != 0) {
            waitedNanos += Math.min(System.nanoTime() - sinceNanos, limitNanos);
            sinceNanos = 0;
        }
    }
}
