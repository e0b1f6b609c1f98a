package org.ompt4j.tools.findings;

import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.EventShape;
import org.ompt4j.tools.findings.CarrierWaits.CodeTime;
import org.ompt4j.tools.model.ThreadModel;
import org.ompt4j.tools.read.Pause;
import org.ompt4j.tools.read.TraceEvent;

/**
 * Finds virtual threads that go on later than they could because their carriers run others, if in sum the threads with the same code waited for a
 * carrier longer than they were on one. Memory is bounded. Thread safety: none.
 *
 * <p>A late thread is known only when it goes on. Then the time in which at least one thread was late is extended. If the thread was late for longer
 * than one that went on before it, the time before the other one became late is not counted.
 */
final class CarrierWaitFinder {
    static final EnumSet<Event> KINDS =
            EnumSet.of(Event.TASK_CREATE, Event.TASK_SCHEDULE, Event.TASK_LATE, Event.THREAD_END);

    /** How many virtual threads are followed; the code of further ones is not known. */
    private static final int THREADS = 200_000;

    private static final int CODES = 10_000;

    /** How many codes are kept that carriers ran while threads of one code waited; the rest is not distinguished. */
    private static final int CODES_MEANWHILE = 100;

    /** How many of its last runs are kept for each carrier. */
    private static final int RUNS = 4_096;

    private final PausesPassed pauses;
    private final Map<Long, Long> places = new HashMap<>();
    private final Map<Long, Carrier> carriers = new HashMap<>();
    private final Map<Long, Code> codes = new HashMap<>();

    /** @param pauses of the recording, in their order */
    CarrierWaitFinder(List<Pause> pauses) {
        this.pauses = new PausesPassed(pauses);
    }

    /** A carrier's time with a virtual thread that runs the code of this place. */
    private record Ran(long place, long fromNanos, long toNanos) {}

    private static final class Carrier {
        final Deque<Ran> latest = new ArrayDeque<>();
        long mountedNanos;
    }

    /** Virtual threads that run the same code. */
    private static final class Code {
        final long place;
        final Map<Long, Long> meanwhile = new HashMap<>();
        long mountedNanos;
        long times;
        long waitedNanos;
        /** How long at least one thread waited, and up to which time this is counted. */
        long nanos;

        long countedNanos;

        @Nullable
        Interval longest;

        Code(long place) {
            this.place = place;
        }

        void waited(Interval waited, @Nullable Carrier carrier) {
            times++;
            waitedNanos += waited.nanos();
            longest = longest == null || waited.nanos() > longest.nanos() ? waited : longest;
            long from = Math.max(waited.fromNanos(), countedNanos);
            countedNanos = Math.max(countedNanos, waited.toNanos());
            nanos += Math.max(0, waited.toNanos() - from);
            if (carrier != null) {
                ranSince(from, carrier);
            }
        }

        private void ranSince(long from, Carrier carrier) {
            Iterator<Ran> latest = carrier.latest.descendingIterator();
            while (latest.hasNext()) {
                Ran each = latest.next();
                if (each.toNanos <= from) {
                    return;
                }
                boolean isKept = meanwhile.size() < CODES_MEANWHILE || meanwhile.containsKey(each.place);
                long ranNanos = each.toNanos - Math.max(from, each.fromNanos);
                meanwhile.merge(isKept ? each.place : 0L, ranNanos, Long::sum);
            }
        }
    }

    private static CodeTime codeTime(long place, long nanos) {
        return new CodeTime(EventShape.body(place), EventShape.codeptrRa(place), nanos);
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
        } else if (event.isLateMount() && thread.mounted() != null) {
            isLate(event, thread);
        } else if (kind == Event.THREAD_END) {
            carriers.remove(thread.id());
        }
    }

    private void leaves(TraceEvent event, ThreadModel thread) {
        ThreadModel on = thread.isVirtual() ? thread.carrier() : thread;
        Carrier carrier = on == null ? null : carriers.get(on.id());
        if (carrier != null) {
            ran(carrier, placeOf(event.priorTaskId()), event.timeNanos());
        }
        if (event.endsBody()) {
            places.remove(event.priorTaskId());
        }
    }

    private void ran(Carrier carrier, long place, long untilNanos) {
        if (carrier.latest.size() == RUNS) {
            carrier.latest.removeFirst();
        }
        carrier.latest.addLast(new Ran(place, carrier.mountedNanos, untilNanos));
        code(place).mountedNanos += untilNanos - carrier.mountedNanos;
    }

    private long placeOf(long thread) {
        return places.getOrDefault(thread, 0L);
    }

    /** The entry of the place; the entry for unknown code if there are too many. */
    private Code code(long place) {
        boolean isKept = codes.size() < CODES || codes.containsKey(place);
        return codes.computeIfAbsent(isKept ? place : 0L, Code::new);
    }

    private void isLate(TraceEvent event, ThreadModel carrier) {
        long recordedSince = pauses.endBefore(event.timeNanos());
        Interval waited = new Interval(carrier.id(), Math.max(recordedSince, event.dueNanos()), event.timeNanos());
        code(placeOf(event.taskId())).waited(waited, carriers.get(carrier.id()));
    }

    /** The recording ends, or pauses, while the thread is where it is. */
    void end(ThreadModel thread, long timeNanos) {
        ThreadModel mounted = thread.mounted();
        Carrier carrier = carriers.remove(thread.id());
        if (carrier != null && mounted != null) {
            ran(carrier, placeOf(mounted.id()), timeNanos);
        }
        if (thread.isVirtual()) {
            places.remove(thread.id());
        }
    }

    List<CarrierWaits> find(long leastNanos) {
        List<Code> late = codes.values().stream()
                .filter(each -> each.waitedNanos > each.mountedNanos)
                .sorted(Comparator.comparingLong((Code each) -> -each.waitedNanos)
                        .thenComparing(each -> each.place))
                .toList();
        Code most = late.stream()
                .max(Comparator.comparingLong((Code each) -> each.nanos).thenComparing(each -> -each.place))
                .orElse(null);
        if (most == null || most.nanos <= leastNanos) {
            return List.of();
        }
        Interval longest = late.stream()
                .map(each -> each.longest)
                .filter(Objects::nonNull)
                .max(Comparator.comparingLong(Interval::nanos))
                .orElseThrow();
        return List.of(new CarrierWaits(
                late.stream().mapToLong(each -> each.times).sum(),
                late.stream().mapToLong(each -> each.waitedNanos).sum(),
                most.nanos,
                late.stream()
                        .map(each -> codeTime(each.place, each.waitedNanos))
                        .toList(),
                ranMeanwhile(most),
                longest));
    }

    private static List<CodeTime> ranMeanwhile(Code waited) {
        return waited.meanwhile.entrySet().stream()
                .map(each -> codeTime(each.getKey(), each.getValue()))
                .sorted(Comparator.comparingLong((CodeTime each) -> -each.nanos())
                        .thenComparing(CodeTime::body)
                        .thenComparing(CodeTime::codeptrRa))
                .toList();
    }
}
