package org.ompt4j.tools.model;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.Construct.Trait;
import org.ompt4j.ompt.Event;
import org.ompt4j.tools.read.CountedEvents;
import org.ompt4j.tools.read.Trace;
import org.ompt4j.tools.read.TraceEvent;

/** Divides the time that threads waited for mutexes among the threads that caused the waits. Thread safety: none. */
final class MutexBlame {
    /*
     * Overview. Waiting time is divided whenever the mutex is acquired or released: the time since the last division is assigned to the thread that
     * held the mutex meanwhile, according to the event or to what is known since then. Not each wait is divided, but the sum of the waits of each
     * call site and path; this takes one addition however many threads wait there.
     *
     * If every operation is traced, holders are known from acquired to released. Otherwise the trace has, for mutexes that can be queried,
     * acquisitions after a wait, and releases while a thread waits: the releasing thread held the mutex since the last release, or since the wait
     * began. If a wait has no such release, for example because it has not ended, an acquire event may contain the holder at that time.
     *
     * If the JVM reports waits for monitors, releases are not traced, but an acquire event contains the holder at that time, if known. The time from
     * there to the next acquisition is assigned to that thread, and the following time to the thread that acquired: each held the monitor when its
     * part began, and may have released it to others that did not wait.
     */
    private final ToldMutexOperations told;
    private final MutexListener listener;
    private final Map<Construct, List<CountedEvents>> countedReleases = new EnumMap<>(Construct.class);
    private long latestPartNanos = Long.MIN_VALUE;

    MutexBlame(Trace trace, ToldMutexOperations told, MutexListener listener) {
        this.told = told;
        this.listener = listener;
        for (CountedEvents each : trace.counted()) {
            if (each.event() == Event.MUTEX_RELEASED) {
                countedReleases
                        .computeIfAbsent(each.construct(), any -> new ArrayList<>())
                        .add(each);
            }
        }
    }

    /** The last time at which an attempt began, or a part of waits ended. */
    long latestPartNanos() {
        return latestPartNanos;
    }

    /** An attempt begins, which is not in the mutex's list yet. */
    void begins(MutexWait wait, MutexState mutex) {
        if (mutex.attempts.isEmpty()) {
            mutex.firstOwner = firstOwner(wait);
        }
        if (told.owners(wait.acquire().construct())) {
            wait.first = firstOwner(wait);
        }
        long owner = wait.acquire().owner();
        if (owner != 0 && (mutex.seenHolder == null || mutex.seenHolder.threadId() != owner)) {
            mutex.seenHolder = owner(owner, 0);
        }
        latestPartNanos = wait.acquire().timeNanos();
    }

    /** A thread has acquired the mutex: divides the time that others have waited until now. */
    void isAcquired(MutexState mutex, TraceEvent acquired) {
        Culprit owner = owner(acquired.threadId(), acquired.codeptrRa());
        boolean isHeld = !acquired.construct().has(Trait.RELEASED_BY_ANYONE);
        mutex.firstOwner = isHeld ? owner : Culprit.UNKNOWN;
        mutex.seenHolder = isHeld ? owner : null;
        isHeldFirst(mutex, acquired.construct(), owner);
    }

    /** A thread releases the mutex. */
    void isReleased(MutexState mutex, TraceEvent released) {
        mutex.seenHolder = null;
        if (told.releases(released.construct())) {
            divide(mutex, released);
            mutex.firstOwner = Culprit.UNKNOWN;
            mutex.isReleased = true;
            mutex.releasedNanos = released.timeNanos();
        } else if (told.owners(released.construct())) {
            divide(mutex, released);
            isHeldFirst(mutex, released.construct(), Culprit.UNKNOWN);
        }
    }

    private void isHeldFirst(MutexState mutex, Construct construct, Culprit holder) {
        if (told.owners(construct)) {
            mutex.isHeldFirstBy(holder);
        }
    }

    private static Culprit owner(long threadId, int acquiredAt) {
        return new Culprit(Culprit.Kind.OWNER, threadId, acquiredAt);
    }

    /** An attempt that has taken time is a wait, where the mutex was asked before. */
    void waitsIfItMust(MutexWait wait, MutexState mutex) {
        if (told.waits(wait.acquire().construct()) && !told.isReentry(wait, mutex)) {
            mutex.waits(wait);
        }
    }

    /** Divides what was waited until this event, by which the mutex is acquired or released. */
    void divide(MutexState mutex, TraceEvent evidence) {
        divide(mutex, evidence.timeNanos(), evidence);
    }

    /** Divides the waiting time until now, if waits end in another way. */
    void divide(MutexState mutex, long timeNanos) {
        divide(mutex, timeNanos, null);
    }

    private void divide(MutexState mutex, long timeNanos, @Nullable TraceEvent evidence) {
        for (int i = 0; i < mutex.attempts.size(); i++) {
            MutexWait each = mutex.attempts.get(i);
            if (!each.waits && each.acquire().timeNanos() < timeNanos) {
                waitsIfItMust(each, mutex);
            }
        }
        latestPartNanos = mutex.attempts.isEmpty() ? latestPartNanos : timeNanos;
        if (!mutex.isWaitedFor()) {
            mutex.sinceNanos = timeNanos;
            return;
        }
        List<MutexHold> holders = told.all() || evidence == null ? seenHolders(mutex, evidence) : List.of();
        if (holders.isEmpty()) {
            divideByEvidence(mutex, timeNanos, evidence);
        } else {
            divideAmong(holders, mutex, timeNanos);
        }
    }

    private void divideAmong(List<MutexHold> holders, MutexState mutex, long timeNanos) {
        mutex.sinceWhen(
                timeNanos, (first, from) -> holders.forEach(each -> keepWaiting(mutex, holder(each), from, timeNanos)));
        mutex.divide(
                timeNanos,
                (site, path, waiter, first, nanos) -> inEqualParts(mutex.waitId, site, path, waiter, nanos, holders));
    }

    private void divideByEvidence(MutexState mutex, long timeNanos, @Nullable TraceEvent evidence) {
        Culprit culprit = culprit(mutex, evidence);
        mutex.sinceWhen(
                timeNanos,
                (first, from) ->
                        keepWaiting(mutex, first == null ? culprit : ofFirst(first, evidence), from, timeNanos));
        mutex.divide(
                timeNanos,
                (site, path, waiter, first, nanos) -> listener.blames(
                        mutex.waitId, site, path, waiter, first == null ? culprit : ofFirst(first, evidence), nanos));
    }

    private void keepWaiting(MutexState mutex, Culprit culprit, long fromNanos, long nowNanos) {
        if (culprit.threadId() != 0) {
            listener.keptWaiting(mutex.waitId, culprit, fromNanos, nowNanos);
        }
    }

    private void inEqualParts(long waitId, int site, int path, long waiter, long nanos, List<MutexHold> holders) {
        long rest = nanos;
        for (int i = 0; i < holders.size(); i++) {
            long part = rest / (holders.size() - i);
            rest -= part;
            if (part > 0) {
                listener.blames(waitId, site, path, waiter, holder(holders.get(i)), part);
            }
        }
    }

    // ---------------------------------------------------------------- who it was

    private static Culprit holder(MutexHold hold) {
        return new Culprit(Culprit.Kind.HOLDER, hold.threadId(), hold.acquired().codeptrRa());
    }

    /** The threads that have held the mutex all the time, according to events. */
    private static List<MutexHold> seenHolders(MutexState mutex, @Nullable TraceEvent evidence) {
        if (evidence == null || evidence.event() == Event.MUTEX_RELEASED) {
            return mutex.holds;
        }
        for (MutexHold each : mutex.holds) {
            if (!each.isShared() && each.threadId() != evidence.threadId()) {
                return List.of(); // It has released it some time, which was not seen.
            }
        }
        return mutex.holds;
    }

    /** The releasing thread held the mutex at the end; used if the first holder is not known. */
    private static Culprit ofFirst(Culprit first, @Nullable TraceEvent evidence) {
        boolean isKnown = first.kind() != Culprit.Kind.UNKNOWN;
        if (isKnown || evidence == null || evidence.event() != Event.MUTEX_RELEASED) {
            return first;
        }
        return releaser(evidence, Culprit.Kind.BARGER);
    }

    private static Culprit releaser(TraceEvent released, Culprit.Kind kind) {
        boolean holds = !released.construct().has(Trait.RELEASED_BY_ANYONE);
        return new Culprit(holds ? kind : Culprit.Kind.SIGNALLER, released.threadId(), released.codeptrRa());
    }

    private Culprit culprit(MutexState mutex, @Nullable TraceEvent evidence) {
        if (evidence == null) {
            // Nobody waits any more, without having got it: who had it since its last release is not known.
            return mutex.isReleased ? Culprit.UNKNOWN : mutex.firstOwner;
        }
        if (evidence.event() != Event.MUTEX_RELEASED) {
            return mutex.isReleased ? Culprit.HAND_OFF : mutex.firstOwner;
        }
        boolean isHeldByOther = mutex.isHeldByOtherThan(evidence.threadId());
        boolean isSure = mutex.isHeldBy(evidence.threadId()) || !wasCounted(mutex, evidence);
        if (isHeldByOther || !isSure) {
            return mutex.firstOwner;
        }
        return releaser(evidence, mutex.isWaitedForSinceRelease() ? Culprit.Kind.BARGER : Culprit.Kind.RELEASER);
    }

    /** The holder of the mutex when the attempt began, if known. */
    private static Culprit firstOwner(MutexWait wait) {
        long owner = wait.acquire().owner();
        return owner == 0 ? Culprit.UNKNOWN : owner(owner, 0);
    }

    /** Whether a release may have been counted instead of traced during the waiting time that is not divided yet. */
    private boolean wasCounted(MutexState mutex, TraceEvent evidence) {
        long waitedSince = mutex.waitedSinceNanos();
        for (CountedEvents each : countedReleases.getOrDefault(evidence.construct(), List.of())) {
            if (each.fromNanos() <= evidence.timeNanos() && each.toNanos() >= waitedSince) {
                return true;
            }
        }
        return false;
    }
}
