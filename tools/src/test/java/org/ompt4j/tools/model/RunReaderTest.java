package org.ompt4j.tools.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.State;
import org.ompt4j.tools.read.Pause;
import org.ompt4j.tools.read.Trace;
import org.ompt4j.tools.read.TraceEvent;
import org.ompt4j.tools.testing.RichTrace;
import org.ompt4j.tools.testing.TraceInMemory;
import org.ompt4j.tools.testing.TraceWithEvents;
import org.ompt4j.tools.testing.VirtualThreadTrace;

class RunReaderTest {
    /** More events than the reader may be ahead of its listeners. */
    private static final int MANY = 20_000;

    @Test
    void whoIsToldAsideIsToldTheSame() throws IOException {
        for (Trace trace : List.of(RichTrace.build(), VirtualThreadTrace.build(), withPause(RichTrace.build()))) {
            Told alone = new Told();
            Told here = new Told();
            Told aside = new Told();
            long end = RunReader.read(trace, run(trace), alone);

            assertThat(RunReader.read(trace, run(trace), List.of(here), run(trace), List.of(aside)))
                    .isEqualTo(end);
            assertThat(here.all).isEqualTo(alone.all);
            assertThat(aside.all).isEqualTo(alone.all).hasSizeGreaterThan(10);
        }
    }

    @Test
    void manyEventsAreFollowedToTheLastOne() throws IOException {
        Trace trace = withMany();
        Counted here = new Counted();
        Counted aside = new Counted();

        RunReader.read(trace, run(trace), List.of(here), run(trace), List.of(aside));

        assertThat(aside.events).isEqualTo(here.events).isEqualTo(MANY);
        assertThat(aside.thread).isNotEqualTo(here.thread).isNotNull();
    }

    @Test
    void whatFailsAsideFailsTheReading() {
        Trace trace = withMany();
        Counted aside = new Counted() {
            @Override
            public void event(TraceEvent event, ThreadModel thread) {
                super.event(event, thread);
                if (events == 5_000) {
                    throw new IllegalStateException("the 5,000th");
                }
            }
        };

        assertThatThrownBy(() -> RunReader.read(trace, run(trace), List.of(new Counted()), run(trace), List.of(aside)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("the 5,000th");
        assertThat(aside.events).isEqualTo(5_000);
    }

    @Test
    void aListenerIsToldOfTheKindsOfEventsThatItAsksFor() throws IOException {
        Trace trace = RichTrace.build();
        Told all = new Told();
        List<Event> some = new ArrayList<>();
        RunReader.EventListener ofTasks = new RunReader.EventListener() {
            @Override
            public Set<Event> kinds() {
                return EnumSet.of(Event.TASK_CREATE, Event.TASK_SCHEDULE);
            }

            @Override
            public void event(TraceEvent event, ThreadModel thread) {
                some.add(event.event());
            }
        };

        RunReader.read(trace, run(trace), List.of(all, ofTasks));

        assertThat(some)
                .contains(Event.TASK_CREATE, Event.TASK_SCHEDULE)
                .isEqualTo(all.kinds.stream()
                        .filter(each -> each == Event.TASK_CREATE || each == Event.TASK_SCHEDULE)
                        .toList());
    }

    private static RunModel run(Trace trace) {
        return RunModel.withoutHistory(trace);
    }

    private static Trace withMany() {
        TraceInMemory trace = RichTrace.build();
        TraceEvent one = trace.eventList().stream()
                .filter(each -> each.event() == Event.WAKEUP)
                .findFirst()
                .orElseThrow();
        List<TraceEvent> many = new ArrayList<>();
        for (int i = 0; i < MANY; i++) {
            many.add(one);
        }
        return trace.withEvents(many);
    }

    private static Trace withPause(TraceInMemory trace) {
        List<TraceEvent> events = trace.eventList();
        long middle = events.get(events.size() / 2).timeNanos();
        return new TraceWithEvents(trace, events, List.of(new Pause(middle, middle)));
    }

    /** Logs all calls. */
    private static final class Told
            implements RunReader.EventListener, RunReader.AppliedListener, RunReader.StateListener {
        final List<String> all = new ArrayList<>();
        final List<@Nullable Event> kinds = new ArrayList<>();

        @Override
        public void event(TraceEvent event, ThreadModel thread) {
            kinds.add(event.event());
            all.add("event " + event + " on " + thread.id() + " in " + thread.currentTask());
        }

        @Override
        public void applied(TraceEvent event, ThreadModel thread, @Nullable ThreadModel switched) {
            all.add("applied " + event + " in " + thread.currentTask() + (switched == null ? "" : switched.id()));
        }

        @Override
        public void interval(ThreadModel thread, State state, long nanos) {
            all.add("interval " + thread.id() + state + nanos);
        }

        @Override
        public void end(ThreadModel thread, long timeNanos) {
            all.add("end " + thread.id() + " at " + timeNanos);
        }

        @Override
        public void partEnded(long timeNanos) {
            all.add("part ended at " + timeNanos);
        }

        @Override
        public void pause(Pause pause) {
            all.add(pause.toString());
        }

        @Override
        public void sample(TraceEvent sample) {
            all.add("sample " + sample);
        }
    }

    private static class Counted implements RunReader.EventListener {
        int events;

        @Nullable
        Thread thread;

        @Override
        public void event(TraceEvent event, ThreadModel on) {
            events++;
            thread = Thread.currentThread();
        }
    }
}
