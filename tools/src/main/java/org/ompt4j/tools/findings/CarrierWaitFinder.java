package org.ompt4j.tools.findings;

import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.EventShape;
import org.ompt4j.tools.findings.CarrierWaits.CodeTime;
import org.ompt4j.tools.model.ThreadModel;
import org.ompt4j.tools.read.TraceEvent;

/**
 * Finds virtual threads that go on later than they could, since their carriers run others. Memory is bounded. Thread safety: none.
 *
 * <p>That a thread was late is known as it goes on. The time in which at least one was is counted then, as far as it has not been: of a thread that was late for
 * longer than one that went on before it, the time before that one was late is left out.
 */
final class CarrierWaitFinder {
    static final EnumSet<Event> KINDS =
            EnumSet.of(Event.TASK_CREATE, Event.TASK_SCHEDULE, Event.TASK_LATE, Event.THREAD_END);

    /** What more of them run is not known. */
    private static final int THREADS = 200_000;

    private static final int CODES = 10_000;

    /** Of a carrier, what it ran last. */
    private static final int RUNS = 64;

    private final Map<Long, Long> places = new HashMap<>();
    private final Map<Long, Carrier> carriers = new HashMap<>();
    private final Map<Long, Long> late = new HashMap<>();
    private final Map<Long, Long> meanwhile = new HashMap<>();
    private @Nullable Interval longest;
    private long times;
    private long waitedNanos;
    private long nanos;
    private long countedNanos;

    /** A carrier's time with a virtual thread that runs the code of this place. */
    private record Ran(long place, long fromNanos, long toNanos) {}

    private static final class Carrier {
        final Deque<Ran> latest = new ArrayDeque<>();
        long mountedNanos;
    }

    void event(TraceEvent event, ThreadModel thread) {
        Event kind = event.event();
        if (kind == Event.TASK_CREATE) {
            if (TraceEvent.isVirtualThread(event.newTaskId()) && places.size() < THREADS) {
                places.put(event.newTaskId(), EventShape.place(event.codeptrRa(), event.body()));
            }
        } else if (event.isMount()) {
            carriers.computeIfAbsent(thread.id(), any -> new Carrier()).mountedNanos = event.timeNanos();
        } else if (event.isUnmount()) {
            leaves(event, thread);
        } else if (kind == Event.TASK_LATE) {
            ThreadModel mounted = thread.mounted();
            if (mounted != null && mounted.id() == event.taskId()) {
                isLate(event, thread);
            }
        } else if (kind == Event.THREAD_END) {
            carriers.remove(thread.id());
        }
    }

    private void leaves(TraceEvent event, ThreadModel thread) {
        ThreadModel on = thread.isVirtual() ? thread.carrier() : thread;
        Carrier carrier = on == null ? null : carriers.get(on.id());
        long place = placeOf(event.priorTaskId());
        if (carrier != null) {
            if (carrier.latest.size() == RUNS) {
                carrier.latest.removeFirst();
            }
            carrier.latest.addLast(new Ran(place, carrier.mountedNanos, event.timeNanos()));
        }
        if (event.endsBody()) {
            places.remove(event.priorTaskId());
        }
    }

    private long placeOf(long thread) {
        return places.getOrDefault(thread, 0L);
    }

    private void isLate(TraceEvent event, ThreadModel carrier) {
        Interval waited = new Interval(carrier.id(), Math.max(0, event.dueNanos()), event.timeNanos());
        times++;
        waitedNanos += waited.nanos();
        add(late, placeOf(event.taskId()), waited.nanos());
        longest = longest == null || waited.nanos() > longest.nanos() ? waited : longest;
        count(waited, carriers.get(carrier.id()));
    }

    private void count(Interval waited, @Nullable Carrier carrier) {
        long from = Math.max(waited.fromNanos(), countedNanos);
        countedNanos = Math.max(countedNanos, waited.toNanos());
        nanos += Math.max(0, waited.toNanos() - from);
        if (carrier == null) {
            return;
        }
        Iterator<Ran> latest = carrier.latest.descendingIterator();
        while (latest.hasNext()) {
            Ran each = latest.next();
            if (each.toNanos <= from) {
                return;
            }
            add(meanwhile, each.place, each.toNanos - Math.max(from, each.fromNanos));
        }
    }

    private static void add(Map<Long, Long> to, long place, long nanos) {
        boolean isKept = to.size() < CODES || to.containsKey(place);
        to.merge(isKept ? place : 0L, nanos, Long::sum);
    }

    /** The recording ends, or pauses, while the thread is where it is. */
    void end(ThreadModel thread) {
        carriers.remove(thread.id());
    }

    List<CarrierWaits> find(long leastNanos) {
        return longest == null || nanos <= leastNanos
                ? List.of()
                : List.of(new CarrierWaits(
                        times, waitedNanos, nanos, longestFirst(late), longestFirst(meanwhile), longest));
    }

    private static List<CodeTime> longestFirst(Map<Long, Long> times) {
        return times.entrySet().stream()
                .map(each -> new CodeTime(
                        EventShape.body(each.getKey()), EventShape.codeptrRa(each.getKey()), each.getValue()))
                .sorted(Comparator.comparingLong((CodeTime each) -> -each.nanos())
                        .thenComparing(CodeTime::body)
                        .thenComparing(CodeTime::codeptrRa))
                .toList();
    }
}
