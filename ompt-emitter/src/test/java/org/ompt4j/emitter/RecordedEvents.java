package org.ompt4j.emitter;

import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.ompt4j.ompt.OmptThread;
import org.ompt4j.ompt.RecordSink;
import org.ompt4j.ompt.ScopeEndpoint;
import org.ompt4j.ompt.State;

/** Takes every event that the core delivers, on any thread, in order of delivery. */
final class RecordedEvents implements AutoCloseable {

    /** One delivered event; {@code arguments} are those after thread, time and construct, {@code state} the thread's then. */
    record Delivered(String event, OmptThread thread, long timeNanos, List<Object> arguments, State state) {
        boolean is(String name, Object... expected) {
            return event.equals(name) && arguments.containsAll(Arrays.asList(expected));
        }

        /** Name and endpoint, where there is one. */
        String brief() {
            return arguments.stream()
                    .filter(ScopeEndpoint.class::isInstance)
                    .map(endpoint -> event + " " + ((ScopeEndpoint) endpoint).specName())
                    .findFirst()
                    .orElse(event);
        }
    }

    private final List<Delivered> events = Collections.synchronizedList(new ArrayList<>());

    private final RecordSink sink;

    RecordedEvents() {
        sink = (RecordSink) Proxy.newProxyInstance(
                RecordSink.class.getClassLoader(), new Class<?>[] {RecordSink.class}, (proxy, method, arguments) -> {
                    if (!method.getName().startsWith("define")) {
                        events.add(new Delivered(
                                method.getName(),
                                (OmptThread) arguments[0],
                                (long) arguments[1],
                                List.of(Arrays.copyOfRange(arguments, 3, arguments.length)),
                                ((OmptThread) arguments[0]).state()));
                    }
                    return null;
                });
        listenTo(-1L);
    }

    /** Takes only the events of this mask from now on. */
    void listenTo(long eventMask) {
        Events.deliverTo(sink, eventMask);
    }

    /** What was delivered on any thread. */
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
