package org.ompt4j.tools.read;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.ompt4j.tools.testing.RandomEvents;
import org.ompt4j.tools.testing.TestRuntime;
import org.ompt4j.tools.testing.TestThread;
import org.ompt4j.tools.trace.TraceTool;

class TraceRoundTripTest {
    @TempDir
    Path directory;

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void everyCallOfTheSinkComesBackFromTheFile(long seed) throws IOException {
        assertRoundTrip(seed, 1, 500);
    }

    @Test
    void chunksThatGrowHoldTheEventsOfEveryThread() throws IOException {
        assertRoundTrip(6, 4, 200_000);
    }

    private void assertRoundTrip(long seed, int threadCount, int calls) throws IOException {
        Path file = directory.resolve("Mit Leerzeichen und Umlauten äöü.ompt");
        TestRuntime runtime = TestRuntime.writing(file, "trace");
        assertThat(runtime.start(new TraceTool())).isTrue();
        long start = System.nanoTime();
        runtime.endAt(new RandomEvents(seed, threads(threadCount), start).feed(runtime.sink(), calls), file);
        ExpectedEvents expected = new ExpectedEvents(start);
        new RandomEvents(seed, threads(threadCount), start).feed(expected, calls);

        try (Trace trace = Traces.open(file)) {
            List<TraceEvent> events = all(trace);
            assertThat(all(trace)).as("read once more").isEqualTo(events);
            assertThat(trace.losses().droppedEvents()).isZero();
            assertThat(trace.losses().finished()).isTrue();
            assertThat(events).isSortedAccordingTo((a, b) -> Long.compare(a.timeNanos(), b.timeNanos()));
            long shift = events.get(0).timeNanos() - expected.events.get(0).timeNanos();
            for (TestThread thread : threads(threadCount)) {
                assertThat(of(thread.id(), events, shift)).isEqualTo(of(thread.id(), expected.events, 0));
            }
        }
    }

    private static List<TestThread> threads(int count) {
        List<TestThread> threads = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            threads.add(new TestThread(i + 1));
        }
        return threads;
    }

    static List<TraceEvent> all(Trace trace) throws IOException {
        List<TraceEvent> events = new ArrayList<>();
        for (Iterator<TraceEvent> i = trace.events(); i.hasNext(); ) {
            events.add(i.next());
        }
        return events;
    }

    private static List<String> of(long threadId, List<TraceEvent> events, long shift) {
        List<String> found = new ArrayList<>();
        for (TraceEvent event : events) {
            if (event.threadId() == threadId) {
                String time = "timeNanos=" + event.timeNanos();
                found.add(event.toString().replace(time, "timeNanos=" + (event.timeNanos() - shift)));
            }
        }
        return found;
    }
}
