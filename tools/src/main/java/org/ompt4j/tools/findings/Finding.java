package org.ompt4j.tools.findings;

import java.util.List;
import java.util.Locale;

/**
 * Something that is wrong with a run, with the evidence for it: events, never guesses. Each kind is a record that is named like its {@link Kind}.
 */
public sealed interface Finding
        permits AbandonedPools,
                AloneFinding,
                BlockedLoops,
                BlockedWorkers,
                BlockingQueueWaits,
                CallerRanTasks,
                CarrierWaits,
                Deadlock,
                DroppedTasks,
                LateTasks,
                LockInversion,
                LockWaits,
                LongPauses,
                MutualWaits,
                Oversubscription,
                PinnedThreads,
                PoolStarvation,
                QueueWaits,
                RejectedTasks,
                SerialPart,
                SlowStage,
                SmallTasks,
                TimedOutWaits,
                UnevenParties,
                UnevenRegions {

    /** The kinds: of those that cost as much, what causes others comes before what it causes. */
    enum Kind {
        DEADLOCK,
        POOL_STARVATION,
        LOCK_INVERSION,
        REJECTED_TASKS,
        DROPPED_TASKS,
        ABANDONED_POOLS,
        TIMED_OUT_WAITS,
        LOCK_WAITS,
        QUEUE_WAITS,
        CALLER_RAN_TASKS,
        LATE_TASKS,
        BLOCKED_WORKERS,
        BLOCKED_LOOPS,
        PINNED_THREADS,
        CARRIER_WAITS,
        MUTUAL_WAITS,
        SLOW_STAGE,
        BLOCKING_QUEUE_WAITS,
        UNEVEN_REGIONS,
        UNEVEN_PARTIES,
        SMALL_TASKS,
        SEQUENTIAL_SOURCE,
        SERIAL_COMBINING,
        SERIAL_PART,
        OVERSUBSCRIPTION,
        LONG_PAUSES;

        /** What it is called in JSON. */
        public String id() {
            return name().toLowerCase(Locale.ROOT);
        }

        /** Whether the program can stop for ever because of each of this kind. */
        public boolean canStopTheProgram() {
            return compareTo(LOCK_INVERSION) <= 0;
        }
    }

    Kind kind();

    /** Whether the program can stop for ever because of it. */
    default boolean canStopTheProgram() {
        return kind().canStopTheProgram();
    }

    /** The time that it cost, of threads or of all of them, in nanoseconds; 0 if it cost none in this run. */
    long costNanos();

    /** No more of the run was lost by it: what several threads waited at the same time counts once where that is known. */
    default long mostLostNanos() {
        return costNanos();
    }

    /** When it is to be seen best: the longest of what it is about, or the last. Of no thread where it is of all. */
    Interval interval();

    /** Ids of the mutexes that it is about; none if it is about something else. */
    default List<Long> mutexes() {
        return List.of();
    }

    /** Ids of the call sites that it is about, each once; 0 for one that is not known. */
    List<Integer> callSites();
}
