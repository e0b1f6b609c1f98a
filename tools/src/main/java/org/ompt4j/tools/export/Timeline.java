package org.ompt4j.tools.export;

import java.io.IOException;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.Member;
import org.ompt4j.ompt.ScopeEndpoint;
import org.ompt4j.ompt.State;
import org.ompt4j.ompt.SyncRegionKind;
import org.ompt4j.ompt.TaskFlag;
import org.ompt4j.tools.export.Slice.Kind;
import org.ompt4j.tools.export.TimelineSink.Mark;
import org.ompt4j.tools.model.Flows;
import org.ompt4j.tools.model.Flows.Created;
import org.ompt4j.tools.model.Flows.Left;
import org.ompt4j.tools.model.RegionModel;
import org.ompt4j.tools.model.RunModel;
import org.ompt4j.tools.model.ThreadModel;
import org.ompt4j.tools.read.Pause;
import org.ompt4j.tools.read.Trace;
import org.ompt4j.tools.read.TraceEvent;

/**
 * Converts the events of a trace to a timeline for viewers: nested slices and states for each thread, changing numbers, and arrows from
 * cause to
 * effect.
 *
 * <p>Reads the events once. Memory grows with the threads, open regions and tasks not yet begun that exist at one time.
 * Thread safety: none.
 */
final class Timeline {
    /** The most tasks that are followed from creation to begin at one time. */
    private static final int TASKS_FOLLOWED = 2_000_000;

    private final Trace trace;
    private final TimelineSink sink;
    private final RunModel run;
    private final Titles titles;
    private final Map<Long, Track> tracks = new HashMap<>();
    /** The track that was looked up last: it is often the next one too. */
    private @Nullable Track latest;

    private final Flows flows = new Flows(TASKS_FOLLOWED);
    private final Gauges gauges;
    private long pausedNanos = -1;

    Timeline(Trace trace, TimelineSink sink) {
        this.trace = trace;
        this.sink = sink;
        this.run = RunModel.withoutHistory(trace);
        this.titles = new Titles(trace);
        this.gauges = new Gauges(run, sink);
    }

    /** Passes the whole trace to the sink. */
    static void tell(Trace trace, TimelineSink sink) throws IOException {
        new Timeline(trace, sink).tell();
    }

    void tell() throws IOException {
        Iterator<TraceEvent> events = trace.events();
        Iterator<Pause> pauses = trace.pauses().iterator();
        Pause pause = pauses.hasNext() ? pauses.next() : null;
        long lastNanos = 0;
        while (events.hasNext()) {
            TraceEvent event = events.next();
            while (pause != null && event.timeNanos() > pause.fromNanos()) {
                pause(pause);
                pause = pauses.hasNext() ? pauses.next() : null;
            }
            lastNanos = Math.max(lastNanos, event.timeNanos());
            accept(event);
        }
        long end = Math.max(lastNanos, trace.losses().durationNanos());
        while (pause != null) {
            pause(pause);
            pause = pauses.hasNext() ? pauses.next() : null;
        }
        endAll(end);
        gauges.tell();
        sink.finish(end);
    }

    private void pause(Pause pause) throws IOException {
        endAll(pause.fromNanos());
        gauges.nothingWaitsToBegin();
        gauges.tell();
        pausedNanos = pause.fromNanos();
        run.pause();
        flows.pause();
        sink.pause(pause.fromNanos(), pause.toNanos());
    }

    private void endAll(long timeNanos) throws IOException {
        gauges.passTo(timeNanos);
        for (Track each : tracks.values()) {
            decide(each);
            endThrough(each, 0, timeNanos);
            enter(each, null, 0, timeNanos);
        }
        tracks.values().removeIf(Track::isVirtual);
        latest = null;
    }

    private void accept(TraceEvent told) throws IOException {
        gauges.passTo(told.timeNanos());
        Event kind = told.event();
        if (kind != null) {
            event(told, kind);
        } else if (told.state() != null) {
            sink.sample(track(told.threadId()), told.state(), told.timeNanos());
        }
    }

    private void event(TraceEvent told, Event kind) throws IOException {
        run.recognize(told);
        TraceEvent event = run.located(told);
        ThreadModel thread = run.thread(event);
        ThreadModel carrier = thread.carrier();
        ThreadModel switched = run.switchedBy(event);
        flows.accept(event, kind, thread);
        for (Left each : flows.left()) {
            // A task that was created before a pause may have begun in it, and is no longer counted.
            if (each.task().timeNanos() > pausedNanos) {
                gauges.waitsToBegin(each.task().construct(), -1);
            }
        }
        Track track = track(thread, event);
        if (switched != null) {
            decide(track(switched, event));
        }
        endWaitsBefore(event, thread, track);
        apply(event, kind, thread, track);
        run.apply(event);
        update(thread, event);
        update(carrier, event);
        update(switched, event);
        ThreadModel mounted = thread.mounted();
        if (mounted != switched) {
            update(mounted, event);
        }
    }

    private Track track(long threadId) throws IOException {
        Track known = latest;
        if (known == null || known.threadId() != threadId) {
            known = tracks.get(threadId);
            if (known == null) {
                known = new Track(threadId, titles.thread(threadId));
                tracks.put(threadId, known);
                sink.thread(known);
            }
            latest = known;
        }
        return known;
    }

    /** The code of a virtual thread runs from its first mount to its end. */
    private Track track(ThreadModel thread, TraceEvent event) throws IOException {
        boolean isFirst = thread.isVirtual() && !tracks.containsKey(thread.id());
        Track track = track(thread.id());
        if (isFirst) {
            beginTask(thread.id(), Construct.THREAD, track, event.timeNanos());
        }
        return track;
    }

    // ---------------------------------------------------------------- after an event

    private void update(@Nullable ThreadModel thread, TraceEvent event) throws IOException {
        if (thread == null) {
            return;
        }
        boolean isOver = thread.isVirtual() ? thread.frames().isEmpty() : thread.hasEnded();
        if (isOver) {
            endOfThread(thread.id(), event.timeNanos());
            return;
        }
        Track track = track(thread, event);
        ThreadModel mounted = thread.mounted();
        long now = mounted == null ? 0 : mounted.id();
        if (now != track.mounted) {
            end(track, Kind.MOUNT, track.mounted, event.timeNanos());
            track.mounted = now;
            if (now != 0) {
                begin(track, Kind.MOUNT, now, titles.thread(now), event.construct(), null, event.timeNanos());
            }
        }
        // A carrier's state is that of the virtual thread on it.
        State state = (mounted == null ? thread : mounted).stateUntil(null);
        enter(track, state, thread.poolId(), event.timeNanos());
    }

    private void endOfThread(long id, long timeNanos) throws IOException {
        Track track = tracks.remove(id);
        latest = null;
        if (track != null) {
            endThrough(track, 0, timeNanos);
            enter(track, null, 0, timeNanos);
            sink.ended(track);
        }
    }

    private void enter(Track track, @Nullable State state, long poolId, long timeNanos) throws IOException {
        gauges.enter(track, state, poolId);
        if (state != track.state) {
            State before = track.state;
            track.state = state;
            sink.state(track, before, state, timeNanos);
        }
    }

    // ---------------------------------------------------------------- before an event

    private void endWaitsBefore(TraceEvent event, ThreadModel thread, Track track) throws IOException {
        TraceEvent answered = thread.acquireAnsweredBy(event);
        TraceEvent over = answered != null ? answered : thread.acquireGivenUpBefore(event);
        boolean tookTime = over == null || over != track.undecided || event.timeNanos() > over.timeNanos();
        if (tookTime) {
            decide(track);
        }
        track.undecided = null;
        if (over == null) {
            return;
        }
        if (tookTime) {
            end(track, Kind.MUTEX_WAIT, over.waitId(), event.timeNanos());
        }
        arrives(Flows.Kind.RELEASE, Mark.Kind.ACQUIRED, "acquired", event, track);
    }

    /** The arrow that ends with the event, if it is of this kind and has a number. */
    private void arrives(Flows.Kind kind, Mark.Kind as, String verb, TraceEvent event, Track track) throws IOException {
        Flows.End end = flows.end();
        if (end != null && end.origin().kind() == kind && end.number() != 0) {
            mark(track, as, event, titles.object(verb, end.waitId()), end.number(), 1);
        }
    }

    /** Decides that a mutex_acquire was a wait, since the mutex was not available at once. */
    private void decide(Track track) throws IOException {
        TraceEvent acquire = track.undecided;
        if (acquire != null) {
            track.undecided = null;
            State state = acquire.mutexKind() == null
                    ? State.WAIT_MUTEX
                    : acquire.mutexKind().waitState();
            begin(track, Kind.MUTEX_WAIT, acquire.waitId(), titles.wait(state, acquire.waitId()), acquire);
        }
    }

    private void apply(TraceEvent event, Event kind, ThreadModel thread, Track track) throws IOException {
        switch (kind) {
            case PARALLEL_BEGIN -> beginRegion(event, track);
            case PARALLEL_END -> end(track, Kind.REGION, event.parallelId(), event.timeNanos());
            case IMPLICIT_TASK -> implicitTask(event, thread, track);
            case TASK_CREATE -> createTask(event, track);
            case TASK_SCHEDULE -> schedule(event, track);
            case TASK_LATE -> {
                // A virtual thread that resumes late has begun long before.
                if (!event.isLateMount()) {
                    late(event, track);
                }
            }
            case SYNC_REGION -> sync(event, track);
            case SYNC_REGION_WAIT -> syncWait(event, track);
            case REDUCTION -> reduction(event, track);
            case MUTEX_ACQUIRE -> track.undecided = event;
            case MUTEX_RELEASED -> leaves(Mark.Kind.RELEASED, "releases", event, track);
            case WAKEUP -> leaves(Mark.Kind.WAKES, "wakes", event, track);
            case WAIT -> wait(event, track);
            case CANCEL -> cancel(event, track);
            case ERROR -> sink.mark(track, mark(Mark.Kind.ERROR, event, "error", event.message(), 0, 0));
            case POOL, POOL_WORKER -> pool(event);
            case THREAD_END -> endThrough(track, 0, event.timeNanos());
            default -> {}
        }
    }

    private void pool(TraceEvent event) throws IOException {
        if (event.endpoint() == ScopeEndpoint.END) {
            gauges.poolIsLeft(event.poolId());
        }
    }

    /* Before version 8 the region can stand for a pool, which has no end on this thread. */
    private void beginRegion(TraceEvent event, Track track) throws IOException {
        if (run.tellsPools() || event.construct() != Construct.FORK_JOIN_POOL) {
            begin(track, Kind.REGION, event.parallelId(), titles.region(event), event);
        }
    }

    private void implicitTask(TraceEvent event, ThreadModel thread, Track track) throws IOException {
        if (event.endpoint() != ScopeEndpoint.BEGIN) {
            end(track, Kind.MEMBER, event.taskId(), event.timeNanos());
            return;
        }
        RegionModel region = run.region(event.parallelId());
        boolean isInitial = (event.flags() & TaskFlag.INITIAL) != 0;
        if (!isInitial && region != null && !region.isPool() && region.encounteringThread() != thread.id()) {
            TraceEvent begin = region.begin();
            String callSite = titles.callSite(begin.codeptrRa());
            Construct construct = begin.construct();
            begin(track, Kind.MEMBER, event.taskId(), titles.region(begin), construct, callSite, event.timeNanos());
        }
    }

    private void createTask(TraceEvent event, Track track) throws IOException {
        if (flows.createdOne()) {
            gauges.waitsToBegin(event.construct(), 1);
        }
        String name = titles.task(event.body(), event.codeptrRa(), event.construct());
        mark(track, Mark.Kind.TASK_CREATED, event, name, event.newTaskId(), 1);
    }

    private void schedule(TraceEvent event, Track track) throws IOException {
        boolean isOfCarrier = event.isMount() || event.isUnmount() && !event.endsBody();
        if (isOfCarrier || event.isFulfillment()) {
            return;
        }
        long begins = flows.beginningTask();
        if (event.endsBody() || event.nextTaskId() != 0 && begins == 0) {
            end(track, Kind.TASK, event.priorTaskId(), event.timeNanos());
        }
        if (begins != 0) {
            beginTask(begins, event.construct(), track, event.timeNanos());
        }
    }

    private void beginTask(long task, Construct construct, Track track, long timeNanos) throws IOException {
        Created known = flows.creationOf(task);
        Slice slice = new Slice(
                Kind.TASK,
                task,
                known == null ? construct.id() : titles.task(known.body(), known.codeptrRa(), construct),
                known == null ? construct : known.construct(),
                known == null ? null : titles.callSite(known.codeptrRa()),
                timeNanos,
                known == null ? -1 : timeNanos - known.timeNanos(),
                -1);
        begin(track, slice, known == null ? 0 : task);
    }

    /** Adds the lateness to the task's slice. The event comes right after the begin of the task, so that is the innermost slice. */
    private static void late(TraceEvent event, Track track) {
        int last = track.open.size() - 1;
        Slice task = last < 0 ? null : track.open.get(last);
        if (task != null && task.kind() == Kind.TASK && task.id() == event.taskId()) {
            track.open.set(last, task.late(event.value(Member.LATENESS)));
        }
    }

    private void sync(TraceEvent event, Track track) throws IOException {
        SyncRegionKind kind = event.syncKind();
        if (kind == null) {
            return;
        }
        if (event.endpoint() != ScopeEndpoint.END) {
            begin(track, Kind.SYNC, kind.value(), titles.sync(kind, event, callSite(event)), event);
        }
        if (event.endpoint() != ScopeEndpoint.BEGIN) {
            end(track, Kind.SYNC, kind.value(), event.timeNanos());
        }
    }

    private int callSite(TraceEvent event) {
        RegionModel region = event.codeptrRa() == 0 ? run.region(event.parallelId()) : null;
        return region == null ? event.codeptrRa() : region.begin().codeptrRa();
    }

    private void syncWait(TraceEvent event, Track track) throws IOException {
        SyncRegionKind kind = event.syncKind();
        if (kind == null) {
            return;
        }
        if (event.endpoint() != ScopeEndpoint.END) {
            begin(track, Kind.SYNC_WAIT, event.waitId(), kind.waitState().specName(), event);
        }
        if (event.endpoint() != ScopeEndpoint.BEGIN) {
            endWait(track, Kind.SYNC_WAIT, event);
        }
    }

    private void wait(TraceEvent event, Track track) throws IOException {
        State state = event.state();
        if (state == null || event.endsAttempt()) {
            return;
        }
        if (event.endpoint() == ScopeEndpoint.BEGIN) {
            begin(track, Kind.WAIT, event.waitId(), titles.wait(state, event.waitId()), event);
        } else {
            endWait(track, Kind.WAIT, event);
        }
    }

    /** Ends the innermost wait of this kind, whatever object its end event names. */
    private void endWait(Track track, Kind kind, TraceEvent event) throws IOException {
        for (int i = track.open.size() - 1; i >= 0; i--) {
            Slice each = track.open.get(i);
            if (each.kind() == kind) {
                endThrough(track, i, event.timeNanos());
                arrives(Flows.Kind.WAKEUP, Mark.Kind.WOKEN, "woken", event, track);
                return;
            }
        }
    }

    private void reduction(TraceEvent event, Track track) throws IOException {
        if (event.endpoint() != ScopeEndpoint.END) {
            begin(track, Kind.REDUCTION, 0, State.WORK_REDUCTION.specName(), event);
        }
        if (event.endpoint() != ScopeEndpoint.BEGIN) {
            end(track, Kind.REDUCTION, 0, event.timeNanos());
        }
    }

    private void leaves(Mark.Kind as, String verb, TraceEvent event, Track track) throws IOException {
        Flows.Origin origin = flows.origin();
        if (origin != null) {
            mark(track, as, event, titles.object(verb, event.waitId()), origin.first(), origin.count());
        }
    }

    private void cancel(TraceEvent event, Track track) throws IOException {
        mark(track, Mark.Kind.CANCEL, event, "cancel", 0, 0);
    }

    // ---------------------------------------------------------------- slices

    private void begin(Track track, Kind kind, long id, String name, TraceEvent event) throws IOException {
        begin(track, kind, id, name, event.construct(), titles.callSite(event.codeptrRa()), event.timeNanos());
    }

    private void begin(
            Track track,
            Kind kind,
            long id,
            String name,
            Construct construct,
            @Nullable String callSite,
            long timeNanos)
            throws IOException {
        begin(track, new Slice(kind, id, name, construct, callSite, timeNanos, -1, -1), 0);
    }

    private void begin(Track track, Slice slice, long fork) throws IOException {
        track.open.add(slice);
        sink.begin(track, slice, fork);
    }

    /** Ends the slice and all slices that are still open inside it; does nothing if it is not open. */
    private void end(Track track, Kind kind, long id, long timeNanos) throws IOException {
        for (int i = track.open.size() - 1; i >= 0; i--) {
            Slice each = track.open.get(i);
            if (each.kind() == kind && each.id() == id) {
                endThrough(track, i, timeNanos);
                return;
            }
        }
    }

    private void endThrough(Track track, int outermost, long timeNanos) throws IOException {
        for (int i = track.open.size() - 1; i >= outermost; i--) {
            Slice ended = track.open.remove(i);
            sink.end(track, ended, timeNanos);
            if (i == 0 && track.isVirtual()) {
                sink.rests(track);
            }
        }
    }

    private void mark(Track track, Mark.Kind kind, TraceEvent event, String name, long firstArrow, int arrows)
            throws IOException {
        sink.mark(track, mark(kind, event, name, null, firstArrow, arrows));
    }

    private Mark mark(
            Mark.Kind kind, TraceEvent event, String name, @Nullable String message, long firstArrow, int arrows) {
        return new Mark(kind, event.timeNanos(), name, titles.callSite(event.codeptrRa()), message, firstArrow, arrows);
    }
}
