package org.ompt4j.tools.conformance;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.OmptData;

/** What the tool keeps about a parallel region, in the region's data. Thread safety: its own monitor, but for final fields. */
final class LiveRegion {
    final OmptData data;
    final Construct construct;
    final long beginTimeNanos;
    final long encounteringTaskId;
    final int flags;
    final int site;
    /** The thread that reached it. */
    final @Nullable LiveThread encountering;

    /** A pool's region has no member that reached it; known when the first one joins. */
    private boolean isPool;

    private int memberships;
    private final Map<Long, Integer> indexOfThread = new HashMap<>();
    private long endTimeNanos = Long.MAX_VALUE;
    private long barrierEndTimeNanos = Long.MAX_VALUE;
    private boolean abandoned;

    LiveRegion(
            OmptData data,
            Construct construct,
            long beginTimeNanos,
            long encounteringTaskId,
            int flags,
            int site,
            @Nullable LiveThread encountering) {
        this.data = data;
        this.construct = construct;
        this.beginTimeNanos = beginTimeNanos;
        this.encounteringTaskId = encounteringTaskId;
        this.flags = flags;
        this.site = site;
        this.encountering = encountering;
        this.isPool = construct == Construct.FORK_JOIN_POOL;
    }

    long id() {
        return data.id();
    }

    /** A thread joins; returns what is wrong with its index, or null. */
    synchronized @Nullable String join(LiveThread thread, int index) {
        if (isPool && memberships == 0 && thread == encountering) {
            isPool = false;
            thread.begunRegions.addLast(this);
        }
        memberships++;
        if (isPool) {
            return null;
        }
        Integer earlier = indexOfThread.get(thread.id());
        boolean taken = earlier == null && indexOfThread.containsValue(index);
        indexOfThread.putIfAbsent(thread.id(), index);
        if (earlier != null && earlier != index) {
            return "index " + index + " on a thread that had " + earlier;
        }
        if (taken) {
            return "index " + index + ", which another thread has";
        }
        return thread == encountering && index != 0 ? "index " + index + " for the thread that reached it" : null;
    }

    synchronized boolean isPool() {
        return isPool;
    }

    synchronized boolean wasJoinedBy(LiveThread thread) {
        return indexOfThread.containsKey(thread.id());
    }

    /** Whether the indices of its members are those from 0 on. */
    synchronized boolean hasAllIndices() {
        int members = indexOfThread.size();
        return indexOfThread.values().stream().allMatch(each -> each < members);
    }

    /** Whether the JDK itself waits for all of its tasks; what a lambda forks and nobody joins may outlive other regions. */
    boolean isJoinedByTheJdk() {
        return construct == Construct.PARALLEL_STREAM;
    }

    synchronized void abandon() {
        abandoned |= !isPool;
    }

    synchronized boolean wasAbandoned() {
        return abandoned;
    }

    synchronized void end(long timeNanos) {
        endTimeNanos = timeNanos;
    }

    synchronized boolean hasEnded() {
        return endTimeNanos != Long.MAX_VALUE;
    }

    /** When it ended, or the largest number. */
    synchronized long endTimeNanos() {
        return endTimeNanos;
    }

    synchronized void barrierEnded(long timeNanos) {
        barrierEndTimeNanos = timeNanos;
    }

    /** When the encountering thread left the region-ending barrier, or the largest number. */
    synchronized long barrierEndTimeNanos() {
        return barrierEndTimeNanos;
    }

    @Override
    public String toString() {
        return "region " + id();
    }
}
