package org.ompt4j.tools.model;

import java.util.HashMap;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.Construct.Trait;
import org.ompt4j.tools.read.TraceEvent;

/** A parallel region that has begun. */
public final class RegionModel {
    private final TraceEvent begin;
    /** Each thread that ever was a member, with its number in the team. */
    private final Map<Long, Integer> indexOfThread = new HashMap<>();

    private int memberships;
    private int openMemberships;
    private final long initialRegionId;
    private boolean isPool;
    private boolean wasAbandoned;
    private long endNanos = Long.MAX_VALUE;

    /**
     * @param initialRegionId the region of the enclosing initial task, at any depth; 0 if it is not known
     * @param canBePool whether this can be the region of a pool, which looks the same before version 8
     */
    RegionModel(TraceEvent begin, long initialRegionId, boolean canBePool) {
        this.begin = begin;
        this.initialRegionId = initialRegionId;
        this.isPool = canBePool;
    }

    public long id() {
        return begin.parallelId();
    }

    /** The region of the initial task that it is in; 0 if it is not known. */
    long initialRegionId() {
        return initialRegionId;
    }

    /** Its parallel_begin. */
    public TraceEvent begin() {
        return begin;
    }

    /** The encountering thread. */
    public long encounteringThread() {
        return begin.threadId();
    }

    /**
     * Whether it stands for a pool from its first worker to its termination, as in traces before version 8: then its creator is no member, and
     * its workers are.
     */
    public boolean isPool() {
        return isPool;
    }

    /** Whether the JDK itself waits for every task of the region. */
    public boolean isJoinedByTheJdk() {
        return begin.construct().has(Trait.JOINED_BY_THE_JDK);
    }

    /** Whether an exception or a cancellation was seen in the region, so that tasks may outlive it. */
    public boolean wasAbandoned() {
        return wasAbandoned;
    }

    public boolean hasEnded() {
        return endNanos != Long.MAX_VALUE;
    }

    /** When the region ended; the largest number while it is open. */
    public long endNanos() {
        return endNanos;
    }

    /** Memberships that have not ended. */
    public int openMemberships() {
        return openMemberships;
    }

    public boolean wasJoinedBy(long threadId) {
        return indexOfThread.containsKey(threadId);
    }

    /** The number in the team that the thread had when it joined first, or null. */
    public @Nullable Integer indexOf(long threadId) {
        return indexOfThread.get(threadId);
    }

    public boolean isTaken(int index) {
        return indexOfThread.containsValue(index);
    }

    /** The numbers of its members, each once, in order. */
    public TreeSet<Integer> indices() {
        return new TreeSet<>(indexOfThread.values());
    }

    /** How many threads have joined it so far. */
    public int members() {
        return indexOfThread.size();
    }

    /** Whether the members' numbers are those from 0 on, none left out. */
    public boolean hasAllIndices() {
        return indexOfThread.values().stream().allMatch(each -> each < indexOfThread.size());
    }

    boolean hasMembers() {
        return memberships > 0;
    }

    void isInvoked() {
        isPool = false;
    }

    void join(long threadId, int index) {
        memberships++;
        openMemberships++;
        indexOfThread.putIfAbsent(threadId, index);
    }

    void leave() {
        openMemberships--;
    }

    void end(long timeNanos) {
        endNanos = timeNanos;
    }

    void abandon() {
        wasAbandoned |= !isPool;
    }
}
