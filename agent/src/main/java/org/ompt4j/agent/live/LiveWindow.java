package org.ompt4j.agent.live;

import java.util.List;

/**
 * What was seen in one interval by looking at all threads a number of times. Every number of looks is of this interval alone.
 *
 * <p>A thread is seen as one of five things at each look, so that the five add up to its looks; over all threads they add up to {@link #total},
 * also where there are more threads than rows.
 *
 * @param nanos how long the interval was
 * @param looks how often all threads were looked at
 * @param threads how many threads there were at the last look
 * @param suspended virtual threads that were in something, without a carrier, at the last look; none of them is among the threads
 * @param total the sum over all threads
 * @param deadlocks threads that waited for each other at the last look, those of a deadlock together; at most {@link #MOST_OTHERS}
 * @param rows threads, those first that waited most for mutexes, then those that worked most; at most {@link #MOST_THREADS}
 * @param mutexes mutexes that were waited for, the longest queues first; at most {@link #MOST_OTHERS}
 * @param pools pools, the longest queues first; at most {@link #MOST_OTHERS}
 * @param regions regions that threads were in, by where they were opened, the most threads first; at most {@link #MOST_OTHERS}
 */
public record LiveWindow(
        long nanos,
        long looks,
        long threads,
        long suspended,
        Seen total,
        List<DeadlockRow> deadlocks,
        List<ThreadRow> rows,
        List<MutexRow> mutexes,
        List<PoolRow> pools,
        List<RegionRow> regions) {
    /** Threads that have a row. */
    public static final int MOST_THREADS = 500;

    /** Mutexes, pools and regions that have a row, of each. */
    public static final int MOST_OTHERS = 100;

    /** What no name is known of. */
    public static final String UNKNOWN = "";

    /**
     * As what a thread, or the threads of something, were seen: numbers of looks.
     *
     * @param working in code of the program
     * @param overhead in the machinery of a pool between tasks, or in the agent
     * @param mutex waiting for a mutex
     * @param waiting waiting for anything else
     * @param idle a worker without work
     */
    public record Seen(long working, long overhead, long mutex, long waiting, long idle) {
        /** Their sum. */
        public long all() {
            return working + overhead + mutex + waiting + idle;
        }
    }

    /**
     * A thread that cannot go on, since it waits for what another one holds that cannot either.
     *
     * @param deadlock the number of its deadlock, from 1 on
     * @param object the class of what it waits for, as the JVM names it
     * @param holder the thread that holds it, the next one of the deadlock
     */
    public record DeadlockRow(long deadlock, String thread, String object, String holder) {}

    /**
     * A thread.
     *
     * @param id its id in traces
     * @param javaId its number in thread dumps; 0 if unknown
     * @param state its state at the last look, by its name in the specification
     * @param object the class of what it waited for then, {@link #UNKNOWN} if it did not or that is not known
     * @param waitId the id of that in traces; 0 if it did not wait or that is not known
     * @param region what opened the region of a team that it was in then, {@link #UNKNOWN} for none
     */
    public record ThreadRow(
            long id, long javaId, String name, Seen seen, String state, String object, long waitId, String region) {}

    /**
     * A mutex that was waited for.
     *
     * @param waitId its id in traces; 0 for all of which that is not known
     * @param object its class
     * @param waitedFor at how many looks it was
     * @param waiters threads that waited, summed over the looks
     * @param most how many waited at once
     * @param threads how many different threads were seen to wait
     * @param names of those that were seen to wait most often; at most {@link Tally#MOST_NAMES}
     * @param holder the thread that was seen to hold it most often, {@link #UNKNOWN} if none was
     * @param held at how many looks it was
     */
    public record MutexRow(
            long waitId,
            String object,
            long waitedFor,
            long waiters,
            long most,
            long threads,
            List<String> names,
            String holder,
            long held) {}

    /**
     * A pool of threads.
     *
     * @param kind its construct
     * @param name what its workers are named after
     * @param limit how many workers it may have; 0 if there is no limit
     * @param site where the program made it, {@link #UNKNOWN} if that is not known
     * @param seen as what its workers were seen
     * @param counted at how many looks the length of its queue was known
     * @param queued tasks in its queue, summed over these looks
     * @param mostQueued how many were in it at once
     */
    public record PoolRow(
            long id,
            String kind,
            String name,
            long limit,
            String site,
            Seen seen,
            long counted,
            long queued,
            long mostQueued) {}

    /**
     * The regions that were opened at one place.
     *
     * @param kind their construct
     * @param site where the program opened them, {@link #UNKNOWN} if that is not known
     * @param regions how many different ones were seen
     * @param seen as what threads in them were seen
     * @param most how many threads were in them at once
     */
    public record RegionRow(String kind, String site, long regions, Seen seen, long most) {}
}
