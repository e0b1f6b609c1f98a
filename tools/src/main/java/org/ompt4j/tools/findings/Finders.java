package org.ompt4j.tools.findings;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.EventShape;
import org.ompt4j.ompt.State;
import org.ompt4j.tools.blame.BlameListener;
import org.ompt4j.tools.model.MutexListener;
import org.ompt4j.tools.model.MutexModel;
import org.ompt4j.tools.model.QueueModel;
import org.ompt4j.tools.model.RegionWork;
import org.ompt4j.tools.model.RunModel;
import org.ompt4j.tools.model.StackOfWait;
import org.ompt4j.tools.model.ThreadModel;
import org.ompt4j.tools.read.Trace;
import org.ompt4j.tools.read.TraceEvent;

/**
 * All finders of a run, to which this hands its events while they are read. Memory grows with threads, mutexes, code and call sites, up to limits,
 * not with events.
 *
 * <p>Thread safety: none.
 */
public final class Finders {
    private static final EnumSet<Event> OF_THREADS_AND_WAITS =
            EnumSet.of(Event.THREAD_BEGIN, Event.THREAD_END, Event.TASK_SCHEDULE, Event.SYNC_REGION_WAIT);

    private final @Nullable Holders holders;
    final LockWaitFinder waits;
    final SignalFinder signals;
    final BlockingQueueFinder blockingQueues = new BlockingQueueFinder();
    final MutualWaitFinder mutualWaits = new MutualWaitFinder();
    final UnevenRegionFinder regions = new UnevenRegionFinder();
    final UnevenPartyFinder parties = new UnevenPartyFinder();
    final SmallTaskFinder smallTasks = new SmallTaskFinder();
    final BriefThreadFinder briefThreads = new BriefThreadFinder();
    final LateTaskFinder lateTasks;
    final TimedOutWaitFinder timedOut;
    final SubmissionFinder submissions = new SubmissionFinder();
    final BlockedLoopFinder loops;
    final CarrierWaitFinder carrierWaits;
    final PinnedThreadFinder pinned = new PinnedThreadFinder();
    private final PinnedWaits pinnedWaits = new PinnedWaits(pinned);
    final LockInversionFinder inversions;
    private final LastErrors errors = new LastErrors();
    final WaitsAtTheEnd atTheEnd;
    final StuckTaskWaits taskWaits;
    final StandstillFinder standstill;

    /**
     * @param holders what holders of mutexes did; null if that is not asked for
     * @param stacks where threads wait whose events have no call site
     */
    Finders(Trace trace, RunModel run, TraceContent content, @Nullable Holders holders, StackOfWait stacks) {
        this.holders = holders;
        this.waits = new LockWaitFinder(holders);
        this.loops = new BlockedLoopFinder(stacks, trace::callSite);
        this.lateTasks = new LateTaskFinder(trace.pauses(), stacks);
        this.carrierWaits = new CarrierWaitFinder(trace.pauses());
        this.timedOut = new TimedOutWaitFinder(run, submissions::isDropped, errors);
        this.atTheEnd = new WaitsAtTheEnd(content.tellsTimeouts());
        this.taskWaits = new StuckTaskWaits(atTheEnd);
        this.standstill = new StandstillFinder(trace, run, stacks, atTheEnd, errors);
        this.inversions = new LockInversionFinder(content::tellsHolders);
        this.signals = new SignalFinder(content.tellsEveryOperation());
    }

    /** The listeners for mutexes. */
    public List<MutexListener> listeners() {
        return List.of(waits, signals, inversions);
    }

    /** The listeners for blame. */
    public List<BlameListener> blameListeners() {
        return List.of(blockingQueues, mutualWaits);
    }

    /** The events that {@link #event} needs. */
    public Set<Event> kinds() {
        EnumSet<Event> kinds = EnumSet.copyOf(OF_THREADS_AND_WAITS);
        kinds.addAll(LateTaskFinder.KINDS);
        kinds.addAll(TimedOutWaitFinder.KINDS);
        kinds.addAll(SubmissionFinder.KINDS);
        kinds.addAll(CarrierWaitFinder.KINDS);
        kinds.addAll(BriefThreadFinder.KINDS);
        kinds.addAll(StandstillFinder.KINDS);
        return kinds;
    }

    /** Takes an event into account. */
    public void event(TraceEvent event, ThreadModel thread, QueueModel queues) {
        if (event.event() == Event.ERROR) {
            errors.add(event);
        }
        atTheEnd.event(event, thread);
        timedOut.event(event, thread, queues);
        submissions.event(event, thread);
        lateTasks.event(event, thread);
        carrierWaits.event(event, thread);
        briefThreads.event(event);
        standstill.event(event, thread);
        inversions.event(event);
        if (OF_THREADS_AND_WAITS.contains(event.event())) {
            taskWaits.event(event, thread);
            pinnedWaits.event(event, thread);
            parties.event(event, thread);
        }
    }

    /**
     * A stretch of time in which a thread was in one state.
     *
     * @param next the thread's event at its end; null if there is none
     */
    public void interval(MutexModel mutexes, ThreadModel thread, State state, long nanos, @Nullable TraceEvent next) {
        if (holders != null) {
            holders.interval(mutexes, thread, state, nanos);
        }
        loops.interval(thread, state, nanos);
        lateTasks.interval(thread, state, nanos);
        pinnedWaits.interval(thread, state, nanos, next);
        standstill.interval(thread, state, nanos, next);
    }

    /** The end of the recording, or of its part up to a pause. */
    public void end(ThreadModel thread, long timeNanos) {
        pinnedWaits.end(thread, timeNanos);
        taskWaits.end(thread);
        parties.end(thread);
        lateTasks.end(thread);
        carrierWaits.end(thread, timeNanos);
        briefThreads.end(timeNanos);
    }

    /** Recording was paused; called after {@link #end} of all threads. */
    public void pause() {
        atTheEnd.pause();
        taskWaits.pause();
        standstill.pause();
    }

    /** A region has ended; {@code work} is what each thread did in it. */
    public void ended(RegionWork region, long endNanos) {
        regions.ended(region, endNanos);
    }

    /**
     * A task has ended.
     *
     * @param place of its code, see {@link EventShape#place}
     */
    public void ran(long place, long workedNanos, long endNanos) {
        smallTasks.ran(place, workedNanos, endNanos);
    }

    /** Whether lock orders were examined for all locks. */
    public boolean followedAllLocks(MutexModel mutexes) {
        return inversions.dropped() + mutexes.notFollowed() == 0;
    }
}
