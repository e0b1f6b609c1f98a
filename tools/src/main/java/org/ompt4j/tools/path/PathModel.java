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
     * ends, the thread takes over the path of whoever ended it, but for what PathsBeforeWaits says. Paths share what they have in common, so
     * that to take one over costs nothing, and to keep one for each task that has not begun costs little.
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

    /** The path to the latest work so far: of threads whose end may be that of the run, and of all. */
    private @Nullable Path end;

    private @Nullable Path anyEnd;
    private @Nullable Path whole;

    /**
     * @param run told of each event after this
     * @param mutexes told of each event before this
     */
    public PathModel(Trace trace, RunModel run, MutexModel mutexes) {
        this.run = run;
        this.parallelism = new Parallelism(parts, trace.header().availableProcessors());
        this.time = new PartsOfTime(run, parts, parallelism, tasks);
        this.lines = new Lines(trace, parts, regions, parallelism);
        this.beforeWaits = new PathsBeforeWaits(parts);
        this.waitPaths = new PathsThroughWaits(run, parts, regions, beforeWaits);
        this.mutexPaths = new PathsThroughMutexes(run, mutexes, lines, parts, regions, time, waitPaths, beforeWaits);
        this.carrierPaths = new PathsThroughCarriers(lines, parts, regions);
        this.taskPaths = new PathsThroughTasks(tasks, lines, parts, regions, waitPaths);
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

    /** Not what a worker of a pool does without a task once it has had one, nor what a thread does since the recording has ended what it was in. */
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

    /** Takes an event into account, before the run does. */
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
            case TASK_SCHEDULE -> {
                taskPaths.schedule(event, thread, line);
                if (event.isUnmount()) {
                    carrierPaths.leaves(event, thread);
                }
            }
            case TASK_LATE -> {
                ThreadModel late = event.isLateMount() ? thread.mounted() : null;
                if (late != null) {
                    carrierPaths.isLate(event, line, late, lines.at(late.id(), event.timeNanos()));
                }
            }
            case CANCEL -> {
                if (event.discardsTask()) {
                    taskPaths.ends(event.taskId(), thread, line);
                }
            }
            case SYNC_REGION_WAIT, WAIT -> wait(event, thread, line);
            case WAKEUP -> waitPaths.wakes(event, line);
            case MUTEX_ACQUIRE -> mutexPaths.asks(event, line);
            case MUTEX_RELEASED -> mutexPaths.released(event, line);
            case MUTEX_ACQUIRED -> mutexPaths.acquired(event, thread, line);
            case PARALLEL_BEGIN -> region(event);
            case PARALLEL_END -> regions.ends(event, line.trail.path());
            case POOL -> {
                if (event.endpoint() == ScopeEndpoint.END) {
                    waitPaths.poolIsEnded(event, line);
                    teams.poolEnds(event.poolId());
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
     * The run has taken this event of the thread into account.
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

    /** The recording ends while the thread is where it is. */
    @Override
    public void end(ThreadModel thread, long timeNanos) {
        end(lines.at(thread.id(), timeNanos), timeNanos);
    }

    private void end(Line line, long timeNanos) {
        worksNoMore(line, timeNanos);
        waitPaths.leaves(line);
        if (line.hasWorked) {
            Path worked = line.pathBeforeJvmEnd();
            end = line.mayEndRun() && worked != null ? laterOf(end, worked) : end;
            anyEnd = laterOf(anyEnd, line.trail.pathToRest());
        }
        lines.forget(line);
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

    /** All events have passed by, and each thread has been told to end. */
    public void finish(long endNanos) {
        lines.all().forEach(each -> worksNoMore(each, endNanos));
        parallelism.end(endNanos);
        Path best = end != null ? end : anyEnd != null ? anyEnd : lines.origin();
        whole = best.until(endNanos, parts.number(Kind.AFTER), regions);
    }
}
