package org.ompt4j.tools.path;

import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.ScopeEndpoint;
import org.ompt4j.ompt.State;
import org.ompt4j.ompt.SyncRegionKind;
import org.ompt4j.ompt.TaskStatus;
import org.ompt4j.ompt.WaitOutcome;
import org.ompt4j.tools.model.MutexModel;
import org.ompt4j.tools.model.RegionModel;
import org.ompt4j.tools.model.RunModel;
import org.ompt4j.tools.model.RunReader;
import org.ompt4j.tools.model.TaskFrame;
import org.ompt4j.tools.model.ThreadModel;
import org.ompt4j.tools.path.AloneStep.Stretch;
import org.ompt4j.tools.path.HandOvers.HandOver;
import org.ompt4j.tools.path.Line.OpenWait;
import org.ompt4j.tools.path.Line.Round;
import org.ompt4j.tools.path.Part.Kind;
import org.ompt4j.tools.read.Pause;
import org.ompt4j.tools.read.Trace;
import org.ompt4j.tools.read.TraceEvent;

/**
 * What the length of a run is made of: its critical path, that of its longest regions, and how many threads worked meanwhile.
 *
 * <p>A client of {@link RunModel}: it is told each event before and after the run takes it into account, and each stretch of time of a thread.
 * Memory grows with threads, code and call sites, and with what is waited for or has not begun at one time. Thread safety: none.
 */
public final class PathModel implements RunReader.EventListener, RunReader.AppliedListener, RunReader.IntervalListener {
    /*
     * Overview. The critical path is defined backwards: from the end along the thread that worked last; where that came out of a wait, to
     * what ended the wait; where a task began, to what it came from. What precedes a thread at one time depends only on what was before, so
     * the path to each thread is kept up to date as events come, as the sums of its parts, and no event has to be read twice. Where a wait
     * ends the thread takes over the path of whoever ended it. Where the JVM tells of monitors no release is told: there the wait is taken to have
     * ended when the thread got the monitor, by what the last thread that is known to have held it did then. Paths share what they have in common, so that to take one over costs
     * nothing, and to keep one for each task that has not begun costs little.
     *
     * The parts of a path add up to the time at which it ends, whatever is known: time of which nothing tells anything is a part too.
     */
    /** Whoever works before one of these does so after it. */
    private static final EnumSet<Event> KEEP_WORKING = EnumSet.of(
            Event.TASK_CREATE,
            Event.DISPATCH,
            Event.WAKEUP,
            Event.MUTEX_RELEASED,
            Event.NEST_LOCK,
            Event.WORK,
            Event.FLUSH,
            Event.DEPENDENCES,
            Event.TASK_DEPENDENCE);

    /** What the JVM calls the thread on which it ends once no thread of the program keeps it from that. */
    private static final String ENDS_JVM = "DestroyJavaVM";

    private final Trace trace;
    private final RunModel run;
    private final MutexModel mutexes;
    private final Parts parts = new Parts();
    private final WatchedRegions regions = new WatchedRegions(parts);
    private final Parallelism parallelism;
    private final KnownTasks tasks = new KnownTasks();
    private final Map<Long, Line> lines = new HashMap<>();
    /** The line that was asked for last: it often is the next one too. */
    private @Nullable Line latest;

    /** What threads wait for, regions whose tasks they wait for, and tasks whose children they wait for. */
    private final Awaited awaited = new Awaited();

    private final Awaited teamwork = new Awaited();
    private final Awaited parents = new Awaited();
    private final HandOvers handOvers = new HandOvers();
    private final Map<Long, Round> barriers = new HashMap<>();
    /** How many workers each pool has, and pools that have had several. */
    private final Map<Long, Integer> workers = new HashMap<>();

    private final Set<Long> teams = new HashSet<>();
    /** Those that have ended before their workers. */
    private final Set<Long> endedTeams = new HashSet<>();

    private Path origin = Path.begin();
    private boolean isBeforeFirst = true;
    /** Whether threads that begin are those of shutdown hooks. */
    private boolean jvmEnds;
    /** The path to the latest work so far: of threads whose end may be that of the run, and of all. */
    private @Nullable Path end;

    private @Nullable Path anyEnd;
    private @Nullable Path whole;

    /**
     * @param run told of each event after this
     * @param mutexes told of each event before this
     */
    public PathModel(Trace trace, RunModel run, MutexModel mutexes) {
        this.trace = trace;
        this.run = run;
        this.mutexes = mutexes;
        this.parallelism = new Parallelism(parts, trace.header().availableProcessors());
    }

    // ---------------------------------------------------------------- answers, once all events have passed by

    /** The parts of the critical path, which add up to what was recorded, the longest first. */
    public List<PartTime> criticalPath() {
        Path path = whole;
        return path == null ? List.of() : parts.times(path::nanosOf);
    }

    /** Of a few call sites the longest region, the longest of all first. */
    public List<RegionPath> longestRegions() {
        return regions.longest();
    }

    /** How many regions and tasks were not followed, because there were too many at a time. */
    public long notFollowed() {
        return regions.notWatched() + tasks.notFollowed();
    }

    public Parallelism parallelism() {
        return parallelism;
    }

    // ---------------------------------------------------------------- time

    /**
     * The thread was in one state for so long, with its stack of tasks as it is.
     *
     * @param next what it does next, or null if that is nothing of its own
     */
    @Override
    public void interval(ThreadModel thread, State state, long nanos, @Nullable TraceEvent next) {
        TraceEvent last = thread.lastEvent();
        if (last == null) {
            return;
        }
        long until = last.timeNanos() + nanos;
        Line line = line(thread.id(), last.timeNanos());
        int part = part(line, thread, state, next);
        long aloneNanos = parallelism.was(line, part, thread.ownOrCarriersPoolId(), until);
        long noneNanos = parallelism.nanosOf(0) - line.noneBefore;
        line.noneBefore += noneNanos;
        if (state == State.WORK_REDUCTION && aloneNanos > 0) {
            Stretch when = new Stretch(thread.id(), until - nanos, until);
            parallelism.combined(new AloneStep(parts.get(part).codeptrRa(), aloneNanos, 0, when));
        } else if (aloneNanos > 0 || noneNanos > 0 && !state.isWork()) {
            splits(
                    line,
                    thread,
                    state.isWork() ? 0 : noneNanos,
                    aloneNanos,
                    new Stretch(thread.id(), until - nanos, until));
        }
        if (!state.isWork()) {
            line.trail.rests(until, part, regions);
            return;
        }
        line.trail.works(until, part, regions);
        line.hasWorked = true;
        if (isOfTeam(thread, state)) {
            parallelism.worksInTeam(nanos);
        }
    }

    /**
     * The thread worked, or waited, for so long while no other worked. Before the task of a stream begins with its elements it does nothing but split
     * the source: what comes next tells.
     */
    private void splits(Line line, ThreadModel thread, long waitedNanos, long workedNanos, Stretch when) {
        TaskFrame top = thread.top();
        RegionModel region = top == null || top.kind() != TaskFrame.Kind.EXPLICIT ? null : top.region();
        if (top != null
                && region != null
                && region.begin().construct() == Construct.PARALLEL_STREAM
                && !top.hasChunk()) {
            int site = region.begin().codeptrRa();
            line.takes(top.taskId(), new AloneStep(site, workedNanos + waitedNanos, waitedNanos, when));
        }
    }

    /** A task has made another one, or begins with its elements: so what it did before was to take them from the source. */
    private void tookElements(TraceEvent event, Line line) {
        AloneStep taken = line.taken(event.taskId());
        boolean isOfStream = event.event() == Event.DISPATCH
                ? event.construct() == Construct.PARALLEL_STREAM
                : taken != null && event.codeptrRa() == taken.codeptrRa();
        if (taken != null && isOfStream) {
            parallelism.split(taken);
        }
    }

    private boolean isOfTeam(ThreadModel thread, State state) {
        return state == State.WORK_PARALLEL
                || state == State.WORK_REDUCTION
                || thread.ownOrCarriersPoolId() != 0 && teams.contains(thread.ownOrCarriersPoolId());
    }

    private int part(Line line, ThreadModel thread, State state, @Nullable TraceEvent next) {
        TaskFrame top = thread.top();
        if (state.isWork()) {
            return top == null || top.kind() == TaskFrame.Kind.INITIAL
                    ? work(state, thread.lastEvent(), next)
                    : work(line, top, state);
        }
        TraceEvent wait = thread.innermostWait();
        return parts.number(kindOfRest(state, next), state, 0, wait == null ? 0 : wait.codeptrRa());
    }

    private static Kind kindOfRest(State state, @Nullable TraceEvent next) {
        if (state == State.WAIT_SLEEP || state == State.WAIT_IO) {
            return Kind.OUTSIDE;
        }
        boolean isTimedOut = next != null && next.outcome() == WaitOutcome.TIMEOUT;
        return isTimedOut ? Kind.TIMED_OUT : Kind.UNKNOWN_END;
    }

    private int work(State state, @Nullable TraceEvent last, @Nullable TraceEvent next) {
        int before = next == null ? 0 : placeOf(next);
        int after = before != 0 || last == null ? 0 : last.codeptrRa();
        return after == 0
                ? parts.number(Kind.WORK_BEFORE, state, 0, before)
                : parts.number(Kind.WORK_AFTER, state, 0, after);
    }

    private int work(Line line, TaskFrame top, State state) {
        if (top.kind() == TaskFrame.Kind.EXPLICIT) {
            KnownTask task = line.taskOf(top, tasks);
            return task == null ? parts.number(Kind.WORK_IN, state, 0, 0) : number(task, Kind.WORK_IN, state);
        }
        RegionModel region = top.region();
        return parts.number(
                Kind.WORK_IN, state, 0, region == null ? 0 : region.begin().codeptrRa());
    }

    private static int placeOf(TraceEvent event) {
        boolean isEnd = event.event() == Event.THREAD_END
                || event.event() == Event.IMPLICIT_TASK && event.endpoint() == ScopeEndpoint.END;
        return isEnd ? Part.END_OF_THREAD : event.codeptrRa();
    }

    private int number(KnownTask task, Kind kind, State state) {
        return parts.number(kind, state, task.create().body(), task.create().codeptrRa());
    }

    private Line line(long threadId, long timeNanos) {
        Line line = latest;
        if (line == null || line.threadId != threadId) {
            line = lines.get(threadId);
            if (line == null) {
                if (isBeforeFirst) {
                    origin = origin.until(timeNanos, parts.number(Kind.BEFORE), regions);
                    isBeforeFirst = false;
                }
                Trace.TraceThread known = trace.thread(threadId);
                jvmEnds |= known != null && known.name().equals(ENDS_JVM);
                Path before = origin.until(timeNanos, parts.number(Kind.UNKNOWN_BEGIN), regions);
                line = new Line(threadId, known == null ? null : known.type(), jvmEnds ? before.ofJvmEnd() : before);
                line.noneBefore = parallelism.nanosOf(0);
                lines.put(threadId, line);
            }
            latest = line;
        }
        return line;
    }

    // ---------------------------------------------------------------- events

    /** Takes an event into account, before the run does. */
    @Override
    public void event(TraceEvent event, ThreadModel thread) {
        Event kind = event.event();
        if (kind == null) {
            return;
        }
        Line line = line(thread.id(), event.timeNanos());
        switch (kind) {
            case TASK_CREATE -> {
                tookElements(event, line);
                tasks.created(event, line);
            }
            case DISPATCH -> tookElements(event, line);
            case DEPENDENCES -> tasks.depends(event, line);
            case TASK_DEPENDENCE -> tasks.waits(event);
            case TASK_SCHEDULE -> schedule(event, thread, line);
            case CANCEL -> {
                if (event.discardsTask()) {
                    ends(event.taskId(), thread, line);
                }
            }
            case SYNC_REGION_WAIT, WAIT -> wait(event, line);
            case WAKEUP -> wakes(event, line);
            case MUTEX_ACQUIRE -> asks(event, line);
            case MUTEX_RELEASED -> released(event, line);
            case MUTEX_ACQUIRED -> acquired(event, thread, line);
            case PARALLEL_BEGIN -> region(event);
            case PARALLEL_END -> regions.ends(event, line.trail.path());
            case POOL -> {
                if (event.endpoint() == ScopeEndpoint.END) {
                    awaited.ends(event.poolId(), line);
                    ends(event.poolId());
                }
            }
            case POOL_WORKER -> worker(event, line);
            default -> {}
        }
    }

    /* Before version 8 it can stand for a pool. */
    private void region(TraceEvent event) {
        if (run.tellsPools() || event.construct() != Construct.FORK_JOIN_POOL) {
            regions.begins(event);
        }
    }

    /* Its workers may end after it. */
    private void ends(long poolId) {
        if (workers.containsKey(poolId)) {
            endedTeams.add(poolId);
        } else {
            teams.remove(poolId);
        }
    }

    private void worker(TraceEvent event, Line line) {
        if (event.endpoint() == ScopeEndpoint.END) {
            // Who waits for the pool's termination can go on before the last of its workers tells of it.
            awaited.ends(event.poolId(), line);
        }
        int more = event.endpoint() == ScopeEndpoint.BEGIN ? 1 : -1;
        int now = workers.merge(event.poolId(), more, Integer::sum);
        if (now > 1) {
            teams.add(event.poolId());
        } else if (now <= 0) {
            workers.remove(event.poolId());
            if (endedTeams.remove(event.poolId())) {
                teams.remove(event.poolId());
            }
        }
    }

    // ---------------------------------------------------------------- tasks

    private void schedule(TraceEvent event, ThreadModel thread, Line line) {
        if (event.endsTask()) {
            ends(event.priorTaskId(), thread, line);
            line.isCutOff = event.priorTaskStatus() == TaskStatus.CANCEL;
        }
        long next = event.nextTaskId();
        KnownTask task = next == 0 || thread.find(next) != null ? null : tasks.get(next);
        Line of = event.isMount() ? line(next, event.timeNanos()) : line;
        if (task != null && !task.hasBegun()) {
            begins(task, of, thread, event);
        }
        of.hasHadTask |= next != 0;
    }

    private void ends(long task, ThreadModel thread, Line line) {
        TaskFrame top = thread.top();
        awaited.ends(task, line);
        if (top != null) {
            teamwork.ends(top.regionId(), line);
        }
        KnownTask known = tasks.get(task);
        if (known != null) {
            parents.ends(known.create().encounteringTaskId(), line);
        }
        tasks.ended(task, line);
    }

    /*
     * A worker that had nothing to do since before the task could begin was waiting for it. If it had not, the task was waiting for the
     * worker. A thread that has begun since, with this task, was made for it.
     */
    private void begins(KnownTask task, Line line, ThreadModel thread, TraceEvent event) {
        Trail trail = line.trail;
        Path ready = tasks.begin(task);
        if (ready == null) {
            return;
        }
        boolean isMadeForIt = !line.hasHadTask && ready.timeNanos() <= line.beganNanos;
        boolean isNew = task.isThread() || isMadeForIt || line.isWorker && !line.hasWorked;
        boolean waited = trail.isResting() && ready.timeNanos() >= trail.restedSinceNanos();
        int start = number(task, Kind.START, State.UNKNOWN);
        if (isNew || waited) {
            line.follows(ready.until(event.timeNanos(), start, regions));
        } else if (trail.isResting() && isBetweenTasks(thread)) {
            line.follows(trail.pathToRest().until(event.timeNanos(), start, regions));
        }
    }

    private static boolean isBetweenTasks(ThreadModel thread) {
        TaskFrame top = thread.top();
        return top == null || top.isMembership();
    }

    // ---------------------------------------------------------------- waits

    private void wait(TraceEvent event, Line line) {
        if (event.endsAttempt()) {
            forgetIfNobodyAsks(event.waitId());
        } else if (event.endpoint() == ScopeEndpoint.BEGIN) {
            begins(event, line);
        } else if (event.endpoint() == ScopeEndpoint.END) {
            OpenWait wait = line.ends(event);
            if (wait != null) {
                ends(wait, event, line);
            }
        }
    }

    private void begins(TraceEvent wait, Line line) {
        long region = isForTeamwork(wait) ? wait.parallelId() : 0;
        long parent = region == 0 && wait.syncKind() == SyncRegionKind.TASKGROUP ? wait.taskId() : 0;
        awaited.waits(wait.waitId());
        teamwork.waits(region);
        parents.waits(parent);
        line.begins(new OpenWait(wait, region, parent, isAtBarrier(wait) ? round(wait.waitId()) : null));
    }

    /* Members that wait for their region to end may have more of its tasks, but for the one that ends it. */
    private boolean isForTeamwork(TraceEvent wait) {
        SyncRegionKind kind = wait.syncKind();
        RegionModel region = kind == null ? null : run.region(wait.parallelId());
        if (kind == null || region == null) {
            return false;
        }
        return switch (kind) {
            case TASKGROUP, BARRIER_IMPLICIT_WORKSHARE -> true;
            case BARRIER_IMPLICIT_PARALLEL -> region.encounteringThread() == wait.threadId();
            default -> false;
        };
    }

    private void ends(OpenWait wait, TraceEvent end, Line line) {
        EndCause cause = causeOf(wait, line.threadId);
        Round round = wait.round();
        if (round != null) {
            cause = atBarrier(wait.begin(), round, end, line);
        }
        if (cause != null) {
            TraceEvent begin = wait.begin();
            State state =
                    begin.syncKind() == null ? begin.state() : begin.syncKind().waitState();
            goesOn(line, cause, state == null ? State.UNKNOWN : state, begin.codeptrRa(), end);
        }
    }

    /* Who wakes others of a queue that it has waited for itself goes on before the end of its wait is told. */
    private void wakes(TraceEvent wakeup, Line line) {
        OpenWait own = line.waitFor(wakeup.waitId());
        EndCause cause = own == null ? null : awaited.lastEnd(wakeup.waitId(), line.threadId);
        State state = own == null ? null : own.begin().state();
        if (own != null
                && state != null
                && cause != null
                && cause.ended(own.begin().timeNanos(), line.threadId)) {
            goesOn(line, cause, state, own.begin().codeptrRa(), wakeup);
        }
        awaited.ends(wakeup.waitId(), line);
    }

    private @Nullable EndCause causeOf(OpenWait wait, long waiter) {
        TraceEvent begin = wait.begin();
        EndCause one = awaited.isOver(begin.waitId(), waiter);
        EndCause teams = teamwork.isOver(wait.region(), waiter);
        EndCause childs = parents.isOver(wait.parent(), waiter);
        if (one != null && one.ended(begin.timeNanos(), waiter)) {
            return one;
        }
        EndCause last = teams == null ? childs : teams;
        return last != null && last.ended(begin.timeNanos(), waiter) ? last : null;
    }

    private void goesOn(Line line, EndCause cause, State state, int codeptrRa, TraceEvent event) {
        // Who was woken before its time was over may have gone on waiting.
        Kind kind = event.outcome() == WaitOutcome.TIMEOUT ? Kind.TIMED_OUT : Kind.WAKE_UP;
        int part = parts.number(kind, state, 0, codeptrRa);
        line.follows(cause.path().until(event.timeNanos(), part, regions));
    }

    // ---------------------------------------------------------------- barriers and mutexes

    /** Only of these it is told who came last: it does not wait. */
    private static boolean isAtBarrier(TraceEvent wait) {
        return wait.construct() == Construct.CYCLIC_BARRIER && wait.syncKind() == SyncRegionKind.BARRIER_EXPLICIT;
    }

    private Round round(long barrier) {
        return barriers.computeIfAbsent(barrier, any -> new Round());
    }

    private @Nullable EndCause atBarrier(TraceEvent begin, Round round, TraceEvent end, Line line) {
        // Who comes after that meets others.
        barriers.remove(begin.waitId(), round);
        if (begin.timeNanos() == end.timeNanos()) {
            round.opened = EndCause.now(line);
            return null;
        }
        EndCause opened = round.opened;
        return opened != null && opened.ended(begin.timeNanos(), line.threadId) ? opened : null;
    }

    private void asks(TraceEvent acquire, Line line) {
        handOvers.asks(acquire.waitId(), line);
        if (acquire.owner() != 0 && mutexes.tellsOwners(acquire.construct())) {
            handOvers.holds(acquire.waitId(), lines.get(acquire.owner()));
        }
    }

    private void released(TraceEvent event, Line line) {
        if (mutexes.isTried(event.waitId())) {
            handOvers.releases(event.waitId(), line);
        }
    }

    private void acquired(TraceEvent event, ThreadModel thread, Line line) {
        TraceEvent acquire = thread.acquireAnsweredBy(event);
        if (acquire != null && acquire.timeNanos() < event.timeNanos() && acquire.mutexKind() != null) {
            handedOver(acquire, acquire.mutexKind().waitState(), event, line);
        }
        if (mutexes.tellsOwners(event.construct())) {
            handOvers.holds(event.waitId(), line);
        }
        forgetIfNobodyAsks(event.waitId());
    }

    private void forgetIfNobodyAsks(long mutex) {
        if (!mutexes.isTried(mutex)) {
            handOvers.forget(mutex);
        }
    }

    private void handedOver(TraceEvent acquire, State state, TraceEvent event, Line line) {
        HandOver last = handOvers.of(event.waitId());
        if (last == null || last.by() == line) {
            return;
        }
        EndCause release = last.release();
        if (release == null) {
            comesFrom(last.by(), acquire, state, event, line);
        } else if (release.ended(acquire.timeNanos(), line.threadId)) {
            goesOn(line, release, state, acquire.codeptrRa(), event);
        }
    }

    /*
     * No release is told: the holder let go of it at the latest when the other one got it, and before it began to wait itself. Who has had it
     * from then on is unknown.
     */
    private void comesFrom(Line holder, TraceEvent acquire, State state, TraceEvent event, Line line) {
        if (holder.works) {
            Path now = holder.trail.path().until(event.timeNanos(), workUpTo(holder, acquire.codeptrRa()), regions);
            line.follows(now);
            return;
        }
        Path worked = holder.trail.pathToRest();
        if (worked.timeNanos() >= acquire.timeNanos()) {
            int unknown = parts.number(Kind.UNKNOWN_END, state, 0, acquire.codeptrRa());
            line.follows(worked.until(event.timeNanos(), unknown, regions));
        }
    }

    private int workUpTo(Line holder, int waitedAt) {
        ThreadModel thread = run.thread(holder.threadId);
        State state = thread == null ? State.UNKNOWN : thread.stateUntil(null);
        TaskFrame top = thread == null ? null : thread.top();
        return top == null || top.kind() == TaskFrame.Kind.INITIAL
                ? parts.number(Kind.WORK_UP_TO, state, 0, waitedAt)
                : work(holder, top, state);
    }

    // ---------------------------------------------------------------- after an event

    /**
     * The run has taken this event of the thread into account.
     *
     * @param switched the virtual thread that was mounted or unmounted with it, or null
     */
    @Override
    public void applied(TraceEvent event, ThreadModel thread, @Nullable ThreadModel switched) {
        if (event.event() == null) {
            return;
        }
        Line line = line(thread.id(), event.timeNanos());
        if (!line.works || !KEEP_WORKING.contains(event.event())) {
            update(thread, event.timeNanos());
        }
        if (switched != null) {
            update(switched, event.timeNanos());
        }
        ThreadModel mounted = thread.mounted();
        if (mounted != null && mounted != switched) {
            update(mounted, event.timeNanos());
        }
        boolean isOver = event.event() == Event.THREAD_END
                || thread.isVirtual() && thread.frames().isEmpty();
        if (isOver) {
            end(line, event.timeNanos());
        }
    }

    private void update(ThreadModel thread, long timeNanos) {
        boolean works = !thread.hasEnded()
                && thread.mounted() == null
                && !(thread.isVirtual() && thread.carrier() == null)
                && thread.stateUntil(null).isWork();
        parallelism.works(line(thread.id(), timeNanos), works, timeNanos);
    }

    /** The recording ends while the thread is where it is. */
    @Override
    public void end(ThreadModel thread, long timeNanos) {
        end(line(thread.id(), timeNanos), timeNanos);
    }

    private void end(Line line, long timeNanos) {
        worksNoMore(line, timeNanos);
        for (OpenWait each : line.leaves()) {
            awaited.isOver(each.begin().waitId(), line.threadId);
            teamwork.isOver(each.region(), line.threadId);
            parents.isOver(each.parent(), line.threadId);
        }
        if (line.hasWorked) {
            Path worked = line.pathBeforeJvmEnd();
            end = line.mayEndRun() && worked != null ? laterOf(end, worked) : end;
            anyEnd = laterOf(anyEnd, line.trail.pathToRest());
        }
        lines.remove(line.threadId);
        latest = null;
    }

    /* Of a trace that breaks rules it can be that nothing tells what the thread did last. */
    private void worksNoMore(Line line, long timeNanos) {
        parallelism.works(line, false, timeNanos);
        parallelism.was(line, parts.number(Kind.WORK_IN, State.UNKNOWN, 0, 0), 0, timeNanos);
    }

    private static Path laterOf(@Nullable Path one, Path other) {
        return one == null || other.timeNanos() > one.timeNanos() ? other : one;
    }

    /** Recording was paused: what comes after that comes after all that was before. Each thread has been told to end. */
    @Override
    public void pause(Pause pause) {
        finish(pause.fromNanos());
        Path path = whole;
        origin = (path == null ? origin : path).afterPause(pause.toNanos());
        isBeforeFirst = true;
        parallelism.pause(pause.toNanos());
        regions.pause();
        tasks.clear();
        awaited.clear();
        teamwork.clear();
        parents.clear();
        handOvers.clear();
        barriers.clear();
        workers.clear();
        endedTeams.clear();
        lines.clear();
        latest = null;
        end = null;
        anyEnd = null;
    }

    /** All events have passed by, and each thread has been told to end. */
    public void finish(long endNanos) {
        lines.values().forEach(each -> worksNoMore(each, endNanos));
        parallelism.end(endNanos);
        Path best = end != null ? end : anyEnd != null ? anyEnd : origin;
        whole = best.until(endNanos, parts.number(Kind.AFTER), regions);
    }
}
