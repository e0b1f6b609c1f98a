package org.ompt4j.tools.findings;

import java.util.List;

/** Something that is wrong with a run, with the evidence for it: events, never guesses. */
public interface Finding {

    /** The kinds: of those that cost as much, what causes others comes before what it causes. */
    enum Kind {
        DEADLOCK,
        POOL_STARVATION,
        LOCK_INVERSION,
        LOCK_WAITS,
        QUEUE_WAITS,
        BLOCKED_WORKERS,
        PINNED_THREADS,
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

        /** Whether the program can stop for ever because of it. */
        public boolean canStopTheProgram() {
            return compareTo(LOCK_INVERSION) <= 0;
        }
    }

    /**
     * What there is to be done with findings of each kind: who has not thought of one is not compiled.
     *
     * @param <R> what comes of it
     */
    interface Cases<R> {
        R of(Deadlock deadlock);

        R of(PoolStarvation starvation);

        R of(LockInversion inversion);

        R of(LockWaits waits);

        R of(QueueWaits waits);

        R of(BlockedWorkers blocked);

        R of(PinnedThreads pinned);

        R of(SlowStage stage);

        R of(BlockingQueueWaits waits);

        R of(UnevenRegions uneven);

        R of(UnevenParties uneven);

        R of(SmallTasks small);

        R of(SequentialSource source);

        R of(SerialCombining combining);

        R of(SerialPart serial);

        R of(Oversubscription crowd);

        R of(LongPauses pauses);
    }

    Kind kind();

    /** What the method for this kind of finding gives. */
    <R> R in(Cases<R> cases);

    /** The time that it cost, of threads or of all of them, in nanoseconds; 0 if it cost none in this run. */
    long costNanos();

    /** When it is to be seen best: the longest of what it is about, or the last. Of no thread where it is of all. */
    Interval interval();

    /** Ids of the call sites that it is about, each once; 0 for one that is not known. */
    List<Integer> callSites();
}
