package org.ompt4j.tools.blame;

import java.util.ArrayList;
import java.util.List;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.MutexKind;
import org.ompt4j.ompt.State;
import org.ompt4j.ompt.WaitOutcome;
import org.ompt4j.tools.model.RunModel;
import org.ompt4j.tools.model.ThreadModel;
import org.ompt4j.tools.read.TraceEvent;

/** The waits of threads that others can end, from their begins to their ends. */
final class DirectedWaits {
    private final RunModel run;
    private final Actors actors;
    private final TaskStories tasks;
    private final OpenBegins open;
    private final Groups groups;
    private final WaitPlaces places;
    private final Wakers wakers = new Wakers();
    private final AnyTaskgroups taskgroups = new AnyTaskgroups();
    private final BarrierRounds rounds;
    private final WaitDivision division;
    private final BlameListeners listeners;

    /** Waits for conditions that are over: the next event of the thread may show which thread signalled. */
    private final List<Ended> ended = new ArrayList<>(1);

    /**
     * @param threadId the thread of the event, possibly virtual
     */
    private record Ended(OpenWait over, long threadId, long timeNanos) {}

    DirectedWaits(
            RunModel run,
            Actors actors,
            TaskStories tasks,
            OpenBegins open,
            Groups groups,
            CurrentCauses doing,
            BlameListeners listeners) {
        this.run = run;
        this.actors = actors;
        this.tasks = tasks;
        this.open = open;
        this.groups = groups;
        this.places = new WaitPlaces(run);
        this.rounds = new BarrierRounds(doing, open);
        this.division = new WaitDivision(wakers, doing, open, listeners);
        this.listeners = listeners;
    }

    /** Whether another thread can end the wait, and may be known. */
    private static boolean isDirected(State state) {
        return switch (state) {
            case WAIT_CONDITION,
                    WAIT_PARK,
                    WAIT_QUEUE,
                    WAIT_QUEUE_FULL,
                    WAIT_TASKWAIT,
                    WAIT_TASKGROUP,
                    WAIT_BARRIER_EXPLICIT,
                    WAIT_BARRIER_IMPLEMENTATION,
                    WAIT_BARRIER_IMPLICIT_PARALLEL,
                    WAIT_BARRIER_IMPLICIT_WORKSHARE -> true;
            default -> false;
        };
    }

    void begins(TraceEvent begin, ThreadModel thread) {
        Actor actor = actors.of(thread);
        State state = thread.stateUntil(null);
        if (!isDirected(state)) {
            return;
        }
        OpenWait wait = newWait(begin, actor, state);
        actor.waits.add(wait);
        taskgroups.begins(wait);
        wakers.begins(wait);
        open.begins(begin.timeNanos());
        listeners.begins(wait);
    }

    private OpenWait newWait(TraceEvent begin, Actor actor, State state) {
        WaitPlace place = places.of(begin, state);
        TaskStory awaited = tasks.awaited(begin.waitId());
        BarrierRound round = BarrierRounds.isBarrier(begin) ? arrives(begin, actor, true) : null;
        TraceEvent taskgroup = AnyTaskgroups.isOne(begin) ? AnyTaskgroups.of(actor.thread) : null;
        boolean isOfOthers = awaited != null || round != null || taskgroup != null;
        EqualParts group = isOfOthers ? null : groups.waitedFor(begin);
        return new OpenWait(begin, place, actor, taskgroup, awaited, round, group, run.isEnded(begin.waitId()));
    }

    /** The thread has come to the barrier of the event and does not have to wait there. */
    void passes(TraceEvent event, ThreadModel thread) {
        if (BarrierRounds.isBarrier(event)) {
            arrives(event, actors.of(thread), false);
        }
    }

    private BarrierRound arrives(TraceEvent event, Actor actor, boolean waits) {
        return rounds.arrives(event, actor, tasks.of(actor.thread), waits);
    }

    void wakes(TraceEvent event, ThreadModel thread) {
        wakers.wakes(event, actors.of(thread), tasks.waking(event, thread));
    }

    void taskEnded(TaskStory task) {
        taskgroups.taskEnded(task);
    }

    /** Ends the innermost wait of the task of the event that begins with an event of that kind. */
    void end(TraceEvent event, Event kind, ThreadModel thread) {
        List<OpenWait> waits = actors.of(thread).waits;
        for (int i = waits.size() - 1; i >= 0; i--) {
            OpenWait each = waits.get(i);
            if (each.begin.event() == kind && each.begin.taskId() == event.taskId()) {
                if (isSignallerToldNext(each, event)) {
                    ended.add(new Ended(each, event.threadId(), event.timeNanos()));
                } else {
                    over(each, event.timeNanos(), event.outcome());
                }
                return;
            }
        }
    }

    /** Whether the wait for the mutex comes next, which may show which thread signalled. */
    private boolean isSignallerToldNext(OpenWait wait, TraceEvent end) {
        // The owner of a monitor need not be the thread that notified.
        if (wait.place.state() != State.WAIT_CONDITION
                || end.outcome() != WaitOutcome.UNSPECIFIED
                || end.construct() == Construct.SYNCHRONIZED) {
            return false;
        }
        wakers.findWaker(wait, WaitOutcome.UNSPECIFIED);
        return wait.waker == null;
    }

    /** Called before an event is applied: completes what ended with the previous event of the thread. */
    void settle(TraceEvent next) {
        for (int i = ended.size() - 1; i >= 0; i--) {
            Ended each = ended.get(i);
            if (each.threadId == next.threadId()) {
                ended.remove(i);
                boolean isForLock = next.event() == Event.MUTEX_ACQUIRE
                        && next.mutexKind() == MutexKind.NEST_LOCK
                        && next.taskId() == each.over.begin.taskId()
                        && next.waitId() == each.over.begin.waitId();
                if (isForLock && next.owner() != 0) {
                    wakers.findSignal(each.over, each.timeNanos, next.owner());
                }
                over(each.over, each.timeNanos, WaitOutcome.UNSPECIFIED);
            }
        }
    }

    /** Called when there are no more events for now. */
    void settleAll() {
        ended.forEach(each -> over(each.over, each.timeNanos, WaitOutcome.UNSPECIFIED));
        ended.clear();
    }

    /** Ends all waits of a task. */
    void endAll(long taskId, long timeNanos, ThreadModel thread) {
        List<OpenWait> waits = actors.of(thread).waits;
        for (int i = waits.size() - 1; i >= 0; i--) {
            if (waits.get(i).begin.taskId() == taskId) {
                over(waits.get(i), timeNanos, WaitOutcome.UNSPECIFIED);
            }
        }
    }

    /** Ends all waits of a thread. */
    void endAll(Actor actor, long timeNanos, WaitOutcome outcome) {
        while (!actor.waits.isEmpty()) {
            over(actor.waits.get(actor.waits.size() - 1), timeNanos, outcome);
        }
    }

    /** @param outcome what the end of the wait says */
    private void over(OpenWait wait, long timeNanos, WaitOutcome outcome) {
        Actor actor = wait.waiter;
        if (wait.round != null && !outcome.isOpen()) {
            rounds.leaves(wait, wait.round, timeNanos);
        }
        if (wait.group == null) {
            division.divide(wait, outcome);
        } else if (actor.groupWait == wait) {
            wait.group.waits(wait.place, -1, timeNanos);
            actor.groupWait = null;
        }
        if (actor.unsaid == wait) {
            actor.unsaid = null;
        }
        actor.waits.remove(wait);
        taskgroups.ends(wait);
        open.ends(wait.begin.timeNanos());
        wakers.ends(wait);
        listeners.ends(wait);
        if (wait.nanos > 0) {
            tell(wait);
        }
    }

    private void tell(OpenWait wait) {
        Actor actor = wait.waiter;
        listeners.waited(new BlameListener.Waited(
                wait.place,
                wait.begin.waitId(),
                actor.thread.id(),
                wait.begin.timeNanos(),
                wait.nanos,
                actor.workedNanos,
                wait.waker == null ? 0 : wait.waker.thread.id(),
                wait.wokenNanos()));
        actor.workedNanos = 0;
    }

    void clear() {
        ended.clear();
        wakers.clear();
        taskgroups.clear();
        rounds.clear();
    }
}
