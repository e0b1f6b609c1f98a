package org.ompt4j.tools.testing;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.ompt4j.tools.read.TraceEvent;

/** The events of a trace, for changes. An inserted event gets the time of the event at its place. */
final class EventList {
    static final int NONE = -1;

    private final List<TraceEvent> events;

    EventList(List<TraceEvent> events) {
        this.events = new ArrayList<>(events);
    }

    int size() {
        return events.size();
    }

    TraceEvent get(int at) {
        return events.get(at);
    }

    /** Index of the first event like this at or after {@code from}, or {@link #NONE}. */
    int find(int from, Predicate<TraceEvent> like) {
        for (int i = Math.max(from, 0); i < events.size(); i++) {
            if (like.test(events.get(i))) {
                return i;
            }
        }
        return NONE;
    }

    /** Index of the next event on the same thread, or {@link #NONE}. */
    int nextOnThread(int at) {
        long thread = events.get(at).threadId();
        return find(at + 1, each -> each.threadId() == thread);
    }

    void change(int at, Consumer<EventDraft> change) {
        EventDraft draft = EventDraft.of(events.get(at));
        change.accept(draft);
        events.set(at, draft.toEvent());
    }

    void remove(int at) {
        events.remove(at);
    }

    void removeIf(Predicate<TraceEvent> like) {
        events.removeIf(like);
    }

    /** Inserts a copy of the event before index {@code at}, with the time of the event there. */
    void insert(int at, TraceEvent event) {
        long time = at < events.size()
                ? events.get(at).timeNanos()
                : events.get(at - 1).timeNanos();
        EventDraft draft = EventDraft.of(event);
        draft.timeNanos = time;
        events.add(at, draft.toEvent());
    }

    /** Moves the events of one thread from index {@code from} on to right after index {@code to}. */
    void delay(int from, int to) {
        long thread = events.get(from).threadId();
        List<TraceEvent> delayed = new ArrayList<>();
        for (int i = to; i >= from; i--) {
            if (events.get(i).threadId() == thread) {
                delayed.add(0, events.remove(i));
            }
        }
        int after = to + 1 - delayed.size();
        for (int i = 0; i < delayed.size(); i++) {
            EventDraft draft = EventDraft.of(delayed.get(i));
            draft.timeNanos = events.get(after - 1).timeNanos();
            events.add(after + i, draft.toEvent());
        }
    }

    Optional<List<TraceEvent>> done() {
        return Optional.of(List.copyOf(events));
    }
}
