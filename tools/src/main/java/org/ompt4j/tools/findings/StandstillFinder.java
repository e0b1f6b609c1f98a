package org.ompt4j.tools.findings;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.ScopeEndpoint;
import org.ompt4j.ompt.State;
import org.ompt4j.ompt.WaitOutcome;
import org.ompt4j.tools.model.LastUsed;
import org.ompt4j.tools.model.MutexModel;
import org.ompt4j.tools.model.QueueModel;
import org.ompt4j.tools.model.RunModel;
import org.ompt4j.tools.model.StackOfWait;
import org.ompt4j.tools.model.ThreadModel;
import org.ompt4j.tools.read.Trace;
import org.ompt4j.tools.read.Trace.TraceThread;
import org.ompt4j.tools.read.TraceEvent;

/**
 * Finds out whether the run stood still when it was ended from outside: each thread waited for what only another one does. A thread that works, sleeps,
 * or waits for input or output can go on by itself; so can one in a wait that timed out at the same place before, and what is scheduled. Memory
 * is bounded. Thread safety: none.
 */
final class StandstillFinder {
    static final EnumSet<Event> KINDS = EnumSet.of(
            Event.THREAD_BEGIN,
            Event.THREAD_END,
            Event.TASK_CREATE,
            Event.TASK_SCHEDULE,
            Event.CANCEL,
            Event.WAIT,
            Event.SYNC_REGION_WAIT,
            Event.WAKEUP,
            Event.ERROR);

    /** A shorter time tells nothing. */
    static final long LEAST_NANOS = TimeUnit.SECONDS.toNanos(1);

    /** How long the end of a run takes at most where nothing says that it was ended by a signal. */
    private static final long END_NANOS = TimeUnit.SECONDS.toNanos(1);

    /** After such a time threads are looked at again. */
    private static final long ENDS_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    /** Threads that are alive. */
    private static final int THREADS = 100_000;

    private static final int PLACES = 10_000;
    private static final int TASKS = 10_000;
    private static final int MONITORS = 10_000;

    private static final String CHANNELS = "sun.nio.ch.";
    private static final String REFERENCES = "java.lang.ref.ReferenceQueue";

    private final WaitsAtTheEnd atTheEnd;
    private final Trace trace;
    private final RunModel run;
    private final StackOfWait stacks;
    private final Map<Long, Begun> begun = new HashMap<>();
    private final Set<Place> timedOut = new HashSet<>();
    /** Scheduled tasks that have not begun; for each that may be the next run of a timer's task the thread that made it, else 0. */
    private final Map<Long, Long> scheduled = new HashMap<>();

    /** Threads that have run tasks of timers. */
    private final Set<Long> timers = new HashSet<>();
    /** The last notification of each monitor, of those that were notified last. */
    private final Map<Long, TraceEvent> notifications = new LastUsed<>(MONITORS);

    private final LastErrors errors;
    private long lastEndNanos;
    private boolean isIncomplete;
    /** Whether the JDK has made threads that wait for input and output on behalf of others, which have parked. */
    private boolean servesChannels;

    private @Nullable Candidate candidate;
    private long lookedAtNanos = -1;
    /** When the thread ended that the JVM had made for the last signal; -1 if it has not. */
    private long signalOverNanos = -1;

    private record Begun(long nanos, String name) {
        /** Whether the JVM made the thread to handle a signal by which a program is ended. */
        boolean isForSignal() {
            return name.startsWith("SIG") && name.endsWith(" handler");
        }

        /** Whether the JVM made the thread since all threads had ended that it waits for. */
        boolean isForNormalEnd() {
            return name.equals("DestroyJavaVM");
        }

        /** Whether the JDK made the thread to end waits in time. */
        boolean isForTimeouts() {
            return name.equals("CompletableFutureDelayScheduler")
                    || name.endsWith("-delayScheduler")
                    || name.startsWith("VirtualThread-unparker");
        }
    }

    /** @param of what was waited for, or the thread that waited, where the call site is not known */
    private record Place(State state, @Nullable Construct construct, int waitsAt, long of) {
        static Place of(TraceEvent wait) {
            long unknown = wait.waitId() != 0 ? wait.waitId() : wait.threadId();
            return new Place(wait.waitState(), wait.construct(), wait.codeptrRa(), wait.codeptrRa() == 0 ? unknown : 0);
        }
    }

    /** All threads at one time. */
    private static final class Look {
        final long nowNanos;
        final List<ThreadModel> waiting = new ArrayList<>();
        final List<Begun> others = new ArrayList<>();
        int idle;
        /** When the last of the threads that wait began to, or the last one ended. */
        long fromNanos;

        Look(long nowNanos, long lastEndNanos) {
            this.nowNanos = nowNanos;
            this.fromNanos = lastEndNanos;
        }

        /** When the first of the other threads began; these end the run. -1 if others were there before. */
        long toNanos() {
            long to = nowNanos;
            for (Begun each : others) {
                if (each.nanos < fromNanos + LEAST_NANOS || each.isForNormalEnd()) {
                    return -1;
                }
                to = Math.min(to, each.nanos);
            }
            return to;
        }
    }

    /** @param isBySignal whether a signal came then */
    private record Candidate(StandstillWaits waits, int idle, long fromNanos, long toNanos, boolean isBySignal) {}

    /**
     * @param trace the texts of the trace
     * @param run the run model, whose state is that before each event
     */
    StandstillFinder(Trace trace, RunModel run, StackOfWait stacks, WaitsAtTheEnd atTheEnd, LastErrors errors) {
        this.errors = errors;
        this.atTheEnd = atTheEnd;
        this.trace = trace;
        this.run = run;
        this.stacks = stacks;
    }

    /** Before the run takes it into account. */
    void event(TraceEvent event, ThreadModel thread) {
        Event kind = event.event();
        if (kind == null) {
            return;
        }
        switch (kind) {
            case THREAD_BEGIN -> begins(event, thread);
            case THREAD_END -> ends(event, thread);
            case TASK_CREATE -> created(event, thread);
            case TASK_SCHEDULE -> schedules(event);
            case CANCEL -> scheduled.remove(event.taskId());
            case WAIT, SYNC_REGION_WAIT -> waited(event, thread);
            case WAKEUP -> woken(event);
            default -> {}
        }
    }

    private void begins(TraceEvent event, ThreadModel thread) {
        isIncomplete |= begun.size() == THREADS;
        TraceThread told = trace.thread(thread.id());
        Begun known = new Begun(event.timeNanos(), told == null ? "" : told.name());
        if (begun.size() < THREADS) {
            begun.put(thread.id(), known);
        }
        if (known.isForSignal()) {
            signalOverNanos = -1;
            lookAt(known.nanos, true);
        }
    }

    private void ends(TraceEvent event, ThreadModel thread) {
        lastEndNanos = Math.max(lastEndNanos, event.timeNanos());
        Begun known = begun.remove(thread.id());
        if (known != null && known.isForSignal()) {
            signalOverNanos = event.timeNanos();
        }
        // A task of a timer that was cancelled in its run has a next run that is not reported as discarded.
        if (timers.remove(thread.id())) {
            scheduled.values().removeIf(each -> each == thread.id());
        }
    }

    private void created(TraceEvent event, ThreadModel thread) {
        String code = event.body() == 0 ? null : trace.body(event.body());
        servesChannels |= code != null && code.startsWith(CHANNELS);
        if (!QueueModel.SCHEDULERS.contains(event.construct())) {
            return;
        }
        if (scheduled.size() < TASKS) {
            scheduled.put(event.newTaskId(), timerOf(event, thread));
        } else {
            isIncomplete = true;
        }
    }

    /* A timer has one thread, which reports the next run of its task, without a call site. */
    private static long timerOf(TraceEvent create, ThreadModel thread) {
        return create.construct() == Construct.TIMER && create.codeptrRa() == 0 ? thread.id() : 0;
    }

    private void schedules(TraceEvent event) {
        if (!scheduled.isEmpty()) {
            if (event.construct() == Construct.TIMER && scheduled.containsKey(event.nextTaskId())) {
                timers.add(event.threadId());
            }
            scheduled.remove(event.nextTaskId());
            scheduled.remove(event.priorTaskId());
        }
    }

    private void woken(TraceEvent event) {
        if (event.construct() == Construct.SYNCHRONIZED) {
            notifications.put(event.waitId(), event);
        }
    }

    private void waited(TraceEvent event, ThreadModel thread) {
        Candidate told = candidate;
        if (told != null
                && told.isBySignal
                && event.endpoint() == ScopeEndpoint.END
                && event.outcome() == WaitOutcome.UNSPECIFIED
                && told.waits.threads().anyMatch(each -> each == thread.id())) {
            // Another thread has ended the wait since the signal: the program waits for such a signal.
            candidate = null;
        }
        TraceEvent begin = event.outcome() == WaitOutcome.TIMEOUT ? thread.innermostWait() : null;
        if (begin != null && timedOut.size() < PLACES) {
            timedOut.add(Place.of(begin));
        }
    }

    /** Recording was paused: it is not known which threads there are when it goes on. */
    void pause() {
        isIncomplete = true;
        candidate = null;
    }

    /**
     * A stretch of time in which the thread was in one state.
     *
     * @param next the thread's event at its end; null if there is none
     */
    void interval(ThreadModel thread, State state, long nanos, @Nullable TraceEvent next) {
        TraceEvent last = thread.lastEvent();
        if (nanos >= LEAST_NANOS && last != null && isForOthers(state) && (next == null || isOnBehalf(next, state))) {
            lookAt(last.timeNanos() + nanos, false);
        }
    }

    /** Whether a thread in this state goes on only if another one does something. */
    private static boolean isForOthers(State state) {
        return state == State.IDLE
                || state.isWait() && state != State.WAIT_SLEEP && state != State.WAIT_IO && state != State.UNKNOWN;
    }

    /** Whether the event is told on behalf of a thread that is in a wait as the run ends. A wait for a mutex has no end then. */
    private static boolean isOnBehalf(TraceEvent event, State state) {
        return event.outcome().isOpen()
                || state.isForMutex()
                        && event.outcome() == WaitOutcome.UNSPECIFIED
                        && ThreadModel.canBeReportedForAStuckThread(event);
    }

    /**
     * Looks at all threads.
     *
     * @param isSignal whether a signal comes now, by which the run may be ended
     */
    private void lookAt(long nowNanos, boolean isSignal) {
        // The ends of all threads are told at nearly the same time.
        if (isIncomplete || servesChannels || nowNanos - lookedAtNanos < ENDS_NANOS && lookedAtNanos >= 0) {
            return;
        }
        lookedAtNanos = nowNanos;
        Look look = new Look(nowNanos, lastEndNanos);
        if (!alive().allMatch(each -> isPartOf(look, each)) || look.waiting.isEmpty() || !scheduled.isEmpty()) {
            return;
        }
        long to = look.toNanos();
        if (to - look.fromNanos >= LEAST_NANOS) {
            boolean isBySignal = isSignal || look.others.stream().anyMatch(Begun::isForSignal);
            candidate = new Candidate(
                    new StandstillWaits(look.waiting, run, stacks, notifications, to),
                    look.idle,
                    look.fromNanos,
                    to,
                    isBySignal);
        }
    }

    private Stream<ThreadModel> alive() {
        return run.living().filter(each -> each.lastEvent() != null && each.mounted() == null);
    }

    /** Adds a thread; false if it does not wait, and it is not known when it began. */
    private boolean isPartOf(Look look, ThreadModel thread) {
        TraceEvent last = thread.lastEvent();
        State state = thread.stateUntil(null);
        Begun known = begun.get(thread.id());
        if (last != null
                && isForOthers(state)
                && look.nowNanos - last.timeNanos() >= LEAST_NANOS
                && !endsInTime(thread, state, known)) {
            look.fromNanos = Math.max(look.fromNanos, last.timeNanos());
            look.idle += state == State.IDLE ? 1 : 0;
            if (state != State.IDLE && !isForTheJvm(thread)) {
                look.waiting.add(thread);
            }
            return true;
        }
        return known != null && look.others.add(known);
    }

    /** Whether the JVM ends the wait, or it is not known for what it is: that of a timer without a task, or for references that are collected. */
    private boolean isForTheJvm(ThreadModel thread) {
        TraceEvent wait = thread.innermostWait();
        String site = wait == null || wait.codeptrRa() == 0 ? null : trace.callSite(wait.codeptrRa());
        return wait != null
                && wait.waitState() == State.WAIT_CONDITION
                && (wait.waitId() == 0 || site != null && site.startsWith(REFERENCES));
    }

    /** Whether the thread may go on after a time. Idle workers of pools do, too, but only to end. */
    private boolean endsInTime(ThreadModel thread, State state, @Nullable Begun known) {
        TraceEvent wait = state == State.IDLE ? null : thread.innermostWait();
        return known != null && known.isForTimeouts()
                || wait != null && (timedOut.contains(Place.of(wait)) || state.isForMutex() && wait.canFail());
    }

    /**
     * The standstill at the end of the run; empty if there was none.
     *
     * @param endNanos the end of the recording
     */
    List<Standstill> find(MutexModel mutexes, long leastNanos, long endNanos) {
        Candidate found = candidate;
        if (isIncomplete || found == null || found.toNanos - found.fromNanos < leastNanos || !isEnd(found, endNanos)) {
            return List.of();
        }
        if (found.waits.threads().anyMatch(atTheEnd::hasTimeout)) {
            return List.of();
        }
        Interval interval = new Interval(0, found.fromNanos, found.toNanos);
        return List.of(new Standstill(
                found.waits.all(mutexes.stuck()),
                found.waits.threadsNotForMutexes().allMatch(atTheEnd::hasNoTimeout),
                found.idle,
                errors.during(new Interval(0, 0, found.toNanos)),
                interval));
    }

    /** Whether the run was over then: if a signal ended it, shutdown hooks may have taken long. */
    private boolean isEnd(Candidate found, long endNanos) {
        return found.isBySignal
                ? signalOverNanos < 0 || endNanos - signalOverNanos <= END_NANOS
                : endNanos - found.toNanos <= END_NANOS;
    }
}
