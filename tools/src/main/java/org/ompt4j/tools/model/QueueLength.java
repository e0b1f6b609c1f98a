package org.ompt4j.tools.model;

import java.util.Map;
import java.util.TreeMap;

/**
 * How many tasks were in a queue at the same time at most, of tasks that are told as they leave it; also of threads that wait.
 *
 * <p>Memory is bounded. Thread safety: none.
 */
public final class QueueLength {
    /*
     * Overview. As many places as the queue had tasks at most: a task takes the place that became free last before the task came, and a new one
     * if there was none. That is the least number of places with which the tasks do, whatever the order in which they leave, since they are told
     * in the order of leaving. Where too many points in time would have to be known, of the oldest places it is only known between which two
     * times they became free: of a task that came in between it is assumed that one was free.
     */
    private final int mostTimes;
    private final TreeMap<Long, Integer> freeSince = new TreeMap<>();
    private int oldPlaces;
    private long oldFrom;
    private long oldTo;
    private int most;
    private boolean isExact = true;

    /** @param mostTimes how many points in time are known at most, at some 80 bytes each */
    public QueueLength(int mostTimes) {
        this.mostTimes = mostTimes;
    }

    /** A task leaves the queue, no earlier than the ones before, and has been in it since then. */
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

    /** How many there were at most, or at least that many. */
    public int most() {
        return most;
    }

    /** Whether there were not more. */
    boolean isExact() {
        return isExact;
    }

    /** No task comes any more. */
    void close() {
        freeSince.clear();
    }
}
