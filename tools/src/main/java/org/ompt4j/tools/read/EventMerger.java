package org.ompt4j.tools.read;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/** Merges the threads' events by time. If several threads have events at the same time, {@link CausalOrder} puts causes first. */
final class EventMerger implements Iterator<TraceEvent> {
    private static final int MAX_TIED_PER_THREAD = 10_000;

    private final PriorityQueue<ThreadCursor> waiting = new PriorityQueue<>(EventMerger::compare);
    private final List<Regions> regions = new ArrayList<>();
    private final ArrayDeque<TraceEvent> tied = new ArrayDeque<>();
    private @Nullable ThreadCursor current;

    EventMerger(List<ThreadCursor> cursors) {
        Map<Long, long[]> ofUnmounted = new HashMap<>();
        for (int i = 0; i < cursors.size(); i++) {
            regions.add(new Regions(ofUnmounted));
        }
        waiting.addAll(cursors);
    }

    /* Without combined comparators, since this is called several times for each event. */
    private static int compare(ThreadCursor one, ThreadCursor other) {
        int byTime = Long.compare(one.headTime(), other.headTime());
        return byTime != 0 ? byTime : Integer.compare(one.order, other.order);
    }

    @Override
    public boolean hasNext() {
        return peek() != null;
    }

    @Override
    public TraceEvent next() {
        TraceEvent event = peek();
        if (event == null) {
            throw new NoSuchElementException();
        }
        try {
            if (tied.isEmpty()) {
                take();
            } else {
                tied.remove();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return event;
    }

    private @Nullable TraceEvent peek() {
        try {
            if (tied.isEmpty()) {
                settle();
            }
            if (!tied.isEmpty()) {
                return tied.peek();
            }
            return current == null ? null : current.head();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void take() throws IOException {
        ThreadCursor cursor = current;
        TraceEvent event = cursor == null ? null : cursor.head();
        if (cursor != null && event != null) {
            regions.get(cursor.order).follow(event);
            cursor.advance();
        }
    }

    /** Makes the thread with the earliest event the current one. If several threads have events at that time, orders these events. */
    private void settle() throws IOException {
        while (true) {
            ThreadCursor cursor = current;
            if (cursor == null) {
                cursor = waiting.poll();
                current = cursor;
                if (cursor == null) {
                    return;
                }
            }
            if (cursor.head() == null) {
                current = null;
                continue;
            }
            ThreadCursor rival = waiting.peek();
            if (rival == null || rival.headTime() > cursor.headTime()) {
                return;
            }
            if (rival.headTime() == cursor.headTime() && confirm(rival)) {
                breakTie(cursor.headTime());
                return;
            }
            if (rival.headTime() < cursor.headTime()) {
                waiting.add(cursor);
                current = null;
            }
        }
    }

    /** Reads the rival's first event. Returns false if it is later than its lower bound; then the rival has been moved accordingly. */
    private boolean confirm(ThreadCursor rival) throws IOException {
        long promised = rival.headTime();
        waiting.remove(rival);
        if (rival.head() == null) {
            return false;
        }
        waiting.add(rival);
        return rival.headTime() == promised;
    }

    private void breakTie(long timeNanos) throws IOException {
        List<ThreadCursor> cursors = new ArrayList<>();
        if (current != null) {
            cursors.add(current);
        }
        current = null;
        while (!waiting.isEmpty() && waiting.peek().headTime() == timeNanos) {
            cursors.add(waiting.remove());
        }
        CausalOrder order = new CausalOrder();
        for (ThreadCursor cursor : cursors) {
            order.addLane(cursor.order, eventsAt(timeNanos, cursor), regions.get(cursor.order));
            if (cursor.hasMore()) {
                waiting.add(cursor);
            }
        }
        order.drainTo(tied);
    }

    private static List<TraceEvent> eventsAt(long timeNanos, ThreadCursor cursor) throws IOException {
        List<TraceEvent> events = new ArrayList<>();
        TraceEvent event = cursor.head();
        while (event != null && event.timeNanos() == timeNanos && events.size() < MAX_TIED_PER_THREAD) {
            events.add(event);
            cursor.advance();
            event = cursor.head();
        }
        return events;
    }
}
