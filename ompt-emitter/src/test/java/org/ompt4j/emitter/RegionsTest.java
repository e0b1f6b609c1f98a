package org.ompt4j.emitter;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.Spliterator;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.DispatchKind;
import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.EventShape;
import org.ompt4j.ompt.MutexImpl;
import org.ompt4j.ompt.MutexKind;
import org.ompt4j.ompt.OmptThread;
import org.ompt4j.ompt.ParallelFlag;
import org.ompt4j.ompt.RecordSink;
import org.ompt4j.ompt.ScopeEndpoint;
import org.ompt4j.ompt.Severity;
import org.ompt4j.ompt.State;
import org.ompt4j.ompt.SyncRegionKind;
import org.ompt4j.ompt.TaskStatus;
import org.ompt4j.ompt.ThreadType;
import org.ompt4j.ompt.WorkType;

class RegionsTest {
    private static final Construct K = Construct.PARALLEL_STREAM;

    private final RecordedEvents events = new RecordedEvents();
    private Region region;

    @BeforeEach
    void clean() {
        events.forget();
    }

    @AfterEach
    void stop() {
        Events.setEventsWithCallbacks(0);
        events.close();
    }

    @Test
    void regionOfOneThreadHasBeginImplicitTaskBarrierAndEnd() throws InterruptedException {
        ThreadContext c = ObservedThread.run(ThreadType.INITIAL, t -> {
            Region opened = Regions.begin(t, K, 4, ParallelFlag.INVOKER_RUNTIME, 7, 0);
            assertThat(t.state()).isEqualTo(State.WORK_PARALLEL);
            assertThat(t.parallelId()).isEqualTo(opened.id());
            Regions.end(t, opened);
            assertThat(t.state()).isEqualTo(State.WORK_SERIAL);
        });

        assertThat(events.briefOf(c))
                .containsExactly(
                        "threadBegin",
                        "implicitTask begin",
                        "parallelBegin",
                        "implicitTask begin",
                        "syncRegion begin",
                        "syncRegionWait begin",
                        "syncRegionWait end",
                        "syncRegion end",
                        "implicitTask end",
                        "parallelEnd",
                        "implicitTask end",
                        "threadEnd");
    }

    @Test
    void workerJoinsWaitsInTheBarrierRunsAnotherTaskInsideItAndLeavesWhenTheRegionIsOver() throws InterruptedException {
        ObservedThread.run(
                ThreadType.INITIAL, t -> region = Regions.begin(t, K, 4, ParallelFlag.INVOKER_RUNTIME, 7, 0));
        // The first region has ended with its encountering thread: so the test needs another one, which is open.
        Region open = new Region(Ids.takeOne(), Region.Kind.TEAM, K, null, 1, 4, ParallelFlag.TEAM, 7);
        ThreadContext c = ObservedThread.run(ThreadType.WORKER, t -> {
            run(t, open);
            Tasks.outOfTasks(t);
            assertThat(t.state()).isEqualTo(State.WAIT_BARRIER_IMPLICIT_PARALLEL);
            assertThat(t.waitId()).isEqualTo(open.id());
            run(t, open);
            Tasks.outOfTasks(t);
            open.close();
            assertThat(t.state()).isEqualTo(State.IDLE);
            run(t, null);
        });

        assertThat(events.briefOf(c))
                .containsExactly(
                        "threadBegin",
                        "implicitTask begin",
                        "taskSchedule",
                        "taskSchedule",
                        "syncRegion begin",
                        "syncRegionWait begin",
                        "syncRegionWait end",
                        "taskSchedule",
                        "taskSchedule",
                        "syncRegionWait begin",
                        "syncRegionWait end",
                        "syncRegion end",
                        "implicitTask end",
                        "taskSchedule",
                        "taskSchedule",
                        "threadEnd");
        assertThat(times(c)).isSorted();
    }

    @Test
    void workerHasNoTaskBetweenThoseThatItRunsAsAFreeAgent() throws InterruptedException {
        Region submitters = new Region(Ids.takeOne(), Region.Kind.INITIAL, K, null, 0, 1, 0, 0);
        ThreadContext c = ObservedThread.run(ThreadType.WORKER, t -> {
            Pool pool = Pool.begin(t, K, "pool", 4, 7);
            pool.join(t);
            Tasks.begin(t, K, Ids.takeOne(), submitters);
            assertThat(t.state()).isEqualTo(State.WORK_FREE_AGENT);
            assertThat(t.parallelId()).isEqualTo(submitters.id());
            Tasks.end(t, TaskStatus.COMPLETE);
            assertThat(t.taskId()).isZero();
            Tasks.idle(t);
            assertThat(t.state()).isEqualTo(State.IDLE);
            pool.end(t);
            Pool.leave(t);
        });

        assertThat(events.briefOf(c))
                .containsExactly(
                        "threadBegin",
                        "pool begin",
                        "poolWorker begin",
                        "taskSchedule",
                        "taskSchedule",
                        "pool end",
                        "poolWorker end",
                        "threadEnd");
    }

    @Test
    void workerThatStartsWhenItsPoolHasEndedDoesNotWorkForIt() throws InterruptedException {
        ThreadContext c = ObservedThread.run(ThreadType.WORKER, t -> {
            Pool pool = Pool.begin(t, K, "pool", 4, 7);
            pool.end(t);
            pool.end(t);
            pool.join(t);
            Pool.leave(t);
        });

        assertThat(events.briefOf(c)).containsExactly("threadBegin", "pool begin", "pool end", "threadEnd");
    }

    @Test
    void whatAWorkerDoesOutsideOfTasksIsInAnInitialTaskThatEndsWithTheNextTask() throws InterruptedException {
        Region submitters = new Region(Ids.takeOne(), Region.Kind.INITIAL, K, null, 0, 1, 0, 0);
        ThreadContext c = ObservedThread.run(ThreadType.WORKER, t -> {
            Pool.begin(t, K, "pool", 4, 7).join(t);
            Tasks.create(t, K, 0, 7, 0);
            run(t, submitters);
            Tasks.outOfTasks(t);
            assertThat(t.tasks().isEmpty()).isTrue();
        });

        assertThat(events.briefOf(c))
                .containsSubsequence(
                        "poolWorker begin",
                        "implicitTask begin",
                        "taskCreate",
                        "taskSchedule",
                        "taskSchedule",
                        "implicitTask end",
                        "poolWorker end");
    }

    @Test
    void whatAMemberDoesOutsideOfTasksAfterItsRegionHasEndedIsInAnInitialTask() throws InterruptedException {
        Region ended = new Region(Ids.takeOne(), Region.Kind.TEAM, K, null, 1, 4, ParallelFlag.TEAM, 7);
        ThreadContext c = ObservedThread.run(ThreadType.WORKER, t -> {
            Pool.begin(t, K, "pool", 4, 7).join(t);
            run(t, ended);
            Tasks.outOfTasks(t);
            ended.close();
            // An onTermination of the application can do this.
            Mutexes.acquiredAtOnce(
                    t, Construct.REENTRANT_LOCK, MutexKind.LOCK, MutexImpl.REENTRANT_NONFAIR, Ids.takeOne(), 7);
        });

        assertThat(events.briefOf(c))
                .containsSubsequence(
                        "implicitTask begin",
                        "syncRegionWait begin",
                        "syncRegionWait end",
                        "syncRegion end",
                        "implicitTask end",
                        "implicitTask begin",
                        "mutexAcquire",
                        "mutexAcquired",
                        "implicitTask end");
        assertThat(times(c)).isSorted();
    }

    @Test
    void memberBetweenTasksWaitsForNothingOfItsRegions() throws InterruptedException {
        Region open = new Region(Ids.takeOne(), Region.Kind.TEAM, K, null, 1, 4, ParallelFlag.TEAM, 7);
        ObservedThread.run(ThreadType.WORKER, t -> {
            run(t, open);
            assertThat(Waits.canBegin(t)).isFalse();
            assertThat(t.state()).isEqualTo(State.OVERHEAD);
            assertThat(t.parallelId()).isEqualTo(open.id());
        });
    }

    @Test
    void memberThatWaitsInABarrierLeavesTheRegionForWorkOfItsOwn() throws InterruptedException {
        Region outer = new Region(Ids.takeOne(), Region.Kind.TEAM, K, null, 1, 4, ParallelFlag.TEAM, 7);
        Region inner = new Region(Ids.takeOne(), Region.Kind.TEAM, K, outer, 1, 4, ParallelFlag.TEAM, 7);
        ThreadContext c = ObservedThread.run(ThreadType.WORKER, t -> {
            Pool.begin(t, K, "pool", 4, 7).join(t);
            run(t, outer);
            run(t, inner);
            Tasks.outOfTasks(t);
            // A thread factory of the application can do this when the pool creates another worker.
            SyncRegions.beginEnd(t, K, SyncRegionKind.BARRIER_EXPLICIT, 0, 7);
            assertThat(t.state()).isEqualTo(State.WORK_SERIAL);
            assertThat(t.parallelId()).isNotIn(outer.id(), inner.id());
            run(t, outer);
            Tasks.outOfTasks(t);
            assertThat(t.tasks().isEmpty()).isTrue();
        });

        assertThat(events.briefOf(c))
                .containsSubsequence(
                        "syncRegionWait begin",
                        "syncRegionWait end",
                        "syncRegion end",
                        "implicitTask end",
                        "syncRegion end",
                        "implicitTask end",
                        "implicitTask begin",
                        "syncRegion beginend",
                        "taskSchedule",
                        "taskSchedule",
                        "implicitTask end");
        assertThat(times(c)).isSorted();
    }

    @Test
    void memberLeavesForWorkOfItsOwnWithTheEndOfARegionThatHasEnded() throws InterruptedException {
        leavesWithTheEndOfTheRegion(t -> SyncRegions.beginEnd(t, K, SyncRegionKind.BARRIER_EXPLICIT, 0, 7));
    }

    @Test
    void memberThatReleasesWhatItTookUnseenLeavesWithTheEndOfItsRegion() throws InterruptedException {
        leavesWithTheEndOfTheRegion(t -> {
            long heldUntil = Mutexes.heldUntil(t);
            Mutexes.releasedAt(t, heldUntil, Construct.REENTRANT_LOCK, MutexKind.LOCK, Ids.takeOne(), 7);
            assertThat(t.state()).isEqualTo(State.IDLE);
        });
    }

    private void leavesWithTheEndOfTheRegion(Consumer<ThreadContext> work) throws InterruptedException {
        Region region = new Region(Ids.takeOne(), Region.Kind.TEAM, K, null, 1, 4, ParallelFlag.TEAM, 7);
        long[] end = new long[1];
        ThreadContext c = ObservedThread.run(ThreadType.WORKER, t -> {
            run(t, region);
            Tasks.outOfTasks(t);
            end[0] = region.close();
            work.accept(t);
        });

        assertThat(events.of(c))
                .filteredOn(each -> each.is("syncRegion", SyncRegionKind.BARRIER_IMPLICIT_PARALLEL, ScopeEndpoint.END))
                .extracting(RecordedEvents.Delivered::timeNanos)
                .containsExactly(end[0]);
    }

    @Test
    void whomAMemberWakesWhileItWaitsInABarrierDoesNotEndItsMembership() throws InterruptedException {
        Region open = new Region(Ids.takeOne(), Region.Kind.TEAM, K, null, 1, 4, ParallelFlag.TEAM, 7);
        ObservedThread.run(ThreadType.WORKER, t -> {
            run(t, open);
            Tasks.outOfTasks(t);
            Wakeups.tellAfterTask(t, K, Ids.takeOne());
            assertThat(t.state()).isEqualTo(State.WAIT_BARRIER_IMPLICIT_PARALLEL);
            assertThat(t.parallelId()).isEqualTo(open.id());
        });
    }

    @Test
    void memberOfAnOuterRegionTooWaitsForThatOnceTheInnerHasEnded() throws InterruptedException {
        Region outer = new Region(Ids.takeOne(), Region.Kind.TEAM, K, null, 1, 4, ParallelFlag.TEAM, 7);
        Region inner = new Region(Ids.takeOne(), Region.Kind.TEAM, K, outer, 1, 4, ParallelFlag.TEAM, 7);
        ThreadContext c = ObservedThread.run(ThreadType.WORKER, t -> {
            run(t, outer);
            Tasks.outOfTasks(t);
            long outerTask = t.taskId();
            run(t, inner);
            Tasks.outOfTasks(t);
            assertThat(t.waitId()).isEqualTo(inner.id());
            assertThat(t.parallelId()).isEqualTo(inner.id());

            inner.close();
            assertThat(t.state()).isEqualTo(State.WAIT_BARRIER_IMPLICIT_PARALLEL);
            assertThat(t.waitId()).isEqualTo(outer.id());
            assertThat(t.parallelId()).isEqualTo(outer.id());
            assertThat(t.taskId()).isEqualTo(outerTask);

            outer.close();
            assertThat(t.state()).isEqualTo(State.IDLE);
            assertThat(t.waitId()).isZero();
            assertThat(t.parallelId()).isZero();
            assertThat(t.taskId()).isZero();
            run(t, null);
        });

        // The wait for the outer region continues after the end of the inner one.
        assertThat(events.of(c))
                .filteredOn(each -> each.is("syncRegionWait", outer.id()))
                .extracting(RecordedEvents.Delivered::timeNanos)
                .hasSize(4)
                .contains(inner.endTime(), outer.endTime());
        assertThat(times(c)).isSorted();
    }

    @Test
    void membersOwnTaskIsOverheadBetweenTasks() throws InterruptedException {
        Region open = new Region(Ids.takeOne(), Region.Kind.TEAM, K, null, 1, 4, ParallelFlag.TEAM, 7);
        ThreadContext c = ObservedThread.run(ThreadType.WORKER, t -> {
            run(t, open);
            assertThat(t.state()).isEqualTo(State.OVERHEAD);
        });
        assertThat(events.of(c))
                .filteredOn(each -> each.is("implicitTask", ScopeEndpoint.BEGIN, open.id()))
                .extracting(RecordedEvents.Delivered::state)
                .containsExactly(State.OVERHEAD);
    }

    @Test
    void threadIsInTheAgentUntilItsInitialTaskBegins() throws InterruptedException {
        ThreadContext c = ObservedThread.run(
                ThreadType.INITIAL, t -> assertThat(t.state()).isEqualTo(State.WORK_SERIAL));

        assertThat(events.of(c))
                .extracting(RecordedEvents.Delivered::state)
                .startsWith(State.OVERHEAD, State.WORK_SERIAL)
                .endsWith(State.OVERHEAD);
    }

    @Test
    void memberLeavesWithTheRegionsEndTimeHoweverLateItWakes() throws InterruptedException {
        leavesWithTheEndOfTheRegion(t -> {
            long ended = System.nanoTime();
            while (System.nanoTime() < ended + 1_000_000) {
                Thread.onSpinWait();
            }
            run(t, null);
        });
    }

    @Test
    void taskThatBeginsOutsideOfItsRegionBecauseThatHasEndedBeginsAfterItsEnd() throws InterruptedException {
        Region team = new Region(Ids.takeOne(), Region.Kind.TEAM, K, null, 1, 4, ParallelFlag.TEAM, 7);
        long[] inner = new long[1];
        ThreadContext c = ObservedThread.run(ThreadType.WORKER, t -> {
            Tasks.begin(t, K, Ids.takeOne(), team);
            // The begin could share the reading of the clock with the creation, if no region had ended in between.
            inner[0] = Tasks.createNow(t, K, 0, 0, 0);
            team.close();
            Tasks.begin(t, K, inner[0], team);
            assertThat(t.parallelId()).isZero();
            Tasks.end(t, TaskStatus.COMPLETE);
            Tasks.end(t, TaskStatus.COMPLETE);
        });

        assertThat(events.of(c))
                .filteredOn(each -> each.event().equals("taskSchedule")
                        && each.arguments().get(2).equals(inner[0]))
                .singleElement()
                .satisfies(each -> assertThat(each.timeNanos()).isGreaterThanOrEqualTo(team.endTime()));
    }

    @Test
    void membershipsOfTwoConcurrentRegionsNeverCrossAndWhoComesBackIsAFreeAgent() throws InterruptedException {
        Region first = new Region(Ids.takeOne(), Region.Kind.TEAM, K, null, 1, 4, ParallelFlag.TEAM, 7);
        Region second = new Region(Ids.takeOne(), Region.Kind.TEAM, K, null, 2, 4, ParallelFlag.TEAM, 8);
        ThreadContext c = ObservedThread.run(ThreadType.WORKER, t -> {
            run(t, first);
            Tasks.outOfTasks(t);
            run(t, second);
            Tasks.outOfTasks(t);
            Tasks.begin(t, K, Ids.takeOne(), first);
            assertThat(t.state()).isEqualTo(State.WORK_FREE_AGENT);
            assertThat(t.parallelId()).isEqualTo(first.id());
            Tasks.end(t, TaskStatus.COMPLETE);
        });

        List<Object> implicit = events.of(c).stream()
                .filter(each -> each.event().equals("implicitTask"))
                .map(each -> (Object) each.arguments().get(0))
                .toList();
        assertThat(implicit)
                .containsExactly(ScopeEndpoint.BEGIN, ScopeEndpoint.END, ScopeEndpoint.BEGIN, ScopeEndpoint.END);
    }

    @Test
    void membershipBegunWhileHelpingEndsWithTheHelpedTask() throws InterruptedException {
        Region outer = new Region(Ids.takeOne(), Region.Kind.TEAM, K, null, 1, 4, ParallelFlag.TEAM, 7);
        Region inner = new Region(Ids.takeOne(), Region.Kind.TEAM, K, outer, 1, 4, ParallelFlag.TEAM, 8);
        ThreadContext c = ObservedThread.run(ThreadType.WORKER, t -> {
            Tasks.begin(t, K, t.newId(), outer);
            long helper = t.taskId();
            run(t, inner);
            assertThat(t.taskId()).isEqualTo(helper);
            Tasks.end(t, TaskStatus.COMPLETE);
        });

        assertThat(events.briefOf(c).stream().filter("implicitTask end"::equals).count())
                .isEqualTo(2);
    }

    @Test
    void taskThatReturnsAfterItsRegionEndedEndsWithTheRegion() throws InterruptedException {
        Region open = new Region(Ids.takeOne(), Region.Kind.TEAM, K, null, 1, 4, ParallelFlag.TEAM, 7);
        long[] end = new long[1];
        ThreadContext c = ObservedThread.run(ThreadType.WORKER, t -> {
            Tasks.begin(t, K, t.newId(), open);
            end[0] = open.close();
            Tasks.end(t, TaskStatus.COMPLETE);
        });

        assertThat(events.of(c))
                .filteredOn(each -> each.is("taskSchedule", TaskStatus.COMPLETE))
                .extracting(RecordedEvents.Delivered::timeNanos)
                .containsExactly(end[0]);
    }

    @Test
    void taskThatNobodyHasWaitedForEndsWhenItEnds() throws InterruptedException {
        assertThat(endsAfterItsRegion(Construct.FORK_JOIN_TASK, t -> {})).isTrue();
    }

    @Test
    void taskOfARegionThatWasLeftByAnExceptionEndsWhenItEnds() throws InterruptedException {
        Consumer<ThreadContext> error = t -> Events.error(t, t.clock().now(), K, Severity.WARNING, new Exception());
        assertThat(endsAfterItsRegion(K, error)).isTrue();
    }

    private boolean endsAfterItsRegion(Construct construct, Consumer<ThreadContext> before)
            throws InterruptedException {
        Region open = new Region(Ids.takeOne(), Region.Kind.TEAM, construct, null, 1, 4, ParallelFlag.TEAM, 7);
        long[] end = new long[1];
        ThreadContext c = ObservedThread.run(ThreadType.WORKER, t -> {
            Tasks.begin(t, K, t.newId(), open);
            before.accept(t);
            end[0] = open.close();
            Tasks.end(t, TaskStatus.COMPLETE);
        });
        return events.of(c).stream()
                .filter(each -> each.is("taskSchedule", TaskStatus.COMPLETE))
                .allMatch(each -> each.timeNanos() > end[0]);
    }

    @Test
    void whereToolsHaveCallbacksARegionEndsAfterTheTasksThatItsConstructWaitsFor() throws InterruptedException {
        Events.setEventsWithCallbacks(Event.TASK_SCHEDULE.bit());
        Thread[] worker = new Thread[1];
        CountDownLatch running = new CountDownLatch(1);
        ObservedThread.run(ThreadType.INITIAL, t -> {
            Region opened = Regions.begin(t, K, 4, ParallelFlag.INVOKER_RUNTIME, 7, 0);
            worker[0] = new Thread(() -> runUntilTheRegionWaits(t, opened, running));
            worker[0].start();
            await(running);
            Regions.end(t, opened);
        });
        worker[0].join();

        List<String> order = events.all().stream()
                .filter(each -> each.is("taskSchedule", TaskStatus.COMPLETE) || each.is("parallelEnd"))
                .sorted(Comparator.comparingLong(RecordedEvents.Delivered::timeNanos))
                .map(RecordedEvents.Delivered::event)
                .toList();
        assertThat(order).containsExactly("taskSchedule", "parallelEnd");
    }

    private static void runUntilTheRegionWaits(ThreadContext ending, Region opened, CountDownLatch running) {
        try {
            ObservedThread.run(ThreadType.WORKER, t -> {
                Tasks.begin(t, K, t.newId(), opened);
                running.countDown();
                while (ending.state() != State.WAIT_BARRIER_IMPLICIT_PARALLEL) {
                    Thread.onSpinWait();
                }
                Tasks.end(t, TaskStatus.COMPLETE);
            });
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void whatATaskFulfillsAfterItsRegionEndedIsFulfilledThen() throws InterruptedException {
        Region open = new Region(Ids.takeOne(), Region.Kind.TEAM, K, null, 1, 4, ParallelFlag.TEAM, 7);
        long[] end = new long[1];
        ThreadContext c = ObservedThread.run(ThreadType.WORKER, t -> {
            Tasks.begin(t, K, t.newId(), open);
            end[0] = open.close();
            Tasks.fulfill(t, K, 1);
            Tasks.end(t, TaskStatus.COMPLETE);
        });

        assertThat(events.of(c))
                .filteredOn(each -> each.is("taskSchedule", TaskStatus.LATE_FULFILL))
                .singleElement()
                .satisfies(each -> assertThat(each.timeNanos()).isGreaterThan(end[0]));
    }

    @Test
    void whatFollowsACombinationSharesTheReadingOfWhatIsNewThere() throws InterruptedException {
        ThreadContext c = ObservedThread.run(ThreadType.INITIAL, t -> {
            for (boolean combined : new boolean[] {true, false}) {
                Tasks.begin(t, K, t.newId(), null);
                t.clock().now();
                if (combined) {
                    t.clock().markCombined();
                }
                Tasks.fulfill(t, K, 7);
                Tasks.end(t, TaskStatus.COMPLETE);
            }
        });

        List<Long> fulfilled = timesOf(c, TaskStatus.LATE_FULFILL);
        List<Long> ended = timesOf(c, TaskStatus.COMPLETE);
        assertThat(ended.get(0)).isEqualTo(fulfilled.get(0));
        assertThat(ended.get(1)).isGreaterThan(fulfilled.get(1));
    }

    private List<Long> timesOf(ThreadContext c, TaskStatus status) {
        return events.of(c).stream()
                .filter(each -> each.is("taskSchedule", status))
                .map(RecordedEvents.Delivered::timeNanos)
                .toList();
    }

    @Test
    void taskThatBeginsAfterItsRegionEndedRunsOutsideIt() throws InterruptedException {
        Region closed = new Region(Ids.takeOne(), Region.Kind.TEAM, K, null, 1, 4, ParallelFlag.TEAM, 7);
        closed.close();
        ObservedThread.run(ThreadType.INITIAL, t -> {
            Tasks.begin(t, K, t.newId(), closed);
            assertThat(t.parallelId()).isNotEqualTo(closed.id());
            Tasks.end(t, TaskStatus.COMPLETE);
        });
    }

    @Test
    void endOfARegionSaysHowManyThreadsHaveBeenItsMembers() throws InterruptedException {
        ThreadContext c = ObservedThread.run(ThreadType.INITIAL, t -> {
            Region opened = Regions.begin(t, K, 4, ParallelFlag.INVOKER_RUNTIME, 7, 0);
            joinTwiceOnAnotherThread(opened);
            joinTwiceOnAnotherThread(opened);
            Regions.end(t, opened);
        });

        assertThat(events.of(c))
                .filteredOn(each -> each.event().equals("parallelEnd"))
                .singleElement()
                .satisfies(each -> assertThat(each.arguments()).last().isEqualTo(3));
    }

    @Test
    void nobodyJoinsARegionThatHasEndedAndTheNumberOfItsMembersStays() {
        Region team = new Region(Ids.takeOne(), Region.Kind.TEAM, K, null, 1, 4, ParallelFlag.TEAM, 7);
        assertThat(team.takeIndex()).isZero();
        assertThat(team.join(2)).isEqualTo(1);
        assertThat(team.join(2)).isEqualTo(Region.RETURNED);
        team.close();

        assertThat(team.takeIndex()).isEqualTo(Region.ENDED);
        assertThat(team.join(3)).isEqualTo(Region.ENDED);
        assertThat(team.join(2)).as("a member before").isEqualTo(Region.ENDED);
        assertThat(team.members()).isEqualTo(2);
        team.close();
        assertThat(team.members()).isEqualTo(2);
    }

    @Test
    void taskloopHasTaskgroupWorkAndWaitAroundHelpedTasksOnly() throws InterruptedException {
        ThreadContext c = ObservedThread.run(ThreadType.INITIAL, t -> {
            Region opened = beginWithTaskloop(t);
            Taskloops.open(t);
            run(t, opened);
            assertThat(t.state()).isEqualTo(State.WAIT_TASKGROUP);
            run(t, opened);
            Regions.end(t, opened);
        });

        List<String> brief = events.briefOf(c);
        assertThat(brief.subList(brief.indexOf("parallelBegin"), brief.indexOf("parallelEnd")))
                .containsExactly(
                        "parallelBegin",
                        "implicitTask begin",
                        "syncRegion begin",
                        "work begin",
                        "taskSchedule",
                        "taskSchedule",
                        "work end",
                        "syncRegionWait begin",
                        "syncRegionWait end",
                        "taskSchedule",
                        "taskSchedule",
                        "syncRegionWait begin",
                        "syncRegionWait end",
                        "syncRegion end",
                        "syncRegion begin",
                        "syncRegionWait begin",
                        "syncRegionWait end",
                        "syncRegion end",
                        "implicitTask end");
        assertThat(times(c)).isSorted();
    }

    @Test
    void taskgroupEndsWithItsRootAndWhatTheStageDoesThenIsNoWait() throws InterruptedException {
        ThreadContext c = ObservedThread.run(ThreadType.INITIAL, t -> {
            Region opened = beginWithTaskloop(t);
            assertThat(Taskloops.beginRoot(t, "root")).isTrue();
            run(t, opened);
            Taskloops.endRoot(t);
            assertThat(t.state()).isEqualTo(State.WORK_PARALLEL);
            // A comparator of the application can do this when the stage sorts the results of the tasks.
            Tasks.create(t, K, 0, 7, 0);
            Taskloops.closeWithBarrier(t);
            assertThat(Taskloops.beginRoot(t, "nothing is declared")).isFalse();
            Regions.end(t, opened);
        });

        List<String> brief = events.briefOf(c);
        assertThat(brief.subList(brief.indexOf("work begin"), brief.indexOf("implicitTask end")))
                .containsExactly(
                        "work begin",
                        "taskSchedule",
                        "taskSchedule",
                        "work end",
                        "syncRegionWait begin",
                        "syncRegionWait end",
                        "syncRegion end",
                        "taskCreate",
                        "syncRegion begin",
                        "syncRegionWait begin",
                        "syncRegionWait end",
                        "syncRegion end",
                        "syncRegion begin",
                        "syncRegionWait begin",
                        "syncRegionWait end",
                        "syncRegion end");
        assertThat(times(c)).isSorted();
    }

    @Test
    void secondRootOfAStageHasATaskgroupOfItsOwn() throws InterruptedException {
        ThreadContext c = ObservedThread.run(ThreadType.INITIAL, t -> {
            Region opened = beginWithTaskloop(t);
            for (int i = 0; i < 2; i++) {
                Taskloops.beginRoot(t, "root");
                run(t, opened);
                Taskloops.endRoot(t);
            }
            Regions.end(t, opened);
        });

        assertThat(events.briefOf(c).stream().filter("work begin"::equals)).hasSize(2);
        assertThat(events.briefOf(c).stream().filter("syncRegion end"::equals)).hasSize(3);
    }

    @Test
    void waitAtTheEndOfATaskgroupIsToldWhenItBeginsWhereACallbackWantsIt() throws InterruptedException {
        Events.setEventsWithCallbacks(Event.SYNC_REGION_WAIT.bit());
        ThreadContext c = ObservedThread.run(ThreadType.INITIAL, t -> {
            Region opened = beginWithTaskloop(t);
            Taskloops.open(t);
            run(t, opened);
            assertThat(events.briefOf(t)).endsWith("work end", "syncRegionWait begin");
            run(t, opened);
            assertThat(events.briefOf(t))
                    .endsWith("syncRegionWait end", "taskSchedule", "taskSchedule", "syncRegionWait begin");
            Tasks.fulfill(t, K, 1);
            assertThat(events.briefOf(t)).endsWith("syncRegionWait end", "taskSchedule", "syncRegionWait begin");
            assertThat(t.state()).isEqualTo(State.WAIT_TASKGROUP);
            Taskloops.closeWithBarrier(t);
            Regions.end(t, opened);
        });

        assertThat(events.briefOf(c).stream().filter("syncRegionWait begin"::equals))
                .hasSize(5);
        assertThat(times(c)).isSorted();
    }

    @Test
    void endOfARegionIsNotToldWhileATaskThatOutlivesItTellsOfIt() throws InterruptedException {
        List<Boolean> waited = new ArrayList<>();
        Region[] open = new Region[1];
        Events.setEventsWithCallbacks(Event.DISPATCH.bit() | Event.WORK.bit() | Event.SYNC_REGION.bit());
        Events.deliverTo(new AwaitsTheEnd(open, waited), -1L);
        ObservedThread.run(ThreadType.WORKER, t -> {
            open[0] = new Region(Ids.takeOne(), Region.Kind.TEAM, K, null, 1, 4, ParallelFlag.TEAM, 7);
            Tasks.begin(t, K, t.newId(), open[0]);
            Events.dispatch(t, 0, K, DispatchKind.ITERATION, -1, 1);
            Events.work(t, 0, K, WorkType.SECTIONS, ScopeEndpoint.BEGIN, 1, 7);
            SyncRegions.begin(t, K, SyncRegionKind.TASKWAIT, 0, 7);
            open[0].close();
            SyncRegions.end(t, K, SyncRegionKind.TASKWAIT, 0, 7);
        });

        assertThat(waited).containsExactly(true, true, true, false);
    }

    /** A sink that records, for each event in a task, whether the end of the region has to wait for its callback. */
    private record AwaitsTheEnd(Region[] region, List<Boolean> waited) implements RecordSink {
        private static final Set<Event> IN_TASK = EnumSet.of(Event.DISPATCH, Event.WORK, Event.SYNC_REGION);

        @Override
        public void record(
                OmptThread thread,
                EventShape shape,
                long time,
                long details,
                long a,
                long b,
                long c,
                long d,
                long place) {
            if (IN_TASK.contains(shape.event()) && waited.size() < 4) {
                assertThat(b).isEqualTo(waited.size() < 3 ? region[0].id() : 0);
                waited.add(region[0].isTold());
            }
        }

        @Override
        public void recordWith(
                OmptThread thread,
                EventShape shape,
                long time,
                long details,
                long a,
                long b,
                long c,
                long place,
                Object payload) {}
    }

    @Test
    void stageInsideATaskLeavesItKnownWhereChunksBegin() throws InterruptedException {
        Spliterator.OfInt elements = IntStream.range(0, 100).spliterator();
        Object root = new Object();
        ThreadContext c = ObservedThread.run(ThreadType.INITIAL, t -> {
            Region opened = Regions.begin(t, K, 4, ParallelFlag.INVOKER_RUNTIME, 7, 0);
            Taskloops.declare(t, K, elements, 7);
            Taskloops.beginRoot(t, root);
            Tasks.begin(t, K, t.newId(), opened);
            Taskloops.closeWithBarrier(t);
            elements.trySplit();
            elements.trySplit();
            Taskloops.chunk(t, K, root, elements);
            Tasks.end(t, TaskStatus.COMPLETE);
            Taskloops.closeWithBarrier(t);
            Regions.end(t, opened);
        });

        assertThat(events.of(c)).filteredOn(each -> each.is("dispatch", 75L)).hasSize(1);
    }

    @Test
    void announcedTaskloopWithoutTasksIsNotReported() throws InterruptedException {
        ThreadContext c = ObservedThread.run(ThreadType.INITIAL, t -> {
            Region opened = beginWithTaskloop(t);
            Taskloops.closeWithBarrier(t);
            Regions.end(t, opened);
        });

        assertThat(events.briefOf(c)).doesNotContain("work begin");
    }

    private List<Long> times(ThreadContext c) {
        return events.of(c).stream().map(RecordedEvents.Delivered::timeNanos).toList();
    }

    private static void joinTwiceOnAnotherThread(Region region) {
        try {
            ObservedThread.run(ThreadType.WORKER, t -> {
                run(t, region);
                run(t, region);
            });
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    /** Begins a region and declares the taskloop of its stage. */
    private static Region beginWithTaskloop(ThreadContext c) {
        Region opened = Regions.begin(c, K, 4, ParallelFlag.INVOKER_RUNTIME, 7, 0);
        Taskloops.declare(c, K, WorkType.TASKLOOP, 100, 7);
        return opened;
    }

    private static void run(ThreadContext c, Region in) {
        Tasks.begin(c, K, Ids.takeOne(), in);
        Tasks.end(c, TaskStatus.COMPLETE);
    }
}
