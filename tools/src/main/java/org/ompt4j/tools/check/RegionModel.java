package org.ompt4j.tools.check;

import java.util.HashMap;
import java.util.Map;
import org.ompt4j.ompt.Construct;
import org.ompt4j.tools.read.TraceEvent;

/** A parallel region that has begun. */
final class RegionModel {
    final TraceEvent begin;
    /** Each thread that ever was a member, with its number in the team. */
    final Map<Long, Integer> indexOfThread = new HashMap<>();
    /** Memberships, a thread that came back counted again. */
    int memberships;
    /** Memberships that have not ended. */
    int openMemberships;

    /** Whether it stands for a pool from its first worker to its termination: then its creator is no member. */
    boolean isPool;

    boolean hasEnded;
    /** Whether an exception or a cancellation was seen in it: then tasks may outlive it. */
    boolean wasAbandoned;

    RegionModel(TraceEvent begin) {
        this.begin = begin;
        this.isPool = begin.construct() == Construct.FORK_JOIN_POOL;
    }

    long id() {
        return begin.parallelId();
    }

    /** Whether the JDK itself waits for every task of the region. */
    boolean isJoinedByTheJdk() {
        return begin.construct() == Construct.PARALLEL_STREAM;
    }
}
