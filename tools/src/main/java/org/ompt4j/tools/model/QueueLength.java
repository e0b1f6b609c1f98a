package org.ompt4j.tools.model;

import java.util.Map;
import java.util.TreeMap;

/**
 * The largest number of tasks that were in a queue at the same time, if tasks are reported when they leave it. Also used for waiting threads.
 *
 * <p>Memory is bounded. Thread safety: none.
 */
public final class QueueLength {
    /*
     * Overview. There are as many places as the queue had tasks at most: a task takes the place that became free last before it came, or a new place
     * if there is none. Since tasks are reported in the order of leaving, this is the least number of places that is sufficient. If too many points
     * in time would have to be kept, it is only known between which two times the oldest places became free: for a task that came in between it is
     * assumed that one was free.
     */
    private final int mostTimes;
    private final TreeMap<Long, Integer> freeSince = new TreeMap<>();
    private int oldPlaces;
    private long oldFrom;
    private long oldTo;
    private int most;
    private boolean isExact = true;

    /**
     * @param mostTimes how many points in time are kept at most, at some 80 bytes each
     */
    public QueueLength(int mostTimes) {
        this.mostTimes = mostTimes;
    }

    /** A task leaves the queue, not earlier than the ones before, and has been in the queue since {@code sinceNanos}. */
    public void leaves(long sinceNanos, long timeNanos) {
        if (timeNanos <= sinceNanos) {
            return;
        }
        takePlace(sinceNanos);
        freeSince.merge(timeNanos, 1, Integer::sum);
        if (freeSince.size() > mostTimes) {
            becomesOld(freeSince.pollFirstEntry());
        }
    }

    private void becomesOld(Map.Entry<Long, Integer> places) {
        oldFrom = oldPlaces == 0 ? places.getKey() : oldFrom;
        oldTo = places.getKey();
        oldPlaces += places.getValue();
    }

    private void takePlace(long sinceNanos) {
        Map.Entry<Long, Integer> free = freeSince.floorEntry(sinceNanos);
        if (free != null) {
            freeSince.computeIfPresent(free.getKey(), (time, places) -> places == 1 ? null : places - 1);
        } else if (oldPlaces > 0 && sinceNanos >= oldFrom) {
            oldPlaces--;
            isExact &= sinceNanos >= oldTo;
        } else {
            most++;
        }
    }

    /** The largest number of tasks, or a lower bound of it. */
    public int most() {
        return most;
    }

    /** Whether the number is exact. */
    boolean isExact() {
        return isExact;
    }

    /** Call when no further task will come. */
    void close() {
        freeSince.clear();
    }
}
