package org.ompt4j.tools.blame;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.ScopeEndpoint;
import org.ompt4j.ompt.State;
import org.ompt4j.ompt.WaitOutcome;
import org.ompt4j.tools.model.RunModel;
import org.ompt4j.tools.model.RunReader;
import org.ompt4j.tools.model.TaskFrame;
import org.ompt4j.tools.model.ThreadModel;
import org.ompt4j.tools.read.TraceEvent;

/**
 * Finds the causes of waits for conditions, permits, queues, latches, futures, tasks, barriers, regions and pools, and the work that was done while
 * workers were idle. For mutexes see {@link org.ompt4j.tools.model.MutexModel}.
 *
 * <p>A client of {@link RunModel}: it gets each event before and after the run model applies it, and each stretch of time that ends with it. Memory
 * grows with threads, tasks and waits that exist at the same time, up to limits, not with events. Thread safety: none.
 */
public final class Blame implements RunReader.EventListener, RunReader.AppliedListener, RunReader.IntervalListener {
    /*
     * Overview. The culprit of a wait is known when the wait ends: the thread that sent the wakeup, the awaited task, the last thread to come to the
     * barrier (DirectedWaits, WaitDivision). The actions of each thread are kept from the begin of the first open wait (ThreadTimes, Doings), so that
     * they can be looked up. If such a thread was itself in a wait, the cause of this wait is recorded instead, so blame is passed on. This is not
     * done for waits for several threads at once (mutexes, barriers, regions): for these the kind and the place of the wait are recorded.
     *
     * A thread that waits for a region or a pool (Groups) waits for all threads that work in it; these get equal parts at each instant (SharedTime,
     * EqualParts), and so do all working threads while workers are idle.
     */
    private final RunModel run;
    private final Actors actors = new Actors();
    private final OpenBegins open = new OpenBegins();
    private final TaskStories tasks = new TaskStories(actors, open);
    private final Groups groups;
    private final SharedTime shared;
    private final ThreadTimes times;
    private final DirectedWaits waits;

    /** The carrier of the thread whose event it is, before that event. */
    private @Nullable Actor carrier;

    /** The region that ends with the event, or that a thread leaves. */
    private long leftRegion;

    private long idleNanos;

    public Blame(RunModel run, List<BlameListener> listeners) {
        this.run = run;
        Causes causes = new Causes();
        BlameListeners told = new BlameListeners(listeners, causes);
        CurrentCauses doing = new CurrentCauses(run, causes, tasks);
        this.groups = new Groups(run, told);
        this.shared = new SharedTime(run, groups, doing, told);
        this.times = new ThreadTimes(actors, open, doing);
        this.waits = new DirectedWaits(run, actors, tasks, open, groups, doing, told);
    }

    /** How many tasks were not followed, because there were too many at one time. */
    public long notFollowed() {
        return tasks.notFollowed();
    }

    /** How long workers were idle in all. */
    public long idleNanos() {
        return idleNanos;
    }

    /** The thread was in one state for this time, with its present stack of tasks. */
    @Override
    public void interval(ThreadModel thread, State state, long nanos, @Nullable TraceEvent next) {
        TraceEvent last = thread.lastEvent();
        if (last == null) {
            return;
        }
        if (next != null) {
            waits.settle(next);
        }
        Actor actor = actors.of(thread);
        idleNanos += state == State.IDLE ? nanos : 0;
        actor.workedNanos += state.isWork() ? nanos : 0;
        long from = last.timeNanos();
        TraceEvent begin = thread.innermostWait();
        OpenWait wait = begin == null ? null : actor.find(begin);
        if (wait != null) {
            wait.add(from, from + nanos);
        }
        times.was(actor, state, wait, from, from + nanos);
    }

    // ---------------------------------------------------------------- before the run takes an event into account

    @Override
    public void event(TraceEvent event, ThreadModel thread) {
        waits.settle(event);
        shared.goOnTo(event.timeNanos());
        carrier = thread.carrier() == null ? null : actors.of(thread.carrier());
        if (event.event() == null) {
            return;
        }
        switch (event.event()) {
            case TASK_CREATE -> tasks.created(event, thread);
            case TASK_SCHEDULE -> schedule(event, thread);
            case TASK_LATE -> tasks.late(event);
            case DEPENDENCES -> tasks.hasDependence(event);
            case TASK_DEPENDENCE -> tasks.depends(event);
            case CANCEL -> tasks.discarded(event, thread);
            case WAKEUP -> waits.wakes(event, thread);
            case WAIT -> waits.end(event, Event.WAIT, thread);
            case SYNC_REGION -> {
                if (event.endpoint() == ScopeEndpoint.BEGINEND) {
                    waits.passes(event, thread);
                } else {
                    endSync(event, thread);
                }
            }
            case SYNC_REGION_WAIT -> endSync(event, thread);
            case IMPLICIT_TASK -> endImplicitTask(event, thread);
            case PARALLEL_END -> leftRegion = event.parallelId();
            default -> {}
        }
    }

    private void schedule(TraceEvent event, ThreadModel thread) {
        if (event.isFulfillment()) {
            tasks.fulfilled(event, thread);
            return;
        }
        if (event.endsBody()) {
            waits.endAll(event.priorTaskId(), event.timeNanos(), thread);
            TaskStory ended = tasks.ended(event, thread);
            if (ended != null) {
                waits.taskEnded(ended);
            }
        }
        tasks.begins(event, thread);
    }

    private void endSync(TraceEvent event, ThreadModel thread) {
        if (event.endpoint() == ScopeEndpoint.END) {
            waits.end(event, Event.SYNC_REGION_WAIT, thread);
        }
    }

    private void endImplicitTask(TraceEvent event, ThreadModel thread) {
        TaskFrame frame = event.endpoint() == ScopeEndpoint.END ? thread.find(event.taskId()) : null;
        if (frame != null) {
            waits.endAll(event.taskId(), event.timeNanos(), thread);
            leftRegion = frame.regionId();
        }
    }

    // ---------------------------------------------------------------- after it

    /**
     * The run model has applied this event of the thread.
     *
     * @param switched the virtual thread that was mounted or unmounted with it, if it has run before
     */
    @Override
    public void applied(TraceEvent event, ThreadModel thread, @Nullable ThreadModel switched) {
        TaskFrame top = thread.top();
        if (top != null && top.isCutOff()) {
            tasks.goesOn(top.taskId(), thread, event.timeNanos());
        }
        beginWait(event, thread);
        change(event, thread, switched);
        leaveRegion(event.timeNanos());
        leavePool(event);
        if (event.event() == Event.THREAD_END || thread.isVirtual() && run.thread(thread.id()) == null) {
            shared.trackChanged();
            leaves(thread, event.timeNanos());
        }
    }

    private void beginWait(TraceEvent event, ThreadModel thread) {
        boolean isWait = event.event() == Event.WAIT || event.event() == Event.SYNC_REGION_WAIT;
        if (isWait && event.endpoint() == ScopeEndpoint.BEGIN && thread.innermostWait() == event) {
            waits.begins(event, thread);
        }
    }

    private void change(TraceEvent event, ThreadModel thread, @Nullable ThreadModel switched) {
        long now = event.timeNanos();
        shared.changes(actors.of(thread), now);
        ThreadModel mounted = thread.mounted();
        if (mounted != null) {
            if (event.isMount()) {
                tasks.mounted(mounted);
            }
            shared.changes(actors.of(mounted), now);
        }
        if (switched != null) {
            shared.changes(actors.of(switched), now);
        }
        if (carrier != null) {
            shared.changes(carrier, now);
            carrier = null;
        }
    }

    private void leaveRegion(long nowNanos) {
        if (leftRegion != 0) {
            shared.trackChanged();
            groups.regionLeft(leftRegion, nowNanos);
            leftRegion = 0;
        }
    }

    private void leavePool(TraceEvent event) {
        boolean isOfPool = event.event() == Event.POOL || event.event() == Event.POOL_WORKER;
        if (isOfPool && event.endpoint() == ScopeEndpoint.END) {
            shared.trackChanged();
            groups.poolLeft(event.poolId(), event.timeNanos());
        }
    }

    private void leaves(ThreadModel thread, long nowNanos) {
        Actor actor = actors.find(thread);
        if (actor != null) {
            waits.endAll(actor, nowNanos, WaitOutcome.UNSPECIFIED);
            shared.ceases(actor, nowNanos);
            actors.remove(actor);
        }
    }

    // ---------------------------------------------------------------- the end, and pauses

    /** The recording ends; the thread stays in its present state. */
    @Override
    public void end(ThreadModel thread, long timeNanos) {
        shared.trackChanged();
        waits.settleAll();
        Actor actor = actors.of(thread);
        waits.endAll(actor, timeNanos, WaitOutcome.NOT_ENDED);
        shared.ceases(actor, timeNanos);
    }

    /** Call at the end of the recording, or of its part up to a pause, after {@link #end} of all threads. */
    @Override
    public void partEnded(long timeNanos) {
        shared.settle(timeNanos);
    }

    /** Recording was paused: it is not known what threads do when it goes on. Call after {@link #finish}. */
    @Override
    public void pause() {
        actors.clear();
        carrier = null;
        tasks.clear();
        waits.clear();
        open.clear();
        shared.clear();
    }
}
