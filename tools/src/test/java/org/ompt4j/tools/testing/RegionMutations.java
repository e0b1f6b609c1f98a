package org.ompt4j.tools.testing;

import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.ScopeEndpoint;
import org.ompt4j.ompt.SyncRegionKind;
import org.ompt4j.ompt.TaskFlag;
import org.ompt4j.tools.read.TraceEvent;

/** Breaks parallel regions. */
final class RegionMutations {
    private static final long NOWHERE = (1L << 53) - 9;

    private RegionMutations() {}

    static List<Mutation> all() {
        return List.of(
                TraceMutator.removal("R1", "remove a parallel_begin", isStreamBegin()),
                new Mutation("R2", "let a worker leave after parallel_end", RegionMutations::leaveLate),
                TraceMutator.removal(
                        "R3",
                        "remove the end of a region-ending barrier",
                        TraceMutator.isSync(
                                kind -> kind == SyncRegionKind.BARRIER_IMPLICIT_PARALLEL, ScopeEndpoint.END)),
                TraceMutator.change(
                        "R3",
                        "give implicit_task end a region",
                        isMembership(ScopeEndpoint.END),
                        draft -> draft.parallelId = NOWHERE),
                TraceMutator.change("R4", "change parallel_end's flags", isStreamEnd(), draft -> draft.flags ^= 2),
                TraceMutator.removal("R4", "remove a parallel_end", isStreamEnd()),
                TraceMutator.change(
                        "R5",
                        "let nobody offer parallelism",
                        isMembership(ScopeEndpoint.BEGIN),
                        draft -> draft.actualParallelism = 0),
                TraceMutator.change(
                        "R5",
                        "count one member more at parallel_end",
                        isStreamEnd(),
                        draft -> draft.actualParallelism++),
                TraceMutator.change(
                        "R5", "count no member at parallel_end", isStreamEnd(), draft -> draft.actualParallelism = 0),
                TraceMutator.change(
                        "R5", "request no thread", isStreamBegin(), draft -> draft.requestedParallelism = 0),
                TraceMutator.change(
                        "R6", "change a region's parent", isStreamBegin(), draft -> draft.encounteringTaskId = NOWHERE),
                TraceMutator.change(
                        "R8",
                        "let nobody know a call site",
                        isStreamBegin(),
                        draft -> draft.codeptrRa = Integer.MAX_VALUE),
                new Mutation("R9", "remove the encountering thread's implicit task", RegionMutations::noMember));
    }

    /** Moves a worker's end of its implicit task to right after its region's {@code parallel_end}. */
    private static Optional<List<TraceEvent>> leaveLate(List<TraceEvent> trace) {
        EventList events = new EventList(trace);
        for (int begin = events.find(0, isStreamBegin()); begin >= 0; begin = events.find(begin + 1, isStreamBegin())) {
            SharedRegion region = SharedRegion.find(events, begin);
            if (region != null) {
                events.delay(region.workerLeaves(), region.regionEnds());
                return events.done();
            }
        }
        return Optional.empty();
    }

    private static Optional<List<TraceEvent>> noMember(List<TraceEvent> trace) {
        EventList events = new EventList(trace);
        int begin = events.find(0, isStreamBegin());
        if (begin < 0) {
            return Optional.empty();
        }
        TraceEvent region = events.get(begin);
        int join = events.find(
                begin,
                isMembership(ScopeEndpoint.BEGIN)
                        .and(each -> each.parallelId() == region.parallelId() && each.threadId() == region.threadId()));
        if (join < 0) {
            return Optional.empty();
        }
        events.remove(join);
        return events.done();
    }

    static Predicate<TraceEvent> isStreamBegin() {
        return each -> each.event() == Event.PARALLEL_BEGIN && each.construct() == Construct.PARALLEL_STREAM;
    }

    private static Predicate<TraceEvent> isStreamEnd() {
        return each -> each.event() == Event.PARALLEL_END && each.construct() == Construct.PARALLEL_STREAM;
    }

    static Predicate<TraceEvent> isMembership(ScopeEndpoint endpoint) {
        return each -> each.event() == Event.IMPLICIT_TASK
                && each.endpoint() == endpoint
                && (each.flags() & TaskFlag.INITIAL) == 0
                && each.construct() != Construct.FORK_JOIN_POOL;
    }
}
