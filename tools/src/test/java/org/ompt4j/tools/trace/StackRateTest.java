package org.ompt4j.tools.trace;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.EventShape;
import org.ompt4j.ompt.Member;
import org.ompt4j.ompt.ScopeEndpoint;
import org.ompt4j.ompt.State;
import org.ompt4j.ompt.SyncRegionKind;
import org.ompt4j.tools.testing.TestRuntime;
import org.ompt4j.tools.testing.TestThread;

class StackRateTest implements StackListener {
    private static final long MILLI = 1_000_000;
    private static final int AFTER_A_PAUSE = 16;

    @TempDir
    Path directory;

    private final TestThread thread = new TestThread(1);
    private final TestThread other = new TestThread(2);
    private final List<Long> taken = new ArrayList<>();
    private final List<Wait> waits = new ArrayList<>();
    private boolean takes = true;
    private long nextId = 100;
    private long now = System.nanoTime() + 1_000 * MILLI;
    private final long start = now;

    @Override
    public boolean made(long id, int callSite, int body) {
        if (takes) {
            taken.add(id);
        }
        return takes;
    }

    @Override
    public boolean waited(long beginNanos, int callSite) {
        if (takes) {
            waits.add(new Wait(beginNanos, callSite));
        }
        return takes;
    }

    private record Wait(long beginNanos, int callSite) {}

    private interface Program {
        void run(TraceSink sink);
    }

    private void whileRecording(Program program) throws IOException {
        Recording recording = Recording.begin(TestRuntime.writing(directory.resolve("run.ompt"), "profile"), "trace");
        program.run(new TraceSink(recording, new StackRate(this, start)));
        recording.finish();
    }

    /** Raises an event of a new task or region; returns its id. */
    private long event(TraceSink sink, TestThread of, Event event, int callSite, int body) {
        long id = nextId++;
        long place = EventShape.place(callSite, body);
        sink.record(of, event.shape(), now, Construct.PARALLEL_STREAM.ordinal(), 5, id, 0, 0, place);
        return id;
    }

    @Test
    void theFirstOfEachCodeAtACallSiteHasAStack() throws IOException {
        List<Long> expected = new ArrayList<>();
        whileRecording(sink -> {
            for (int site = 1; site < 4; site++) {
                for (int body = 0; body < 2; body++) {
                    expected.add(event(sink, thread, Event.TASK_CREATE, site, body));
                    event(sink, thread, Event.TASK_CREATE, site, body);
                }
            }
        });

        assertThat(taken).isEqualTo(expected);
    }

    @Test
    void aThreadTakesOneInTenMillisecondsAtMost() throws IOException {
        whileRecording(sink -> {
            event(sink, thread, Event.TASK_CREATE, 1, 0);
            for (int i = 0; i < 1_000; i++) {
                now += MILLI / 10;
                event(sink, thread, Event.TASK_CREATE, 1, 0);
            }
        });

        assertThat(taken).hasSize(1 + 10);
    }

    @Test
    void threadsAndRegionsDoNotTakeFromEachOther() throws IOException {
        whileRecording(sink -> {
            event(sink, thread, Event.TASK_CREATE, 1, 0);
            taken.clear();
            now += 20 * MILLI;
            event(sink, thread, Event.TASK_CREATE, 1, 0);
            event(sink, thread, Event.PARALLEL_BEGIN, 1, 0);
            event(sink, other, Event.TASK_CREATE, 1, 0);
            event(sink, other, Event.PARALLEL_BEGIN, 1, 0);
            event(sink, other, Event.PARALLEL_BEGIN, 1, 0);
        });

        assertThat(taken).hasSize(4);
    }

    @Test
    void aStackThatWasNotTakenIsNotTheFirst() throws IOException {
        takes = false;
        whileRecording(sink -> {
            event(sink, thread, Event.TASK_CREATE, 1, 0);
            takes = true;
            event(sink, thread, Event.TASK_CREATE, 1, 0);
            event(sink, thread, Event.TASK_CREATE, 1, 0);
        });

        assertThat(taken).containsExactly(101L);
    }

    @Test
    void waitHasAStackWhenItIsOver() throws IOException {
        whileRecording(sink -> {
            now += MILLI;
            mutex(sink, Event.MUTEX_ACQUIRE, 7, 1);
            now += MILLI;
            assertThat(waits).isEmpty();
            mutex(sink, Event.MUTEX_ACQUIRED, 7, 1);
            taskWait(sink, Event.SYNC_REGION_WAIT, ScopeEndpoint.BEGIN, 2);
            now += MILLI;
            taskWait(sink, Event.SYNC_REGION_WAIT, ScopeEndpoint.END, 2);
            taskWait(sink, Event.WAIT, ScopeEndpoint.BEGIN, 3);
            now += MILLI;
            taskWait(sink, Event.WAIT, ScopeEndpoint.END, 3);
        });

        assertThat(waits).containsExactly(new Wait(MILLI, 1), new Wait(2 * MILLI, 2), new Wait(3 * MILLI, 3));
    }

    @Test
    void attemptThatFailedHasAStackToo() throws IOException {
        whileRecording(sink -> {
            mutex(sink, Event.MUTEX_ACQUIRE, 7, 1);
            now += MILLI;
            long details = Construct.REENTRANT_LOCK.ordinal()
                    | Member.STATE.bits(State.WAIT_LOCK.value())
                    | Member.ENDPOINT.bits(ScopeEndpoint.END.value());
            sink.record(thread, Event.WAIT.shape(), now, details, 5, 7, 0, 0, EventShape.place(1, 0));
        });

        assertThat(waits).containsExactly(new Wait(0, 1));
    }

    @Test
    void waitThatIsShorterThanItsStackWouldTakeHasNone() throws IOException {
        whileRecording(sink -> {
            mutex(sink, Event.MUTEX_ACQUIRE, 7, 1);
            now += 9_999;
            mutex(sink, Event.MUTEX_ACQUIRED, 7, 1);
        });

        assertThat(waits).isEmpty();
    }

    @Test
    void aThreadTakesOneOfItsWaitsInTenMillisecondsAtMost() throws IOException {
        whileRecording(sink -> {
            waitsInARow(sink, AFTER_A_PAUSE);
            waits.clear();
            waitsInARow(sink, 1_000);
        });

        assertThat(waits).hasSize(10);
    }

    @Test
    void waitThatEndsRightAfterAnotherOneHasAStackToo() throws IOException {
        whileRecording(sink -> {
            mutex(sink, Event.MUTEX_ACQUIRE, 7, 1);
            mutex(sink, Event.MUTEX_ACQUIRE, 8, 1);
            now += 100 * MILLI;
            mutex(sink, Event.MUTEX_ACQUIRED, 7, 1);
            mutex(sink, Event.MUTEX_ACQUIRED, 8, 1);
        });

        assertThat(waits).hasSize(2);
    }

    @Test
    void afterALongPauseNoMoreThanSixteenWaitsFollowEachOther() throws IOException {
        whileRecording(sink -> {
            waitsInARow(sink, 1);
            now += 10_000 * MILLI;
            waitsInARow(sink, 90);
        });

        assertThat(waits).hasSize(1 + AFTER_A_PAUSE);
    }

    /** Raises waits of a tenth of a millisecond each. */
    private void waitsInARow(TraceSink sink, int count) {
        for (int i = 0; i < count; i++) {
            mutex(sink, Event.MUTEX_ACQUIRE, 7, 1);
            now += MILLI / 10;
            mutex(sink, Event.MUTEX_ACQUIRED, 7, 1);
        }
    }

    @Test
    void waitOfTenMillisecondsAlwaysHasOne() throws IOException {
        whileRecording(sink -> {
            for (int i = 0; i < 5; i++) {
                mutex(sink, Event.MUTEX_ACQUIRE, 7, 1);
                now += 10 * MILLI;
                mutex(sink, Event.MUTEX_ACQUIRED, 7, 1);
            }
        });

        assertThat(waits).hasSize(5);
    }

    @Test
    void waitInAnotherOneLeavesThatItsBegin() throws IOException {
        whileRecording(sink -> {
            taskWait(sink, Event.SYNC_REGION_WAIT, ScopeEndpoint.BEGIN, 1);
            now += MILLI;
            mutex(sink, Event.MUTEX_ACQUIRE, 7, 2);
            now += MILLI;
            mutex(sink, Event.MUTEX_ACQUIRED, 7, 2);
            taskWait(sink, Event.SYNC_REGION_WAIT, ScopeEndpoint.END, 1);
        });

        assertThat(waits).containsExactly(new Wait(MILLI, 2), new Wait(0, 1));
    }

    @Test
    void virtualThreadCanEndItsWaitOnAnotherCarrier() throws IOException {
        whileRecording(sink -> {
            sink.record(thread, Event.MUTEX_ACQUIRE.shape(), now, Construct.REENTRANT_LOCK.ordinal(), 7, 0, 0, 0, 1);
            now += MILLI;
            sink.record(other, Event.MUTEX_ACQUIRED.shape(), now, Construct.REENTRANT_LOCK.ordinal(), 7, 0, 0, 0, 1);
        });

        assertThat(waits).containsExactly(new Wait(0, 1));
    }

    private void mutex(TraceSink sink, Event event, long mutex, int callSite) {
        long place = EventShape.place(callSite, 0);
        sink.record(thread, event.shape(), now, Construct.REENTRANT_LOCK.ordinal(), mutex, 0, 0, 0, place);
    }

    private void taskWait(TraceSink sink, Event event, ScopeEndpoint endpoint, int callSite) {
        long details = Construct.FORK_JOIN_TASK.ordinal()
                | Member.ENDPOINT.bits(endpoint.value())
                | (event == Event.WAIT
                        ? Member.STATE.bits(State.WAIT_PARK.value())
                        : Member.SYNC_KIND.bits(SyncRegionKind.TASKWAIT.value()));
        sink.record(thread, event.shape(), now, details, 5, 0, 0, 0, EventShape.place(callSite, 0));
    }

    @Test
    void otherEventsTakeNone() throws IOException {
        whileRecording(sink -> event(sink, thread, Event.PARALLEL_END, 1, 0));

        assertThat(taken).isEmpty();
    }
}
