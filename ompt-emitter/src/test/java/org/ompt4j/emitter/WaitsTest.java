package org.ompt4j.emitter;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.ompt4j.emitter.blocking.ParkHooks;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.MutexImpl;
import org.ompt4j.ompt.MutexKind;
import org.ompt4j.ompt.State;
import org.ompt4j.ompt.SyncRegionKind;
import org.ompt4j.ompt.TaskStatus;
import org.ompt4j.ompt.WaitOutcome;

/** Waits for which OMPT has no event. */
class WaitsTest {
    private static final Construct K = Construct.SYNCHRONIZED;
    private static final SyncRegionKind BARRIER = SyncRegionKind.BARRIER_EXPLICIT;

    private static final long HOUR_NANOS = 3_600_000_000_000L;

    private final RecordedEvents events = new RecordedEvents();

    @BeforeEach
    void clean() {
        events.forget();
    }

    @AfterEach
    void stop() {
        events.close();
    }

    private void assertWaits(ThreadContext c, String... expected) {
        assertThat(events.briefOf(c))
                .filteredOn(each -> each.startsWith("wait"))
                .containsExactly(expected);
    }

    @Test
    void stateAndWaitIdLastFromTheBeginToTheEnd() throws InterruptedException {
        ThreadContext c = ObservedThread.run(t -> {
            assertThat(Waits.begin(t, K, State.WAIT_CONDITION, 7, 3)).isTrue();
            assertThat(t.state()).isEqualTo(State.WAIT_CONDITION);
            assertThat(t.waitId()).isEqualTo(7);
            Waits.end(t, K, State.WAIT_CONDITION, 7, 3);
            assertThat(t.state()).isEqualTo(State.WORK_SERIAL);
            assertThat(t.waitId()).isZero();
        });

        assertWaits(c, "wait begin", "wait end");
        assertThat(events.of(c))
                .filteredOn(each -> each.event().equals("wait"))
                .extracting(RecordedEvents.Delivered::state)
                .containsExactly(State.WAIT_CONDITION, State.WORK_SERIAL);
    }

    @Test
    void waitEndsByWhatItsLastParkEndedBy() throws InterruptedException {
        ThreadContext c = ObservedThread.run(t -> {
            waits(t, () -> parks(-1));
            waits(t, () -> Thread.currentThread().interrupt(), () -> parks(HOUR_NANOS));
            waits(t, () -> Thread.currentThread().interrupt(), () -> parks(-1));
            Thread.interrupted();
            waits(t, () -> parks(HOUR_NANOS));
            waits(t, () -> parks(-1), WaitsTest::parks);
            waits(t, () -> {});
        });

        assertThat(events.of(c))
                .filteredOn(each -> each.brief().equals("wait end"))
                .extracting(WaitsTest::outcome)
                .containsExactly(
                        WaitOutcome.TIMEOUT,
                        WaitOutcome.INTERRUPT,
                        WaitOutcome.TIMEOUT,
                        WaitOutcome.UNSPECIFIED,
                        WaitOutcome.UNSPECIFIED,
                        WaitOutcome.UNSPECIFIED);
    }

    /** Reports a wait for a queue and runs code inside it. */
    private static void waits(ThreadContext t, Runnable... inside) {
        assertThat(Waits.begin(t, K, State.WAIT_QUEUE, 7, 3)).isTrue();
        t.leave();
        for (Runnable each : inside) {
            each.run();
        }
        Threads.enter();
        Waits.end(t, K, State.WAIT_QUEUE, 7, 3);
    }

    /** Calls the hooks like the JDK does when it parks. */
    private static void parks(long nanos) {
        ParkHooks.unparked(ParkHooks.parksAtMost(nanos));
    }

    private static void parks() {
        ParkHooks.unparked(ParkHooks.parks());
    }

    private static Object outcome(RecordedEvents.Delivered event) {
        return event.arguments().stream()
                .filter(WaitOutcome.class::isInstance)
                .findFirst()
                .orElseThrow();
    }

    @Test
    void waitThatIsOpenAsTheRuntimeEndsSaysSo() throws InterruptedException {
        ThreadContext c = ObservedThread.run(t -> {
            Waits.begin(t, K, State.WAIT_QUEUE, 7, 3);
            Waits.remainAtEnd(t);
        });

        assertThat(events.of(c))
                .filteredOn(each -> each.brief().equals("wait end"))
                .extracting(WaitsTest::outcome)
                .containsExactly(WaitOutcome.NOT_ENDED);
    }

    @Test
    void waitThatIsOpenAsTheRuntimeEndsSaysWhetherItHasATimeout() throws InterruptedException {
        ThreadContext c = ObservedThread.run(t -> {
            waits(t, () -> ParkHooks.parksAtMost(HOUR_NANOS), () -> Waits.remainAtEnd(t));
            waits(t, () -> ParkHooks.parks(), () -> Waits.remainAtEnd(t));
        });

        assertThat(events.of(c))
                .filteredOn(each -> each.brief().equals("wait end"))
                .extracting(WaitsTest::outcome)
                .containsExactly(WaitOutcome.BEFORE_TIMEOUT, WaitOutcome.NOT_ENDED);
    }

    @Test
    void threadThatEndsInAWaitHasDoneNothingAfterIt() throws InterruptedException {
        ThreadContext c = ObservedThread.run(t -> Waits.begin(t, K, State.WAIT_PARK, 0, 3));

        assertThat(events.of(c))
                .filteredOn(
                        each -> each.brief().equals("wait end") || each.brief().equals("implicitTask end"))
                .hasSize(2)
                .extracting(RecordedEvents.Delivered::timeNanos)
                .allMatch(each -> each.equals(events.of(c).stream()
                        .filter(end -> end.brief().equals("wait end"))
                        .findFirst()
                        .orElseThrow()
                        .timeNanos()));
    }

    @Test
    void waitInsideAnotherWaitIsNotTold() throws InterruptedException {
        ThreadContext c = ObservedThread.run(t -> {
            assertThat(Waits.begin(t, K, State.UNKNOWN, 0, 3)).isTrue();
            assertThat(Waits.begin(t, K, State.WAIT_PARK, 0, 4)).isFalse();
            assertThat(t.state()).isEqualTo(State.UNKNOWN);
            Waits.end(t, K, State.UNKNOWN, 0, 3);

            SyncRegions.begin(t, K, BARRIER, 7, 1);
            SyncRegions.waitBegin(t, K, BARRIER, 7, 1);
            assertThat(Waits.begin(t, K, State.WAIT_PARK, 0, 4)).isFalse();
            assertThat(t.state()).isEqualTo(State.WAIT_BARRIER_EXPLICIT);
            SyncRegions.waitEnd(t, K, BARRIER, 7, 1);
            SyncRegions.end(t, K, BARRIER, 7, 1);
        });

        assertWaits(c, "wait begin", "wait end");
    }

    @Test
    void mutexInsideAWaitGoesBackToIt() throws InterruptedException {
        ObservedThread.run(t -> {
            Waits.begin(t, K, State.UNKNOWN, 0, 3);
            long begun = Mutexes.waitBegin(t, K, MutexKind.LOCK, MutexImpl.REENTRANT_NONFAIR, 8, 1);
            assertThat(t.state()).isEqualTo(State.WAIT_LOCK);
            Mutexes.acquired(t, K, MutexKind.LOCK, MutexImpl.REENTRANT_NONFAIR, 8, 1, begun);
            assertThat(t.state()).isEqualTo(State.UNKNOWN);
            Waits.end(t, K, State.UNKNOWN, 0, 3);
            assertThat(t.state()).isEqualTo(State.WORK_SERIAL);
        });
    }

    @Test
    void taskThatIsRunMeanwhileHasAStateAndWaitsOfItsOwn() throws InterruptedException {
        ThreadContext c = ObservedThread.run(t -> {
            Waits.begin(t, K, State.WAIT_PARK, 9, 3);
            Tasks.begin(t, K, Tasks.create(t, K, 0, 1, 0), null);
            assertThat(t.state()).isEqualTo(State.WORK_SERIAL);
            assertThat(Waits.begin(t, K, State.WAIT_SLEEP, 0, 4)).isTrue();
            assertThat(t.state()).isEqualTo(State.WAIT_SLEEP);
            Waits.end(t, K, State.WAIT_SLEEP, 0, 4);
            Tasks.end(t, TaskStatus.COMPLETE);
            assertThat(t.state()).isEqualTo(State.WAIT_PARK);
            assertThat(t.waitId()).isEqualTo(9);
            Waits.end(t, K, State.WAIT_PARK, 9, 3);
            assertThat(t.state()).isEqualTo(State.WORK_SERIAL);
        });

        assertWaits(c, "wait begin", "wait begin", "wait end", "wait end");
    }

    @Test
    void waitThatIsToldAfterwardsIsSeenAtOnceAndToldOnlyIfItWasLong() throws InterruptedException {
        ThreadContext c = ObservedThread.run(t -> {
            assertThat(Waits.beginUnreported(t, K, State.WAIT_IO, 0)).isTrue();
            assertThat(t.state()).isEqualTo(State.WAIT_IO);
            long past = System.nanoTime() + Waits.SHORTEST_REPORTED_NANOS;
            while (System.nanoTime() < past) {
                Thread.onSpinWait();
            }
            Waits.end(t, K, State.WAIT_IO, 0, 0);
            assertThat(t.state()).isEqualTo(State.WORK_SERIAL);
            // Until that time the clock of the thread stands still.
            t.clock().stamp(System.nanoTime() + 3_600_000_000_000L);
            Waits.beginUnreported(t, K, State.WAIT_IO, 0);
            assertThat(t.state()).isEqualTo(State.WAIT_IO);
            Waits.end(t, K, State.WAIT_IO, 0, 0);
            assertThat(t.state()).isEqualTo(State.WORK_SERIAL);
        });

        assertWaits(c, "wait begin", "wait end");
    }

    @Test
    void openWaitEndsWithItsThread() throws InterruptedException {
        ThreadContext c = ObservedThread.run(t -> Waits.begin(t, K, State.WAIT_SLEEP, 0, 4));

        assertThat(events.briefOf(c)).endsWith("wait begin", "wait end", "implicitTask end", "threadEnd");
    }

    @Test
    void endWithoutBeginIsNotTold() throws InterruptedException {
        ThreadContext c = ObservedThread.run(t -> Waits.end(t, K, State.WAIT_SLEEP, 0, 4));

        assertWaits(c);
    }

    @Test
    void longestTimeoutIsThatOfTheLibraryForMonitors() throws IOException {
        Path library = Path.of("../native-monitors/src/main/c/ompt_monitors.c");
        Matcher there = Pattern.compile("#define LONGEST_TIMEOUT_MILLIS (\\d+)").matcher(Files.readString(library));
        assertThat(there.find()).isTrue();
        long millis = Long.parseLong(there.group(1));

        assertThat(Waits.isTimeoutMillis(millis - 1)).isTrue();
        assertThat(Waits.isTimeoutMillis(millis)).isFalse();
        assertThat(Waits.isTimeout(millis * 1_000_000 - 1)).isTrue();
        assertThat(Waits.isTimeout(millis * 1_000_000)).isFalse();
    }
}
