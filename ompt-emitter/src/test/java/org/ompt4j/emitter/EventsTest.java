package org.ompt4j.emitter;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.DependenceType;
import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.OmptDependence;
import org.ompt4j.ompt.ThreadType;

/** Dispatch of events that no construct raises; the others are tested with their constructs. */
class EventsTest {
    private static final Construct K = Construct.FORK_JOIN_TASK;

    private final RecordedEvents events = new RecordedEvents();

    @AfterEach
    void stop() {
        events.close();
    }

    /** Runs the body on a new thread; returns the context of this thread after it has ended. */
    private static ThreadContext onThread(Consumer<ThreadContext> body) throws InterruptedException {
        ThreadContext[] context = new ThreadContext[1];
        Thread thread = new Thread(() -> {
            context[0] = Threads.begin(Thread.currentThread(), ThreadType.INITIAL);
            body.accept(context[0]);
            Threads.end(context[0]);
        });
        thread.start();
        thread.join();
        return context[0];
    }

    @Test
    void dependencesAreDeliveredAsTheyAre() throws InterruptedException {
        OmptDependence[] deps = {new OmptDependence(4, DependenceType.IN)};
        ThreadContext c = onThread(t -> Events.dependences(t, 5, K, 9, deps, 1));

        assertThat(events.of(c))
                .filteredOn(each -> each.is("dependences"))
                .singleElement()
                .satisfies(each -> {
                    assertThat(each.timeNanos()).isEqualTo(5);
                    assertThat(each.arguments()).containsExactly(9L, deps, 1);
                });
    }

    @Test
    void flushCarriesItsCallSite() throws InterruptedException {
        ThreadContext c = onThread(t -> Events.flush(t, 5, K, 7));

        assertThat(events.of(c)).filteredOn(each -> each.is("flush", 7)).hasSize(1);
    }

    @Test
    void commandOfAThreadIsRecorded() throws InterruptedException {
        ThreadContext c = onThread(t -> {
            UnobservedScope call = UnobservedScope.enter();
            assertThat(call).isNotNull();
            call.controlled(64, 3, 7);
            call.leave();
        });

        assertThat(events.of(c))
                .filteredOn(each -> each.is("controlTool"))
                .singleElement()
                .satisfies(each -> assertThat(each.arguments()).isEqualTo(List.of(64L, 3L, 7)));
    }

    @Test
    void commandOfAThreadThatIsNotObservedMakesNoRecord() throws InterruptedException {
        Thread thread = new Thread(
                () -> {
                    UnobservedScope call = UnobservedScope.enter();
                    assertThat(call).isNotNull();
                    call.controlled(64, 3, 7);
                    call.leave();
                },
                "ompt4j-test");
        events.forget();
        thread.start();
        thread.join();

        assertThat(events.all()).noneMatch(each -> each.is("controlTool"));
    }

    @Test
    void whatNobodyWantsIsNotDelivered() throws InterruptedException {
        for (Event each : List.of(Event.DEPENDENCES, Event.FLUSH, Event.CONTROL_TOOL)) {
            events.listenTo(~each.bit());
            events.forget();
            ThreadContext c = onThread(t -> {
                Events.dependences(t, 5, K, 9, new OmptDependence[0], 0);
                Events.flush(t, 5, K, 7);
                Events.controlTool(t, 5, K, 64, 3, 7);
            });

            assertThat(events.of(c))
                    .extracting(RecordedEvents.Delivered::event)
                    .filteredOn(name ->
                            List.of("dependences", "flush", "controlTool").contains(name))
                    .hasSize(2);
        }
    }

    @Test
    void noMoreThanTheBeginOfALongMessageIsTold() {
        String told = Events.textOf(new IllegalStateException("x".repeat(1_000_000)));

        assertThat(told).startsWith("java.lang.IllegalStateException: xxx").endsWith("x...");
        assertThat(told.length()).isBetween(4_096, 5_000);
    }
}
