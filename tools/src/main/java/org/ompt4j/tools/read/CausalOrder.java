package org.ompt4j.tools.read;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.ScopeEndpoint;
import org.ompt4j.ompt.SyncRegionKind;
import org.ompt4j.ompt.TaskStatus;

/**
 * Orders events of several threads that have the same time. Each thread's own order is kept, and causes on other threads come before their
 * effects (a task's creation before its start, the members' ends before the region's end, and so on).
 *
 * <p>If events depend on each other in a cycle, which happens when something repeats within the same time, the kind of event decides.
 */
final class CausalOrder {
    private final List<Lane> lanes = new ArrayList<>();
    /** For each fact, how many of the remaining events make it true. */
    private final Map<Fact, Integer> toCome = new HashMap<>();

    /** Something that one event makes true and another relies on. */
    private record Fact(Kind kind, long id) {}

    private enum Kind {
        TASK_CREATED,
        BODY_ENDED,
        TASK_ENDED,
        UNMOUNTED,
        REGION_BEGUN,
        REGION_LEFT,
        REGION_TASK_ENDED,
        BARRIER_REACHED,
        MUTEX_RELEASED,
        POOL_BEGUN,
        WOKEN
    }

    private record Step(TraceEvent event, List<Fact> provided, List<Fact> needed) {}

    private static final class Lane {
        final int order;
        final List<Step> steps = new ArrayList<>();
        final Map<Fact, Integer> toComeHere = new HashMap<>();
        int next;

        Lane(int order) {
            this.order = order;
        }

        @Nullable
        Step head() {
            return next < steps.size() ? steps.get(next) : null;
        }
    }

    /** @param regions the thread's regions before these events; updated to those after them */
    void addLane(int order, List<TraceEvent> events, Regions regions) {
        Lane lane = new Lane(order);
        for (TraceEvent event : events) {
            List<Fact> provided = provided(event, regions.innermost());
            lane.steps.add(new Step(event, provided, needed(event, regions.innermost())));
            regions.follow(event);
            for (Fact fact : provided) {
                toCome.merge(fact, 1, Integer::sum);
                lane.toComeHere.merge(fact, 1, Integer::sum);
            }
        }
        lanes.add(lane);
    }

    void drainTo(Collection<TraceEvent> target) {
        lanes.sort(Comparator.comparingInt(lane -> lane.order));
        for (Lane lane = choose(); lane != null; lane = choose()) {
            Step step = lane.steps.get(lane.next++);
            for (Fact fact : step.provided) {
                toCome.merge(fact, -1, Integer::sum);
                lane.toComeHere.merge(fact, -1, Integer::sum);
            }
            target.add(step.event);
        }
    }

    private @Nullable Lane choose() {
        Lane best = null;
        int bestRank = Integer.MAX_VALUE;
        for (Lane lane : lanes) {
            Step step = lane.head();
            if (step != null) {
                int rank = rank(step.event) + (mustWait(lane, step) ? 100 : 0);
                if (rank < bestRank) {
                    best = lane;
                    bestRank = rank;
                }
            }
        }
        return best;
    }

    private boolean mustWait(Lane lane, Step step) {
        for (Fact fact : step.needed) {
            if (toCome.getOrDefault(fact, 0) > lane.toComeHere.getOrDefault(fact, 0)) {
                return true;
            }
        }
        return false;
    }

    private static List<Fact> provided(TraceEvent e, long region) {
        if (e.event() == null) {
            return List.of();
        }
        return switch (e.event()) {
            case TASK_CREATE -> List.of(new Fact(Kind.TASK_CREATED, e.newTaskId()));
            case TASK_SCHEDULE -> left(e, region);
            case PARALLEL_BEGIN -> List.of(new Fact(Kind.REGION_BEGUN, e.parallelId()));
            case IMPLICIT_TASK ->
                e.endpoint() == ScopeEndpoint.END ? List.of(new Fact(Kind.REGION_LEFT, region)) : List.of();
            case SYNC_REGION ->
                e.endpoint() == ScopeEndpoint.BEGIN && isBarrier(e)
                        ? List.of(new Fact(Kind.BARRIER_REACHED, barrier(e, region)))
                        : List.of();
            case MUTEX_RELEASED -> List.of(new Fact(Kind.MUTEX_RELEASED, e.waitId()));
            case WAKEUP -> List.of(new Fact(Kind.WOKEN, e.waitId()));
            case POOL ->
                e.endpoint() == ScopeEndpoint.BEGIN ? List.of(new Fact(Kind.POOL_BEGUN, e.poolId())) : List.of();
            default -> List.of();
        };
    }

    private static List<Fact> left(TraceEvent e, long region) {
        boolean goesOn = e.priorTaskStatus() == TaskStatus.SWITCH;
        return goesOn && e.isUnmount() ? List.of(new Fact(Kind.UNMOUNTED, e.priorTaskId())) : ended(e, region);
    }

    private static List<Fact> ended(TraceEvent e, long region) {
        Fact inRegion = new Fact(Kind.REGION_TASK_ENDED, region);
        if (e.priorTaskStatus() == TaskStatus.DETACH) {
            return List.of(new Fact(Kind.BODY_ENDED, e.priorTaskId()), inRegion);
        }
        return e.priorTaskStatus() == TaskStatus.SWITCH
                ? List.of()
                : List.of(new Fact(Kind.TASK_ENDED, e.priorTaskId()), inRegion);
    }

    private static List<Fact> needed(TraceEvent e, long region) {
        if (e.event() == null) {
            return List.of();
        }
        return switch (e.event()) {
            case TASK_SCHEDULE ->
                e.isFulfillment()
                        ? List.of(new Fact(Kind.BODY_ENDED, e.priorTaskId()))
                        : List.of(
                                new Fact(Kind.TASK_CREATED, e.nextTaskId()), new Fact(Kind.UNMOUNTED, e.nextTaskId()));
            case CANCEL -> List.of(new Fact(Kind.TASK_CREATED, e.taskId()));
            case TASK_DEPENDENCE ->
                List.of(new Fact(Kind.TASK_CREATED, e.srcTaskId()), new Fact(Kind.TASK_CREATED, e.sinkTaskId()));
            case IMPLICIT_TASK ->
                e.endpoint() == ScopeEndpoint.END ? List.of() : List.of(new Fact(Kind.REGION_BEGUN, e.parallelId()));
            case PARALLEL_END ->
                List.of(new Fact(Kind.REGION_LEFT, e.parallelId()), new Fact(Kind.REGION_TASK_ENDED, e.parallelId()));
            case SYNC_REGION ->
                e.endpoint() == ScopeEndpoint.END && isBarrier(e) ? barrierEndNeeds(e, region) : List.of();
            case SYNC_REGION_WAIT ->
                e.endpoint() == ScopeEndpoint.END
                        ? List.of(new Fact(Kind.TASK_ENDED, e.waitId()), new Fact(Kind.WOKEN, e.waitId()))
                        : List.of();
            case WAIT -> e.endpoint() == ScopeEndpoint.END ? List.of(new Fact(Kind.WOKEN, e.waitId())) : List.of();
            case MUTEX_ACQUIRED -> List.of(new Fact(Kind.MUTEX_RELEASED, e.waitId()));
            case POOL_WORKER -> List.of(new Fact(Kind.POOL_BEGUN, e.poolId()));
            default -> List.of();
        };
    }

    private static List<Fact> barrierEndNeeds(TraceEvent e, long region) {
        Fact reached = new Fact(Kind.BARRIER_REACHED, barrier(e, region));
        return e.syncKind() == SyncRegionKind.BARRIER_IMPLICIT_PARALLEL
                ? List.of(reached, new Fact(Kind.REGION_TASK_ENDED, region))
                : List.of(reached);
    }

    private static boolean isBarrier(TraceEvent e) {
        return e.syncKind() != SyncRegionKind.TASKWAIT && e.syncKind() != SyncRegionKind.TASKGROUP;
    }

    private static long barrier(TraceEvent e, long region) {
        return e.syncKind() == SyncRegionKind.BARRIER_IMPLICIT_PARALLEL ? region : e.waitId();
    }

    /** The order of kinds of events if nothing else decides; lower ranks come first. */
    private static int rank(TraceEvent e) {
        if (e.event() == null) {
            return 5;
        }
        return switch (e.event()) {
            case THREAD_BEGIN -> 0;
            case PARALLEL_BEGIN -> 1;
            case POOL -> e.endpoint() == ScopeEndpoint.BEGIN ? 1 : 9;
            case TASK_CREATE, WAKEUP -> 2;
            case MUTEX_RELEASED -> 3;
            case TASK_SCHEDULE -> e.priorTaskStatus() == TaskStatus.SWITCH ? 5 : 3;
            case SYNC_REGION, SYNC_REGION_WAIT, WAIT -> e.endpoint() == ScopeEndpoint.END ? 7 : 4;
            case MUTEX_ACQUIRED -> 6;
            case IMPLICIT_TASK -> e.endpoint() == ScopeEndpoint.END ? 8 : 5;
            case PARALLEL_END -> 9;
            case THREAD_END -> 10;
            default -> 5;
        };
    }
}
