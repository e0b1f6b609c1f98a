package org.ompt4j.views.collector;

import org.jspecify.annotations.Nullable;
import org.ompt4j.views.collector.Collector.OmpCollectorEvent;

/**
 * What the view knows of one thread: kept as the thread's tool data.
 *
 * <p>Thread safety: the thread's own callbacks and requests only.
 */
final class ThreadRecord {
    private static final int EVENTS = OmpCollectorEvent.values().length;
    private static final int MAX_DEPTH = Long.SIZE;

    /** The region whose FORK callback is running on the thread, else 0. */
    long forking;

    /** The wait for a mutex that was begun and has not ended. */
    @Nullable
    OmpCollectorEvent mutexWait;

    /** The acquisition that may turn out to have been a wait, and when it began. */
    @Nullable
    OmpCollectorEvent acquiring;

    long acquireNanos;

    private long session;

    /** How many begins of an event are open, and for each, innermost in the lowest bit, whether its end is to be told. */
    private final int[] depth = new int[EVENTS];

    private final long[] told = new long[EVENTS];

    /** What began in an earlier session is over. */
    void inSession(long number) {
        if (session != number) {
            session = number;
            mutexWait = null;
            acquiring = null;
            java.util.Arrays.fill(depth, 0);
        }
    }

    void begin(OmpCollectorEvent event, boolean isTold) {
        int i = event.ordinal();
        told[i] = told[i] << 1 | (isTold ? 1 : 0);
        depth[i]++;
    }

    /** Whether the end of what began last is to be told: it is not if the begin was not heard. */
    boolean end(OmpCollectorEvent beginEvent) {
        int i = beginEvent.ordinal();
        if (depth[i] == 0) {
            return false;
        }
        boolean isTold = depth[i] <= MAX_DEPTH && (told[i] & 1) != 0;
        depth[i]--;
        told[i] >>>= 1;
        return isTold;
    }
}
