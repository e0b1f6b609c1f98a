package org.ompt4j.tools.model;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.NavigableSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.MutexImpl;
import org.ompt4j.ompt.MutexKind;
import org.ompt4j.ompt.ScopeEndpoint;
import org.ompt4j.ompt.State;
import org.ompt4j.ompt.TaskStatus;
import org.ompt4j.tools.model.MutexListener.Outcome;
import org.ompt4j.tools.read.Trace;
import org.ompt4j.tools.read.TraceEvent;

/**
 * Who holds mutexes at one point of the event stream, who tries to acquire them, and, by {@link MutexBlame}, because of whom threads waited.
 *
 * <p>A client of {@link RunModel}: it is told each event before the run takes it into account. Memory grows with what is held or waited for at
 * one time. Thread safety: none.
 */
public final class MutexModel implements RunReader.EventListener {
    /*
     * Overview. Where every operation is told, holders are known from acquired to released. Elsewhere it is told, of mutexes that can be asked
     * about, what is acquired after a wait and what is released while a thread waits: what was known of a mutex is forgotten when no thread waits,
     * since nothing more is told then.
     *
     * An attempt at a mutex that cannot be asked is a wait only if another thread acquires, holds or releases the mutex meanwhile.
     */
    private final ToldMutexOperations told;
    private final MutexListener listener;
    private final MutexBlame blame;
    private final KnownMutexes mutexes = new KnownMutexes();
    /** Only where every operation is told. */
    private final HoldsOfThreads holdsOfThreads = new HoldsOfThreads();

    private final List<MutexWait> stuck = new ArrayList<>();
    private long notFollowed;
    private int openAttempts;

    public MutexModel(Trace trace, List<MutexListener> listeners) {
        this.told = new ToldMutexOperations(trace.header().settings());
        this.listener = new MutexListeners(listeners);
        this.blame = new MutexBlame(trace, told, listener);
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
        MutexState mutex = mutexes.get(waitId);
        return mutex != null && !mutex.attempts.isEmpty();
    }

    /** Whether another thread tries to acquire any mutex now: what this one does meanwhile may matter to {@link MutexListener#keptWaiting}. */
    public boolean isAnyTriedByOthers(ThreadModel thread) {
        return openAttempts > 1 || openAttempts == 1 && thread.openAcquire() == null;
    }

    /** The latest time that what is told to {@link MutexListener#keptWaiting} can begin with. */
    public long latestPartNanos() {
        return blame.latestPartNanos();
    }

    /** All times that this can begin with later on. */
    public NavigableSet<Long> partNanos() {
        NavigableSet<Long> begins = new TreeSet<>();
        mutexes.all().forEach(each -> each.addBegins(begins));
        return begins;
    }

    /** Whether an acquire says who held the mutex, and no release is told but around a wait for a condition. */
    public boolean tellsOwners(Construct construct) {
        return told.owners(construct);
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
            holdsOfThreads.threadEnds(event.threadId());
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
        MutexState mutex = acquire == null ? null : mutexes.get(acquire.waitId());
        MutexWait wait = mutex == null ? null : mutex.attemptOf(thread.id());
        if (mutex != null && wait != null) {
            mutex.waits(wait);
            leaves(mutex, wait, timeNanos);
            mutexes.forgetIfIdle(mutex);
            attempted(wait, timeNanos - wait.acquire().timeNanos(), Outcome.STUCK, true);
            stuck.add(wait);
        }
    }

    /** What is held then is not seen to be released. */
    @Override
    public void partEnded(long timeNanos) {
        for (MutexState mutex : mutexes.all()) {
            mutex.holds.forEach(each -> tellHeld(each, timeNanos));
        }
    }

    /** Recording was paused: what is held and waited for when it goes on is not known. */
    @Override
    public void pause() {
        mutexes.clear();
        holdsOfThreads.clear();
        stuck.clear();
        openAttempts = 0;
    }

    // ---------------------------------------------------------------- attempts

    private void tries(TraceEvent acquire, ThreadModel thread) {
        MutexState mutex = mutexes.add(acquire.waitId());
        if (mutex.attempts.isEmpty()) {
            mutex.isReleased = false; // For somebody before.
        }
        MutexWait wait = new MutexWait(
                acquire, mutex, followsCondition(acquire, thread.lastEvent()), listener.pathOf(acquire, thread));
        blame.begins(wait, mutex);
        mutex.attempts.add(wait);
        openAttempts++;
        if (told.isReentry(wait, mutex)) {
            return;
        }
        wait.isEvident = told.all() && mutex.excludes(wait);
        if (wait.isEvident || wait.followsCondition()) {
            mutex.waits(wait);
        }
        if (told.all() && !mutex.isHeldBy(acquire.threadId())) {
            Collection<MutexHold> held = holdsOfThreads.of(acquire.threadId());
            if (!held.isEmpty()) {
                listener.asks(acquire, held);
            }
        }
    }

    private static boolean followsCondition(TraceEvent acquire, @Nullable TraceEvent last) {
        return last != null
                && last.event() == Event.WAIT
                && last.state() == State.WAIT_CONDITION
                && last.waitId() == acquire.waitId();
    }

    private void over(TraceEvent event, TraceEvent acquire, boolean answered) {
        MutexState mutex = mutexes.get(acquire.waitId());
        MutexWait wait = mutex == null ? null : mutex.attemptOf(acquire.threadId());
        boolean succeeded = answered && !event.endsAttempt();
        boolean acquired = succeeded && event.event() == Event.MUTEX_ACQUIRED;
        if (mutex == null || wait == null) {
            return; // Not while recording is paused.
        }
        long nanos = event.timeNanos() - acquire.timeNanos();
        if (nanos > 0 && answered) {
            blame.waitsIfItMust(wait, mutex);
        }
        if (acquired) {
            isSeenBy(acquire.threadId(), mutex);
            blame.divide(mutex, event);
        }
        boolean waited = wait.isEvident || nanos > 0 && wait.waits;
        leaves(mutex, wait, event.timeNanos());
        if (acquired) {
            holds(mutex, event, acquire);
            blame.isAcquired(mutex, event);
        }
        mutexes.forgetIfIdle(mutex);
        if (acquired) {
            attempted(wait, nanos, Outcome.ACQUIRED, waited);
        } else if (!succeeded) {
            boolean isTold = event.endsAttempt();
            attempted(wait, nanos, isTold ? Outcome.GAVE_UP : Outcome.LEFT, isTold && nanos > 0 && wait.waits);
        }
    }

    private void attempted(MutexWait wait, long nanos, Outcome outcome, boolean waited) {
        listener.attempted(wait.acquire(), wait.path(), nanos, outcome, waited, wait.followsCondition());
    }

    private void leaves(MutexState mutex, MutexWait wait, long timeNanos) {
        mutex.leaves(wait, timeNanos);
        openAttempts--;
        boolean isLast = mutex.attempts.isEmpty();
        if (isLast || told.all() && !mutex.holds.isEmpty()) {
            blame.divide(mutex, timeNanos);
        }
        if (isLast && !told.all()) {
            mutex.holds.clear();
        }
    }

    /** Of a mutex that a thread acquires or releases the others know by that that they wait for it. */
    private void isSeenBy(long threadId, MutexState mutex) {
        for (int i = 0; i < mutex.attempts.size(); i++) {
            MutexWait each = mutex.attempts.get(i);
            if (!each.isEvident && each.acquire().threadId() != threadId && !told.isReentry(each, mutex)) {
                mutex.waits(each);
                each.isEvident = true;
            }
        }
    }

    // ---------------------------------------------------------------- holders

    private void holds(MutexState mutex, TraceEvent acquired, TraceEvent acquire) {
        mutex.isReleased = false;
        if (!told.holders(acquired.construct()) || !told.all() && mutex.attempts.isEmpty()) {
            return;
        }
        if (mutexes.areTooMany() && mutex.holds.isEmpty()) {
            notFollowed++;
            return;
        }
        MutexImpl impl = acquire.impl();
        boolean isShared = impl != null && impl.isShared();
        MutexHold hold = new MutexHold(acquired, isShared, impl != null && impl.isExclusive());
        if (!isShared) {
            // Whose release was not seen.
            mutex.holds.forEach(holdsOfThreads::remove);
            mutex.holds.clear();
        }
        mutex.holds.add(hold);
        if (told.all() && (isShared || hold.isExclusive())) {
            holdsOfThreads.add(hold);
        }
    }

    private void released(TraceEvent event) {
        listener.released(event);
        MutexState mutex = mutexes.get(event.waitId());
        if (mutex == null) {
            return;
        }
        isSeenBy(event.threadId(), mutex);
        blame.isReleased(mutex, event);
        for (int i = mutex.holds.size() - 1; i >= 0; i--) {
            MutexHold held = mutex.holds.get(i);
            if (held.threadId() == event.threadId() && isOfKind(held.acquired(), event)) {
                mutex.holds.remove(i);
                holdsOfThreads.remove(held);
                tellHeld(held, event.timeNanos());
                break;
            }
        }
        mutexes.forgetIfIdle(mutex);
    }

    private void tellHeld(MutexHold hold, long timeNanos) {
        if (told.all()) {
            listener.held(hold, timeNanos);
        }
    }

    private static boolean isOfKind(TraceEvent acquired, TraceEvent released) {
        MutexKind kind = acquired.mutexKind();
        return kind != null && kind.withoutTest() == released.mutexKind();
    }
}
