package org.ompt4j.emitter.tool;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.ompt4j.emitter.tool.SinkFanout.Receiver;
import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.OmptDependence;
import org.ompt4j.ompt.OmptThread;
import org.ompt4j.ompt.RecordSink;

/** Every method of a sink, so that none is forgotten when an event is added. */
class SinkFanoutTest {
    private final TestCore core = new TestCore();
    private final TestThread thread = core.thread(3);
    private final List<String> seen = new ArrayList<>();

    static Stream<Method> events() {
        return Arrays.stream(RecordSink.class.getMethods())
                .filter(each -> !each.getName().startsWith("define"));
    }

    static Stream<Method> definitions() {
        return Arrays.stream(RecordSink.class.getMethods())
                .filter(each -> each.getName().startsWith("define"));
    }

    private static Event eventOf(Method method) {
        String name = method.getName().replaceAll("([A-Z])", "_$1").toUpperCase(Locale.ROOT);
        return Event.valueOf(name);
    }

    private RecordSink sink(String name, boolean throwing) {
        return (RecordSink) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {RecordSink.class}, (proxy, method, arguments) -> {
                    Object first = arguments[0] instanceof OmptThread seenThread ? seenThread.id() : arguments[0];
                    seen.add(name + " " + method.getName() + " " + first + " "
                            + Arrays.deepToString(Arrays.copyOfRange(arguments, 1, arguments.length)));
                    if (throwing) {
                        throw new IllegalStateException("boom");
                    }
                    return null;
                });
    }

    private SinkFanout fanout(long firstMask, long secondMask, boolean firstThrows) {
        Receiver first = new Receiver(0, sink("first", firstThrows), firstMask);
        Receiver second = new Receiver(4, sink("second", false), secondMask);
        return new SinkFanout(core, new Receiver[] {first, second}, -1);
    }

    /** Arguments that differ from each other, so that none can be taken for another one. */
    private @Nullable Object[] arguments(Method method) {
        Class<?>[] types = method.getParameterTypes();
        @Nullable Object[] arguments = new Object[types.length];
        for (int i = 0; i < types.length; i++) {
            arguments[i] = argument(types[i], i);
        }
        return arguments;
    }

    private @Nullable Object argument(Class<?> type, int index) {
        if (type == long.class) {
            return 100L + index;
        } else if (type == int.class) {
            return 10 + index;
        } else if (type == boolean.class) {
            return true;
        } else if (type == String.class) {
            return "text";
        } else if (type == OmptThread.class) {
            return thread;
        } else if (type == OmptDependence[].class) {
            return new OmptDependence[0];
        }
        return type.getEnumConstants()[1];
    }

    private void call(SinkFanout fanout, Method method) {
        try {
            method.invoke(fanout, arguments(method));
        } catch (IllegalAccessException | InvocationTargetException e) {
            throw new AssertionError(e);
        }
    }

    private String expected(String name, Method method) {
        @Nullable Object[] arguments = arguments(method);
        Object first = arguments[0] == thread ? (Object) 3L : arguments[0];
        return name + " " + method.getName() + " " + first + " "
                + Arrays.deepToString(Arrays.copyOfRange(arguments, 1, arguments.length));
    }

    @ParameterizedTest
    @MethodSource("events")
    void everyEventReachesWhoWantsItUnchangedAndInOrder(Method method) {
        call(fanout(eventOf(method).bit(), -1L, false), method);

        assertThat(seen).containsExactly(expected("first", method), expected("second", method));
    }

    @ParameterizedTest
    @MethodSource("events")
    void noEventReachesWhoDoesNotWantIt(Method method) {
        call(fanout(~eventOf(method).bit(), 0, false), method);

        assertThat(seen).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("events")
    void sinkThatThrowsKeepsNoEventFromTheNextOne(Method method) {
        call(fanout(-1L, -1L, true), method);

        assertThat(seen).containsExactly(expected("first", method), expected("second", method));
        assertThat(core.failures).hasSize(1);
    }

    @ParameterizedTest
    @MethodSource("definitions")
    void definitionsReachEverySink(Method method) {
        call(fanout(0, 0, true), method);

        assertThat(seen).containsExactly(expected("first", method), expected("second", method));
    }

    @Test
    void everyHostEventHasAMethod() {
        List<Event> events = events().map(SinkFanoutTest::eventOf).toList();
        for (Event each : Event.values()) {
            assertThat(events.contains(each))
                    .as(each.specName())
                    .isEqualTo((Callbacks.DEVICE_EVENTS & each.bit()) == 0);
        }
    }
}
