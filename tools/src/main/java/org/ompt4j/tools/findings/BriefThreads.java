package org.ompt4j.tools.findings;

import java.util.List;

/**
 * Many platform threads that were started at one place, most of which lived hardly longer than it takes to start a thread.
 *
 * @param startedAt where they were started
 * @param threads how many have ended
 * @param brief how many of these lived for less than {@link #LITTLE_NANOS}
 * @param livedNanos how long they lived, all together
 * @param beginningNanos how long they took from their start to their begin, all together
 * @param costNanos how long at least one of them was started and had not begun
 * @param interval from the start of the first of them to the end of the last; of no thread
 */
public record BriefThreads(
        int startedAt,
        long threads,
        long brief,
        long livedNanos,
        long beginningNanos,
        long costNanos,
        Interval interval)
        implements Finding {
    /** Some ten times as long as it takes to start a thread. */
    public static final long LITTLE_NANOS = 1_000_000;

    public long meanLifeNanos() {
        return livedNanos / threads;
    }

    public long meanBeginningNanos() {
        return beginningNanos / threads;
    }

    @Override
    public Kind kind() {
        return Kind.BRIEF_THREADS;
    }

    @Override
    public List<Integer> callSites() {
        return List.of(startedAt);
    }
}
