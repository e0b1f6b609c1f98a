package org.ompt4j.e2e;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.MutexKind;
import org.ompt4j.ompt.ScopeEndpoint;
import org.ompt4j.ompt.State;
import org.ompt4j.ompt.SyncRegionKind;
import org.ompt4j.ompt.TaskFlag;
import org.ompt4j.ompt.TaskStatus;
import org.ompt4j.ompt.ThreadType;
import org.ompt4j.tools.read.TraceEvent;

/** The state of every thread at every time, derived from the events of a trace only. */
final class StateTimeline {

    /** The time between two events of a thread, with what a sampler must read then. */
    record Span(long fromNanos, long toNanos, Set<State> states, long waitId, long taskId, long parallelId) {
        boolean isLike(Span other) {
            return states.equals(other.states)
                    && waitId == other.waitId
                    && taskId == other.taskId
                    && parallelId == other.parallelId;
        }
    }

    private static final class Task {
        final long id;
        final long region;
        final boolean explicit;
        boolean ofFreeAgent;
        final Deque<TraceEvent> waits = new ArrayDeque<>();
        final Deque<TraceEvent> ownWaits = new ArrayDeque<>();
        int reductions;
        int groups;

        Task(long id, long region, boolean explicit) {
            this.id = id;
            this.region = region;
            this.explicit = explicit;
        }
    }

    private static final class ThreadSoFar {
        final List<Span> spans = new ArrayList<>();
        final Deque<Task> tasks = new ArrayDeque<>();
        boolean worker;
        boolean over;

        @Nullable
        TraceEvent last;

        /** The acquire events of mutexes that the thread does not have yet; code of the application that acquires one can acquire others. */
        final Deque<TraceEvent> acquires = new ArrayDeque<>();
    }

    private final Map<Long, ThreadSoFar> threads = new HashMap<>();
    private final Map<Long, Long> regionOfTask = new HashMap<>();
    private final Map<Long, Long> regionEnds = new HashMap<>();
    private final Set<Long> teams = new HashSet<>();
    private final Map<Long, Long> aroundRegion = new HashMap<>();
    private final Set<Long> initials = new HashSet<>();

    /** Implicit tasks of the threads that opened a region. */
    private final Set<Long> encountering = new HashSet<>();

    /** @param events the events of a whole run, in time order */
    StateTimeline(List<TraceEvent> events) {
        for (TraceEvent each : events) {
            if (each.event() != null) {
                ThreadSoFar thread = threads.computeIfAbsent(each.threadId(), id -> new ThreadSoFar());
                close(thread, each);
                apply(thread, each);
                thread.last = each;
            }
        }
    }

    /** The spans of a thread, in time order; two consecutive spans differ. */
    List<Span> spans(long threadId) {
        ThreadSoFar thread = threads.get(threadId);
        return thread == null ? List.of() : thread.spans;
    }

    /** The end of a region, in nanoseconds; {@link Long#MAX_VALUE} if it has not ended. */
    long endOf(long parallelId) {
        return regionEnds.getOrDefault(parallelId, Long.MAX_VALUE);
    }

    // ---------------------------------------------------------------- states

    private void close(ThreadSoFar thread, TraceEvent next) {
        TraceEvent last = thread.last;
        if (last == null || thread.over) {
            return;
        }
        Span span = span(thread, last, next);
        Span before = thread.spans.isEmpty() ? null : thread.spans.get(thread.spans.size() - 1);
        if (before != null && before.isLike(span)) {
            thread.spans.set(
                    thread.spans.size() - 1,
                    new Span(before.fromNanos, span.toNanos, span.states, span.waitId, span.taskId, span.parallelId));
        } else {
            thread.spans.add(span);
        }
    }

    private Span span(ThreadSoFar thread, TraceEvent last, TraceEvent next) {
        Task top = thread.tasks.peekLast();
        long task = top == null ? 0 : top.id;
        long region = top == null ? 0 : top.region;
        TraceEvent acquire = thread.acquires.peekLast();
        if (acquire != null) {
            State state = stateOf(acquire.mutexKind());
            return new Span(last.timeNanos(), next.timeNanos(), Set.of(state), acquire.waitId(), task, region);
        }
        TraceEvent wait = top == null ? null : top.waits.peekLast();
        TraceEvent own = top == null ? null : top.ownWaits.peekLast();
        if (own != null && own.state() != null) {
            return new Span(last.timeNanos(), next.timeNanos(), Set.of(own.state()), own.waitId(), task, region);
        }
        if (wait != null) {
            return new Span(
                    last.timeNanos(), next.timeNanos(), Set.of(stateOf(wait.syncKind())), wait.waitId(), task, region);
        }
        if (top != null && top.groups > 0 && encountering.contains(top.id) && endsTask(last)) {
            // The encountering thread has run a chunk of its loop: it waits for the others, or continues at once.
            return new Span(last.timeNanos(), next.timeNanos(), Set.of(State.WAIT_TASKGROUP), top.region, task, region);
        }
        Set<State> states = working(thread, top);
        return new Span(last.timeNanos(), next.timeNanos(), states, 0, task, region);
    }

    private Set<State> working(ThreadSoFar thread, @Nullable Task top) {
        if (top == null) {
            return EnumSet.of(State.IDLE, State.OVERHEAD);
        }
        if (top.reductions > 0) {
            return EnumSet.of(State.WORK_REDUCTION);
        }
        if (!top.explicit && thread.worker && teams.contains(top.region) && !encountering.contains(top.id)) {
            return EnumSet.of(State.OVERHEAD);
        }
        if (top.ofFreeAgent) {
            return EnumSet.of(State.WORK_FREE_AGENT);
        }
        return EnumSet.of(initials.contains(top.region) ? State.WORK_SERIAL : State.WORK_PARALLEL);
    }

    private static boolean endsTask(TraceEvent event) {
        return event.endsBody() && event.priorTaskStatus() != TaskStatus.CANCEL;
    }

    private static boolean isAnswer(TraceEvent acquire, TraceEvent next) {
        return next.waitId() == acquire.waitId()
                && (next.event() == Event.MUTEX_ACQUIRED || next.event() == Event.NEST_LOCK || givesUp(next));
    }

    private static boolean givesUp(TraceEvent event) {
        State state = event.state();
        return event.event() == Event.WAIT && (state == State.WAIT_LOCK || state == State.WAIT_CRITICAL);
    }

    private static State stateOf(@Nullable MutexKind kind) {
        return kind == MutexKind.CRITICAL ? State.WAIT_CRITICAL : State.WAIT_LOCK;
    }

    private static State stateOf(@Nullable SyncRegionKind kind) {
        return State.valueOf("WAIT_" + kind);
    }

    // ---------------------------------------------------------------- events

    private void apply(ThreadSoFar thread, TraceEvent event) {
        thread.acquires.removeIf(each -> isAnswer(each, event));
        Task top = thread.tasks.peekLast();
        boolean begins = event.endpoint() == ScopeEndpoint.BEGIN;
        switch (event.event()) {
            case THREAD_BEGIN -> thread.worker = event.threadType() == ThreadType.WORKER;
            case THREAD_END -> thread.over = true;
            case PARALLEL_BEGIN -> parallelBegin(event, top);
            case PARALLEL_END -> regionEnds.put(event.parallelId(), event.timeNanos());
            case IMPLICIT_TASK -> implicitTask(thread, event);
            case TASK_CREATE -> taskCreate(event, top);
            case TASK_SCHEDULE -> taskSchedule(thread, event);
            case SYNC_REGION_WAIT -> {
                if (top != null && begins) {
                    top.waits.addLast(event);
                } else if (top != null && !top.waits.isEmpty()) {
                    top.waits.removeLast();
                }
            }
            case SYNC_REGION -> {
                if (top != null && event.syncKind() == SyncRegionKind.TASKGROUP) {
                    top.groups += begins ? 1 : -1;
                }
            }
            case WAIT -> {
                if (top != null && begins) {
                    top.ownWaits.addLast(event);
                } else if (top != null && !givesUp(event)) {
                    top.ownWaits.pollLast();
                }
            }
            case REDUCTION -> {
                if (top != null) {
                    top.reductions += begins ? 1 : -1;
                }
            }
            case MUTEX_ACQUIRE -> thread.acquires.addLast(event);
            default -> {
                // The other events do not change states.
            }
        }
    }

    private void parallelBegin(TraceEvent event, @Nullable Task top) {
        teams.add(event.parallelId());
        if (top != null) {
            aroundRegion.put(event.parallelId(), top.region);
        }
    }

    private void implicitTask(ThreadSoFar thread, TraceEvent event) {
        if (event.endpoint() != ScopeEndpoint.BEGIN) {
            Task ended = thread.tasks.pollLast();
            if (ended != null && initials.contains(ended.region)) {
                regionEnds.put(ended.region, event.timeNanos());
            }
            return;
        }
        long region = event.parallelId();
        TraceEvent last = thread.last;
        if ((event.flags() & TaskFlag.INITIAL) != 0) {
            initials.add(region);
        } else if (last != null && last.event() == Event.PARALLEL_BEGIN && last.parallelId() == region) {
            encountering.add(event.taskId());
        }
        thread.tasks.addLast(new Task(event.taskId(), region, false));
    }

    /** A task that is forked or invoked belongs to the region of its creator, a submitted task to that of its creator's initial task. */
    private void taskCreate(TraceEvent event, @Nullable Task top) {
        if (top == null || event.construct() == Construct.THREAD) {
            return;
        }
        long region = top.region;
        while ((event.flags() & TaskFlag.EXPORTING) != 0 && aroundRegion.containsKey(region)) {
            region = aroundRegion.get(region);
        }
        regionOfTask.put(event.newTaskId(), region);
    }

    /** The innermost region around this one that has not ended: tasks of a region that has ended belong to it. */
    private long openAround(long region) {
        long open = region;
        while (regionEnds.containsKey(open)) {
            open = aroundRegion.getOrDefault(open, 0L);
        }
        return open;
    }

    private void taskSchedule(ThreadSoFar thread, TraceEvent event) {
        if (event.endsBody()) {
            thread.tasks.pollLast();
            return;
        }
        if (event.priorTaskStatus() != TaskStatus.SWITCH) {
            return;
        }
        Task bottom = thread.tasks.peekFirst();
        long own = bottom == null || !initials.contains(bottom.region) ? 0 : bottom.region;
        long of = openAround(regionOfTask.getOrDefault(event.nextTaskId(), 0L));
        Task task = new Task(event.nextTaskId(), of != 0 ? of : own, true);
        task.ofFreeAgent = isForeign(thread, task.region);
        thread.tasks.addLast(task);
    }

    /** Whether the thread is not a member of the region, and the region is not that of its initial task. */
    private static boolean isForeign(ThreadSoFar thread, long region) {
        for (Iterator<Task> innermostFirst = thread.tasks.descendingIterator(); innermostFirst.hasNext(); ) {
            Task each = innermostFirst.next();
            if (each.region == region) {
                return each.ofFreeAgent;
            }
        }
        return true;
    }
}
