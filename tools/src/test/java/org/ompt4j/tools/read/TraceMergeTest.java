package org.ompt4j.tools.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.ompt4j.ompt.Construct.PARALLEL_STREAM;
import static org.ompt4j.ompt.ScopeEndpoint.BEGIN;
import static org.ompt4j.ompt.ScopeEndpoint.END;
import static org.ompt4j.ompt.SyncRegionKind.BARRIER_EXPLICIT;
import static org.ompt4j.ompt.SyncRegionKind.BARRIER_IMPLICIT_PARALLEL;
import static org.ompt4j.ompt.SyncRegionKind.TASKGROUP;
import static org.ompt4j.ompt.SyncRegionKind.TASKWAIT;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ompt4j.emitter.testing.EventCalls;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.MutexKind;
import org.ompt4j.ompt.OmptThread;
import org.ompt4j.ompt.TaskStatus;
import org.ompt4j.ompt.ThreadType;
import org.ompt4j.tools.testing.TestRuntime;
import org.ompt4j.tools.testing.TestThread;
import org.ompt4j.tools.trace.TraceTool;

class TraceMergeTest {
    private static final Construct ANY = PARALLEL_STREAM;

    @TempDir
    Path directory;

    /** The thread whose events come first if times and ranks are equal. */
    private final OmptThread one = new TestThread(1);

    private final OmptThread two = new TestThread(2);
    private TestRuntime runtime = new TestRuntime();
    private EventCalls sink = new EventCalls(new ExpectedEvents(0));
    private long now;
    private boolean ended;

    @BeforeEach
    void begin() {
        runtime = TestRuntime.writing(directory.resolve("run.ompt"), "trace");
        runtime.start(new TraceTool());
        sink = runtime.events();
        now = System.nanoTime();
        sink.threadBegin(one, now, ANY, ThreadType.INITIAL);
        sink.threadBegin(two, now, ANY, ThreadType.WORKER);
        now += 1000;
    }

    @AfterEach
    void end() {
        if (!ended) {
            runtime.end();
        }
    }

    /** The events that the reader returns, without the first ones: event, thread, and a member by which the test knows it. */
    private List<String> merged() throws IOException {
        runtime.end();
        ended = true;
        List<String> found = new ArrayList<>();
        try (Trace trace = Traces.open(directory.resolve("run.ompt"))) {
            for (TraceEvent event : TraceRoundTripTest.all(trace)) {
                if (event.threadType() == null && event.event() != null) {
                    String endpoint = event.endpoint() == null
                            ? ""
                            : " " + event.endpoint().specName();
                    found.add(event.event().specName() + endpoint + " " + event.threadId());
                }
            }
        }
        return found;
    }

    private void schedule(OmptThread thread, long prior, TaskStatus status, long next) {
        sink.taskSchedule(thread, now, ANY, prior, status, next);
    }

    @Test
    void aTaskStartsAfterItsCreationEvenIfThatIsNotItsThreadsFirstEvent() throws IOException {
        schedule(one, 10, TaskStatus.SWITCH, 77);
        sink.mutexAcquired(two, now, ANY, MutexKind.CRITICAL, 5, 0);
        sink.taskCreate(two, now, ANY, 20, 77, 4, false, 0, 0);
        assertThat(merged()).containsExactly("mutex_acquired 2", "task_create 2", "task_schedule 1");
    }

    @Test
    void aRegionEndsAfterItsMembersHaveLeft() throws IOException {
        sink.parallelBegin(one, now, ANY, 1, 500, 2, 0, 0, 0);
        sink.implicitTask(one, now, ANY, BEGIN, 500, 11, 2, 0, 2);
        sink.implicitTask(two, now, ANY, BEGIN, 500, 12, 2, 1, 2);
        now += 10;
        sink.syncRegion(one, now, ANY, BARRIER_IMPLICIT_PARALLEL, BEGIN, 500, 11, 500, 0);
        sink.syncRegion(two, now, ANY, BARRIER_IMPLICIT_PARALLEL, BEGIN, 500, 12, 500, 0);
        now += 10;
        sink.syncRegion(one, now, ANY, BARRIER_IMPLICIT_PARALLEL, END, 0, 11, 500, 0);
        sink.implicitTask(one, now, ANY, END, 0, 11, 0, 0, 2);
        sink.parallelEnd(one, now, ANY, 500, 1, 0, 0);
        sink.parallelEnd(two, now, ANY, 600, 90, 0, 0);
        schedule(two, 90, TaskStatus.COMPLETE, 12);
        sink.syncRegionWait(two, now, ANY, BARRIER_IMPLICIT_PARALLEL, BEGIN, 500, 12, 500, 0);
        sink.syncRegionWait(two, now, ANY, BARRIER_IMPLICIT_PARALLEL, END, 0, 12, 500, 0);
        sink.syncRegion(two, now, ANY, BARRIER_IMPLICIT_PARALLEL, END, 0, 12, 500, 0);
        sink.implicitTask(two, now, ANY, END, 0, 12, 0, 1, 2);
        List<String> merged = merged();
        assertThat(merged).startsWith("parallel_begin 1").endsWith("parallel_end 1");
        assertThat(merged)
                .containsSubsequence("task_schedule 2", "sync_region end 1", "implicit_task end 1", "parallel_end 1");
        assertThat(merged).containsSubsequence("sync_region end 2", "implicit_task end 2", "parallel_end 1");
    }

    @Test
    void aRegionBeginsBeforeItsMembersJoin() throws IOException {
        sink.implicitTask(one, now, ANY, BEGIN, 500, 11, 2, 0, 2);
        sink.mutexAcquired(two, now, ANY, MutexKind.LOCK, 5, 0);
        sink.parallelBegin(two, now, ANY, 9, 500, 2, 0, 0, 0);
        assertThat(merged()).containsExactly("mutex_acquired 2", "parallel_begin 2", "implicit_task begin 1");
    }

    @Test
    void aMutexIsReleasedBeforeTheNextHasIt() throws IOException {
        sink.mutexAcquired(one, now, ANY, MutexKind.LOCK, 5, 0);
        sink.syncRegion(two, now, ANY, TASKGROUP, END, 0, 12, 0, 0);
        sink.mutexReleased(two, now, ANY, MutexKind.LOCK, 5, 0);
        assertThat(merged()).containsExactly("sync_region end 2", "mutex_released 2", "mutex_acquired 1");
    }

    @Test
    void aMutexThatPassesBetweenTwoThreadsAtOneTimeHasOneHolder() throws IOException {
        for (OmptThread thread : List.of(one, two)) {
            sink.mutexAcquired(thread, now, ANY, MutexKind.LOCK, 5, 0);
            sink.mutexReleased(thread, now, ANY, MutexKind.LOCK, 5, 0);
        }
        assertThat(merged())
                .containsExactly("mutex_acquired 1", "mutex_released 1", "mutex_acquired 2", "mutex_released 2");
    }

    @Test
    void aTaskIsDetachedBeforeItIsFulfilled() throws IOException {
        schedule(one, 40, TaskStatus.LATE_FULFILL, 0);
        schedule(two, 40, TaskStatus.DETACH, 12);
        assertThat(merged()).containsExactly("task_schedule 2", "task_schedule 1");
    }

    @Test
    void aWaitForATaskEndsAfterTheTask() throws IOException {
        sink.syncRegionWait(one, now, ANY, TASKWAIT, END, 0, 11, 77, 0);
        sink.syncRegion(two, now, ANY, TASKGROUP, END, 0, 12, 0, 0);
        schedule(two, 77, TaskStatus.COMPLETE, 12);
        assertThat(merged()).containsExactly("sync_region end 2", "task_schedule 2", "sync_region_wait end 1");
    }

    @Test
    void everyPartyReachesABarrierBeforeOneLeavesIt() throws IOException {
        sink.parallelEnd(two, now, ANY, 600, 90, 0, 0);
        for (OmptThread thread : List.of(one, two)) {
            sink.syncRegion(thread, now, ANY, BARRIER_EXPLICIT, BEGIN, 0, 10 + thread.id(), 33, 0);
            sink.syncRegion(thread, now, ANY, BARRIER_EXPLICIT, END, 0, 10 + thread.id(), 33, 0);
        }
        assertThat(merged())
                .containsExactly(
                        "sync_region begin 1",
                        "parallel_end 2",
                        "sync_region begin 2",
                        "sync_region end 1",
                        "sync_region end 2");
    }

    @Test
    void aWaitEndsAfterTheWakeupThatEndsIt() throws IOException {
        sink.syncRegionWait(one, now, ANY, BARRIER_EXPLICIT, END, 0, 11, 33, 0);
        sink.syncRegion(two, now, ANY, TASKGROUP, END, 0, 12, 0, 0);
        sink.wakeup(two, now, ANY, 12, 33, 0);
        assertThat(merged()).containsExactly("sync_region end 2", "wakeup 2", "sync_region_wait end 1");
    }

    @Test
    void manyEventsOfOneTimeAreAllDelivered() throws IOException {
        for (int i = 0; i < 30_000; i++) {
            sink.nestLock(i % 2 == 0 ? one : two, now, ANY, BEGIN, 6, 0);
        }
        assertThat(merged()).hasSize(30_000);
    }

    @Test
    void eventsCanBeReadTwice() throws IOException {
        sink.wakeup(one, now, ANY, 9, 500, 0);
        runtime.end();
        ended = true;
        try (Trace trace = Traces.open(directory.resolve("run.ompt"))) {
            assertThat(TraceRoundTripTest.all(trace))
                    .isEqualTo(TraceRoundTripTest.all(trace))
                    .hasSize(3);
        }
    }
}
