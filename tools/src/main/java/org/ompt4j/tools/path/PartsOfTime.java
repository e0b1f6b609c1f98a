package org.ompt4j.tools.path;

import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.ScopeEndpoint;
import org.ompt4j.ompt.State;
import org.ompt4j.tools.model.RegionModel;
import org.ompt4j.tools.model.RunModel;
import org.ompt4j.tools.model.TaskFrame;
import org.ompt4j.tools.model.ThreadModel;
import org.ompt4j.tools.path.AloneStep.Stretch;
import org.ompt4j.tools.path.Part.Kind;
import org.ompt4j.tools.read.TraceEvent;

/** Assigns each stretch of a thread's time to a part, and finds combining and splitting that one thread did alone. */
final class PartsOfTime {
    private final RunModel run;
    private final Parts parts;
    private final Parallelism parallelism;
    private final KnownTasks tasks;

    PartsOfTime(RunModel run, Parts parts, Parallelism parallelism, KnownTasks tasks) {
        this.run = run;
        this.parts = parts;
        this.parallelism = parallelism;
        this.tasks = tasks;
    }

    /**
     * The thread was in one state since its last event, with its present stack of tasks. Also reports this to {@link Parallelism}.
     *
     * @param next its next event, or null if it is not one of its own
     * @return the number of the part
     */
    int passes(Line line, ThreadModel thread, State state, long fromNanos, long untilNanos, @Nullable TraceEvent next) {
        int part = part(line, thread, state, next);
        long aloneNanos = parallelism.was(line, part, thread.ownOrCarriersPoolId(), untilNanos);
        long noneNanos = parallelism.nanosOf(0) - line.noneBefore;
        line.noneBefore += noneNanos;
        if (state == State.WORK_REDUCTION && aloneNanos > 0) {
            Stretch when = new Stretch(thread.id(), fromNanos, untilNanos);
            parallelism.combined(new AloneStep(parts.get(part).codeptrRa(), aloneNanos, 0, when));
        } else if (aloneNanos > 0 || noneNanos > 0 && !state.isWork()) {
            Stretch when = new Stretch(thread.id(), fromNanos, untilNanos);
            splits(line, thread, state.isWork() ? 0 : noneNanos, aloneNanos, when);
        }
        return part;
    }

    /**
     * The thread worked, or waited, for this time while no other thread worked. Before the task of a stream begins with its elements it only splits
     * the source; this is known from its next event.
     */
    private static void splits(Line line, ThreadModel thread, long waitedNanos, long workedNanos, Stretch when) {
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

    /** A task has made another one, or begins with its elements: so before that it took elements from the source. */
    void tookElements(TraceEvent event, Line line) {
        AloneStep taken = line.taken(event.taskId());
        boolean isOfStream = event.event() == Event.DISPATCH
                ? event.construct() == Construct.PARALLEL_STREAM
                : taken != null && event.codeptrRa() == taken.codeptrRa();
        if (taken != null && isOfStream) {
            parallelism.split(taken);
        }
    }

    private int part(Line line, ThreadModel thread, State state, @Nullable TraceEvent next) {
        TaskFrame top = thread.top();
        if (state.isWork()) {
            return top == null || top.kind() == TaskFrame.Kind.INITIAL
                    ? work(state, thread.lastEvent(), next)
                    : work(line, top, state);
        }
        TraceEvent wait = thread.innermostWait();
        Kind kind = kindOfRest(state, next);
        boolean isOver = next == null || !next.outcome().isOpen();
        if (kind == Kind.UNKNOWN_END && isOver && wait != null && run.isEnded(wait.waitId())) {
            kind = Kind.WAKE_UP;
        }
        int site = wait == null ? 0 : wait.codeptrRa();
        return parts.number(kind, state, kind == Kind.OUTSIDE && site == 0 ? bodyOf(line, top) : 0, site);
    }

    /** The code of the explicit task, 0 if it is not known or there is none. */
    private int bodyOf(Line line, @Nullable TaskFrame top) {
        KnownTask task = top == null || top.kind() != TaskFrame.Kind.EXPLICIT ? null : line.taskOf(top, tasks);
        return task == null ? 0 : task.create().body();
    }

    private static Kind kindOfRest(State state, @Nullable TraceEvent next) {
        if (state == State.WAIT_SLEEP || state == State.WAIT_IO) {
            return Kind.OUTSIDE;
        }
        return next == null ? Kind.UNKNOWN_END : Kind.ofEnd(next.outcome());
    }

    private int work(State state, @Nullable TraceEvent last, @Nullable TraceEvent next) {
        int before = next == null ? 0 : placeOf(next);
        int after = before != 0 || last == null ? 0 : last.codeptrRa();
        return after == 0
                ? parts.number(Kind.WORK_BEFORE, state, 0, before)
                : parts.number(Kind.WORK_AFTER, state, 0, after);
    }

    private static int placeOf(TraceEvent event) {
        boolean isEnd = event.event() == Event.THREAD_END
                || event.event() == Event.IMPLICIT_TASK && event.endpoint() == ScopeEndpoint.END;
        return isEnd ? Part.END_OF_THREAD : event.codeptrRa();
    }

    /** The number of the part for the work of this thread up to now, when another one that waited at this call site got a monitor from it. */
    int workUpTo(Line holder, int waitedAt) {
        ThreadModel thread = run.thread(holder.threadId);
        State state = thread == null ? State.UNKNOWN : thread.stateUntil(null);
        TaskFrame top = thread == null ? null : thread.top();
        return top == null || top.kind() == TaskFrame.Kind.INITIAL
                ? parts.number(Kind.WORK_UP_TO, state, 0, waitedAt)
                : work(holder, top, state);
    }

    /** The number of the part for work in the task or region of this frame of the thread. */
    private int work(Line line, TaskFrame top, State state) {
        if (top.kind() == TaskFrame.Kind.EXPLICIT) {
            KnownTask task = line.taskOf(top, tasks);
            return task == null
                    ? parts.number(Kind.WORK_IN, state, 0, 0)
                    : parts.number(Kind.WORK_IN, state, task.create());
        }
        RegionModel region = top.region();
        return parts.number(
                Kind.WORK_IN, state, 0, region == null ? 0 : region.begin().codeptrRa());
    }
}
