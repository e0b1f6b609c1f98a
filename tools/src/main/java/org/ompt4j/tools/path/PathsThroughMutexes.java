package org.ompt4j.tools.path;

import org.ompt4j.ompt.State;
import org.ompt4j.tools.model.MutexModel;
import org.ompt4j.tools.model.ThreadModel;
import org.ompt4j.tools.path.HandOvers.HandOver;
import org.ompt4j.tools.path.Part.Kind;
import org.ompt4j.tools.read.TraceEvent;

/** If a thread gets a mutex for which it has waited, it takes over the path of the last holder. Thread safety: none. */
final class PathsThroughMutexes {
    /*
     * Overview. A release while others wait ends the wait of the thread that gets the mutex next. If the JVM reports waits for monitors, releases are
     * not traced: then it is assumed that the wait ended when the thread got the monitor, because of what the last known holder did then.
     */
    private final MutexModel mutexes;
    private final Lines lines;
    private final Parts parts;
    private final WatchedRegions regions;
    private final PartsOfTime time;
    private final PathsThroughWaits waits;
    private final PathsBeforeWaits before;
    private final HandOvers handOvers = new HandOvers();

    PathsThroughMutexes(PathBasis basis, MutexModel mutexes, PartsOfTime time, PathsThroughWaits waits) {
        this.mutexes = mutexes;
        this.lines = basis.lines();
        this.parts = basis.parts();
        this.regions = basis.regions();
        this.time = time;
        this.waits = waits;
        this.before = basis.before();
    }

    void asks(TraceEvent acquire, Line line) {
        line.pathToAttempt = TraceEvent.isVirtualThread(line.threadId) ? line.trail.path() : null;
        handOvers.asks(acquire.waitId(), line);
        before.begins(acquire.waitState(), acquire.timeNanos());
        if (acquire.owner() != 0 && mutexes.tellsOwners(acquire.construct())) {
            handOvers.holds(acquire.waitId(), lines.get(acquire.owner()));
        }
    }

    void released(TraceEvent event, Line line) {
        if (mutexes.isTried(event.waitId())) {
            handOvers.releases(event.waitId(), line);
        }
    }

    void acquired(TraceEvent event, ThreadModel thread, Line line) {
        TraceEvent acquire = thread.acquireAnsweredBy(event);
        if (acquire != null && acquire.timeNanos() < event.timeNanos() && acquire.mutexKind() != null) {
            handedOver(acquire, acquire.mutexKind().waitState(), event, line);
        }
        if (mutexes.tellsOwners(event.construct())) {
            handOvers.holds(event.waitId(), line);
        }
        attemptEnds(event.waitId());
    }

    /** An attempt to acquire the mutex is over. */
    void attemptEnds(long mutex) {
        if (!mutexes.isTried(mutex)) {
            handOvers.forget(mutex);
        }
    }

    void clear() {
        handOvers.clear();
    }

    private void handedOver(TraceEvent acquire, State state, TraceEvent event, Line line) {
        HandOver last = handOvers.of(event.waitId());
        if (last == null || last.by() == line) {
            return;
        }
        Path own = line.pathBefore(line.pathToAttempt);
        EndCause release = last.release();
        if (release == null) {
            comesFrom(last.by(), acquire, own, state, event, line);
        } else if (release.ended(acquire.timeNanos(), line.threadId)) {
            waits.goesOn(line, before.of(acquire, state, release.path(), own), state, acquire.codeptrRa(), event);
        }
    }

    /*
     * The release is not traced: the holder released the mutex at the latest when the other thread got it, and before it began to wait itself. The
     * holder since then is not known.
     */
    private void comesFrom(Line holder, TraceEvent acquire, Path own, State state, TraceEvent event, Line line) {
        if (holder.works) {
            Path now =
                    holder.trail.path().until(event.timeNanos(), time.workUpTo(holder, acquire.codeptrRa()), regions);
            line.follows(before.of(acquire, state, now, own));
            return;
        }
        Path worked = holder.trail.pathToRest();
        if (worked.timeNanos() >= acquire.timeNanos()) {
            int unknown = parts.number(Kind.UNKNOWN_END, state, 0, acquire.codeptrRa());
            line.follows(before.of(acquire, state, worked, own).until(event.timeNanos(), unknown, regions));
        }
    }
}
