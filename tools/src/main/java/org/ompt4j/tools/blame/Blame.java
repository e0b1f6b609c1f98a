package org.ompt4j.tools.blame;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.CancelFlag;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.ScopeEndpoint;
import org.ompt4j.ompt.State;
import org.ompt4j.ompt.SyncRegionKind;
import org.ompt4j.ompt.TaskStatus;
import org.ompt4j.tools.model.KeptTasks;
import org.ompt4j.tools.model.OpenSync;
import org.ompt4j.tools.model.RegionModel;
import org.ompt4j.tools.model.RunModel;
import org.ompt4j.tools.model.RunReader;
import org.ompt4j.tools.model.TaskFrame;
import org.ompt4j.tools.model.ThreadModel;
import org.ompt4j.tools.model.WakeRule;
import org.ompt4j.tools.read.TraceEvent;

/**
 * Because of whom threads waited for conditions, queues, latches, futures, tasks, barriers, regions and pools, and who worked while workers
 * were idle. {@link org.ompt4j.tools.model.MutexModel} says so of mutexes.
 *
 * <p>A client of {@link RunModel}: it is told each event before and after the run takes it into account, and each stretch of time that ends
 * with it. Memory grows with threads, tasks and waits that are there at one time, up to limits, not with events. Thread safety: none.
 */
public final class Blame implements RunReader.EventListener, RunReader.AppliedListener, RunReader.StateListener {
    /*
     * Overview. Who is to blame for a wait is known when it ends: the thread that sent the wakeup, the awaited task, the last one to come to
     * the barrier. Each thread's doings are kept from the begin of the first wait that is open (Doings), so that they can be asked for.
     * A wait that such a thread was in itself is there as what it was due to, so that blame has been passed on already. What came of
     * waits for several others at once - mutexes, barriers, regions - is not: there it says how and where the thread waited.
     *
     * Who waits for a region or a pool waits for all that work in it; they get equal parts at each instant (EqualParts), and so do all that
     * work while workers are idle.
     */
    /** Tasks that have been made and are not over, at some 150 bytes each. */
    private static final int TASKS_FOLLOWED = 200_000;

    /** What all threads together keep of what they did, or few stretches each. */
    private static final int STRETCHES = 256_000;

    private static final int FEWEST_STRETCHES = 16;

    /** Barriers at one time that a thread has come to and none has left; those that were come to first are forgotten. */
    private static final int ROUNDS = 10_000;

    private static final int PLACES = 20_000;
    private static final int CAUSES = 64;
    /** How deep it is looked for the regions that a thread works in. */
    private static final int FRAMES = 64;

    private static final WaitPlace IDLENESS = new WaitPlace(State.IDLE, 0, 0);

    private final RunModel run;
    private final List<BlameListener> listeners;
    private final Causes causes = new Causes();
    private final Map<Long, Actor> actors = new HashMap<>();
    private @Nullable Actor latest;
    private final KeptTasks<TaskStory> tasks = new KeptTasks<>(TASKS_FOLLOWED);
    private final Map<Long, BarrierRound> rounds = new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Long, BarrierRound> eldest) {
            return size() > ROUNDS;
        }
    };
    private final Map<Long, EqualParts> regions = new HashMap<>();
    private final Map<Long, EqualParts> pools = new HashMap<>();
    private EqualParts idleness = new EqualParts(PLACES);
    /** Waits that a wakeup can end, by what they wait for, in the order of their begins. */
    private final Map<Long, Waiting> waiting = new HashMap<>();
    /** Waits that the end of any task of a taskgroup can end, by its begin. */
    private final Map<TraceEvent, OpenWait> waitingForAny = new IdentityHashMap<>();
    /** When open waits have begun, and how many of them. */
    private final TreeMap<Long, Integer> begins = new TreeMap<>();

    private final Supplier<NavigableSet<Long>> open = begins::navigableKeySet;

    private final Map<WaitPlace, WaitPlace> places = new HashMap<>();
    /** The carrier of the thread whose event it is, before that event. */
    private @Nullable Actor carrier;

    /** Those that may do something else since the last instant that had an event, and that instant. */
    private final List<Actor> changed = new ArrayList<>();

    private long changedNanos;

    /** The region that ends with the event, or that a thread leaves. */
    private long leftRegion;

    private long pinNanos = Long.MIN_VALUE;
    private long parkedNanos;
    private long idleNanos;

    private static final class Waiting {
        final List<OpenWait> waits = new ArrayList<>(1);
        /** The last wakeup. */
        @Nullable
        Actor waker;

        @Nullable
        TaskStory wakerTask;

        long wokenNanos = Long.MIN_VALUE;
    }

    private final Division.BlameView view = new Division.BlameView() {
        @Override
        public int number(Cause cause) {
            return causes.number(cause);
        }

        @Override
        public int doing(Actor thread) {
            return thread.state == null ? Causes.UNKNOWN : causeOf(thread, thread.state);
        }

        @Override
        public long pinNanos() {
            return pinNanos;
        }

        @Override
        public Supplier<NavigableSet<Long>> open() {
            return open;
        }
    };

    public Blame(RunModel run, List<BlameListener> listeners) {
        this.run = run;
        this.listeners = List.copyOf(listeners);
    }

    /** How many tasks were not followed, because there were too many at one time. */
    public long notFollowed() {
        return tasks.notFollowed();
    }

    /** How long threads were parked in all, for which no event tells who is to blame. */
    public long parkedNanos() {
        return parkedNanos;
    }

    /** How long workers were idle in all. */
    public long idleNanos() {
        return idleNanos;
    }

    // ---------------------------------------------------------------- what happens

    /** The thread was in one state for so long, with its stack of tasks as it is. */
    @Override
    public void interval(ThreadModel thread, State state, long nanos) {
        TraceEvent last = thread.lastEvent();
        if (last == null) {
            return;
        }
        Actor actor = actor(thread);
        parkedNanos += state == State.WAIT_PARK ? nanos : 0;
        idleNanos += state == State.IDLE ? nanos : 0;
        actor.workedNanos += state.isWork() ? nanos : 0;
        long from = last.timeNanos();
        TraceEvent begin = thread.innermostWait();
        OpenWait wait = begin == null ? null : actor.find(begin);
        if (wait != null) {
            wait.add(from, from + nanos);
        }
        if (wait != null && wait.group == null && wait.round == null) {
            putOff(actor, wait, from, from + nanos);
        } else {
            say(actor);
            did(actor, from, from + nanos, causeOf(actor, state));
        }
    }

    /* What is to blame for it is known when the wait is over. */
    private void putOff(Actor actor, OpenWait wait, long fromNanos, long toNanos) {
        if (actor.unsaid == wait && actor.unsaidToNanos == fromNanos) {
            actor.unsaidToNanos = toNanos;
            return;
        }
        say(actor);
        actor.unsaid = wait;
        actor.unsaidFromNanos = fromNanos;
        actor.unsaidToNanos = toNanos;
    }

    /** The thread did something else in the middle of a wait: what came before is no more than a wait. */
    private void say(Actor actor) {
        OpenWait wait = actor.unsaid;
        if (wait != null) {
            actor.unsaid = null;
            did(actor, actor.unsaidFromNanos, actor.unsaidToNanos, waitingIn(wait));
        }
    }

    private void did(Actor actor, long fromNanos, long toNanos, int cause) {
        if (begins.isEmpty()) {
            actor.doings.clear();
            return;
        }
        actor.doings.forgetBefore(begins.firstKey());
        actor.doings.keep(Math.max(FEWEST_STRETCHES, STRETCHES / actors.size()));
        actor.doings.add(fromNanos, toNanos, cause, pinNanos, open);
    }

    /** Takes an event into account, before the run does. */
    @Override
    public void event(TraceEvent event, ThreadModel thread) {
        if (event.timeNanos() != changedNanos) {
            trackChanged();
        }
        carrier = thread.carrier() == null ? null : actor(thread.carrier());
        if (event.event() == null) {
            return;
        }
        switch (event.event()) {
            case TASK_CREATE -> created(event, thread);
            case TASK_SCHEDULE -> schedule(event, thread);
            case TASK_DEPENDENCE -> depends(event);
            case CANCEL -> discarded(event);
            case WAKEUP -> wakes(event, thread);
            case WAIT -> endWait(event, Event.WAIT, thread);
            case SYNC_REGION -> {
                if (event.endpoint() == ScopeEndpoint.END) {
                    endWait(event, Event.SYNC_REGION_WAIT, thread);
                } else if (event.endpoint() == ScopeEndpoint.BEGINEND && isBarrier(event)) {
                    arrives(event, thread, false);
                }
            }
            case SYNC_REGION_WAIT -> {
                if (event.endpoint() == ScopeEndpoint.END) {
                    endWait(event, Event.SYNC_REGION_WAIT, thread);
                }
            }
            case IMPLICIT_TASK -> {
                TaskFrame frame = event.endpoint() == ScopeEndpoint.END ? thread.find(event.taskId()) : null;
                if (frame != null) {
                    endWaits(event.taskId(), event.timeNanos(), thread);
                    leftRegion = frame.regionId();
                }
            }
            case PARALLEL_END -> leftRegion = event.parallelId();
            default -> {}
        }
    }

    /**
     * The run has taken this event of the thread into account.
     *
     * @param switched the virtual thread that was mounted or unmounted with it, if it has run before
     */
    @Override
    public void applied(TraceEvent event, ThreadModel thread, @Nullable ThreadModel switched) {
        long now = event.timeNanos();
        boolean waits = event.event() == Event.WAIT || event.event() == Event.SYNC_REGION_WAIT;
        if (waits && event.endpoint() == ScopeEndpoint.BEGIN && thread.innermostWait() == event) {
            begins(event, thread);
        }
        changedNanos = now;
        changes(actor(thread));
        ThreadModel mounted = thread.mounted();
        if (mounted != null) {
            TaskStory story = event.isMount() ? tasks.get(mounted.id()) : null;
            if (story != null && story.runner == null) {
                story.runner = actor(mounted);
            }
            changes(actor(mounted));
        }
        if (switched != null) {
            changes(actor(switched));
        }
        if (carrier != null) {
            changes(carrier);
            carrier = null;
        }
        if (leftRegion != 0) {
            trackChanged();
            forgetIfOver(leftRegion, now);
            leftRegion = 0;
        }
        if ((event.event() == Event.POOL || event.event() == Event.POOL_WORKER)
                && event.endpoint() == ScopeEndpoint.END) {
            trackChanged();
            EqualParts pool = pools.get(event.poolId());
            if (pool != null && pool.isEmpty()) {
                settle(pool, now);
                pools.remove(event.poolId());
            }
        }
        if (event.event() == Event.THREAD_END || thread.isVirtual() && run.thread(thread.id()) == null) {
            trackChanged();
            leaves(thread, now);
        }
    }

    /** The recording ends while the thread is where it is. */
    @Override
    public void end(ThreadModel thread, long timeNanos) {
        trackChanged();
        Actor actor = actor(thread);
        while (!actor.waits.isEmpty()) {
            over(actor.waits.get(actor.waits.size() - 1), timeNanos, Causes.NOT_ENDED);
        }
        ceases(actor, timeNanos);
    }

    /** Nothing more comes, or not before a pause of the recording: all threads have been told {@link #end}. */
    @Override
    public void partEnded(long timeNanos) {
        regions.values().forEach(each -> settle(each, timeNanos));
        pools.values().forEach(each -> settle(each, timeNanos));
        idleness.settle(timeNanos, (place, cause, nanos) -> {
            for (BlameListener each : listeners) {
                each.idled(causes.cause(cause), nanos);
            }
        });
    }

    /** Recording was paused: who does what when it goes on is not known. {@link #finish} has been told before. */
    @Override
    public void pause() {
        actors.clear();
        latest = null;
        carrier = null;
        changed.clear();
        tasks.clear();
        rounds.clear();
        regions.clear();
        pools.clear();
        waiting.clear();
        waitingForAny.clear();
        begins.clear();
        idleness = new EqualParts(PLACES);
    }

    // ---------------------------------------------------------------- threads

    private Actor actor(ThreadModel thread) {
        Actor known = latest;
        if (known == null || known.thread != thread) {
            known = actors.get(thread.id());
            if (known == null || known.thread != thread) {
                known = new Actor(thread);
                actors.put(thread.id(), known);
            }
            latest = known;
        }
        return known;
    }

    private void changes(Actor actor) {
        if (!actor.hasChanged) {
            actor.hasChanged = true;
            changed.add(actor);
        }
    }

    /* What a thread does for no time at all, such as to wait for a mutex that is free, need not be known. */
    private void trackChanged() {
        for (int i = 0; i < changed.size(); i++) {
            Actor each = changed.get(i);
            each.hasChanged = false;
            track(each, changedNanos);
        }
        changed.clear();
    }

    /** What the thread does now may be something else than before. */
    private void track(Actor actor, long now) {
        ThreadModel thread = actor.thread;
        boolean isGone = thread.hasEnded() || thread.isVirtual() && run.thread(thread.id()) != thread;
        // A carrier does what the virtual thread on it does.
        State state = isGone || thread.mounted() != null ? null : thread.stateUntil(null);
        if (actor.isAs(state)) {
            return;
        }
        actor.is(state);
        List<EqualParts> groups = state == null ? List.of() : groups(thread, state);
        boolean isIdle = state == State.IDLE;
        if (isIdle != actor.isIdle) {
            actor.isIdle = isIdle;
            idleness.waits(IDLENESS, isIdle ? 1 : -1, now);
        }
        Integer cause = state == null ? null : causeOf(actor, state);
        idleness.works(actor, state != null && state.isWork() ? cause : null, now);
        for (EqualParts each : actor.groups) {
            if (!groups.contains(each)) {
                each.works(actor, null, now);
            }
        }
        groups.forEach(each -> each.works(actor, cause, now));
        actor.groups = groups;
        trackWait(actor, state, now);
    }

    private static void trackWait(Actor actor, @Nullable State state, long now) {
        TraceEvent begin = state == null ? null : actor.thread.innermostWait();
        OpenWait wait = begin == null ? null : actor.find(begin);
        OpenWait inGroup = wait == null || wait.group == null ? null : wait;
        if (inGroup == actor.groupWait) {
            return;
        }
        if (actor.groupWait != null && actor.groupWait.group != null) {
            actor.groupWait.group.waits(actor.groupWait.place, -1, now);
        }
        if (inGroup != null && inGroup.group != null) {
            inGroup.group.waits(inGroup.place, 1, now);
        }
        actor.groupWait = inGroup;
    }

    /** The regions and the pool in which the thread does something that others wait for. */
    private List<EqualParts> groups(ThreadModel thread, State state) {
        if (state == State.IDLE) {
            return List.of();
        }
        TraceEvent wait = thread.innermostWait();
        boolean isAtEnd = state == State.WAIT_BARRIER_IMPLICIT_PARALLEL;
        boolean isForRegion =
                isAtEnd || state == State.WAIT_TASKGROUP || state == State.WAIT_BARRIER_IMPLICIT_WORKSHARE;
        long waitsFor = wait != null && isForRegion ? wait.parallelId() : 0;
        List<EqualParts> groups = List.of();
        List<TaskFrame> frames = thread.frames();
        long before = 0;
        for (int i = frames.size() - 1; i >= Math.max(0, frames.size() - FRAMES); i--) {
            RegionModel region = frames.get(i).region();
            if (region != null && region.id() != before && region.id() != waitsFor && !region.hasEnded()) {
                groups = with(groups, regions.computeIfAbsent(region.id(), id -> new EqualParts(CAUSES)));
                before = region.id();
            }
        }
        if (thread.poolId() != 0 && !isAtEnd && !thread.isVirtual() && thread.top() != null) {
            groups = with(groups, pools.computeIfAbsent(thread.poolId(), id -> new EqualParts(CAUSES)));
        }
        return groups;
    }

    private static List<EqualParts> with(List<EqualParts> groups, EqualParts more) {
        if (groups.isEmpty()) {
            return List.of(more);
        }
        if (groups.contains(more)) {
            return groups;
        }
        List<EqualParts> all = new ArrayList<>(groups);
        all.add(more);
        return all;
    }

    private void leaves(ThreadModel thread, long now) {
        Actor actor = actors.get(thread.id());
        if (actor != null && actor.thread == thread) {
            while (!actor.waits.isEmpty()) {
                over(actor.waits.get(actor.waits.size() - 1), now, Causes.UNKNOWN);
            }
            ceases(actor, now);
            actors.remove(thread.id());
            latest = null;
        }
    }

    private void ceases(Actor actor, long now) {
        if (actor.isIdle) {
            actor.isIdle = false;
            idleness.waits(IDLENESS, -1, now);
        }
        idleness.works(actor, null, now);
        actor.groups.forEach(each -> each.works(actor, null, now));
        actor.groups = List.of();
        trackWait(actor, null, now);
        actor.is(null);
    }

    private void forgetIfOver(long regionId, long now) {
        EqualParts group = regions.get(regionId);
        if (group != null && run.region(regionId) == null) {
            settle(group, now);
            regions.remove(regionId);
        }
    }

    private void settle(EqualParts group, long now) {
        group.settle(now, (place, cause, nanos) -> blames(place, 0, cause, nanos));
    }

    // ---------------------------------------------------------------- causes

    private int causeOf(Actor actor, State state) {
        int known = actor.cause(state);
        if (known < 0) {
            known = causes.number(newCause(actor.thread, state));
            actor.remember(state, known);
        }
        return known;
    }

    private Cause newCause(ThreadModel thread, State state) {
        if (state == State.IDLE || state == State.OVERHEAD) {
            return new Cause(Cause.Kind.DID, state, 0, 0, 0, 0);
        }
        TraceEvent wait = thread.innermostWait();
        return doing(state.isWork() ? State.WORK_SERIAL : state, thread, wait == null ? 0 : run.callSiteOf(wait));
    }

    private Cause doing(State state, ThreadModel thread, int at) {
        TaskFrame top = thread.top();
        if (top != null && top.kind() == TaskFrame.Kind.EXPLICIT) {
            TaskStory story = tasks.get(top.taskId());
            if (story != null) {
                return new Cause(Cause.Kind.DID, state, story.body, story.madeAt, 0, at);
            }
        } else if (top != null && top.region() != null) {
            TraceEvent begin = top.region().begin();
            return new Cause(Cause.Kind.DID, state, begin.body(), begin.codeptrRa(), 0, at);
        }
        return new Cause(Cause.Kind.DID, state, 0, 0, thread.id(), at);
    }

    private int waitingIn(OpenWait wait) {
        return causes.number(doing(wait.place.state(), wait.waiter.thread, wait.place.waitsAt()));
    }

    // ---------------------------------------------------------------- tasks

    private void created(TraceEvent event, ThreadModel thread) {
        Actor creator = actor(thread);
        creator.doings.cut(event.timeNanos());
        tasks.created(event.newTaskId(), new TaskStory(event, creator, storyOf(thread), taskgroupOf(thread)));
    }

    /** The begin of the taskgroup of {@code invokeAny} and the like that the thread is in; null if it is in another one, or in none. */
    private static @Nullable TraceEvent taskgroupOf(ThreadModel thread) {
        TaskFrame top = thread.top();
        OpenSync sync = top == null ? null : top.innermostSync();
        return sync != null && isOfInvocation(sync.begin()) ? sync.begin() : null;
    }

    private static boolean isOfInvocation(TraceEvent sync) {
        return sync.construct() == Construct.THREAD_POOL_EXECUTOR
                && sync.syncKind() == SyncRegionKind.TASKGROUP
                && sync.waitId() == 0;
    }

    private @Nullable TaskStory storyOf(ThreadModel thread) {
        TaskFrame top = thread.top();
        return top == null || top.kind() != TaskFrame.Kind.EXPLICIT ? null : tasks.get(top.taskId());
    }

    private void depends(TraceEvent event) {
        TaskStory source = tasks.get(event.srcTaskId());
        TaskStory sink = tasks.get(event.sinkTaskId());
        if (source != null && sink != null) {
            tasks.keep(event.srcTaskId());
            sink.comesAfter(source);
        }
    }

    private void schedule(TraceEvent event, ThreadModel thread) {
        TaskStory prior = event.priorTaskId() == 0 ? null : tasks.get(event.priorTaskId());
        if (event.isFulfillment()) {
            fulfilled(event, prior, thread);
            return;
        }
        if (event.endsBody()) {
            endWaits(event.priorTaskId(), event.timeNanos(), thread);
        }
        if (prior != null && event.endsBody()) {
            actor(thread).doings.cut(event.timeNanos());
            prior.endedNanos = event.timeNanos();
            prior.isDetached = event.priorTaskStatus() == TaskStatus.DETACH;
            endsAny(prior);
            if (!prior.isDetached) {
                tasks.remove(event.priorTaskId());
            }
        }
        TaskStory next = event.nextTaskId() == 0 ? null : tasks.get(event.nextTaskId());
        if (next != null && next.startedNanos == Long.MAX_VALUE) {
            tasks.keep(event.nextTaskId());
            begins(next, event, thread);
        }
    }

    /** Who waits for any of several tasks goes on once the first has ended. */
    private void endsAny(TaskStory task) {
        OpenWait wait = task.taskgroup == null ? null : waitingForAny.get(task.taskgroup);
        if (wait != null && wait.awaited == null) {
            wait.awaited = task;
        }
    }

    private void begins(TaskStory task, TraceEvent event, ThreadModel thread) {
        task.startedNanos = event.timeNanos();
        task.poolId = event.isMount() ? 0 : thread.poolId();
        pinNanos = task.createdNanos == event.timeNanos() ? pinNanos : event.timeNanos();
        if (!event.isMount()) {
            task.runner = actor(thread);
            task.runner.doings.cut(event.timeNanos());
        }
    }

    private void fulfilled(TraceEvent event, @Nullable TaskStory task, ThreadModel thread) {
        if (task != null) {
            actor(thread).doings.cut(event.timeNanos());
            task.fulfilledNanos = event.timeNanos();
            task.fulfiller = actor(thread);
            task.fulfilledIn = storyOf(thread);
            tasks.remove(event.priorTaskId());
        }
    }

    private void discarded(TraceEvent event) {
        TaskStory task = (event.flags() & CancelFlag.DISCARDED_TASK) == 0 ? null : tasks.remove(event.taskId());
        if (task != null && task.startedNanos == Long.MAX_VALUE) {
            task.startedNanos = event.timeNanos();
            task.endedNanos = event.timeNanos();
        }
    }

    // ---------------------------------------------------------------- waits

    private void begins(TraceEvent begin, ThreadModel thread) {
        Actor actor = actor(thread);
        State state = thread.stateUntil(null);
        if (!isDirected(state)) {
            return;
        }
        WaitPlace place = place(begin, state);
        TaskStory awaited = begin.waitId() == 0 ? null : tasks.get(begin.waitId());
        if (awaited != null) {
            tasks.keep(begin.waitId());
        }
        BarrierRound round = isBarrier(begin) ? arrives(begin, thread, true) : null;
        TraceEvent taskgroup = isOfInvocation(begin) ? taskgroupOf(thread) : null;
        boolean isOfOthers = awaited != null || round != null || taskgroup != null;
        EqualParts group = isOfOthers ? null : group(begin);
        OpenWait wait = new OpenWait(begin, place, actor, taskgroup, awaited, round, group);
        actor.waits.add(wait);
        if (taskgroup != null) {
            waitingForAny.put(taskgroup, wait);
        }
        if (round == null && group == null && begin.waitId() != 0) {
            waiting.computeIfAbsent(begin.waitId(), id -> new Waiting()).waits.add(wait);
        }
        pinNanos = begin.timeNanos();
        begins.merge(begin.timeNanos(), 1, Integer::sum);
    }

    /** Whether somebody else can end the wait, and may be known. */
    private static boolean isDirected(State state) {
        return switch (state) {
            case WAIT_CONDITION,
                    WAIT_QUEUE,
                    WAIT_TASKWAIT,
                    WAIT_TASKGROUP,
                    WAIT_BARRIER_EXPLICIT,
                    WAIT_BARRIER_IMPLEMENTATION,
                    WAIT_BARRIER_IMPLICIT_PARALLEL,
                    WAIT_BARRIER_IMPLICIT_WORKSHARE -> true;
            default -> false;
        };
    }

    private static boolean isBarrier(TraceEvent event) {
        return event.syncKind() == SyncRegionKind.BARRIER_EXPLICIT && event.waitId() != 0;
    }

    private @Nullable EqualParts group(TraceEvent begin) {
        SyncRegionKind kind = begin.syncKind();
        if (kind == SyncRegionKind.BARRIER_IMPLEMENTATION) {
            long pool = begin.waitId();
            return pool == 0 ? null : pools.computeIfAbsent(pool, id -> new EqualParts(CAUSES));
        }
        boolean isOfRegion = kind == SyncRegionKind.TASKGROUP
                || kind == SyncRegionKind.BARRIER_IMPLICIT_PARALLEL
                || kind == SyncRegionKind.BARRIER_IMPLICIT_WORKSHARE;
        // What waits for a region as a whole names it, or nothing; others wait for tasks that they have handed over.
        boolean isWhole = begin.waitId() == 0 || begin.waitId() == begin.parallelId();
        return isOfRegion && isWhole && run.region(begin.parallelId()) != null
                ? regions.computeIfAbsent(begin.parallelId(), id -> new EqualParts(CAUSES))
                : null;
    }

    private WaitPlace place(TraceEvent begin, State state) {
        int site = run.callSiteOf(begin);
        WaitPlace place = new WaitPlace(state, site, site == 0 && begin.event() == Event.WAIT ? begin.waitId() : 0);
        WaitPlace known = places.get(place);
        if (known != null) {
            return known;
        }
        if (places.size() >= PLACES) {
            return new WaitPlace(state, 0, 0);
        }
        places.put(place, place);
        return place;
    }

    private void endWait(TraceEvent event, Event kind, ThreadModel thread) {
        List<OpenWait> waits = actor(thread).waits;
        for (int i = waits.size() - 1; i >= 0; i--) {
            OpenWait each = waits.get(i);
            if (each.begin.event() == kind && each.begin.taskId() == event.taskId()) {
                over(each, event.timeNanos(), Causes.UNKNOWN);
                return;
            }
        }
    }

    private void endWaits(long taskId, long timeNanos, ThreadModel thread) {
        List<OpenWait> waits = actor(thread).waits;
        for (int i = waits.size() - 1; i >= 0; i--) {
            if (waits.get(i).begin.taskId() == taskId) {
                over(waits.get(i), timeNanos, Causes.UNKNOWN);
            }
        }
    }

    private BarrierRound arrives(TraceEvent event, ThreadModel thread, boolean waits) {
        BarrierRound round = rounds.computeIfAbsent(event.waitId(), id -> new BarrierRound(event.construct()));
        actor(thread).doings.cut(event.timeNanos());
        round.arrives(actor(thread), storyOf(thread), event.timeNanos(), waits);
        pinNanos = event.timeNanos();
        return round;
    }

    private void wakes(TraceEvent event, ThreadModel thread) {
        Waiting waiters = waiting.get(event.waitId());
        if (waiters == null) {
            return;
        }
        Actor waker = actor(thread);
        TaskStory task = storyOf(thread);
        waker.doings.cut(event.timeNanos());
        waiters.waker = waker;
        waiters.wakerTask = task;
        waiters.wokenNanos = event.timeNanos();
        WakeRule.wakes(waiters.waits, each -> each.wokenBy(waker, task, event.timeNanos()));
    }

    /** @param otherwise what is to blame if nothing tells who is */
    private void over(OpenWait wait, long timeNanos, int otherwise) {
        Actor actor = wait.waiter;
        if (wait.round != null && otherwise != Causes.NOT_ENDED) {
            leaves(wait, wait.round, timeNanos);
        }
        if (wait.group == null) {
            divide(wait, otherwise);
        } else if (actor.groupWait == wait) {
            wait.group.waits(wait.place, -1, timeNanos);
            actor.groupWait = null;
        }
        if (actor.unsaid == wait) {
            actor.unsaid = null;
        }
        actor.waits.remove(wait);
        forget(wait);
        if (wait.nanos > 0) {
            BlameListener.Waited waited = new BlameListener.Waited(
                    wait.place,
                    wait.begin.waitId(),
                    actor.thread.id(),
                    wait.begin.timeNanos(),
                    wait.nanos,
                    actor.workedNanos);
            actor.workedNanos = 0;
            for (BlameListener each : listeners) {
                each.waited(waited);
            }
        }
    }

    private void forget(OpenWait wait) {
        if (wait.taskgroup != null) {
            waitingForAny.remove(wait.taskgroup, wait);
        }
        begins.computeIfPresent(wait.begin.timeNanos(), (time, count) -> count == 1 ? null : count - 1);
        Waiting waiters = waiting.get(wait.begin.waitId());
        if (waiters != null && waiters.waits.remove(wait) && waiters.waits.isEmpty()) {
            waiting.remove(wait.begin.waitId());
        }
    }

    private void leaves(OpenWait wait, BarrierRound round, long timeNanos) {
        boolean passes = wait.begin.timeNanos() == timeNanos;
        if (passes) {
            round.passes(wait.waiter, timeNanos);
        }
        boolean isOfPhaser = wait.begin.construct() == Construct.PHASER;
        if (!round.isOver() && !(passes && isOfPhaser)) {
            rounds.remove(wait.begin.waitId(), round);
            round.ends((thread, task, from, to) -> {
                Division division = new Division(view, null);
                division.during(thread, task, from, to);
                return division.parts();
            });
        }
    }

    // ---------------------------------------------------------------- who is to blame

    private void divide(OpenWait wait, int otherwise) {
        for (int i = 0; i < wait.pieces(); i++) {
            boolean isLast = wait.waiter.unsaid == wait && wait.to(i) == wait.waiter.unsaidToNanos;
            Doings copy = isLast && othersWait() ? wait.waiter.doings : null;
            if (copy != null) {
                copy.forgetBefore(begins.firstKey());
            }
            Division division = new Division(view, copy);
            divide(wait, wait.from(i), wait.to(i), otherwise, division);
            blames(wait, division.parts());
        }
    }

    private boolean othersWait() {
        return begins.size() > 1 || !begins.isEmpty() && begins.firstEntry().getValue() > 1;
    }

    private void divide(OpenWait wait, long fromNanos, long toNanos, int otherwise, Division division) {
        if (wait.round != null) {
            divide(wait, wait.round, fromNanos, toNanos, otherwise, division);
            return;
        }
        if (wait.place.state() == State.WAIT_CONDITION && wait.waker == null) {
            findWhoSignalled(wait);
        }
        if (wait.waker != null) {
            long woken = Math.max(fromNanos, Math.min(toNanos, wait.wokenNanos()));
            division.during(wait.waker, wait.wakerTask, fromNanos, woken);
            division.add(woken, toNanos, Causes.HAND_OFF);
        } else if (wait.awaited != null) {
            division.during(null, wait.awaited, fromNanos, toNanos);
        } else {
            division.add(fromNanos, toNanos, otherwise);
        }
    }

    private void findWhoSignalled(OpenWait wait) {
        Waiting waiters = waiting.get(wait.begin.waitId());
        Actor waker = waiters == null ? null : waiters.waker;
        if (waiters != null && waker != null && WakeRule.isEndedBy(waker.thread, waiters.wokenNanos, wait.begin)) {
            wait.wokenBy(waker, waiters.wakerTask, waiters.wokenNanos);
        }
    }

    private void divide(
            OpenWait wait, BarrierRound round, long fromNanos, long toNanos, int otherwise, Division division) {
        Parts parts = round.since(wait.waiter, fromNanos);
        if (parts == null || round.lastNanos() > toNanos) {
            division.add(fromNanos, toNanos, otherwise);
        } else {
            blames(wait, parts);
            division.add(round.lastNanos(), toNanos, Causes.HAND_OFF);
        }
    }

    private void blames(OpenWait wait, Parts parts) {
        for (int i = 0; i < parts.size(); i++) {
            blames(wait.place, wait.begin.waitId(), parts.cause(i), parts.nanos(i));
        }
    }

    private void blames(WaitPlace place, long waitId, int cause, long nanos) {
        for (BlameListener each : listeners) {
            each.blames(place, waitId, causes.cause(cause), nanos);
        }
    }
}
