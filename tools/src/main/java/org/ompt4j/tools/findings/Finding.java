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
                SlowStage,
                BlockingQueueWaits,
                UnevenRegions,
                SerialCombining,
                SerialPart,
                Oversubscription,
                LongPauses {

    /** The kinds, worst first. */
    enum Kind {
        DEADLOCK,
        POOL_STARVATION,
        LOCK_INVERSION,
        LOCK_WAITS,
        QUEUE_WAITS,
        BLOCKED_WORKERS,
        SLOW_STAGE,
        BLOCKING_QUEUE_WAITS,
        UNEVEN_REGIONS,
        SERIAL_COMBINING,
        SERIAL_PART,
        OVERSUBSCRIPTION,
        LONG_PAUSES
    }

    Kind kind();

    /** The time that it cost, of threads or of all of them, in nanoseconds; 0 if it cost none in this run. */
    long costNanos();

    /** When it is to be seen best: the longest of what it is about, or the last. Of no thread where it is of all. */
    Interval interval();

    /** Ids of the call sites that it is about, each once; 0 for one that is not known. */
    List<Integer> callSites();
}
