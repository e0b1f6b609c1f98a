package org.ompt4j.tools.findings;

import java.util.List;
import java.util.Locale;

/** Something that is wrong with a run, with its evidence: events, never guesses. Each kind is a record whose name is similar to its {@link Kind}. */
public sealed interface Finding
        permits AbandonedPools,
                AloneFinding,
                BlockedLoops,
                BlockedWorkers,
                BlockingQueueWaits,
                BriefPools,
                BriefThreads,
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
                Standstill,
                TimedOutWaits,
                UnevenParties,
                UnevenRegions {

    /** The kinds, in the order of findings with the same cost: causes come before their effects. */
    enum Kind {
        DEADLOCK,
        POOL_STARVATION,
        STANDSTILL,
        LOCK_INVERSION,
        REJECTED_TASKS,
        DROPPED_TASKS,
        ABANDONED_POOLS,
        TIMED_OUT_WAITS,
        LOCK_WAITS,
        MUTUAL_WAITS,
        SLOW_STAGE,
        BLOCKING_QUEUE_WAITS,
        QUEUE_WAITS,
        CALLER_RAN_TASKS,
        LATE_TASKS,
        BLOCKED_WORKERS,
        BLOCKED_LOOPS,
        PINNED_THREADS,
        CARRIER_WAITS,
        UNEVEN_REGIONS,
        UNEVEN_PARTIES,
        SMALL_TASKS,
        BRIEF_THREADS,
        BRIEF_POOLS,
        SEQUENTIAL_SOURCE,
        SERIAL_COMBINING,
        SERIAL_PART,
        OVERSUBSCRIPTION,
        LONG_PAUSES;

        /** The name of the kind in JSON. */
        public String id() {
            return name().toLowerCase(Locale.ROOT);
        }

        /** Whether each finding of this kind can stop the program for ever. */
        public boolean canStopTheProgram() {
            return compareTo(LOCK_INVERSION) <= 0;
        }
    }

    Kind kind();

    /** Whether this finding can stop the program for ever. */
    default boolean canStopTheProgram() {
        return kind().canStopTheProgram();
    }

    /** The cost in nanoseconds: time of some threads, added up, or of the whole run; 0 if it cost no time in this run. */
    long costNanos();

    /** As the cost, but simultaneous waits count once where this is known. */
    default long coveredNanos() {
        return costNanos();
    }

    /** Upper bound in nanoseconds of the time by which the finding made the run longer. Simultaneous waits count once where this is known. */
    default long mostLostNanos() {
        return costNanos();
    }

    /** The interval that shows the finding best: its longest or last occurrence. Of no thread if it is about all threads. */
    Interval interval();

    /** Wait ids of the mutexes that the finding is about; empty if it is about something else. */
    default List<Long> mutexes() {
        return List.of();
    }

    /** Ids of the call sites that the finding is about, each once; 0 for an unknown one. */
    List<Integer> callSites();
}
