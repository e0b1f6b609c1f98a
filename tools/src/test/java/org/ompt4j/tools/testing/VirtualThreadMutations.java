package org.ompt4j.tools.testing;

import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.ScopeEndpoint;
import org.ompt4j.ompt.TaskFlag;
import org.ompt4j.ompt.TaskStatus;
import org.ompt4j.tools.read.TraceEvent;

/** Breaks events of virtual threads in a {@link VirtualThreadTrace}. */
public final class VirtualThreadMutations {
    private VirtualThreadMutations() {}

    public static List<Mutation> all() {
        return List.of(
                TraceMutator.removal("T2", "mount a virtual thread that is still mounted", leavesToGoOn()),
                TraceMutator.removal("T2", "go on without a mount", TraceEvent::isMount),
                TraceMutator.change(
                        "T2",
                        "unmount another virtual thread than is mounted",
                        leavesToGoOn(),
                        draft -> draft.priorTaskId += 1),
                TraceMutator.removal("T1", "mount a virtual thread that nobody created", TraceMutator.isCreate()),
                TraceMutator.change(
                        "T12",
                        "create a tied virtual thread",
                        TraceMutator.isCreate(),
                        draft -> draft.flags = TaskFlag.EXPLICIT),
                new Mutation("T2", "mount a virtual thread that has ended", VirtualThreadMutations::mountAfterEnd),
                new Mutation("T2", "end a virtual thread in a task", events -> endInstead(events, 0)),
                new Mutation("W2", "end a virtual thread in a wait of ours", events -> endInstead(events, 2)),
                TraceMutator.removal(
                        "W1", "end a wait on another carrier that has not begun", isWait(ScopeEndpoint.BEGIN)),
                TraceMutator.removal(
                        "M1",
                        "acquire after a mount what was not tried before",
                        each -> each.event() == Event.MUTEX_ACQUIRE && each.taskId() != 0),
                new Mutation(
                        "M4",
                        "let one virtual thread acquire on a carrier what another one holds",
                        VirtualThreadMutations::acquireTooEarly),
                TraceMutator.change(
                        "R4",
                        "change the call site of a region that ends on another carrier",
                        TraceMutator.is(Event.PARALLEL_END),
                        draft -> draft.codeptrRa += 1),
                TraceMutator.removal(
                        "R2",
                        "end a region on another carrier in its implicit task",
                        each -> each.event() == Event.IMPLICIT_TASK
                                && each.endpoint() == ScopeEndpoint.END
                                && each.flags() == TaskFlag.IMPLICIT));
    }

    private static Predicate<TraceEvent> leavesToGoOn() {
        return each -> each.isUnmount() && !each.endsBody();
    }

    private static Predicate<TraceEvent> isWait(ScopeEndpoint endpoint) {
        return each -> each.event() == Event.WAIT && each.endpoint() == endpoint;
    }

    private static Optional<List<TraceEvent>> mountAfterEnd(List<TraceEvent> trace) {
        EventList events = new EventList(trace);
        int end = events.find(0, each -> each.isUnmount() && each.endsBody());
        long ended = events.get(end).priorTaskId();
        int mount = events.find(end, TraceEvent::isMount);
        events.change(mount, draft -> draft.nextTaskId = ended);
        return events.done();
    }

    /** A virtual thread ends instead of being unmounted. */
    private static Optional<List<TraceEvent>> endInstead(List<TraceEvent> trace, int times) {
        EventList events = new EventList(trace);
        int at = events.find(0, leavesToGoOn());
        for (int i = 0; i < times; i++) {
            at = events.find(at + 1, leavesToGoOn());
        }
        events.change(at, draft -> draft.priorTaskStatus = TaskStatus.COMPLETE);
        return events.done();
    }

    /** Removes the first release, so that the second thread acquires a lock that the first one still holds. */
    private static Optional<List<TraceEvent>> acquireTooEarly(List<TraceEvent> trace) {
        EventList events = new EventList(trace);
        events.remove(events.find(0, TraceMutator.is(Event.MUTEX_RELEASED)));
        return events.done();
    }
}
