package org.ompt4j.tools.path;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.RecordSink;
import org.ompt4j.ompt.State;
import org.ompt4j.ompt.SyncRegionKind;
import org.ompt4j.ompt.WaitOutcome;
import org.ompt4j.tools.model.NamedWakeups;
import org.ompt4j.tools.model.RegionModel;
import org.ompt4j.tools.model.RunModel;
import org.ompt4j.tools.path.Line.OpenWait;
import org.ompt4j.tools.path.Line.Round;
import org.ompt4j.tools.path.Part.Kind;
import org.ompt4j.tools.read.TraceEvent;

/**
 * If a wait ends, the thread takes over the path of the thread that ended it. For waits for mutexes see {@link PathsThroughMutexes}. Thread safety:
 * none.
 */
final class PathsThroughWaits {
    private final RunModel run;
    private final Parts parts;
    private final WatchedRegions regions;
    private final PathsBeforeWaits before;

    /** Objects that threads wait for. */
    private final Awaited objects = new Awaited();
    /** Regions whose tasks they wait for. */
    private final Awaited teamwork = new Awaited();
    /** Tasks whose children they wait for. */
    private final Awaited parents = new Awaited();

    private final NamedWakeups<EndCause> named = new NamedWakeups<>();

    private final Map<Long, Round> barriers = new HashMap<>();

    PathsThroughWaits(PathBasis basis) {
        this.run = basis.run();
        this.parts = basis.parts();
        this.regions = basis.regions();
        this.before = basis.before();
    }

    void begins(TraceEvent wait, Line line) {
        long region = isForTeamwork(wait) ? wait.parallelId() : 0;
        long parent = region == 0 && wait.syncKind() == SyncRegionKind.TASKGROUP ? wait.taskId() : 0;
        objects.waits(wait.waitId());
        teamwork.waits(region);
        parents.waits(parent);
        before.begins(wait.waitState(), wait.timeNanos());
        Path path = TraceEvent.isVirtualThread(line.threadId) ? line.trail.path() : null;
        line.begins(new OpenWait(wait, region, parent, isAtBarrier(wait) ? round(wait.waitId()) : null, path));
    }

    /* Members that wait for their region to end may have more of its tasks, but for the one that ends it. */
    private boolean isForTeamwork(TraceEvent wait) {
        SyncRegionKind kind = wait.syncKind();
        RegionModel region = kind == null ? null : run.region(wait.parallelId());
        if (kind == null || region == null) {
            return false;
        }
        return switch (kind) {
            case TASKGROUP, BARRIER_IMPLICIT_WORKSHARE -> true;
            case BARRIER_IMPLICIT_PARALLEL -> region.encounteringThread() == wait.threadId();
            default -> false;
        };
    }

    void ends(TraceEvent end, Line line) {
        OpenWait wait = line.ends(end);
        line.isLeft |= end.outcome().isOpen();
        if (wait == null) {
            return;
        }
        EndCause cause = causeOf(wait, line.threadId);
        Round round = wait.round();
        if (round != null) {
            cause = atBarrier(wait.begin(), round, end, line);
        }
        State state = wait.begin().waitState();
        NamedWakeups.Wakeup<EndCause> own = named.thatEnded(line.threadId, wait.begin(), state, end.outcome());
        if (own != null && (cause == null || state.isForQueue())) {
            cause = own.by();
        }
        if (cause != null) {
            goesOn(
                    line,
                    pathToEnd(wait, cause, state, line),
                    state,
                    wait.begin().codeptrRa(),
                    end);
        } else if (wait.pathToBegin() != null) {
            endsByItself(line, wait.pathToBegin(), state, wait.begin().codeptrRa(), end);
        }
    }

    /** An attempt to acquire a mutex that began so ends without it. */
    void attemptEnds(TraceEvent acquire, TraceEvent end, Line line) {
        State state = acquire.waitState();
        NamedWakeups.Wakeup<EndCause> own = named.thatEnded(line.threadId, acquire, state, end.outcome());
        Path pathBefore = line.pathToAttempt;
        if (own != null) {
            goesOn(line, own.by().path(), state, acquire.codeptrRa(), end);
        } else if (pathBefore != null && pathBefore.timeNanos() <= acquire.timeNanos()) {
            endsByItself(line, pathBefore, state, acquire.codeptrRa(), end);
        }
    }

    /* The outcome of a virtual thread's wait is reported at the end of the wait, which comes after the mount with which the thread goes on. */
    private void endsByItself(Line line, Path pathBefore, State state, int codeptrRa, TraceEvent end) {
        Kind kind = Kind.ofEnd(end.outcome());
        if (kind != Kind.UNKNOWN_END) {
            int part = parts.number(kind, state, 0, codeptrRa);
            Path path = orWhatMadeItLate(line, pathBefore);
            Path ended = path.until(end.timeNanos(), part, regions);
            line.follows(path == pathBefore ? before.afterWait(ended, path, part) : ended);
        }
    }

    private Path pathToEnd(OpenWait wait, EndCause cause, State state, Line line) {
        return before.of(wait.begin(), state, cause.path(), line.pathBefore(wait.pathToBegin()));
    }

    private @Nullable EndCause causeOf(OpenWait wait, long waiter) {
        TraceEvent begin = wait.begin();
        EndCause one = objects.isOver(begin.waitId(), waiter);
        EndCause members = teamwork.isOver(wait.region(), waiter);
        EndCause childs = parents.isOver(wait.parent(), waiter);
        if (one != null && one.ended(begin.timeNanos(), waiter)) {
            return one;
        }
        EndCause last = members == null ? childs : members;
        return last != null && last.ended(begin.timeNanos(), waiter) ? last : null;
    }

    /** The thread goes on with this event after a wait in this state, because of this path. */
    void goesOn(Line line, Path ended, State state, int codeptrRa, TraceEvent event) {
        // A thread that was woken before its timeout may have gone on waiting.
        Kind kind = event.outcome() == WaitOutcome.TIMEOUT ? Kind.TIMED_OUT : Kind.WAKE_UP;
        int part = parts.number(kind, state, 0, codeptrRa);
        line.follows(orWhatMadeItLate(line, ended).until(event.timeNanos(), part, regions));
    }

    /** The cause that ended a wait, or that kept the virtual thread from going on then. */
    private static Path orWhatMadeItLate(Line line, Path ended) {
        Path late = line.wentOnLate;
        return late != null && late.timeNanos() >= ended.timeNanos() ? late : ended;
    }

    /* A thread that wakes others of a queue for which it has waited itself goes on before the end of its wait is reported. */
    void wakes(TraceEvent wakeup, Line line) {
        if (RecordSink.isPermit(wakeup.waitId())) {
            named.add(wakeup, EndCause.now(line));
        }
        OpenWait own = line.waitFor(wakeup.waitId());
        EndCause cause = own == null ? null : objects.lastEnd(wakeup.waitId(), line.threadId);
        State state = own == null ? null : own.begin().state();
        if (own != null
                && state != null
                && cause != null
                && cause.ended(own.begin().timeNanos(), line.threadId)) {
            goesOn(line, pathToEnd(own, cause, state, line), state, own.begin().codeptrRa(), wakeup);
        }
        isEnded(wakeup.waitId(), line);
    }

    // ---------------------------------------------------------------- what ends waits of others

    /** The pool, or one of its workers, has ended. A thread that waits for the termination can go on before the last worker reports its end. */
    void poolIsEnded(TraceEvent event, Line line) {
        if (line.trail.isResting()) {
            objects.endsAfterLastWork(event.poolId(), line, event.timeNanos());
        } else {
            isEnded(event.poolId(), line);
        }
    }

    /** The thread has ended, or woken, the object with this wait id. */
    void isEnded(long waitId, Line line) {
        objects.ends(waitId, line);
    }

    /** The thread has ended a task of this region. */
    void taskOfRegionEnds(long regionId, Line line) {
        teamwork.ends(regionId, line);
    }

    /** The thread has ended a child of this task. */
    void childEnds(long parentTaskId, Line line) {
        parents.ends(parentTaskId, line);
    }

    /** The wait of the thread is over. */
    void leaves(Line line) {
        for (OpenWait each : line.leaves()) {
            objects.isOver(each.begin().waitId(), line.threadId);
            teamwork.isOver(each.region(), line.threadId);
            parents.isOver(each.parent(), line.threadId);
        }
    }

    void clear() {
        objects.clear();
        named.clear();
        teamwork.clear();
        parents.clear();
        barriers.clear();
    }

    // ---------------------------------------------------------------- barriers

    /** Only for these barriers it is known which thread came last: it does not wait. */
    private static boolean isAtBarrier(TraceEvent wait) {
        return wait.construct() == Construct.CYCLIC_BARRIER && wait.syncKind() == SyncRegionKind.BARRIER_EXPLICIT;
    }

    private Round round(long barrier) {
        return barriers.computeIfAbsent(barrier, any -> new Round());
    }

    private @Nullable EndCause atBarrier(TraceEvent begin, Round round, TraceEvent end, Line line) {
        // Threads that come after that belong to the next round.
        barriers.remove(begin.waitId(), round);
        if (begin.timeNanos() == end.timeNanos()) {
            round.opened = EndCause.now(line);
            return null;
        }
        EndCause opened = round.opened;
        return opened != null && opened.ended(begin.timeNanos(), line.threadId) ? opened : null;
    }
}
