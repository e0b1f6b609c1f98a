package org.ompt4j.tools.path;

import java.util.EnumSet;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.ScopeEndpoint;
import org.ompt4j.ompt.State;
import org.ompt4j.tools.model.MutexModel;
import org.ompt4j.tools.model.RunModel;
import org.ompt4j.tools.model.RunReader;
import org.ompt4j.tools.model.TaskFrame;
import org.ompt4j.tools.model.ThreadModel;
import org.ompt4j.tools.path.Part.Kind;
import org.ompt4j.tools.read.Pause;
import org.ompt4j.tools.read.Trace;
import org.ompt4j.tools.read.TraceEvent;

/**
 * The critical path of a run, the critical paths of its longest regions, and how many threads worked at the same time.
 *
 * <p>A client of {@link RunModel}: it gets each event before and after the run model applies it, and each stretch of time of a thread. Memory grows
 * with threads, code and call sites, and with awaited objects and tasks that have not begun. Thread safety: none.
 */
public final class PathModel implements RunReader.EventListener, RunReader.AppliedListener, RunReader.IntervalListener {
    /*
     * Overview. The critical path is defined backwards: from the end along the thread that worked last; at the end of a wait it continues with the
     * thread that ended the wait, at the begin of a task with the origin of the task. The path to a thread at one time depends only on earlier
     * events. So the path to each thread is updated as events come, as the sums of its parts, and no event has to be read twice. When a wait ends,
     * the thread takes over the path of the thread that ended it, with the exception in PathsBeforeWaits. Paths share common parts, so taking one
     * over costs nothing, and keeping one for each task that has not begun costs little.
     *
     * The parts of a path always add up to the time at which it ends: time of which nothing is known is a part too.
     */
    /** Events before which a working thread also works afterwards. */
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

    private final RunModel run;
    private final Parts parts = new Parts();
    private final WatchedRegions regions = new WatchedRegions(parts);
    private final Parallelism parallelism;
    private final KnownTasks tasks = new KnownTasks();
    private final PartsOfTime time;
    private final Lines lines;
    private final PathsBeforeWaits beforeWaits;
    private final PathsThroughWaits waitPaths;
    private final PathsThroughMutexes mutexPaths;
    private final PathsThroughTasks taskPaths;
    private final PathsThroughCarriers carrierPaths;
    private final Teams teams = new Teams();

    /** The path to the latest work so far: of threads whose end may be the end of the run, and of all threads. */
    private @Nullable Path end;

    private @Nullable Path anyEnd;
    private @Nullable Path whole;
    /** Whether a thread that can determine the length of the run has ended before the JVM began to end. */
    private boolean isEndKnown;

    /**
     * @param run the run model, which gets each event after this
     * @param mutexes the mutex model, which gets each event before this
     */
    public PathModel(Trace trace, RunModel run, MutexModel mutexes) {
        this.run = run;
        this.parallelism = new Parallelism(
                parts, trace.header().availableProcessors(), trace.losses().durationNanos());
        this.time = new PartsOfTime(run, parts, parallelism, tasks);
        this.lines = new Lines(trace, parts, regions, parallelism);
        this.beforeWaits = new PathsBeforeWaits(parts);
        PathBasis basis = new PathBasis(run, lines, parts, regions, beforeWaits);
        this.waitPaths = new PathsThroughWaits(basis);
        this.mutexPaths = new PathsThroughMutexes(basis, mutexes, time, waitPaths);
        this.carrierPaths = new PathsThroughCarriers(basis);
        this.taskPaths = new PathsThroughTasks(basis, tasks, waitPaths);
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

    /** How many regions and tasks were not followed because there were too many at the same time. */
    public long notFollowed() {
        return regions.notWatched() + tasks.notFollowed();
    }

    public Parallelism parallelism() {
        return parallelism;
    }

    // ---------------------------------------------------------------- time

    /**
     * The thread was in one state for this time, with its present stack of tasks.
     *
     * @param next its next event, or null if it is not one of its own
     */
    @Override
    public void interval(ThreadModel thread, State state, long nanos, @Nullable TraceEvent next) {
        TraceEvent last = thread.lastEvent();
        if (last == null) {
            return;
        }
        long from = last.timeNanos();
        long until = from + nanos;
        Line line = lines.at(thread.id(), from);
        int part = time.passes(line, thread, state, from, until, next);
        if (state.isWork() && isOfTeam(thread, state)) {
            parallelism.worksInTeam(nanos);
        }
        if (!state.isWork() || !isOfProgram(line, thread)) {
            line.trail.rests(until, part, regions);
            return;
        }
        beforeWaits.works(line);
        line.trail.works(until, part, regions);
        line.hasWorked = true;
    }

    /** False for a worker of a pool between two tasks, and for a thread whose task the end of the recording has ended. */
    private static boolean isOfProgram(Line line, ThreadModel thread) {
        TaskFrame top = thread.top();
        boolean hasNoTask = top == null || top.kind() == TaskFrame.Kind.INITIAL;
        boolean isOfPool = line.isWorker && thread.ownOrCarriersPoolId() != 0;
        return !line.isLeft && !(isOfPool && line.hasHadTask && hasNoTask);
    }

    private boolean isOfTeam(ThreadModel thread, State state) {
        return state == State.WORK_PARALLEL
                || state == State.WORK_REDUCTION
                || thread.ownOrCarriersPoolId() != 0 && teams.contains(thread.ownOrCarriersPoolId());
    }

    // ---------------------------------------------------------------- events

    /** Processes an event, before the run model applies it. */
    @Override
    public void event(TraceEvent event, ThreadModel thread) {
        Event kind = event.event();
        if (kind == null) {
            return;
        }
        Line line = lines.at(thread.id(), event.timeNanos());
        switch (kind) {
            case TASK_CREATE -> {
                time.tookElements(event, line);
                tasks.created(event, line);
            }
            case DISPATCH -> time.tookElements(event, line);
            case DEPENDENCES -> tasks.depends(event, line);
            case TASK_DEPENDENCE -> tasks.waits(event);
            case TASK_SCHEDULE -> schedule(event, thread, line);
            case TASK_LATE -> late(event, thread, line);
            case CANCEL -> cancel(event, thread, line);
            case SYNC_REGION_WAIT, WAIT -> wait(event, thread, line);
            case WAKEUP -> waitPaths.wakes(event, line);
            case MUTEX_ACQUIRE -> mutexPaths.asks(event, line);
            case MUTEX_RELEASED -> mutexPaths.released(event, line);
            case MUTEX_ACQUIRED -> mutexPaths.acquired(event, thread, line);
            case PARALLEL_BEGIN -> region(event);
            case PARALLEL_END -> regions.ends(event, line.trail.path());
            case POOL -> pool(event, line);
            case POOL_WORKER -> worker(event, line);
            default -> {}
        }
    }

    private void schedule(TraceEvent event, ThreadModel thread, Line line) {
        taskPaths.schedule(event, thread, line);
        if (event.isUnmount()) {
            carrierPaths.leaves(event, thread);
        }
    }

    private void late(TraceEvent event, ThreadModel thread, Line line) {
        ThreadModel late = event.isLateMount() ? thread.mounted() : null;
        if (late != null) {
            carrierPaths.isLate(event, line, late, lines.at(late.id(), event.timeNanos()));
        }
    }

    private void cancel(TraceEvent event, ThreadModel thread, Line line) {
        if (event.discardsTask()) {
            taskPaths.ends(event.taskId(), thread, line);
        }
    }

    private void pool(TraceEvent event, Line line) {
        if (event.endpoint() == ScopeEndpoint.END) {
            waitPaths.poolIsEnded(event, line);
            teams.poolEnds(event.poolId());
        }
    }

    /* Before version 8 it can stand for a pool. */
    private void region(TraceEvent event) {
        if (run.tellsPools() || event.construct() != Construct.FORK_JOIN_POOL) {
            regions.begins(event);
        }
    }

    private void worker(TraceEvent event, Line line) {
        if (event.endpoint() == ScopeEndpoint.BEGIN) {
            teams.workerBegins(event.poolId());
        } else {
            waitPaths.poolIsEnded(event, line);
            teams.workerEnds(event.poolId());
        }
    }

    private void wait(TraceEvent event, ThreadModel thread, Line line) {
        if (event.endsAttempt()) {
            TraceEvent acquire = thread.acquireAnsweredBy(event);
            if (acquire != null) {
                waitPaths.attemptEnds(acquire, event, line);
            }
            mutexPaths.attemptEnds(event.waitId());
        } else if (event.endpoint() == ScopeEndpoint.BEGIN) {
            waitPaths.begins(event, line);
        } else if (event.endpoint() == ScopeEndpoint.END) {
            waitPaths.ends(event, line);
        }
    }

    // ---------------------------------------------------------------- after an event

    /**
     * The run model has applied this event of the thread.
     *
     * @param switched the virtual thread that was mounted or unmounted with it, or null
     */
    @Override
    public void applied(TraceEvent event, ThreadModel thread, @Nullable ThreadModel switched) {
        if (event.event() == null) {
            return;
        }
        Line line = lines.at(thread.id(), event.timeNanos());
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
            isEndKnown |= event.event() == Event.THREAD_END && line.mayEndRun() && !lines.jvmEnds();
            end(line, event.timeNanos());
        }
    }

    private void update(ThreadModel thread, long timeNanos) {
        boolean works = !thread.hasEnded()
                && thread.mounted() == null
                && !(thread.isVirtual() && thread.carrier() == null)
                && thread.stateUntil(null).isWork();
        parallelism.works(lines.at(thread.id(), timeNanos), works, timeNanos);
    }

    /** The recording ends; the thread stays in its present state. */
    @Override
    public void end(ThreadModel thread, long timeNanos) {
        end(lines.at(thread.id(), timeNanos), timeNanos);
    }

    private void end(Line line, long timeNanos) {
        worksNoMore(line, timeNanos);
        waitPaths.leaves(line);
        if (line.hasWorked) {
            Path worked = line.pathBeforeJvmEnd();
            // The JVM ends when only daemon threads are left, for which it does not wait.
            boolean isWaitedFor = line.mayEndRun() && !(isEndKnown && lines.jvmEnds());
            if (isWaitedFor && worked != null) {
                end = end == null ? worked : beforeWaits.ofLast(end, worked);
                beforeWaits.ends(timeNanos);
            }
            anyEnd = laterOf(anyEnd, line.trail.pathToRest());
        }
        lines.forget(line);
    }

    /* In a trace that breaks rules the last action of the thread may not be known. */
    private void worksNoMore(Line line, long timeNanos) {
        parallelism.works(line, false, timeNanos);
        parallelism.was(line, parts.number(Kind.WORK_IN, State.UNKNOWN, 0, 0), 0, timeNanos);
    }

    private static Path laterOf(@Nullable Path one, Path other) {
        return one == null || other.timeNanos() > one.timeNanos() ? other : one;
    }

    /** Recording was paused: everything after the pause comes after everything before. Called after the end of each thread. */
    @Override
    public void pause(Pause pause) {
        finish(pause.fromNanos());
        Path path = whole;
        lines.beginAfter((path == null ? lines.origin() : path).afterPause(pause.toNanos()));
        parallelism.pause(pause.toNanos());
        regions.pause();
        tasks.clear();
        waitPaths.clear();
        mutexPaths.clear();
        teams.pause();
        end = null;
        anyEnd = null;
    }

    /** Called after the last event and the end of each thread. */
    public void finish(long endNanos) {
        lines.all().forEach(each -> worksNoMore(each, endNanos));
        parallelism.end(endNanos);
        Path best = end != null ? end : anyEnd != null ? anyEnd : lines.origin();
        whole = best.until(endNanos, parts.number(Kind.AFTER), regions);
    }
}
