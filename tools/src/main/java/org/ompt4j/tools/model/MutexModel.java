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
 * The holders of mutexes, and the threads that try to acquire them, at one point of the event stream; with {@link MutexBlame} also the threads that
 * caused waits.
 *
 * <p>A client of {@link RunModel}: it gets each event before the run model applies it. Memory grows with mutexes that are held or waited for at the
 * same time. Thread safety: none.
 */
public final class MutexModel implements RunReader.EventListener {
    /*
     * Overview. If every operation is traced, holders are known from acquired to released. Otherwise the trace has, for mutexes that can be queried,
     * acquisitions after a wait, and releases while a thread waits: the holder of a mutex is dropped when no thread waits, since there are no further
     * events then.
     *
     * An attempt to acquire a mutex that cannot be queried is a wait only if another thread acquires, holds or releases the mutex meanwhile.
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

    /** How many acquisitions were not followed because too many mutexes were held. */
    public long notFollowed() {
        return notFollowed;
    }

    /** Whether a thread tries to acquire this mutex now. */
    public boolean isTried(long waitId) {
        MutexState mutex = mutexes.get(waitId);
        return mutex != null && !mutex.attempts.isEmpty();
    }

    /** Whether another thread tries to acquire any mutex now, so that the actions of this thread may matter to {@link MutexListener#keptWaiting}. */
    public boolean isAnyTriedByOthers(ThreadModel thread) {
        return openAttempts > 1 || openAttempts == 1 && thread.openAcquire() == null;
    }

    /** The latest time with which {@link MutexListener#keptWaiting} can be called from now on. */
    public long latestPartNanos() {
        return blame.latestPartNanos();
    }

    /** All times with which it can be called from now on. */
    public NavigableSet<Long> partNanos() {
        NavigableSet<Long> begins = new TreeSet<>();
        mutexes.all().forEach(each -> each.addBegins(begins));
        return begins;
    }

    /** Whether acquire events contain the holder, and releases are traced only around waits for conditions. */
    public boolean tellsOwners(Construct construct) {
        return told.owners(construct);
    }

    /** Processes an event, before the run model applies it. */
    @Override
    public void event(TraceEvent event, ThreadModel thread) {
        TraceEvent answered = thread.acquireAnsweredBy(event);
        TraceEvent acquire = answered != null ? answered : thread.acquireGivenUpBefore(event);
        if (acquire != null) {
            over(event, acquire, answered != null);
        } else if (endsTask(event)) {
            // Reported on behalf of a thread that is stuck in the attempt.
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

    /** The recording ends; the thread stays in its present state. */
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

    /** The releases of mutexes that are held then are not seen. */
    @Override
    public void partEnded(long timeNanos) {
        for (MutexState mutex : mutexes.all()) {
            mutex.holds.forEach(each -> tellHeld(each, timeNanos));
        }
    }

    /** Recording was paused: it is not known what is held and waited for when it goes on. */
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
            return; // The recording is paused.
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

    /** If a thread acquires or releases a mutex, it is known that other attempts at the mutex are waits. */
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
