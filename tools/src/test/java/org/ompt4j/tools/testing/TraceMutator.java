package org.ompt4j.tools.testing;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.MutexKind;
import org.ompt4j.ompt.ScopeEndpoint;
import org.ompt4j.ompt.State;
import org.ompt4j.ompt.SyncRegionKind;
import org.ompt4j.ompt.TaskFlag;
import org.ompt4j.ompt.TaskStatus;
import org.ompt4j.tools.read.TraceEvent;

/**
 * Breaks a trace, at least once for each rule of the checker.
 *
 * <p>Needs a trace with a parallel stream that a worker shares, tasks, a barrier and mutexes in full detail, or, for the rules about samples,
 * with samples. Mutations that do not apply to a trace return empty.
 */
public final class TraceMutator {
    private static final long NOWHERE = (1L << 53) - 7;

    private TraceMutator() {}

    /** At least one mutation for every rule that a trace can violate. */
    public static List<Mutation> mutations() {
        List<Mutation> all = new ArrayList<>();
        all.addAll(identity());
        all.addAll(RegionMutations.all());
        all.addAll(barriers());
        all.addAll(TaskMutations.all());
        all.addAll(MutexMutations.all());
        all.addAll(waits());
        all.addAll(states());
        all.addAll(control());
        return all;
    }

    private static List<Mutation> identity() {
        return List.of(
                new Mutation("I1", "give a task the id of an earlier one", TraceMutator::reuseTaskId),
                change(
                        "I1",
                        "let an id be too large for JSON readers",
                        isCreate(),
                        draft -> draft.newTaskId = 1L << 60),
                removal("I3", "remove a thread_begin", is(Event.THREAD_BEGIN)),
                new Mutation("I3", "let an event follow thread_end", TraceMutator::reviveThread));
    }

    private static Optional<List<TraceEvent>> reuseTaskId(List<TraceEvent> trace) {
        EventList events = new EventList(trace);
        int first = events.find(0, isCreate());
        int second = first < 0 ? EventList.NONE : events.find(first + 1, isCreate());
        if (second < 0) {
            return Optional.empty();
        }
        long id = events.get(first).newTaskId();
        events.change(second, draft -> draft.newTaskId = id);
        return events.done();
    }

    private static Optional<List<TraceEvent>> reviveThread(List<TraceEvent> trace) {
        EventList events = new EventList(trace);
        int end = events.find(0, is(Event.THREAD_END));
        if (end < 0) {
            return Optional.empty();
        }
        events.insert(end + 1, events.get(end));
        return events.done();
    }

    private static List<Mutation> waits() {
        return List.of(
                removal("W1", "remove the begin of a wait of ours", isWait(ScopeEndpoint.BEGIN)),
                change("W1", "change the state of a wait of ours at its end", isWait(ScopeEndpoint.END), draft -> {
                    draft.state = State.WAIT_SLEEP;
                }),
                new Mutation("W2", "begin a wait of ours twice", TraceMutator::waitTwice));
    }

    private static Predicate<TraceEvent> isWait(ScopeEndpoint endpoint) {
        return each -> each.event() == Event.WAIT && each.endpoint() == endpoint;
    }

    private static Optional<List<TraceEvent>> waitTwice(List<TraceEvent> trace) {
        EventList events = new EventList(trace);
        int begin = events.find(0, isWait(ScopeEndpoint.BEGIN));
        if (begin < 0) {
            return Optional.empty();
        }
        events.insert(begin + 1, events.get(begin));
        return events.done();
    }

    private static List<Mutation> barriers() {
        return List.of(
                change(
                        "B1",
                        "change a barrier's call site at its end",
                        isSync(TraceMutator::isBarrier, ScopeEndpoint.END),
                        draft -> draft.codeptrRa += 1),
                removal("B1", "remove the end of a wait in a barrier", isBarrierWait(ScopeEndpoint.END)),
                change(
                        "B1",
                        "give a region-ending barrier's end a region",
                        isSync(kind -> kind == SyncRegionKind.BARRIER_IMPLICIT_PARALLEL, ScopeEndpoint.END),
                        draft -> draft.parallelId = NOWHERE),
                change(
                        "B2",
                        "change the call site of a region-ending barrier",
                        isSync(kind -> kind == SyncRegionKind.BARRIER_IMPLICIT_PARALLEL, ScopeEndpoint.BEGIN),
                        draft -> draft.codeptrRa += 1),
                change(
                        "B2",
                        "take the call site from an explicit barrier",
                        isSync(kind -> kind == SyncRegionKind.BARRIER_EXPLICIT, ScopeEndpoint.BEGIN),
                        draft -> draft.codeptrRa = 0),
                new Mutation("B3", "begin a barrier inside a barrier's wait", TraceMutator::barrierInWait),
                new Mutation("B4", "take the wait from an explicit barrier", TraceMutator::removeWait),
                new Mutation("B5", "start a task inside a wait", TraceMutator::taskInWait));
    }

    private static Optional<List<TraceEvent>> barrierInWait(List<TraceEvent> trace) {
        EventList events = new EventList(trace);
        int wait = events.find(0, isBarrierWait(ScopeEndpoint.BEGIN));
        if (wait < 0) {
            return Optional.empty();
        }
        EventDraft begin = EventDraft.of(events.get(wait));
        begin.event = Event.SYNC_REGION;
        events.insert(wait + 1, begin.toEvent());
        return events.done();
    }

    private static Optional<List<TraceEvent>> removeWait(List<TraceEvent> trace) {
        EventList events = new EventList(trace);
        Predicate<TraceEvent> isWait =
                each -> each.event() == Event.SYNC_REGION_WAIT && each.syncKind() == SyncRegionKind.BARRIER_EXPLICIT;
        int wait = events.find(0, isWait);
        if (wait < 0) {
            return Optional.empty();
        }
        long thread = events.get(wait).threadId();
        events.removeIf(isWait.and(each -> each.threadId() == thread));
        return events.done();
    }

    private static Optional<List<TraceEvent>> taskInWait(List<TraceEvent> trace) {
        EventList events = new EventList(trace);
        int start = events.find(0, isStart());
        if (start < 0) {
            return Optional.empty();
        }
        events.insert(start, taskwait(events.get(start), Event.SYNC_REGION_WAIT, ScopeEndpoint.BEGIN));
        events.insert(start, taskwait(events.get(start), Event.SYNC_REGION, ScopeEndpoint.BEGIN));
        return events.done();
    }

    /** A taskwait event of the task that was current before this {@code task_schedule}. */
    static TraceEvent taskwait(TraceEvent schedule, Event event, ScopeEndpoint endpoint) {
        EventDraft draft = new EventDraft();
        draft.event = event;
        draft.construct = Construct.FORK_JOIN_TASK;
        draft.threadId = schedule.threadId();
        draft.taskId = schedule.priorTaskId();
        draft.syncKind = SyncRegionKind.TASKWAIT;
        draft.endpoint = endpoint;
        return draft.toEvent();
    }

    private static List<Mutation> states() {
        return List.of(
                samples("S1", "let a working thread wait for something", draft -> {
                    draft.state = State.WORK_SERIAL;
                    draft.waitId = 99;
                }),
                samples("S1", "let a thread wait for a lock without a name", draft -> {
                    draft.state = State.WAIT_LOCK;
                    draft.waitId = 0;
                }),
                samples("S2", "let an idle thread be in a region", draft -> {
                    draft.state = State.IDLE;
                    draft.waitId = 0;
                    draft.parallelId = 99;
                }),
                samples("S2", "let a thread work in no region", draft -> {
                    draft.state = State.WORK_PARALLEL;
                    draft.waitId = 0;
                    draft.parallelId = 0;
                }),
                samples("S3", "sample a thread outside the runtime", draft -> draft.state = State.UNDEFINED));
    }

    /** Changes all samples of one thread, since a single wrong sample is no violation. */
    private static Mutation samples(String rule, String what, Consumer<EventDraft> change) {
        return new Mutation(rule, what, trace -> {
            EventList events = new EventList(trace);
            int first = events.find(0, each -> each.event() == null);
            if (first < 0) {
                return Optional.empty();
            }
            long thread = events.get(first).threadId();
            for (int i = first; i < events.size(); i++) {
                if (events.get(i).event() == null && events.get(i).threadId() == thread) {
                    events.change(i, change);
                }
            }
            return events.done();
        });
    }

    private static List<Mutation> control() {
        return List.of(new Mutation("C2", "let time go back", trace -> {
            EventList events = new EventList(trace);
            int last = events.size() - 1;
            if (last < 1) {
                return Optional.empty();
            }
            events.change(last, draft -> draft.timeNanos = -1);
            return events.done();
        }));
    }

    /** Changes the first event that matches. */
    static Mutation change(String rule, String what, Predicate<TraceEvent> like, Consumer<EventDraft> change) {
        return new Mutation(rule, what, trace -> {
            EventList events = new EventList(trace);
            int at = events.find(0, like);
            if (at < 0) {
                return Optional.empty();
            }
            events.change(at, change);
            return events.done();
        });
    }

    /** Removes the first event that matches. */
    static Mutation removal(String rule, String what, Predicate<TraceEvent> like) {
        return new Mutation(rule, what, trace -> {
            EventList events = new EventList(trace);
            int at = events.find(0, like);
            if (at < 0) {
                return Optional.empty();
            }
            events.remove(at);
            return events.done();
        });
    }

    static Predicate<TraceEvent> is(Event event) {
        return each -> each.event() == event;
    }

    static Predicate<TraceEvent> isCreate() {
        return is(Event.TASK_CREATE);
    }

    /** Matches the start of a task. */
    static Predicate<TraceEvent> isStart() {
        return each -> each.event() == Event.TASK_SCHEDULE && each.priorTaskStatus() == TaskStatus.SWITCH;
    }

    static Predicate<TraceEvent> isCompletion() {
        return each -> each.event() == Event.TASK_SCHEDULE && each.priorTaskStatus() == TaskStatus.COMPLETE;
    }

    static Predicate<TraceEvent> isSync(Predicate<SyncRegionKind> kind, ScopeEndpoint endpoint) {
        return each -> each.event() == Event.SYNC_REGION
                && each.endpoint() == endpoint
                && each.syncKind() != null
                && kind.test(each.syncKind());
    }

    static boolean isBarrier(SyncRegionKind kind) {
        return kind != SyncRegionKind.TASKWAIT && kind != SyncRegionKind.TASKGROUP && kind != SyncRegionKind.REDUCTION;
    }

    private static Predicate<TraceEvent> isBarrierWait(ScopeEndpoint endpoint) {
        return each -> each.event() == Event.SYNC_REGION_WAIT
                && each.endpoint() == endpoint
                && each.syncKind() != null
                && isBarrier(each.syncKind());
    }

    static boolean isUndeferred(TraceEvent create) {
        return (create.flags() & TaskFlag.UNDEFERRED) != 0;
    }

    static boolean isExclusive(MutexKind kind) {
        return kind == MutexKind.CRITICAL || kind == MutexKind.NEST_LOCK;
    }
}
