package org.ompt4j.tools.trace;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.ControlCommand;
import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.MutexKind;
import org.ompt4j.tools.read.PartOfTrace;
import org.ompt4j.tools.read.Trace;
import org.ompt4j.tools.read.TraceEvent;
import org.ompt4j.tools.read.Traces;
import org.ompt4j.tools.testing.TestRuntime;
import org.ompt4j.tools.testing.TestThread;

class RecordingControlTest {
    /** All events except the one that only runs with samples want. */
    private static final long ASKED = ~Event.TASK_CPU_TIME.bit();

    @TempDir
    Path directory;

    private final TestThread thread = new TestThread(7);
    private TestRuntime runtime = new TestRuntime();

    @BeforeEach
    void startTheTool() {
        runtime = TestRuntime.writing(file(), "trace");
        runtime.threads.add(thread);
        assertThat(runtime.start(new TraceTool())).isTrue();
    }

    private Path file() {
        return directory.resolve("run.ompt");
    }

    private void acquire(long waitId) {
        runtime.events()
                .mutexAcquired(thread, System.nanoTime(), Construct.SYNCHRONIZED, MutexKind.CRITICAL, waitId, 0);
    }

    private static List<TraceEvent> events(Trace trace) throws IOException {
        List<TraceEvent> events = new ArrayList<>();
        for (Iterator<TraceEvent> each = trace.events(); each.hasNext(); ) {
            events.add(each.next());
        }
        return events;
    }

    /** Waits until the clock has changed; returns its first new value. */
    private static long nextNanos() {
        long before = System.nanoTime();
        long between = before;
        while (between == before) {
            between = System.nanoTime();
        }
        while (System.nanoTime() == between) {
            Thread.onSpinWait();
        }
        return between;
    }

    @Test
    void pausedToolWantsNoEventUntilStart() {
        assertThat(runtime.control(ControlCommand.PAUSE)).isEqualTo(ControlCommand.SUCCESS);
        assertThat(runtime.eventMask()).isZero();
        assertThat(runtime.control(ControlCommand.PAUSE)).isEqualTo(ControlCommand.SUCCESS);

        assertThat(runtime.control(ControlCommand.START)).isEqualTo(ControlCommand.SUCCESS);
        assertThat(runtime.eventMask()).isEqualTo(ASKED);
    }

    @Test
    void traceSaysWhenItWasPausedAndHoldsNothingOfThatTime() throws IOException {
        acquire(1);
        runtime.control(ControlCommand.PAUSE);
        long whilePaused = nextNanos();
        // This event comes during the pause, from a thread that had begun to report it before.
        acquire(100);
        nextNanos();
        runtime.control(ControlCommand.START);
        // This event is delivered only now, although it happened before.
        runtime.events()
                .mutexAcquire(
                        thread,
                        whilePaused,
                        Construct.SYNCHRONIZED,
                        MutexKind.CRITICAL,
                        0,
                        org.ompt4j.ompt.MutexImpl.MONITOR,
                        2,
                        0);
        acquire(2);
        runtime.end();

        try (Trace trace = Traces.open(file())) {
            assertThat(trace.pauses()).hasSize(1);
            assertThat(trace.pauses().get(0).nanos()).isPositive();
            assertThat(events(trace)).extracting(TraceEvent::waitId).containsExactly(1L, 2L, 2L);
            assertThat(events(trace).get(1).timeNanos())
                    .isEqualTo(trace.pauses().get(0).toNanos());
            assertThat(trace.losses().finished()).isTrue();
        }
    }

    @Test
    void afterAPauseEventsBelongToTheTaskThatRunsThen() throws IOException {
        thread.taskId = 40;
        acquire(1);
        runtime.control(ControlCommand.PAUSE);
        thread.taskId = 50;
        runtime.control(ControlCommand.START);
        acquire(2);
        runtime.end();

        try (Trace trace = Traces.open(file())) {
            assertThat(events(trace).get(1).taskId()).isEqualTo(50);
        }
    }

    @Test
    void pauseThatNobodyEndedLastsToTheEndOfTheRun() throws IOException {
        acquire(1);
        runtime.control(ControlCommand.PAUSE);
        runtime.end();

        try (Trace trace = Traces.open(file())) {
            assertThat(trace.pauses()).hasSize(1);
            assertThat(trace.pauses().get(0).toNanos()).isEqualTo(trace.losses().durationNanos());
        }
    }

    /** As after a kill: there is no event since, but the run did not end before. */
    @Test
    void runThatWasCutOffInOrAfterAPauseIsAsLong() throws IOException {
        acquire(1);
        nextNanos();
        runtime.control(ControlCommand.PAUSE);
        try (Trace trace = Traces.open(file())) {
            assertThat(trace.losses().finished()).isFalse();
            assertThat(trace.losses().durationNanos())
                    .isEqualTo(trace.pauses().get(0).fromNanos());
            assertThat(trace.recordedNanos()).isEqualTo(trace.losses().durationNanos());
        }
        nextNanos();
        runtime.control(ControlCommand.START);
        try (Trace trace = Traces.open(file())) {
            assertThat(trace.losses().durationNanos())
                    .isEqualTo(trace.pauses().get(0).toNanos());
        }
    }

    @Test
    void flushMakesReadableWhatIsRecorded() throws IOException {
        runtime.failures.put("something", 3L);
        acquire(1);
        assertThat(runtime.control(ControlCommand.FLUSH)).isEqualTo(ControlCommand.SUCCESS);

        try (Trace trace = Traces.open(file())) {
            assertThat(events(trace)).extracting(TraceEvent::waitId).containsExactly(1L);
            assertThat(trace.losses().failures()).containsEntry("something", 3L);
            assertThat(trace.losses().finished()).isFalse();
        }
        runtime.end();
    }

    @Test
    void endFinishesTheTraceForGood() throws IOException {
        acquire(1);
        assertThat(runtime.control(ControlCommand.END)).isEqualTo(ControlCommand.SUCCESS);
        acquire(2);
        assertThat(runtime.eventMask()).isZero();
        assertThat(runtime.control(ControlCommand.START)).isEqualTo(ControlCommand.IGNORED);
        assertThat(runtime.control(ControlCommand.END)).isEqualTo(ControlCommand.IGNORED);
        runtime.end();

        assertThat(runtime.eventMask()).isZero();
        assertThat(runtime.messages).singleElement().asString().startsWith("trace written to");
        try (Trace trace = Traces.open(file())) {
            assertThat(events(trace)).extracting(TraceEvent::waitId).containsExactly(1L);
            assertThat(trace.losses().finished()).isTrue();
            assertThat(trace.losses().endReason()).isEqualTo("a command ended it");
        }
    }

    @Test
    void commandsOfOtherToolsAreIgnored() {
        assertThat(runtime.control(ControlCommand.FIRST_TOOL_SPECIFIC)).isEqualTo(ControlCommand.IGNORED);
        assertThat(runtime.control(0)).isEqualTo(ControlCommand.IGNORED);
        assertThat(runtime.eventMask()).isEqualTo(ASKED);
    }

    @Test
    void whoAsksIsToldTheTimeAndTheFile() throws IOException {
        StringBuilder told = new StringBuilder();
        StringBuilder toldLater = new StringBuilder();

        assertThat(runtime.control(RecordingControl.TELL_TRACE, told)).isEqualTo(ControlCommand.SUCCESS);
        nextNanos();
        assertThat(runtime.control(RecordingControl.TELL_TRACE, toldLater)).isEqualTo(ControlCommand.SUCCESS);

        assertThat(told.toString()).matches("\\d+ .+").endsWith(" " + file());
        assertThat(nanosOf(told)).isLessThan(nanosOf(toldLater));
        assertThat(runtime.control(RecordingControl.TELL_TRACE, "text")).isEqualTo(ControlCommand.IGNORED);
        runtime.end();
    }

    private static long nanosOf(StringBuilder told) {
        return Long.parseLong(told.substring(0, told.indexOf(" ")));
    }

    /** A test of an application does this around the code that it examines. */
    @Test
    void partOfATraceIsWhatWasRecordedSinceAMomentUpToThePause() throws IOException {
        acquire(1);
        assertThat(partSince(Long.MAX_VALUE)).isNull();
        runtime.control(ControlCommand.PAUSE);
        assertThat(partSince(Long.MAX_VALUE)).isNull();
        runtime.control(ControlCommand.START);
        acquire(2);
        StringBuilder told = new StringBuilder();
        runtime.control(RecordingControl.TELL_TRACE, told);
        acquire(3);
        // A pause within the part remains one.
        runtime.control(ControlCommand.PAUSE);
        runtime.control(ControlCommand.START);
        acquire(4);
        runtime.control(ControlCommand.PAUSE);

        PartOfTrace part = partSince(nanosOf(told));

        assertThat(part).isNotNull();
        assertThat(events(part)).extracting(TraceEvent::waitId).containsExactly(2L, 3L, 4L);
        assertThat(part.pauses()).hasSize(2);
        assertThat(events(part).get(0).timeNanos())
                .isGreaterThanOrEqualTo(part.pauses().get(0).toNanos());
        assertThat(events(part).get(2).timeNanos())
                .isLessThanOrEqualTo(part.losses().durationNanos());
        assertThat(partSince(0)).isNull();
        runtime.end();
    }

    private @Nullable PartOfTrace partSince(long nanos) throws IOException {
        return PartOfTrace.since(Traces.open(file()), nanos);
    }

    @Test
    void manyPausesCostLittleRoom() throws IOException {
        for (int i = 1; i <= 1000; i++) {
            acquire(i);
            runtime.control(ControlCommand.PAUSE);
            runtime.control(ControlCommand.START);
        }
        runtime.end();

        assertThat(Files.size(file())).isLessThan(8 << 20);
        try (Trace trace = Traces.open(file())) {
            assertThat(trace.pauses()).hasSize(1000);
            assertThat(events(trace)).hasSize(1000);
            assertThat(trace.losses().droppedEvents()).isZero();
        }
    }

    @Test
    void threadsThatEndDuringAPauseAreForgotten() throws IOException {
        acquire(1);
        runtime.control(ControlCommand.PAUSE);
        runtime.threads.clear();
        runtime.control(ControlCommand.START);
        TestThread next = new TestThread(8);
        runtime.events().mutexAcquired(next, System.nanoTime(), Construct.SYNCHRONIZED, MutexKind.CRITICAL, 2, 0);
        runtime.end();

        try (Trace trace = Traces.open(file())) {
            assertThat(events(trace)).extracting(TraceEvent::threadId).containsExactly(7L, 8L);
        }
    }
}
