package org.ompt4j.emitter.tool;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.ompt4j.emitter.tool.SinkFanout.Receiver;
import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.EventShape;
import org.ompt4j.ompt.OmptThread;
import org.ompt4j.ompt.RecordSink;

/** Calls every method of a sink, so that no new method is forgotten. */
class SinkFanoutTest {
    private final TestCore core = new TestCore();
    private final TestThread thread = core.thread(3);
    private final List<String> seen = new ArrayList<>();

    static Stream<Method> definitions() {
        return Arrays.stream(RecordSink.class.getMethods())
                .filter(each -> each.getName().startsWith("define"));
    }

    private static final Method RECORD = method("record");
    private static final Method RECORD_WITH = method("recordWith");

    private static Method method(String name) {
        return Arrays.stream(RecordSink.class.getMethods())
                .filter(each -> each.getName().equals(name))
                .findAny()
                .orElseThrow();
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

    /** Arguments that all differ, so that the test finds out if some were exchanged. */
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
        } else if (type == String.class) {
            return "text";
        } else if (type == OmptThread.class) {
            return thread;
        } else if (type == Object.class) {
            return "payload";
        } else if (type == EventShape.class) {
            return Event.WORK.shape();
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

    @Test
    void eventWithAPayloadReachesEverySinkUnchanged() {
        call(fanout(-1L, -1L, true), RECORD_WITH);

        assertThat(seen).containsExactly(expected("first", RECORD_WITH), expected("second", RECORD_WITH));
        assertThat(core.failures).hasSize(1);
    }

    @Test
    void eventReachesWhoWantsItUnchangedAndInOrder() {
        call(fanout(Event.WORK.bit(), -1L, false), RECORD);

        assertThat(seen).containsExactly(expected("first", RECORD), expected("second", RECORD));
    }

    @Test
    void eventDoesNotReachWhoDoesNotWantIt() {
        call(fanout(~Event.WORK.bit(), 0, false), RECORD);

        assertThat(seen).isEmpty();
    }

    @Test
    void sinkThatThrowsKeepsNoEventFromTheNextOne() {
        call(fanout(-1L, -1L, true), RECORD);

        assertThat(seen).containsExactly(expected("first", RECORD), expected("second", RECORD));
        assertThat(core.failures).hasSize(1);
    }

    @ParameterizedTest
    @MethodSource("definitions")
    void definitionsReachEverySink(Method method) {
        call(fanout(0, 0, true), method);

        assertThat(seen).containsExactly(expected("first", method), expected("second", method));
    }
}
