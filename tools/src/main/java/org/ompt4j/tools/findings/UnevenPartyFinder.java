package org.ompt4j.tools.findings;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.ScopeEndpoint;
import org.ompt4j.ompt.SyncRegionKind;
import org.ompt4j.ompt.WaitOutcome;
import org.ompt4j.tools.model.Rows;
import org.ompt4j.tools.model.ThreadModel;
import org.ompt4j.tools.read.TraceEvent;

/**
 * Finds barriers at which one party mostly arrives last: it hardly waits there, while the others do. Memory grows with barriers, up to a limit: then
 * those with the shortest waits are dropped.
 *
 * <p>If the order of arrival is random, all parties wait for about the same time once they have passed often enough.
 */
final class UnevenPartyFinder {
    /** A party that has passed less often is not considered. */
    static final int FEWEST_PASSES = 20;

    /** A party that mostly arrives last waits for less than this share of the average. */
    static final double LITTLE = 1 / 3.0;

    private static final int BARRIERS = 10_000;
    /** How many parties are followed, of all barriers together. */
    private static final int PARTIES = 100_000;

    private final Rows<Long, Barrier> barriers =
            new Rows<>(BARRIERS, id -> new Barrier(), each -> each.nanos, this::leaves);
    private int parties;
    /** By thread, since a thread waits at one barrier at a time. */
    private final Map<Long, TraceEvent> begins = new HashMap<>();

    private static final class Barrier {
        final Map<Long, Party> parties = new HashMap<>(4);
        long nanos;
        long longestNanos;

        @Nullable
        TraceEvent longest;
    }

    private static final class Party {
        final long threadId;
        long passes;
        long nanos;

        Party(long threadId) {
            this.threadId = threadId;
        }
    }

    void event(TraceEvent event, ThreadModel thread) {
        if (event.event() == Event.THREAD_END) {
            begins.remove(thread.id());
        }
        boolean isWait = event.event() == Event.SYNC_REGION_WAIT
                && event.syncKind() == SyncRegionKind.BARRIER_EXPLICIT
                && event.waitId() != 0;
        if (isWait && event.endpoint() == ScopeEndpoint.BEGIN) {
            begins.put(thread.id(), event);
        } else if (isWait) {
            TraceEvent begin = begins.remove(thread.id());
            // A thread that gave up, by a timeout or an interrupt, has met no other one.
            boolean isMet = event.outcome() == WaitOutcome.UNSPECIFIED;
            if (begin != null && isMet && begin.waitId() == event.waitId()) {
                passed(begin, event.timeNanos() - begin.timeNanos(), thread.id());
            }
        }
    }

    private void passed(TraceEvent begin, long nanos, long threadId) {
        Barrier barrier = barriers.at(begin.waitId());
        Party party = barrier.parties.get(threadId);
        if (party == null && parties < PARTIES) {
            parties++;
            party = new Party(threadId);
            barrier.parties.put(threadId, party);
        }
        if (party != null) {
            party.passes++;
            party.nanos += nanos;
            barrier.nanos += nanos;
            if (barrier.longest == null || nanos > barrier.longestNanos) {
                barrier.longest = begin;
                barrier.longestNanos = nanos;
            }
        }
    }

    private void leaves(Barrier barrier) {
        parties -= barrier.parties.size();
    }

    /** The recording ends, or is paused, while the thread is where it is: the end of its wait is not seen. */
    void end(ThreadModel thread) {
        begins.remove(thread.id());
    }

    List<UnevenParties> find(long leastNanos) {
        List<UnevenParties> found = new ArrayList<>();
        barriers.kept().forEach((waitId, barrier) -> {
            UnevenParties uneven = barrier.longest == null ? null : uneven(waitId, barrier, barrier.longest);
            if (uneven != null && uneven.costNanos() > leastNanos) {
                found.add(uneven);
            }
        });
        return found;
    }

    private static @Nullable UnevenParties uneven(long waitId, Barrier barrier, TraceEvent longest) {
        List<Party> regular = regular(barrier.parties.values());
        if (regular.size() < 2) {
            return null;
        }
        Party last = regular.get(0);
        long waited = regular.stream().mapToLong(each -> each.nanos).sum();
        if (last.nanos > LITTLE * waited / regular.size()) {
            return null;
        }
        Interval interval =
                new Interval(longest.threadId(), longest.timeNanos(), longest.timeNanos() + barrier.longestNanos);
        return new UnevenParties(
                waitId,
                longest.codeptrRa(),
                regular.size(),
                regular.stream().mapToLong(each -> each.passes).sum(),
                waited,
                waited - regular.size() * last.nanos,
                last.threadId,
                last.nanos,
                interval);
    }

    /** The parties that have passed often enough, and at least half as often as every other one, the one that waited least first. */
    private static List<Party> regular(Collection<Party> parties) {
        long most = parties.stream().mapToLong(each -> each.passes).max().orElse(0);
        return parties.stream()
                .filter(each -> each.passes >= FEWEST_PASSES && 2 * each.passes >= most)
                .sorted(Comparator.comparingLong((Party each) -> each.nanos).thenComparing(each -> each.threadId))
                .toList();
    }

    /** Whether some barriers were dropped because there were too many. */
    boolean hasForgotten() {
        return barriers.given() > 0;
    }
}
