package org.ompt4j.emitter;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.MutexImpl;
import org.ompt4j.ompt.MutexKind;
import org.ompt4j.ompt.State;
import org.ompt4j.ompt.SyncRegionKind;
import org.ompt4j.ompt.TaskStatus;

/** Synchronization regions that are open when their thread ends are ended, the innermost one first. */
class SyncRegionsTest {
    private static final Construct K = Construct.CYCLIC_BARRIER;
    private static final SyncRegionKind BARRIER = SyncRegionKind.BARRIER_EXPLICIT;

    private final RecordedEvents events = new RecordedEvents();

    @BeforeEach
    void clean() {
        events.forget();
    }

    @AfterEach
    void stop() {
        events.close();
    }

    @Test
    void waitInsideAWaitGoesBackToTheOuterOne() throws InterruptedException {
        ObservedThread.run(t -> {
            SyncRegions.begin(t, K, BARRIER, 7, 1);
            SyncRegions.waitBegin(t, K, BARRIER, 7, 1);
            long begun = Mutexes.waitBegin(t, K, MutexKind.LOCK, MutexImpl.REENTRANT_NONFAIR, 8, 1);
            assertThat(t.state()).isEqualTo(State.WAIT_LOCK);
            assertThat(t.waitId()).isEqualTo(8);
            Mutexes.acquired(t, K, MutexKind.LOCK, MutexImpl.REENTRANT_NONFAIR, 8, 1, begun);
            assertThat(t.state()).isEqualTo(State.WAIT_BARRIER_EXPLICIT);
            assertThat(t.waitId()).isEqualTo(7);
            Tasks.begin(t, K, Tasks.create(t, K, 0, 1, 0), null);
            assertThat(t.state()).isEqualTo(State.WORK_SERIAL);
            Tasks.end(t, TaskStatus.COMPLETE);
            assertThat(t.state()).isEqualTo(State.WAIT_BARRIER_EXPLICIT);
            SyncRegions.waitEnd(t, K, BARRIER, 7, 1);
            assertThat(t.state()).isEqualTo(State.WORK_SERIAL);
            SyncRegions.end(t, K, BARRIER, 7, 1);
        });
    }

    @Test
    void waitsInAGroupNameTheTaskThatEachOfThemIsFor() throws InterruptedException {
        List<Long> tasks = List.of(1008L, 1009L);
        ThreadContext c = ObservedThread.run(t -> {
            Sections.begin(t, K, 2, 1);
            for (long task : tasks) {
                Taskwaits.waitBegin(t, K, task);
                assertThat(t.waitId()).isEqualTo(task);
                long begun = Mutexes.waitBegin(t, K, MutexKind.LOCK, MutexImpl.REENTRANT_NONFAIR, 7, 1);
                Mutexes.acquired(t, K, MutexKind.LOCK, MutexImpl.REENTRANT_NONFAIR, 7, 1, begun);
                assertThat(t.waitId()).isEqualTo(task);
                Taskwaits.waitEnd(t, K);
                assertThat(t.waitId()).isEqualTo(0);
            }
            Sections.end(t, K, 2, 1);
        });

        assertThat(events.of(c))
                .filteredOn(each -> each.event().equals("syncRegionWait"))
                .extracting(each ->
                        tasks.stream().filter(each.arguments()::contains).toList())
                .containsExactly(List.of(1008L), List.of(1008L), List.of(1009L), List.of(1009L));
    }

    @Test
    void waitInsideAReductionGoesBackToIt() throws InterruptedException {
        ObservedThread.run(t -> {
            t.tasks().setReducing(true);
            assertThat(t.state()).isEqualTo(State.WORK_REDUCTION);
            long begun = Mutexes.waitBegin(t, K, MutexKind.LOCK, MutexImpl.REENTRANT_NONFAIR, 8, 1);
            Mutexes.acquired(t, K, MutexKind.LOCK, MutexImpl.REENTRANT_NONFAIR, 8, 1, begun);
            assertThat(t.state()).isEqualTo(State.WORK_REDUCTION);
            Tasks.begin(t, K, Tasks.create(t, K, 0, 1, 0), null);
            assertThat(t.state()).isEqualTo(State.WORK_SERIAL);
            Tasks.end(t, TaskStatus.COMPLETE);
            assertThat(t.state()).isEqualTo(State.WORK_REDUCTION);
            t.tasks().setReducing(false);
            assertThat(t.state()).isEqualTo(State.WORK_SERIAL);
        });
    }

    @Test
    void waitAmongSectionsNamesTheTaskThatItIsFor() throws InterruptedException {
        ThreadContext c = ObservedThread.run(t -> {
            SyncRegions.begin(t, K, SyncRegionKind.TASKGROUP, 0, 1);
            t.tasks().setSync(SyncRegions.pack(SyncRegionKind.TASKGROUP, 1) | SyncRegions.SECTIONS, 0);
            for (long task : new long[] {91, 92}) {
                Taskwaits.waitBegin(t, K, task);
                assertThat(t.waitId()).isEqualTo(task);
                Taskwaits.waitEnd(t, K);
            }
            SyncRegions.end(t, K, SyncRegionKind.TASKGROUP, 0, 1);
        });

        assertThat(events.of(c))
                .filteredOn(each -> each.is("syncRegionWait", 91L) || each.is("syncRegionWait", 92L))
                .hasSize(4);
    }

    @Test
    void threadThatEndsInTheMiddleOfAWaitLeavesTheWaitAndTheBarrier() throws InterruptedException {
        ThreadContext c = ObservedThread.run(t -> {
            SyncRegions.begin(t, K, BARRIER, 7, 1);
            SyncRegions.waitBegin(t, K, BARRIER, 7, 1);
            assertThat(t.state()).isEqualTo(State.WAIT_BARRIER_EXPLICIT);
        });

        assertThat(events.briefOf(c))
                .containsExactly(
                        "threadBegin",
                        "implicitTask begin",
                        "syncRegion begin",
                        "syncRegionWait begin",
                        "syncRegionWait end",
                        "syncRegion end",
                        "implicitTask end",
                        "threadEnd");
    }

    @Test
    void tasksAndBarriersOfAnEndingThreadAreClosedInnermostFirst() throws InterruptedException {
        ThreadContext c = ObservedThread.run(t -> {
            SyncRegions.begin(t, K, SyncRegionKind.TASKWAIT, 5, 1);
            Tasks.begin(t, K, 99, null);
            SyncRegions.begin(t, K, BARRIER, 7, 1);
        });

        assertThat(events.briefOf(c))
                .containsExactly(
                        "threadBegin",
                        "implicitTask begin",
                        "syncRegion begin",
                        "taskSchedule",
                        "syncRegion begin",
                        "syncRegionWait begin",
                        "syncRegionWait end",
                        "syncRegion end",
                        "taskSchedule",
                        "syncRegion end",
                        "implicitTask end",
                        "threadEnd");
    }

    @Test
    void waitsThatTakeTimeAreReportedInTheirStateAndOthersAreNot() throws InterruptedException {
        ThreadContext c = ObservedThread.run(t -> {
            SyncRegions.begin(t, K, BARRIER, 7, 1);
            SyncRegions.emptyWait(t, K, BARRIER, 7, 1);
            SyncRegions.waitBegin(t, K, BARRIER, 7, 1);
            SyncRegions.waitEnd(t, K, BARRIER, 7, 1);
            Mutexes.acquiredAtOnce(t, K, MutexKind.LOCK, MutexImpl.NONE, 8, 1);
            Mutexes.waitBegin(t, K, MutexKind.LOCK, MutexImpl.NONE, 8, 1);
        });

        assertThat(events.of(c))
                .filteredOn(event -> event.brief().equals("syncRegionWait begin"))
                .extracting(RecordedEvents.Delivered::state)
                .containsExactly(State.WORK_SERIAL, State.WAIT_BARRIER_EXPLICIT);
        assertThat(events.of(c))
                .filteredOn(event -> event.event().equals("mutexAcquire"))
                .extracting(RecordedEvents.Delivered::state)
                .containsExactly(State.WORK_SERIAL, State.WAIT_LOCK);
    }

    @Test
    void nothingIsClosedTwice() throws InterruptedException {
        ThreadContext c = ObservedThread.run(t -> {
            SyncRegions.begin(t, K, BARRIER, 7, 1);
            SyncRegions.emptyWait(t, K, BARRIER, 7, 1);
            SyncRegions.end(t, K, BARRIER, 7, 1);
        });

        assertThat(events.briefOf(c)).containsOnlyOnce("syncRegion end").containsOnlyOnce("syncRegionWait end");
    }

    @Test
    void whatIsPassedThroughBeginsAndEndsAtOneTime() throws InterruptedException {
        ThreadContext c = ObservedThread.run(t -> SyncRegions.passThrough(t, K, SyncRegionKind.TASKWAIT, 5, 1));

        List<RecordedEvents.Delivered> syncs = events.of(c).stream()
                .filter(each -> each.event().equals("syncRegion"))
                .toList();
        assertThat(syncs)
                .extracting(RecordedEvents.Delivered::brief)
                .containsExactly("syncRegion begin", "syncRegion end");
        assertThat(syncs.get(1).timeNanos()).isEqualTo(syncs.get(0).timeNanos());
    }

    @Test
    void onlyTheTaskThatEndedLastHasJustEnded() throws InterruptedException {
        ObservedThread.run(t -> {
            Tasks.begin(t, K, 98, null);
            Tasks.end(t, TaskStatus.COMPLETE);
            assertThat(t.clock().hasJustEnded(97)).isFalse();
            assertThat(t.clock().hasJustEnded(98)).isTrue();
            t.clock().now();
            assertThat(t.clock().hasJustEnded(98)).isFalse();
        });
    }
}
