package org.ompt4j.tools.model;

import java.util.concurrent.TimeUnit;

/** A call site that makes pools, and those of these pools that have ended, perhaps with the run. Thread safety: none. */
public final class PoolSite {
    /** A pool that exists for less than this is brief. */
    public static final long LITTLE_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

    private final int codeptrRa;
    private final CoveredTime awaited = CoveredTime.atMost();
    private long pools;
    private long brief;
    private long workers;
    private long lastedNanos;
    private long firstNanos = Long.MAX_VALUE;
    private long lastNanos;

    PoolSite(int codeptrRa) {
        this.codeptrRa = codeptrRa;
    }

    public int codeptrRa() {
        return codeptrRa;
    }

    /** How many of its pools have ended. */
    public long pools() {
        return pools;
    }

    /** How many of these lasted for less than {@link #LITTLE_NANOS}. */
    public long brief() {
        return brief;
    }

    /** How many threads these pools made. */
    public long workers() {
        return workers;
    }

    /** How long these pools lasted, from the begins of their first threads to their ends, in sum. */
    public long lastedNanos() {
        return lastedNanos;
    }

    /** When the first thread of one of these pools began. */
    public long firstNanos() {
        return firstNanos;
    }

    /** When the last of these pools ended. */
    public long lastNanos() {
        return lastNanos;
    }

    /** How long at least one task that was handed over to one of its pools waited for the thread that was made for it. */
    public long awaitedNanos() {
        return awaited.nanos();
    }

    void ends(PoolModel pool, long itsWorkers, long timeNanos) {
        long beginNanos = pool.begin().timeNanos();
        long lasted = timeNanos - beginNanos;
        pools++;
        brief += lasted < LITTLE_NANOS ? 1 : 0;
        workers += itsWorkers;
        lastedNanos += lasted;
        firstNanos = Math.min(firstNanos, beginNanos);
        lastNanos = timeNanos;
    }

    void waitedForWorker(long fromNanos, long toNanos) {
        awaited.add(fromNanos, toNanos);
    }
}
