package org.ompt4j.tools.findings;

import java.util.List;

/** Something that is wrong with a run, with the evidence for it: events, never guesses. */
public sealed interface Finding
        permits Deadlock,
                PoolStarvation,
                LockInversion,
                LockWaits,
                QueueWaits,
                BlockedWorkers,
                BlockingQueueWaits,
                UnevenRegions,
                SerialPart {

    /** The kinds, worst first. */
    enum Kind {
        DEADLOCK,
        POOL_STARVATION,
        LOCK_INVERSION,
        LOCK_WAITS,
        QUEUE_WAITS,
        BLOCKED_WORKERS,
        BLOCKING_QUEUE_WAITS,
        UNEVEN_REGIONS,
        SERIAL_PART
    }

    Kind kind();

    /** The time of threads that it cost, in nanoseconds; 0 if it cost none in this run. */
    long costNanos();

    /** When it is to be seen best: the longest of what it is about, or the last. */
    Interval interval();

    /** Ids of the call sites that it is about, each once; 0 for one that is not known. */
    List<Integer> callSites();
}
