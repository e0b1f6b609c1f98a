package org.ompt4j.emitter;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.EventShape;
import org.ompt4j.ompt.Member;
import org.ompt4j.ompt.OmptThread;
import org.ompt4j.ompt.RecordSink;
import org.ompt4j.ompt.ScopeEndpoint;
import org.ompt4j.ompt.State;

/** Records all events that the core delivers, on any thread, in order of delivery. */
final class RecordedEvents implements AutoCloseable {

    /**
     * One delivered event. {@code arguments} are the values of its members in their order, and of its payload; {@code state} is the state of the
     * thread at that time.
     */
    record Delivered(String event, OmptThread thread, long timeNanos, List<Object> arguments, State state) {
        boolean is(String name, Object... expected) {
            return event.equals(name) && arguments.containsAll(Arrays.asList(expected));
        }

        /** The name of the event and, if it has one, its endpoint. */
        String brief() {
            return arguments.stream()
                    .filter(ScopeEndpoint.class::isInstance)
                    .map(endpoint -> event + " " + ((ScopeEndpoint) endpoint).specName())
                    .findFirst()
                    .orElse(event);
        }
    }

    private final List<Delivered> events = Collections.synchronizedList(new ArrayList<>());

    private final RecordSink sink = new RecordSink() {
        @Override
        public void record(
                OmptThread thread,
                EventShape shape,
                long timeNanos,
                long details,
                long a,
                long b,
                long c,
                long d,
                long place) {
            add(thread, shape, timeNanos, arguments(shape.event(), details, new long[] {a, b, c, d}, place, ""));
        }

        @Override
        public void recordWith(
                OmptThread thread,
                EventShape shape,
                long timeNanos,
                long details,
                long a,
                long b,
                long c,
                long place,
                Object payload) {
            List<Object> arguments = payload instanceof String text
                    ? arguments(shape.event(), details, new long[] {a, b, c, 0}, place, text)
                    : List.of(a, payload, (int) c);
            add(thread, shape, timeNanos, arguments);
        }

        private void add(OmptThread thread, EventShape shape, long timeNanos, List<Object> arguments) {
            events.add(new Delivered(nameOf(shape.event()), thread, timeNanos, List.copyOf(arguments), thread.state()));
        }
    };

    private static List<Object> arguments(Event event, long details, long[] numbers, long place, String text) {
        List<Object> arguments = new ArrayList<>();
        for (Member each : event.members()) {
            arguments.add(each.type() == Member.Type.TEXT ? text : value(event, each, details, numbers, place));
        }
        return arguments;
    }

    private static Object value(Event event, Member member, long details, long[] numbers, long place) {
        return switch (member.type()) {
            case ENUMERATOR -> enumerator(member, member.in(details));
            case TRUTH -> member.in(details) != 0;
            case FLAGS -> member.in(details);
            case CALL_SITE -> EventShape.codeptrRa(place);
            case BODY -> EventShape.body(place);
            default -> number(member, numbers[event.numbers().indexOf(member)]);
        };
    }

    RecordedEvents() {
        listenTo(-1L);
    }

    /** The name of the event's callback. */
    private static String nameOf(Event event) {
        StringBuilder name = new StringBuilder();
        for (String each : event.specName().split("_")) {
            name.append(name.isEmpty() ? each : each.substring(0, 1).toUpperCase(Locale.ROOT) + each.substring(1));
        }
        return name.toString();
    }

    private static Object enumerator(Member member, int value) {
        try {
            return Objects.requireNonNull(member.valueType())
                    .getMethod("of", int.class)
                    .invoke(null, value);
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }

    /** The value in the type that it has in callbacks: int or long. */
    private static Object number(Member member, long value) {
        return switch (member) {
            case REQUESTED_PARALLELISM, ACTUAL_PARALLELISM, INDEX, NDEPS -> (Object) (int) value;
            default -> value;
        };
    }

    /** Takes only the events of this mask from now on. */
    void listenTo(long eventMask) {
        Events.deliverTo(sink, eventMask);
    }

    /** The events of all threads. */
    List<Delivered> all() {
        synchronized (events) {
            return List.copyOf(events);
        }
    }

    List<Delivered> of(OmptThread thread) {
        synchronized (events) {
            return events.stream().filter(each -> each.thread() == thread).toList();
        }
    }

    List<String> briefOf(OmptThread thread) {
        return of(thread).stream().map(Delivered::brief).toList();
    }

    void forget() {
        events.clear();
    }

    @Override
    public void close() {
        Events.deliverTo(null, 0);
    }
}
