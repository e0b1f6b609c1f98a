package org.ompt4j.tools.model;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.Construct.Trait;
import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.MutexImpl;
import org.ompt4j.ompt.MutexKind;
import org.ompt4j.ompt.RaisedEvents;
import org.ompt4j.ompt.RunSettings;
import org.ompt4j.ompt.RunSettings.MutexDetail;
import org.ompt4j.ompt.ScopeEndpoint;
import org.ompt4j.ompt.State;
import org.ompt4j.ompt.TaskStatus;
import org.ompt4j.tools.model.MutexListener.Outcome;
import org.ompt4j.tools.read.CountedEvents;
import org.ompt4j.tools.read.Trace;
import org.ompt4j.tools.read.TraceEvent;

/**
 * Who holds mutexes at one point of the event stream, who tries to acquire them, and because of whom threads waited.
 *
 * <p>A client of {@link RunModel}: it is told each event before the run takes it into account. Memory grows with what is held or waited for at
 * one time. Thread safety: none.
 */
public final class MutexModel implements RunReader.EventListener {
    /*
     * Overview. What is waited for a mutex is divided whenever it is acquired or released: the time since that last happened goes to whom
     * the event, or what is known since then, says held it meanwhile. Not each wait is divided but the waits of each call site and path, which
     * takes one addition for these however many threads wait there.
     *
     * Where every operation is told, holders are known from acquired to released. Elsewhere the trace has, of mutexes that can be asked
     * about, what is acquired after a wait and what is released while a thread waits: whoever releases held the mutex since it was last
     * released, or since the wait began. What was known of a mutex is forgotten when no thread waits, since nothing more is told then.
     *
     * Where the JVM tells of monitors, it tells of no releases, but an acquire says who held the monitor then, if that was found out. What is
     * waited from there to the next acquisition goes to that thread, and then to the one that acquired: each held the monitor as that part
     * began, and may have released it to others that did not wait.
     *
     * An attempt at a mutex that cannot be asked is a wait only if another thread acquires, holds or releases the mutex meanwhile.
     */
    /** Mutexes whose holders are known at one time, at some 300 bytes each: those whose release is never seen are held for ever. */
    private static final int MUTEXES_FOLLOWED = 100_000;

    /** Those that are neither held nor waited for stay as long as there are so few, since they are used again, mostly. */
    private static final int MUTEXES_KEPT = 10_000;

    private static final EnumSet<Construct> RELEASES_TOLD_TO_WAITERS = Arrays.stream(Construct.values())
            .filter(MutexModel::tellsReleasesToWaiters)
            .collect(Collectors.toCollection(() -> EnumSet.noneOf(Construct.class)));

    private final MutexListener[] listeners;
    private final boolean everyOperation;
    private final boolean jvmTellsMonitors;
    private final Map<Construct, List<CountedEvents>> countedReleases = new EnumMap<>(Construct.class);
    private final Map<Long, MutexState> mutexes = new HashMap<>();
    /** The mutex that was asked for last: it often is the next one too. */
    private @Nullable MutexState latest;

    private final Map<Long, ThreadHolds> holdsOfThreads = new HashMap<>();
    private @Nullable ThreadHolds latestHolds;

    private final List<MutexWait> stuck = new ArrayList<>();
    private long notFollowed;
    private int openAttempts;
    /** When an attempt has begun, or a part of waits has ended, for the last time. */
    private long latestPartNanos = Long.MIN_VALUE;

    /** What a thread holds, the latest last; only where every operation is told. */
    private static final class ThreadHolds {
        final long threadId;
        final Set<MutexHold> holds = new LinkedHashSet<>(2);

        ThreadHolds(long threadId) {
            this.threadId = threadId;
        }
    }

    public MutexModel(Trace trace, List<MutexListener> listeners) {
        RunSettings settings = trace.header().settings();
        this.listeners = listeners.toArray(new MutexListener[0]);
        this.everyOperation = settings.mutexDetail() == MutexDetail.FULL;
        this.jvmTellsMonitors = settings.nativeMonitors() && !everyOperation;
        for (CountedEvents each : trace.counted()) {
            if (each.event() == Event.MUTEX_RELEASED) {
                countedReleases
                        .computeIfAbsent(each.construct(), any -> new ArrayList<>())
                        .add(each);
            }
        }
    }

    /** Attempts that were open when the recording ended, or when the run did. */
    public List<MutexWait> stuck() {
        return stuck;
    }

    /** How many acquisitions were not followed, because too many mutexes were held. */
    public long notFollowed() {
        return notFollowed;
    }

    /** Whether a thread tries to acquire this mutex now. */
    public boolean isTried(long waitId) {
        MutexState mutex = known(waitId);
        return mutex != null && !mutex.attempts.isEmpty();
    }

    /** Whether another thread tries to acquire any mutex now: what this one does meanwhile may matter to {@link MutexListener#keptWaiting}. */
    public boolean isAnyTriedByOthers(ThreadModel thread) {
        return openAttempts > 1 || openAttempts == 1 && thread.openAcquire() == null;
    }

    /** The latest time that what is told to {@link MutexListener#keptWaiting} can begin with. */
    public long latestPartNanos() {
        return latestPartNanos;
    }

    /** All times that this can begin with later on. */
    public NavigableSet<Long> partNanos() {
        NavigableSet<Long> begins = new TreeSet<>();
        mutexes.values().forEach(each -> each.addBegins(begins));
        return begins;
    }

    /** Takes an event into account, before the run does. */
    @Override
    public void event(TraceEvent event, ThreadModel thread) {
        TraceEvent answered = thread.acquireAnsweredBy(event);
        TraceEvent acquire = answered != null ? answered : thread.acquireGivenUpBefore(event);
        if (acquire != null) {
            over(event, acquire, answered != null);
        } else if (endsTask(event)) {
            // On behalf of a thread that is stuck in it.
            end(thread, event.timeNanos());
        }
        if (event.event() == Event.MUTEX_ACQUIRE) {
            tries(event, thread);
        } else if (event.event() == Event.MUTEX_RELEASED) {
            released(event);
        } else if (event.event() == Event.THREAD_END || event.isUnmount() && event.endsBody()) {
            forget(event.threadId());
        }
    }

    private static boolean endsTask(TraceEvent event) {
        return event.event() == Event.IMPLICIT_TASK && event.endpoint() == ScopeEndpoint.END
                || event.event() == Event.TASK_SCHEDULE && event.priorTaskStatus() == TaskStatus.CANCEL;
    }

    /** The recording ends while the thread is where it is. */
    @Override
    public void end(ThreadModel thread, long timeNanos) {
        TraceEvent acquire = thread.openAcquire();
        MutexState mutex = acquire == null ? null : known(acquire.waitId());
        MutexWait wait = mutex == null ? null : mutex.attemptOf(thread.id());
        if (mutex != null && wait != null) {
            mutex.waits(wait);
            leaves(mutex, wait, timeNanos);
            forgetIfIdle(mutex);
            attempted(wait, timeNanos - wait.acquire().timeNanos(), Outcome.STUCK, true);
            stuck.add(wait);
        }
    }

    /** What is held then is not seen to be released. */
    @Override
    public void partEnded(long timeNanos) {
        for (MutexState mutex : mutexes.values()) {
            mutex.holds.forEach(each -> tellHeld(each, timeNanos));
        }
    }

    /** Recording was paused: what is held and waited for when it goes on is not known. */
    @Override
    public void pause() {
        mutexes.clear();
        latest = null;
        holdsOfThreads.clear();
        latestHolds = null;
        stuck.clear();
        openAttempts = 0;
    }

    // ---------------------------------------------------------------- attempts

    private void tries(TraceEvent acquire, ThreadModel thread) {
        MutexState mutex = mutex(acquire.waitId());
        if (mutex.attempts.isEmpty()) {
            mutex.isReleased = false; // For somebody before.
        }
        MutexWait wait =
                new MutexWait(acquire, mutex, followsCondition(acquire, thread.lastEvent()), pathOf(acquire, thread));
        if (tellsOwners(acquire.construct())) {
            wait.first = acquire.owner() == 0 ? Culprit.UNKNOWN : owner(acquire.owner(), 0);
        }
        mutex.attempts.add(wait);
        openAttempts++;
        latestPartNanos = acquire.timeNanos();
        if (isReentry(wait, mutex)) {
            return;
        }
        wait.isEvident = everyOperation && mutex.excludes(wait);
        if (wait.isEvident || wait.followsCondition()) {
            mutex.waits(wait);
        }
        if (everyOperation && !mutex.isHeldBy(acquire.threadId())) {
            asks(acquire, holdsOf(acquire.threadId()));
        }
    }

    private int pathOf(TraceEvent acquire, ThreadModel thread) {
        int path = 0;
        for (int i = 0; i < listeners.length && path == 0; i++) {
            path = listeners[i].pathOf(acquire, thread);
        }
        return path;
    }

    private void asks(TraceEvent acquire, @Nullable ThreadHolds held) {
        if (held != null && !held.holds.isEmpty()) {
            for (MutexListener each : listeners) {
                each.asks(acquire, held.holds);
            }
        }
    }

    private static boolean followsCondition(TraceEvent acquire, @Nullable TraceEvent last) {
        return last != null
                && last.event() == Event.WAIT
                && last.state() == State.WAIT_CONDITION
                && last.waitId() == acquire.waitId();
    }

    /**
     * Whether the lock itself was asked if one has to wait, or the JVM has said so of a monitor. A monitor cannot be asked, nor can a lock of
     * the user's: only a holder that is seen meanwhile says that the thread waited, and not only that the machine was slow.
     */
    private boolean knowsWhenItWaits(Construct construct) {
        return !construct.has(Trait.CANNOT_BE_ASKED) || tellsOwners(construct);
    }

    /** Elsewhere it is not told that a thread enters once more. */
    private boolean isReentry(MutexWait wait, MutexState mutex) {
        return everyOperation && mutex.isHeldAloneBy(wait.acquire().threadId());
    }

    /** An attempt that has taken time is a wait, where the mutex was asked before. */
    private void waitsIfItMust(MutexWait wait, MutexState mutex) {
        if (knowsWhenItWaits(wait.acquire().construct()) && !isReentry(wait, mutex)) {
            mutex.waits(wait);
        }
    }

    private void over(TraceEvent event, TraceEvent acquire, boolean answered) {
        MutexState mutex = known(acquire.waitId());
        MutexWait wait = mutex == null ? null : mutex.attemptOf(acquire.threadId());
        boolean succeeded = answered && !event.endsAttempt();
        boolean acquired = succeeded && event.event() == Event.MUTEX_ACQUIRED;
        if (mutex == null || wait == null) {
            return; // Not while recording is paused.
        }
        long nanos = event.timeNanos() - acquire.timeNanos();
        if (nanos > 0 && answered) {
            waitsIfItMust(wait, mutex);
        }
        if (acquired) {
            isSeenBy(acquire.threadId(), mutex);
            divide(mutex, event);
        }
        boolean waited = wait.isEvident || nanos > 0 && wait.waits;
        leaves(mutex, wait, event.timeNanos());
        if (acquired) {
            holds(mutex, event, acquire);
            isHeldFirst(mutex, event.construct(), owner(event.threadId(), event.codeptrRa()));
        }
        forgetIfIdle(mutex);
        if (acquired) {
            attempted(wait, nanos, Outcome.ACQUIRED, waited);
        } else if (!succeeded) {
            boolean told = event.endsAttempt();
            attempted(wait, nanos, told ? Outcome.GAVE_UP : Outcome.LEFT, told && nanos > 0 && wait.waits);
        }
    }

    private void attempted(MutexWait wait, long nanos, Outcome outcome, boolean waited) {
        for (MutexListener each : listeners) {
            each.attempted(wait.acquire(), wait.path(), nanos, outcome, waited);
        }
    }

    private void leaves(MutexState mutex, MutexWait wait, long timeNanos) {
        mutex.leaves(wait, timeNanos);
        openAttempts--;
        boolean isLast = mutex.attempts.isEmpty();
        if (isLast || everyOperation && !mutex.holds.isEmpty()) {
            divide(mutex, timeNanos, null);
        }
        if (isLast && !everyOperation) {
            mutex.holds.clear();
        }
    }

    /** Of a mutex that a thread acquires or releases the others know by that that they wait for it. */
    private void isSeenBy(long threadId, MutexState mutex) {
        for (int i = 0; i < mutex.attempts.size(); i++) {
            MutexWait each = mutex.attempts.get(i);
            if (!each.isEvident && each.acquire().threadId() != threadId && !isReentry(each, mutex)) {
                mutex.waits(each);
                each.isEvident = true;
            }
        }
    }

    // ---------------------------------------------------------------- holders

    private void holds(MutexState mutex, TraceEvent acquired, TraceEvent acquire) {
        mutex.isReleased = false;
        if (!tellsHolders(acquired.construct()) || !everyOperation && mutex.attempts.isEmpty()) {
            return;
        }
        if (mutexes.size() > MUTEXES_FOLLOWED && mutex.holds.isEmpty()) {
            notFollowed++;
            return;
        }
        MutexImpl impl = acquire.impl();
        boolean isShared = impl != null && impl.isShared();
        MutexHold hold = new MutexHold(acquired, isShared, impl != null && impl.isExclusive());
        if (!isShared) {
            // Whose release was not seen.
            mutex.holds.forEach(this::forget);
            mutex.holds.clear();
        }
        mutex.holds.add(hold);
        if (everyOperation && (isShared || hold.isExclusive())) {
            ThreadHolds ofThread = holdsOf(acquired.threadId());
            if (ofThread == null) {
                ofThread = new ThreadHolds(acquired.threadId());
                holdsOfThreads.put(acquired.threadId(), ofThread);
                latestHolds = ofThread;
            }
            ofThread.holds.add(hold);
        }
    }

    private void released(TraceEvent event) {
        for (MutexListener each : listeners) {
            each.released(event);
        }
        MutexState mutex = known(event.waitId());
        if (mutex == null) {
            return;
        }
        isSeenBy(event.threadId(), mutex);
        if (tellsReleases(event.construct())) {
            divide(mutex, event);
            mutex.isReleased = true;
            mutex.releasedNanos = event.timeNanos();
        } else if (tellsOwners(event.construct())) {
            divide(mutex, event);
            isHeldFirst(mutex, event.construct(), Culprit.UNKNOWN);
        }
        for (int i = mutex.holds.size() - 1; i >= 0; i--) {
            MutexHold held = mutex.holds.get(i);
            if (held.threadId() == event.threadId() && isOfKind(held.acquired(), event)) {
                mutex.holds.remove(i);
                forget(held);
                tellHeld(held, event.timeNanos());
                break;
            }
        }
        forgetIfIdle(mutex);
    }

    private void tellHeld(MutexHold hold, long timeNanos) {
        if (everyOperation) {
            for (MutexListener each : listeners) {
                each.held(hold, timeNanos);
            }
        }
    }

    private static boolean isOfKind(TraceEvent acquired, TraceEvent released) {
        MutexKind kind = acquired.mutexKind();
        return kind != null && kind.withoutTest() == released.mutexKind();
    }

    private void forget(MutexHold hold) {
        ThreadHolds ofThread = holdsOf(hold.threadId());
        if (ofThread != null) {
            ofThread.holds.remove(hold);
        }
    }

    private @Nullable ThreadHolds holdsOf(long threadId) {
        ThreadHolds holds = latestHolds;
        if (holds == null || holds.threadId != threadId) {
            holds = holdsOfThreads.get(threadId);
            latestHolds = holds == null ? latestHolds : holds;
        }
        return holds;
    }

    private MutexState mutex(long waitId) {
        MutexState mutex = known(waitId);
        if (mutex == null) {
            mutex = new MutexState(waitId);
            mutexes.put(waitId, mutex);
            latest = mutex;
        }
        return mutex;
    }

    private @Nullable MutexState known(long waitId) {
        MutexState mutex = latest;
        if (mutex == null || mutex.waitId != waitId) {
            mutex = mutexes.get(waitId);
            latest = mutex == null ? latest : mutex;
        }
        return mutex;
    }

    private void forgetIfIdle(MutexState mutex) {
        if (mutexes.size() > MUTEXES_KEPT && mutex.attempts.isEmpty() && mutex.holds.isEmpty()) {
            mutexes.remove(mutex.waitId);
            latest = null;
        }
    }

    private void forget(long threadId) {
        ThreadHolds ofThread = holdsOfThreads.get(threadId);
        if (ofThread != null && ofThread.holds.isEmpty()) {
            holdsOfThreads.remove(threadId);
            latestHolds = null;
        }
    }

    /** Where not every operation is told, a reader's release is not if others go on reading. */
    private boolean tellsHolders(Construct construct) {
        return !construct.has(Trait.RELEASED_BY_ANYONE)
                && tellsReleases(construct)
                && (everyOperation || construct != Construct.READ_WRITE_LOCK);
    }

    /**
     * Whether releases are told also where not every operation is, if a thread waits: of locks and monitors, which are not what an atomic update or the
     * order of a stream excludes. What the configuration declares can be a lock.
     */
    static boolean tellsReleasesToWaiters(Construct construct) {
        RaisedEvents raised = construct.raised();
        boolean isLock = raised.contains(Event.MUTEX_RELEASED)
                && !raised.contains(MutexKind.ATOMIC)
                && !raised.contains(MutexKind.ORDERED);
        return (isLock || construct == Construct.DEFINED) && !construct.has(Trait.ONLY_IN_FULL);
    }

    /** Whether each release is told while a thread waits. */
    private boolean tellsReleases(Construct construct) {
        return everyOperation || RELEASES_TOLD_TO_WAITERS.contains(construct) && !tellsOwners(construct);
    }

    /** Whether an acquire says who held the mutex, and no release is told but around a wait for a condition. */
    public boolean tellsOwners(Construct construct) {
        return jvmTellsMonitors && construct == Construct.SYNCHRONIZED;
    }

    private void isHeldFirst(MutexState mutex, Construct construct, Culprit holder) {
        if (tellsOwners(construct)) {
            mutex.isHeldFirstBy(holder);
        }
    }

    private static Culprit owner(long threadId, int acquiredAt) {
        return new Culprit(Culprit.Kind.OWNER, threadId, acquiredAt);
    }

    // ---------------------------------------------------------------- blame

    private void divide(MutexState mutex, TraceEvent evidence) {
        divide(mutex, evidence.timeNanos(), evidence);
    }

    /** @param evidence what ends this part of the waits: the mutex is acquired or released; null where waits end otherwise */
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
        List<MutexHold> holders = everyOperation || evidence == null ? seenHolders(mutex, evidence) : List.of();
        if (!holders.isEmpty()) {
            mutex.sinceWhen(
                    timeNanos,
                    (first, from) -> holders.forEach(each -> keepWaiting(mutex, holder(each), from, timeNanos)));
            mutex.divide(
                    timeNanos,
                    (site, path, waiter, first, nanos) ->
                            inEqualParts(mutex.waitId, site, path, waiter, nanos, holders));
            return;
        }
        Culprit culprit = culprit(mutex, evidence);
        mutex.sinceWhen(
                timeNanos,
                (first, from) ->
                        keepWaiting(mutex, first == null ? culprit : ofFirst(first, evidence), from, timeNanos));
        mutex.divide(
                timeNanos,
                (site, path, waiter, first, nanos) -> blames(
                        mutex.waitId, site, path, waiter, first == null ? culprit : ofFirst(first, evidence), nanos));
    }

    private void keepWaiting(MutexState mutex, Culprit culprit, long fromNanos, long nowNanos) {
        if (culprit.threadId() != 0) {
            for (MutexListener each : listeners) {
                each.keptWaiting(mutex.waitId, culprit, fromNanos, nowNanos);
            }
        }
    }

    private static Culprit holder(MutexHold hold) {
        return new Culprit(Culprit.Kind.HOLDER, hold.threadId(), hold.acquired().codeptrRa());
    }

    /** Those that have held the mutex all the time, as far as events tell. */
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

    /** Who releases has held it at the end, if nobody knows who held it first. */
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
        boolean release = evidence != null && evidence.event() == Event.MUTEX_RELEASED;
        if (evidence == null || !release) {
            return mutex.isReleased ? Culprit.HAND_OFF : Culprit.UNKNOWN;
        }
        boolean isHeldByOther = mutex.isHeldByOtherThan(evidence.threadId());
        boolean isSure = mutex.isHeldBy(evidence.threadId()) || !wasCounted(mutex, evidence);
        if (isHeldByOther || !isSure) {
            return Culprit.UNKNOWN;
        }
        return releaser(evidence, mutex.isWaitedForSinceRelease() ? Culprit.Kind.BARGER : Culprit.Kind.RELEASER);
    }

    /** Whether a release may have been counted instead of traced since anybody was blamed last. */
    private boolean wasCounted(MutexState mutex, TraceEvent evidence) {
        for (CountedEvents each : countedReleases.getOrDefault(evidence.construct(), List.of())) {
            if (each.fromNanos() <= evidence.timeNanos() && each.toNanos() >= mutex.sinceNanos) {
                return true;
            }
        }
        return false;
    }

    private void inEqualParts(long waitId, int site, int path, long waiter, long nanos, List<MutexHold> holders) {
        long rest = nanos;
        for (int i = 0; i < holders.size(); i++) {
            long part = rest / (holders.size() - i);
            rest -= part;
            if (part > 0) {
                blames(waitId, site, path, waiter, holder(holders.get(i)), part);
            }
        }
    }

    private void blames(long waitId, int waitedAt, int path, long waiter, Culprit culprit, long nanos) {
        for (MutexListener each : listeners) {
            each.blames(waitId, waitedAt, path, waiter, culprit, nanos);
        }
    }
}
