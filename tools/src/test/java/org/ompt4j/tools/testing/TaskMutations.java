package org.ompt4j.tools.testing;

import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.ompt4j.ompt.CancelFlag;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.ScopeEndpoint;
import org.ompt4j.ompt.SyncRegionKind;
import org.ompt4j.ompt.TaskFlag;
import org.ompt4j.ompt.TaskStatus;
import org.ompt4j.tools.read.TraceEvent;

/** Breaks explicit tasks. */
final class TaskMutations {
    private static final long NOWHERE = (1L << 53) - 11;

    private TaskMutations() {}

    static List<Mutation> all() {
        return List.of(
                new Mutation("T1", "remove the creation of a task that is run", TaskMutations::removeCreation),
                TraceMutator.change(
                        "T1",
                        "let another task be the creator",
                        TraceMutator.isCreate(),
                        draft -> draft.encounteringTaskId = NOWHERE),
                TraceMutator.change(
                        "T2",
                        "switch from a task that is not current",
                        TraceMutator.isStart(),
                        draft -> draft.priorTaskId = NOWHERE),
                new Mutation("T2", "remove the completion of a task", TaskMutations::removeCompletion),
                new Mutation("T3", "end a taskwait inside a task that is run in it", TaskMutations::endInside),
                new Mutation("T4", "call a task undeferred that is run later", TaskMutations::neverUndeferred),
                new Mutation("T5", "complete a task twice", TaskMutations::completeTwice),
                new Mutation("T6", "let a worker complete its chunk after the region", TaskMutations::completeLate),
                TraceMutator.change(
                        "T7",
                        "change the call site of a taskwait or taskgroup at its end",
                        TraceMutator.isSync(kind -> !TraceMutator.isBarrier(kind), ScopeEndpoint.END),
                        draft -> draft.codeptrRa += 1),
                TraceMutator.change(
                        "T8",
                        "let nobody know a dependence's source",
                        TraceMutator.is(Event.TASK_DEPENDENCE),
                        draft -> draft.srcTaskId = NOWHERE),
                TraceMutator.change(
                        "T8",
                        "give the dependences of a task to one that nobody knows",
                        TraceMutator.is(Event.DEPENDENCES),
                        draft -> draft.taskId = NOWHERE),
                new Mutation("T8", "remove the dependences of a task", TaskMutations::removeDependences),
                TraceMutator.change(
                        "T9",
                        "wait for another task than the taskwait says",
                        each -> each.event() == Event.SYNC_REGION_WAIT && each.syncKind() == SyncRegionKind.TASKWAIT,
                        draft -> draft.waitId += 1),
                new Mutation("T9", "call a wait for a task a dependence", TaskMutations::dependInsteadOfWaiting),
                new Mutation("T10", "discard a task that has run", TaskMutations::discardLate),
                new Mutation("T11", "fulfill a task that is complete with its body", TaskMutations::fulfillComplete),
                TraceMutator.change(
                        "T11",
                        "let a fulfillment schedule a task",
                        TraceEvent::isFulfillment,
                        draft -> draft.nextTaskId = draft.taskId));
    }

    private static Optional<List<TraceEvent>> removeCreation(List<TraceEvent> trace) {
        EventList events = new EventList(trace);
        Set<Long> started = new HashSet<>();
        trace.stream().filter(TraceMutator.isStart()).forEach(each -> started.add(each.nextTaskId()));
        int create = events.find(0, TraceMutator.isCreate().and(each -> started.contains(each.newTaskId())));
        if (create < 0) {
            return Optional.empty();
        }
        events.remove(create);
        return events.done();
    }

    /** Removes the completion of a task after which the thread has other events: a missing last event is no violation. */
    private static Optional<List<TraceEvent>> removeCompletion(List<TraceEvent> trace) {
        EventList events = new EventList(trace);
        for (int i = 0; i < events.size(); i++) {
            int next = TraceMutator.isCompletion().test(events.get(i)) ? events.nextOnThread(i) : EventList.NONE;
            if (next >= 0 && events.get(next).event() == Event.TASK_SCHEDULE) {
                events.remove(i);
                return events.done();
            }
        }
        return Optional.empty();
    }

    private static Optional<List<TraceEvent>> endInside(List<TraceEvent> trace) {
        EventList events = new EventList(trace);
        int start = events.find(0, TraceMutator.isStart());
        if (start < 0) {
            return Optional.empty();
        }
        TraceEvent schedule = events.get(start);
        events.insert(start + 1, TraceMutator.taskwait(schedule, Event.SYNC_REGION, ScopeEndpoint.END));
        events.insert(start, TraceMutator.taskwait(schedule, Event.SYNC_REGION, ScopeEndpoint.BEGIN));
        return events.done();
    }

    private static Optional<List<TraceEvent>> neverUndeferred(List<TraceEvent> trace) {
        EventList events = new EventList(trace);
        for (int i = 0; i < events.size(); i++) {
            TraceEvent each = events.get(i);
            if (each.event() != Event.TASK_CREATE || TraceMutator.isUndeferred(each)) {
                continue;
            }
            int next = events.nextOnThread(i);
            if (next >= 0 && mayNotComeFirst(events.get(next), each.newTaskId())) {
                events.change(i, draft -> draft.flags |= TaskFlag.UNDEFERRED);
                return events.done();
            }
        }
        return Optional.empty();
    }

    private static boolean mayNotComeFirst(TraceEvent next, long task) {
        return next.event() != Event.CANCEL && next.event() != Event.TASK_DEPENDENCE && next.nextTaskId() != task;
    }

    private static Optional<List<TraceEvent>> completeTwice(List<TraceEvent> trace) {
        EventList events = new EventList(trace);
        int end = events.find(0, TraceMutator.isCompletion());
        if (end < 0) {
            return Optional.empty();
        }
        events.insert(end + 1, events.get(end));
        return events.done();
    }

    private static Optional<List<TraceEvent>> fulfillComplete(List<TraceEvent> trace) {
        EventList events = new EventList(trace);
        int end = events.find(0, TraceMutator.isCompletion());
        if (end < 0) {
            return Optional.empty();
        }
        EventDraft fulfillment = EventDraft.of(events.get(end));
        fulfillment.priorTaskStatus = TaskStatus.LATE_FULFILL;
        fulfillment.nextTaskId = 0;
        events.insert(end + 1, fulfillment.toEvent());
        return events.done();
    }

    private static Optional<List<TraceEvent>> completeLate(List<TraceEvent> trace) {
        EventList events = new EventList(trace);
        int begin = events.find(0, RegionMutations.isStreamBegin());
        while (begin >= 0) {
            SharedRegion region = SharedRegion.find(events, begin);
            if (region != null
                    && region.workerCompletes() >= 0
                    && region.workerCompletes() < region.callerLeavesBarrier()) {
                events.delay(region.workerCompletes(), region.callerLeavesBarrier());
                return events.done();
            }
            begin = events.find(begin + 1, RegionMutations.isStreamBegin());
        }
        return Optional.empty();
    }

    private static Optional<List<TraceEvent>> removeDependences(List<TraceEvent> trace) {
        EventList events = new EventList(trace);
        int dependence = events.find(0, TraceMutator.is(Event.TASK_DEPENDENCE));
        if (dependence < 0) {
            return Optional.empty();
        }
        long sink = events.get(dependence).sinkTaskId();
        events.removeIf(each -> each.event() == Event.DEPENDENCES && each.taskId() == sink);
        return events.done();
    }

    private static Optional<List<TraceEvent>> dependInsteadOfWaiting(List<TraceEvent> trace) {
        EventList events = new EventList(trace);
        int wait = events.find(
                0,
                each -> each.event() == Event.SYNC_REGION
                        && each.syncKind() == SyncRegionKind.TASKWAIT
                        && each.endpoint() == ScopeEndpoint.BEGIN
                        && each.waitId() != 0);
        if (wait < 0) {
            return Optional.empty();
        }
        EventDraft dependence = new EventDraft();
        dependence.event = Event.TASK_DEPENDENCE;
        dependence.construct = Construct.FORK_JOIN_TASK;
        dependence.threadId = events.get(wait).threadId();
        dependence.srcTaskId = events.get(wait).waitId();
        dependence.sinkTaskId = events.get(wait).taskId();
        events.insert(wait + 1, dependence.toEvent());
        return events.done();
    }

    private static Optional<List<TraceEvent>> discardLate(List<TraceEvent> trace) {
        EventList events = new EventList(trace);
        int end = events.find(0, TraceMutator.isCompletion());
        if (end < 0) {
            return Optional.empty();
        }
        EventDraft cancel = new EventDraft();
        cancel.event = Event.CANCEL;
        cancel.construct = Construct.FORK_JOIN_TASK;
        cancel.threadId = events.get(end).threadId();
        cancel.taskId = events.get(end).priorTaskId();
        cancel.flags = CancelFlag.TASKGROUP | CancelFlag.DISCARDED_TASK;
        events.insert(end + 1, cancel.toEvent());
        return events.done();
    }
}
