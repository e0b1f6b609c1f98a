package org.ompt4j.tools.testing;

import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.MutexKind;
import org.ompt4j.ompt.ScopeEndpoint;
import org.ompt4j.tools.read.TraceEvent;

/** Breaks locks and monitors. */
final class MutexMutations {

    private MutexMutations() {}

    static List<Mutation> all() {
        return List.of(
                TraceMutator.change(
                        "M1",
                        "change the call site of mutex_acquired",
                        TraceMutator.is(Event.MUTEX_ACQUIRED),
                        draft -> draft.codeptrRa += 1),
                new Mutation("M1", "remove the acquire of a mutex that is acquired", MutexMutations::removeAcquire),
                TraceMutator.removal(
                        "M2",
                        "acquire a monitor in vain",
                        each -> each.event() == Event.MUTEX_ACQUIRED && each.mutexKind() == MutexKind.CRITICAL),
                new Mutation("M3", "acquire a mutex twice", MutexMutations::acquireTwice),
                new Mutation("M4", "let two threads hold a mutex", MutexMutations::holdTogether),
                new Mutation("M5", "go on after a condition without the mutex", MutexMutations::forgetReacquire));
    }

    private static Optional<List<TraceEvent>> removeAcquire(List<TraceEvent> trace) {
        EventList events = new EventList(trace);
        int pair = pair(events);
        if (pair < 0) {
            return Optional.empty();
        }
        events.remove(pair);
        return events.done();
    }

    private static Optional<List<TraceEvent>> acquireTwice(List<TraceEvent> trace) {
        EventList events = new EventList(trace);
        int pair = pair(events);
        if (pair < 0) {
            return Optional.empty();
        }
        int acquired = events.nextOnThread(pair);
        TraceEvent second = events.get(acquired);
        events.insert(acquired + 1, second);
        events.insert(acquired + 1, events.get(pair));
        return events.done();
    }

    private static Optional<List<TraceEvent>> holdTogether(List<TraceEvent> trace) {
        EventList events = new EventList(trace);
        int pair = pair(events);
        if (pair < 0) {
            return Optional.empty();
        }
        int acquired = events.nextOnThread(pair);
        long holder = events.get(acquired).threadId();
        int other = events.find(0, each -> each.event() == Event.THREAD_BEGIN && each.threadId() != holder);
        if (other < 0) {
            return Optional.empty();
        }
        long thread = events.get(other).threadId();
        events.insert(acquired + 1, on(thread, events.get(acquired)));
        events.insert(acquired + 1, on(thread, events.get(pair)));
        return events.done();
    }

    private static TraceEvent on(long thread, TraceEvent event) {
        EventDraft draft = EventDraft.of(event);
        draft.threadId = thread;
        return draft.toEvent();
    }

    /** Enters a monitor again, releases it like a wait for a condition, and leaves it once without having acquired it again. */
    private static Optional<List<TraceEvent>> forgetReacquire(List<TraceEvent> trace) {
        EventList events = new EventList(trace);
        int pair = pair(events);
        if (pair < 0) {
            return Optional.empty();
        }
        int acquired = events.nextOnThread(pair);
        TraceEvent held = events.get(acquired);
        TraceEvent acquire = events.get(pair);
        events.insert(acquired + 1, as(held, Event.NEST_LOCK, ScopeEndpoint.END));
        EventDraft released = EventDraft.of(held);
        released.event = Event.MUTEX_RELEASED;
        events.insert(acquired + 1, released.toEvent());
        events.insert(acquired + 1, as(held, Event.NEST_LOCK, ScopeEndpoint.BEGIN));
        events.insert(acquired + 1, acquire);
        return events.done();
    }

    private static TraceEvent as(TraceEvent from, Event event, ScopeEndpoint endpoint) {
        EventDraft draft = EventDraft.of(from);
        draft.event = event;
        draft.endpoint = endpoint;
        draft.mutexKind = null;
        return draft.toEvent();
    }

    /** The index of the acquire of an exclusive mutex whose acquired is the next event of its thread. */
    private static int pair(EventList events) {
        Predicate<TraceEvent> isAcquire = each -> each.event() == Event.MUTEX_ACQUIRE
                && each.mutexKind() != null
                && TraceMutator.isExclusive(each.mutexKind());
        for (int at = events.find(0, isAcquire); at >= 0; at = events.find(at + 1, isAcquire)) {
            int next = events.nextOnThread(at);
            if (next >= 0 && events.get(next).event() == Event.MUTEX_ACQUIRED) {
                return at;
            }
        }
        return EventList.NONE;
    }
}
