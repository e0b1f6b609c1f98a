package org.ompt4j.tools.findings;

import java.util.concurrent.TimeUnit;

/** The least time that makes something a finding. */
final class Threshold {
    /** As a share of the run. */
    static final double SHARE_OF_RUN = 0.01;

    /** Absolute minimum, however short the run is; does not apply to waits for mutexes. */
    static final long LONG_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

    private Threshold() {}

    static long of(long runNanos) {
        return Math.max(LONG_NANOS, (long) (SHARE_OF_RUN * runNanos));
    }
}
