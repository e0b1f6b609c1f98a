package org.ompt4j.views.early;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.ompt4j.ompt.ScopeEndpoint.BEGIN;
import static org.ompt4j.ompt.ScopeEndpoint.BEGINEND;
import static org.ompt4j.ompt.ScopeEndpoint.END;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.ompt4j.ompt.CancelFlag;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.MutexImpl;
import org.ompt4j.ompt.MutexKind;
import org.ompt4j.ompt.OmptCallback;
import org.ompt4j.ompt.OmptData;
import org.ompt4j.ompt.ScopeEndpoint;
import org.ompt4j.ompt.State;
import org.ompt4j.ompt.SyncRegionKind;
import org.ompt4j.ompt.TaskFlag;
import org.ompt4j.ompt.TaskStatus;
import org.ompt4j.ompt.ThreadType;
import org.ompt4j.ompt.WorkType;

/** TR2, section 3: when each event comes, and its arguments. */
class EventTranslationTest {
    private final FakeRuntimeEntryPoints runtime = new FakeRuntimeEntryPoints();
    private final CallbackLog log = new CallbackLog();
    private final OmptData initialRegion = new OmptData(10);
    private final OmptData initialTask = new OmptData(11);
    private final OmptData region = new OmptData(20);
    private final OmptData implicitTask = new OmptData(21);
    private final OmptData task = new OmptData(31);

    private void register(Set<OmptEvent> events) {
        assertThat(new TestTool(log, events).initialize(runtime, 0)).isEqualTo(1);
    }

    private void registerAll() {
        register(EnumSet.allOf(OmptEvent.class));
    }

    private void threadBegins(ThreadType type) {
        runtime.on(Event.THREAD_BEGIN, OmptCallback.ThreadBegin.class).threadBegin(type, runtime.threadData);
    }

    private void implicitTask(ScopeEndpoint endpoint, OmptData parallel, OmptData implicit, int flags) {
        runtime.on(Event.IMPLICIT_TASK, OmptCallback.ImplicitTask.class)
                .implicitTask(endpoint, parallel, implicit, 2, 0, flags);
    }

    private void joinsRegion() {
        implicitTask(BEGIN, region, implicitTask, TaskFlag.IMPLICIT);
    }

    private void schedule(OmptData prior, TaskStatus status, @Nullable OmptData next) {
        runtime.on(Event.TASK_SCHEDULE, OmptCallback.TaskSchedule.class).taskSchedule(prior, status, next);
    }

    private void sync(SyncRegionKind kind, ScopeEndpoint endpoint, OmptData parallel, OmptData inTask) {
        runtime.on(Event.SYNC_REGION, OmptCallback.SyncRegion.class).syncRegion(kind, endpoint, parallel, inTask, 5);
    }

    private void wait(SyncRegionKind kind, ScopeEndpoint endpoint, OmptData parallel, OmptData inTask) {
        runtime.on(Event.SYNC_REGION_WAIT, OmptCallback.SyncRegionWait.class)
                .syncRegionWait(kind, endpoint, parallel, inTask, 5);
    }

    private void acquire(MutexKind kind, long waitId) {
        runtime.on(Event.MUTEX_ACQUIRE, OmptCallback.MutexAcquire.class)
                .mutexAcquire(kind, 0, MutexImpl.NONE, waitId, 5);
    }

    private void acquired(MutexKind kind, long waitId) {
        runtime.on(Event.MUTEX_ACQUIRED, OmptCallback.MutexAcquired.class).mutexAcquired(kind, waitId, 5);
    }

    // ---------------------------------------------------------------- threads

    @ParameterizedTest
    @CsvSource({"INITIAL, initial", "WORKER, worker", "OTHER, other", "UNKNOWN, other"})
    void threadBeginsAndEndsWithItsType(ThreadType type, String early) {
        register(EnumSet.of(OmptEvent.THREAD_BEGIN, OmptEvent.THREAD_END));
        threadBegins(type);
        runtime.on(Event.THREAD_END, OmptCallback.ThreadEnd.class).threadEnd(runtime.threadData);

        assertThat(log.take()).containsExactly("thread_begin " + early + " 1", "thread_end " + early + " 1");
    }

    @Test
    void endOfAThreadCarriesTheTypeAlsoForWhoDidNotAskForBegins() {
        register(EnumSet.of(OmptEvent.THREAD_END));
        threadBegins(ThreadType.WORKER);
        runtime.on(Event.THREAD_END, OmptCallback.ThreadEnd.class).threadEnd(runtime.threadData);

        assertThat(log.take()).containsExactly("thread_end worker 1");
    }

    // ---------------------------------------------------------------- regions

    @Test
    void regionBeginsWithItsParentItsSizeAndItsFunction() {
        registerAll();
        runtime.body = 7;
        FakeRuntimeEntryPoints.Frame frame =
                new FakeRuntimeEntryPoints.Frame(3, 5, 0, 1, "jdk.Exit.x", "com.acme.App.main");
        runtime.on(Event.PARALLEL_BEGIN, OmptCallback.ParallelBegin.class)
                .parallelBegin(initialTask, frame, region, 4, 0, 5);
        runtime.body = 0;
        runtime.on(Event.PARALLEL_BEGIN, OmptCallback.ParallelBegin.class).parallelBegin(null, null, region, 1, 0, 5);
        runtime.on(Event.PARALLEL_END, OmptCallback.ParallelEnd.class).parallelEnd(region, initialTask, 0, 5);

        assertThat(log.take())
                .containsExactly(
                        "parallel_begin 11 jdk.Exit.x/com.acme.App.main 20 4 com.acme.Body.run7",
                        "parallel_begin 0 null 20 1 null",
                        "parallel_end 20 11");
    }

    @Test
    void implicitTaskCarriesItsRegionAtItsEndToo() {
        registerAll();
        joinsRegion();
        implicitTask(END, null, implicitTask, TaskFlag.IMPLICIT);

        assertThat(log.take()).containsExactly("implicit_task_begin 20 21", "implicit_task_end 20 21");
    }

    @Test
    void initialTaskHasEventsOfItsOwnAndItsRegionIsNone() {
        registerAll();
        implicitTask(BEGIN, initialRegion, initialTask, TaskFlag.INITIAL);
        sync(SyncRegionKind.TASKWAIT, BEGIN, initialRegion, initialTask);
        sync(SyncRegionKind.TASKWAIT, END, initialRegion, initialTask);
        implicitTask(END, null, initialTask, TaskFlag.INITIAL);

        assertThat(log.take())
                .containsExactly(
                        "initial_task_begin 11", "taskwait_begin 0 11", "taskwait_end 0 11", "initial_task_end 11");
    }

    @Test
    void nestedRegionsKeepTheirIds() {
        registerAll();
        OmptData inner = new OmptData(22);
        OmptData innerTask = new OmptData(23);
        joinsRegion();
        implicitTask(BEGIN, inner, innerTask, TaskFlag.IMPLICIT);
        sync(SyncRegionKind.BARRIER_IMPLICIT_PARALLEL, BEGIN, inner, innerTask);
        sync(SyncRegionKind.BARRIER_IMPLICIT_PARALLEL, END, null, innerTask);
        implicitTask(END, null, innerTask, TaskFlag.IMPLICIT);
        sync(SyncRegionKind.BARRIER_IMPLICIT_PARALLEL, BEGIN, region, implicitTask);
        sync(SyncRegionKind.BARRIER_IMPLICIT_PARALLEL, END, null, implicitTask);
        implicitTask(END, null, implicitTask, TaskFlag.IMPLICIT);

        assertThat(log.take())
                .containsExactly(
                        "implicit_task_begin 20 21",
                        "implicit_task_begin 22 23",
                        "barrier_begin 22 23",
                        "barrier_end 22 23",
                        "implicit_task_end 22 23",
                        "barrier_begin 20 21",
                        "barrier_end 20 21",
                        "implicit_task_end 20 21");
    }

    // ---------------------------------------------------------------- tasks

    @Test
    void taskBeginsWhenItIsCreatedAndEndsBeforeAnotherGoesOn() {
        registerAll();
        runtime.body = 9;
        runtime.on(Event.TASK_CREATE, OmptCallback.TaskCreate.class)
                .taskCreate(implicitTask, null, task, TaskFlag.EXPLICIT, false, 5);
        schedule(implicitTask, TaskStatus.SWITCH, task);
        schedule(task, TaskStatus.COMPLETE, implicitTask);

        assertThat(log.take())
                .containsExactly(
                        "task_begin 21 null 31 com.acme.Body.run9",
                        "task_switch 21 31",
                        "task_end 31",
                        "task_switch 0 21");
    }

    @Test
    void detachedTaskEndsWhenItIsFulfilled() {
        registerAll();
        schedule(task, TaskStatus.DETACH, implicitTask);
        assertThat(log.take()).containsExactly("task_switch 31 21");

        schedule(task, TaskStatus.LATE_FULFILL, null);
        assertThat(log.take()).containsExactly("task_end 31");
    }

    @Test
    void onlyExplicitTasksBeginHere() {
        registerAll();
        runtime.on(Event.TASK_CREATE, OmptCallback.TaskCreate.class)
                .taskCreate(null, null, task, TaskFlag.INITIAL, false, 5);

        assertThat(log.take()).isEmpty();
    }

    @Test
    void cancelledTaskEndsWhetherItRanOrNot() {
        registerAll();
        schedule(task, TaskStatus.CANCEL, implicitTask);
        OmptCallback.Cancel cancel = runtime.on(Event.CANCEL, OmptCallback.Cancel.class);
        cancel.cancel(new OmptData(32), CancelFlag.TASKGROUP | CancelFlag.DISCARDED_TASK, 5);
        cancel.cancel(new OmptData(33), CancelFlag.TASKGROUP | CancelFlag.ACTIVATED, 5);

        assertThat(log.take()).containsExactly("task_end 31", "task_switch 0 21", "task_end 32");
    }

    @Test
    void taskThatYieldsToNobodyIsNoSwitch() {
        registerAll();
        schedule(task, TaskStatus.YIELD, task);

        assertThat(log.take()).isEmpty();
    }

    @Test
    void switchHappensInTheResumedTask() {
        TestTool tool = new TestTool(log, EnumSet.of(OmptEvent.TASK_SWITCH));
        tool.initialize(runtime, 0);
        List<Long> seen = new ArrayList<>();
        log.inside = () -> {
            seen.add(tool.inquiries.taskId(0));
            seen.add(tool.inquiries.taskId(1));
        };
        // The runtime reports both events in the task that is about to be left.
        runtime.tasks.add(new FakeRuntimeEntryPoints.Task(implicitTask, null));
        schedule(implicitTask, TaskStatus.SWITCH, task);
        runtime.tasks.add(0, new FakeRuntimeEntryPoints.Task(task, null));
        schedule(task, TaskStatus.COMPLETE, implicitTask);

        assertThat(seen).containsExactly(31L, 21L, 21L, 0L);
        assertThat(tool.inquiries.taskId(0)).isEqualTo(31);
    }

    // ---------------------------------------------------------------- idleness

    private void worksForItsPool(ScopeEndpoint endpoint) {
        runtime.on(Event.POOL_WORKER, OmptCallback.PoolWorker.class).poolWorker(endpoint, 40);
    }

    @Test
    void workerIdlesBetweenItsTasksAndOutsideOfRegions() {
        registerAll();
        threadBegins(ThreadType.WORKER);
        worksForItsPool(BEGIN);
        schedule(null, TaskStatus.SWITCH, task);
        schedule(task, TaskStatus.COMPLETE, null);
        joinsRegion();
        schedule(implicitTask, TaskStatus.SWITCH, task);
        schedule(task, TaskStatus.COMPLETE, implicitTask);
        implicitTask(END, null, implicitTask, TaskFlag.IMPLICIT);
        worksForItsPool(END);
        runtime.on(Event.THREAD_END, OmptCallback.ThreadEnd.class).threadEnd(runtime.threadData);

        assertThat(log.take())
                .containsExactly(
                        "thread_begin worker 1",
                        "idle_begin 1",
                        "idle_end 1",
                        "task_switch 0 31",
                        "task_end 31",
                        "task_switch 0 0",
                        "idle_begin 1",
                        "idle_end 1",
                        "implicit_task_begin 20 21",
                        "task_switch 21 31",
                        "task_end 31",
                        "task_switch 0 21",
                        "implicit_task_end 20 21",
                        "idle_begin 1",
                        "idle_end 1",
                        "thread_end worker 1");
    }

    @Test
    void initialThreadNeverIdles() {
        register(EnumSet.of(OmptEvent.IDLE_BEGIN, OmptEvent.IDLE_END));
        implicitTask(BEGIN, initialRegion, initialTask, TaskFlag.INITIAL);
        schedule(initialTask, TaskStatus.SWITCH, task);
        schedule(task, TaskStatus.COMPLETE, initialTask);

        assertThat(log.take()).isEmpty();
    }

    @Test
    void idleThreadIsInTheIdleStateAndInNoRegion() {
        TestTool tool = new TestTool(log, EnumSet.of(OmptEvent.IDLE_BEGIN, OmptEvent.IDLE_END));
        tool.initialize(runtime, 0);
        List<Object> seen = new ArrayList<>();
        log.inside = () -> {
            seen.add(tool.inquiries.getState(null));
            seen.add(tool.inquiries.parallelId(0));
        };
        runtime.state = State.WORK_PARALLEL;
        runtime.regions.add(new FakeRuntimeEntryPoints.Region(region, 2));
        worksForItsPool(BEGIN);
        schedule(null, TaskStatus.SWITCH, task);

        assertThat(seen).containsExactly(OmptState.IDLE, 0L, OmptState.OVERHEAD, 20L);
    }

    // ---------------------------------------------------------------- work

    @ParameterizedTest
    @CsvSource({
        "LOOP, loop",
        "LOOP_STATIC, loop",
        "LOOP_DYNAMIC, loop",
        "LOOP_GUIDED, loop",
        "LOOP_OTHER, loop",
        "TASKLOOP, loop",
        "DISTRIBUTE, loop",
        "SECTIONS, sections",
        "SINGLE_EXECUTOR, single_in_block",
        "WORKSHARE, workshare"
    })
    void workIsAWorkshareOfItsKind(WorkType type, String name) {
        registerAll();
        OmptCallback.Work work = runtime.on(Event.WORK, OmptCallback.Work.class);
        work.work(type, BEGIN, region, implicitTask, 100, 5);
        work.work(type, END, region, implicitTask, 100, 5);

        assertThat(log.take()).containsExactly(name + "_begin 20 21 null", name + "_end 20 21");
    }

    @Test
    void whoIsNotChosenForASingleHasABeginAndAnEnd() {
        registerAll();
        runtime.on(Event.WORK, OmptCallback.Work.class)
                .work(WorkType.SINGLE_OTHER, BEGINEND, region, implicitTask, 1, 5);

        assertThat(log.take()).containsExactly("single_others_begin 20 21", "single_others_end 20 21");
    }

    @Test
    void scopeIsYoungerThanTheInterface() {
        registerAll();
        runtime.on(Event.WORK, OmptCallback.Work.class).work(WorkType.SCOPE, BEGIN, region, implicitTask, 1, 5);

        assertThat(log.take()).isEmpty();
    }

    @Test
    void maskedIsMaster() {
        registerAll();
        OmptCallback.Masked masked = runtime.on(Event.MASKED, OmptCallback.Masked.class);
        masked.masked(BEGIN, region, implicitTask, 5);
        masked.masked(END, region, implicitTask, 5);

        assertThat(log.take()).containsExactly("master_begin 20 21", "master_end 20 21");
    }

    // ---------------------------------------------------------------- barriers, taskwaits, taskgroups

    @ParameterizedTest
    @CsvSource({
        "BARRIER_EXPLICIT, barrier, WAIT_BARRIER_EXPLICIT, WAIT_BARRIER_EXPLICIT",
        "BARRIER_IMPLEMENTATION, barrier, WAIT_BARRIER_IMPLEMENTATION, WAIT_BARRIER",
        "BARRIER_IMPLICIT_WORKSHARE, barrier, WAIT_BARRIER_IMPLICIT_WORKSHARE, WAIT_BARRIER_IMPLICIT",
        "BARRIER_IMPLICIT_PARALLEL, barrier, WAIT_BARRIER_IMPLICIT_PARALLEL, WAIT_BARRIER_IMPLICIT",
        "BARRIER_TEAMS, barrier, WAIT_BARRIER_TEAMS, WAIT_BARRIER_IMPLICIT",
        "TASKWAIT, taskwait, WAIT_TASKWAIT, WAIT_TASKWAIT",
        "TASKGROUP, taskgroup, WAIT_TASKGROUP, WAIT_TASKGROUP"
    })
    void syncRegionIsTwoPairsAndTheInnerOneIsInItsState(
            SyncRegionKind kind, String name, State present, OmptState then) {
        TestTool tool = new TestTool(log, EnumSet.allOf(OmptEvent.class));
        tool.initialize(runtime, 0);
        List<Object> seen = new ArrayList<>();
        sync(kind, BEGIN, region, implicitTask);
        runtime.state = present;
        runtime.waitId = 99;
        log.inside = () -> {
            long[] waitId = new long[1];
            seen.add(tool.inquiries.getState(waitId));
            seen.add(waitId[0]);
        };
        wait(kind, BEGIN, region, implicitTask);
        log.inside = () -> {};
        runtime.state = State.WORK_PARALLEL;
        runtime.eventTime++;
        wait(kind, END, region, implicitTask);
        sync(kind, END, region, implicitTask);

        assertThat(log.take())
                .containsExactly(
                        name + "_begin 20 21",
                        "wait_" + name + "_begin 20 21",
                        "wait_" + name + "_end 20 21",
                        name + "_end 20 21");
        assertThat(seen).containsExactly(then, 99L);
    }

    @Test
    void arrivalWithoutAWaitIsABarrierThatNobodyWaitsAt() {
        registerAll();
        sync(SyncRegionKind.BARRIER_EXPLICIT, BEGINEND, region, implicitTask);
        wait(SyncRegionKind.BARRIER_EXPLICIT, BEGIN, region, implicitTask);
        wait(SyncRegionKind.BARRIER_EXPLICIT, END, region, implicitTask);

        assertThat(log.take()).containsExactly("barrier_begin 20 21", "barrier_end 20 21");
    }

    @Test
    void waitThatIsKnownOnlyWhenItIsOverIsToldThen() {
        registerAll();
        wait(SyncRegionKind.TASKGROUP, BEGIN, region, implicitTask);
        assertThat(log.take()).isEmpty();

        runtime.eventTime++;
        wait(SyncRegionKind.TASKGROUP, END, region, implicitTask);
        assertThat(log.take()).containsExactly("wait_taskgroup_begin 20 21", "wait_taskgroup_end 20 21");
    }

    @Test
    void oneBarrierCanBeWaitedAtTwiceWithATaskInBetween() {
        registerAll();
        joinsRegion();
        sync(SyncRegionKind.BARRIER_IMPLICIT_PARALLEL, BEGIN, region, implicitTask);
        for (int i = 0; i < 2; i++) {
            runtime.state = State.WAIT_BARRIER_IMPLICIT_PARALLEL;
            wait(SyncRegionKind.BARRIER_IMPLICIT_PARALLEL, BEGIN, region, implicitTask);
            runtime.state = State.WORK_PARALLEL;
            wait(SyncRegionKind.BARRIER_IMPLICIT_PARALLEL, END, i == 0 ? region : null, implicitTask);
            if (i == 0) {
                schedule(implicitTask, TaskStatus.SWITCH, task);
                schedule(task, TaskStatus.COMPLETE, implicitTask);
            }
        }
        sync(SyncRegionKind.BARRIER_IMPLICIT_PARALLEL, END, null, implicitTask);

        assertThat(log.take())
                .containsExactly(
                        "implicit_task_begin 20 21",
                        "barrier_begin 20 21",
                        "wait_barrier_begin 20 21",
                        "wait_barrier_end 20 21",
                        "task_switch 21 31",
                        "task_end 31",
                        "task_switch 0 21",
                        "wait_barrier_begin 20 21",
                        "wait_barrier_end 20 21",
                        "barrier_end 20 21");
    }

    @Test
    void reductionIsNoBarrier() {
        registerAll();
        sync(SyncRegionKind.REDUCTION, BEGIN, region, implicitTask);
        wait(SyncRegionKind.REDUCTION, BEGIN, region, implicitTask);

        assertThat(log.take()).isEmpty();
    }

    // ---------------------------------------------------------------- mutual exclusion

    @ParameterizedTest
    @CsvSource({
        "LOCK, WAIT_LOCK, wait_lock, acquired_lock, release_lock",
        "TEST_LOCK, WAIT_LOCK, wait_lock, acquired_lock, release_lock",
        "NEST_LOCK, WAIT_LOCK, wait_nest_lock, acquired_nest_lock_first, release_nest_lock_last",
        "TEST_NEST_LOCK, WAIT_LOCK, wait_nest_lock, acquired_nest_lock_first, release_nest_lock_last",
        "CRITICAL, WAIT_CRITICAL, wait_critical, acquired_critical, release_critical",
        "ATOMIC, WAIT_ATOMIC, wait_atomic, acquired_atomic, release_atomic",
        "ORDERED, WAIT_ORDERED, wait_ordered, acquired_ordered, release_ordered"
    })
    void mutexThatIsWaitedForIsToldInItsState(
            MutexKind kind, State present, String waits, String acquired, String released) {
        TestTool tool = new TestTool(log, EnumSet.allOf(OmptEvent.class));
        tool.initialize(runtime, 0);
        List<String> seen = new ArrayList<>();
        log.inside = () -> {
            long[] waitId = new long[1];
            seen.add(tool.inquiries.getState(waitId).specName() + " " + waitId[0]);
        };
        runtime.state = present;
        acquire(kind, 99);
        runtime.state = State.WORK_SERIAL;
        runtime.eventTime++;
        acquired(kind, 99);
        runtime.on(Event.MUTEX_RELEASED, OmptCallback.MutexReleased.class).mutexReleased(kind, 99, 5);

        assertThat(log.take()).containsExactly(waits + " 99", acquired + " 99", released + " 99");
        assertThat(seen).containsExactly(waits + " 99", "work_serial 0", "work_serial 0");
    }

    @Test
    void mutexThatIsFreeIsNotWaitedFor() {
        registerAll();
        acquire(MutexKind.CRITICAL, 99);
        acquired(MutexKind.CRITICAL, 99);

        assertThat(log.take()).containsExactly("acquired_critical 99");
    }

    @Test
    void mutexWaitThatIsKnownOnlyWhenItIsOverIsToldThen() {
        registerAll();
        acquire(MutexKind.CRITICAL, 99);
        runtime.eventTime++;
        acquired(MutexKind.CRITICAL, 99);

        assertThat(log.take()).containsExactly("wait_critical 99", "acquired_critical 99");
    }

    @Test
    void tryThatFailsIsNoWaitAndDoesNotLastUntilTheNextMutex() {
        registerAll();
        acquire(MutexKind.TEST_LOCK, 98);
        runtime.eventTime++;
        acquired(MutexKind.CRITICAL, 99);

        assertThat(log.take()).containsExactly("acquired_critical 99");
    }

    @Test
    void lockThatIsHeldTwiceIsTakenAndReleasedInLayers() {
        registerAll();
        runtime.construct = Construct.REENTRANT_LOCK;
        OmptCallback.NestLock nest = runtime.on(Event.NEST_LOCK, OmptCallback.NestLock.class);
        acquire(MutexKind.NEST_LOCK, 99);
        acquired(MutexKind.NEST_LOCK, 99);
        acquire(MutexKind.NEST_LOCK, 99);
        nest.nestLock(BEGIN, 99, 5);
        nest.nestLock(END, 99, 5);
        runtime.on(Event.MUTEX_RELEASED, OmptCallback.MutexReleased.class).mutexReleased(MutexKind.NEST_LOCK, 99, 5);

        assertThat(log.take())
                .containsExactly(
                        "acquired_nest_lock_first 99",
                        "acquired_nest_lock_next 99",
                        "release_nest_lock_prev 99",
                        "release_nest_lock_last 99");
    }

    @Test
    void monitorThatIsEnteredAgainIsNoLock() {
        registerAll();
        runtime.construct = Construct.SYNCHRONIZED;
        OmptCallback.NestLock nest = runtime.on(Event.NEST_LOCK, OmptCallback.NestLock.class);
        nest.nestLock(BEGIN, 99, 5);
        nest.nestLock(END, 99, 5);

        assertThat(log.take()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"LOCK, lock", "TEST_LOCK, lock", "NEST_LOCK, nest_lock", "TEST_NEST_LOCK, nest_lock"})
    void locksAreMadeAndDropped(MutexKind kind, String name) {
        registerAll();
        runtime.on(Event.LOCK_INIT, OmptCallback.LockInit.class).lockInit(kind, 0, MutexImpl.NONE, 99, 5);
        runtime.on(Event.LOCK_DESTROY, OmptCallback.LockDestroy.class).lockDestroy(kind, 99, 5);

        assertThat(log.take()).containsExactly("init_" + name + " 99", "destroy_" + name + " 99");
    }

    // ---------------------------------------------------------------- others

    @Test
    void flushIsOfAThread() {
        registerAll();
        runtime.on(Event.FLUSH, OmptCallback.Flush.class).flush(runtime.threadData, 5);

        assertThat(log.take()).containsExactly("flush 1");
    }

    @Test
    void controlPassesCommandAndModifierAndTakesTheCommand() {
        registerAll();
        int answer = runtime.on(Event.CONTROL_TOOL, OmptCallback.ControlTool.class)
                .controlTool(64, 7, "not for early tools", 5);

        assertThat(log.take()).containsExactly("control 64 7");
        assertThat(answer).isZero();
    }

    @Test
    void callbackThatThrowsDoesNotKeepTheOthersOfTheSameEventFromBeingCalled() {
        registerAll();
        log.inside = () -> {
            throw new IllegalStateException("on purpose");
        };

        assertThatThrownBy(() -> schedule(task, TaskStatus.COMPLETE, implicitTask))
                .hasMessage("on purpose");
        assertThat(log.take()).containsExactly("task_end 31", "task_switch 0 21");
        assertThatThrownBy(() -> sync(SyncRegionKind.BARRIER_EXPLICIT, BEGINEND, region, implicitTask))
                .hasMessage("on purpose");
        assertThat(log.take()).containsExactly("barrier_begin 20 21", "barrier_end 20 21");
    }

    /** The events of the present generation that each event needs, besides those by which the view knows the regions of initial tasks. */
    @ParameterizedTest
    @EnumSource(OmptEvent.class)
    void eventCostsOnlyWhatItNeeds(OmptEvent event) {
        OmptEvent partner = event.partner();
        register(partner == null ? EnumSet.of(event) : EnumSet.of(event, partner));

        Set<Event> needed = EnumSet.noneOf(Event.class);
        switch (event) {
            case RUNTIME_SHUTDOWN -> {}
            case THREAD_END -> needed.addAll(EnumSet.of(Event.THREAD_BEGIN, Event.THREAD_END));
            case TASK_END -> needed.addAll(EnumSet.of(Event.TASK_SCHEDULE, Event.CANCEL));
            case IDLE_BEGIN, IDLE_END ->
                needed.addAll(EnumSet.of(Event.POOL_WORKER, Event.IMPLICIT_TASK, Event.TASK_SCHEDULE));
            case WAIT_LOCK, WAIT_NEST_LOCK, WAIT_CRITICAL, WAIT_ATOMIC, WAIT_ORDERED ->
                needed.addAll(EnumSet.of(Event.MUTEX_ACQUIRE, Event.MUTEX_ACQUIRED));
            case PARALLEL_END -> needed.add(Event.PARALLEL_END);
            default -> {
                needed.add(event.source());
                boolean inRegion = event.callbackType() == OmptEventCallback.Parallel.class
                        || event.callbackType() == OmptEventCallback.NewWorkshare.class;
                if (inRegion) {
                    needed.add(Event.IMPLICIT_TASK);
                }
            }
        }
        assertThat(runtime.registered.keySet()).isEqualTo(needed);
    }

    @Test
    void eventsThatWereNotRegisteredAreNotCalled() {
        register(EnumSet.of(OmptEvent.TASK_SWITCH, OmptEvent.IMPLICIT_TASK_END));
        joinsRegion();
        schedule(implicitTask, TaskStatus.SWITCH, task);
        schedule(task, TaskStatus.COMPLETE, implicitTask);
        implicitTask(END, null, implicitTask, TaskFlag.IMPLICIT);

        assertThat(log.take()).containsExactly("task_switch 21 31", "task_switch 0 21", "implicit_task_end 20 21");
    }
}
