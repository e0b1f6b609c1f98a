package org.ompt4j.agent.live;

import java.util.List;

/**
 * The result of an interval in which all threads were sampled a number of times. One such sample of all threads is a look. Every number of looks
 * counts looks of this interval only.
 *
 * <p>At each look a thread counts as exactly one of five kinds ({@link Seen}), so that the five numbers add up to the looks at the thread; over all
 * threads they add up to {@link #total}, also if there are more threads than rows.
 *
 * @param nanos the length of the interval, in nanoseconds
 * @param looks the number of looks
 * @param threads how many threads there were at the last look
 * @param suspended virtual threads that were observed and had no carrier at the last look; none of them is among the threads
 * @param total the sum over all threads
 * @param deadlocks threads that waited for each other at the last look, those of a deadlock together; at most {@link #MOST_OTHERS}
 * @param rows threads, those first that waited most for mutexes, then those that worked most; at most {@link #MOST_THREADS}
 * @param mutexes mutexes for which threads waited, the longest queues first; at most {@link #MOST_OTHERS}
 * @param pools pools, the longest queues first; at most {@link #MOST_OTHERS}
 * @param regions regions that threads were in, by the call site that opened them, the most threads first; at most {@link #MOST_OTHERS}
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
    /** The largest number of rows of threads. */
    public static final int MOST_THREADS = 500;

    /** The largest number of rows of mutexes, pools and regions each. */
    public static final int MOST_OTHERS = 100;

    /** In place of an unknown name. */
    public static final String UNKNOWN = "";

    /**
     * In how many looks a thread, or the threads of a pool or of regions, were in each kind of state.
     *
     * @param working in code of the program
     * @param overhead in the code of a pool between tasks, or in the agent
     * @param mutex waiting for a mutex
     * @param waiting waiting for anything else
     * @param idle a worker without work
     */
    public record Seen(long working, long overhead, long mutex, long waiting, long idle) {
        /** The sum of the five numbers. */
        public long all() {
            return working + overhead + mutex + waiting + idle;
        }
    }

    /**
     * A thread of a deadlock: it waits for an object that the next thread of the deadlock holds.
     *
     * @param deadlock the number of its deadlock, from 1 on
     * @param object the class of the object that it waits for, as the JVM names it
     * @param holder the thread that holds it, the next one of the deadlock
     */
    public record DeadlockRow(long deadlock, String thread, String object, String holder) {}

    /**
     * A thread.
     *
     * @param id its id in traces
     * @param javaId its number in thread dumps; 0 if unknown
     * @param state its state at the last look, by its name in the specification
     * @param object the class of the object that it waited for then; {@link #UNKNOWN} if it did not wait or the class is not known
     * @param waitId the wait id of that object in traces; 0 if it did not wait or the id is not known
     * @param region the call site, else the construct, of the region that it was in then; {@link #UNKNOWN} for none
     */
    public record ThreadRow(
            long id, long javaId, String name, Seen seen, String state, String object, long waitId, String region) {}

    /**
     * A mutex for which threads waited.
     *
     * @param waitId its wait id in traces; 0 for all mutexes with an unknown id
     * @param object its class
     * @param waitedFor at how many looks a thread waited for it
     * @param waiters the number of waiting threads, summed over the looks
     * @param most the largest number of threads that waited at a look
     * @param threads how many different threads were seen to wait
     * @param names the names of the threads that waited at most looks; at most {@link Tally#MOST_NAMES}
     * @param holder the thread that held it at most looks; {@link #UNKNOWN} if no holder was seen
     * @param held at how many looks {@code holder} held it
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
     * @param name the common part of its workers' names
     * @param limit how many workers it may have; 0 if there is no limit
     * @param site the call site at which the program created it; {@link #UNKNOWN} if that is not known
     * @param seen the states of its workers
     * @param counted at how many looks the length of its queue was known
     * @param queued tasks in its queue, summed over these looks
     * @param mostQueued the largest number of tasks in it at a look
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
     * The regions that were opened at one call site.
     *
     * @param kind their construct
     * @param site the call site at which the program opened them; {@link #UNKNOWN} if that is not known
     * @param regions how many different regions were seen
     * @param seen the states of the threads in them
     * @param most the largest number of threads in them at a look
     */
    public record RegionRow(String kind, String site, long regions, Seen seen, long most) {}
}
