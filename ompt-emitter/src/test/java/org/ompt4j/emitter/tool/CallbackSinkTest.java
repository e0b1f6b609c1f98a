package org.ompt4j.emitter.tool;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.ArgumentMatchers.anyBoolean;
import static org.mockito.ArgumentMatchers.anyInt;
import static org.mockito.ArgumentMatchers.argThat;
import static org.mockito.ArgumentMatchers.eq;
import static org.mockito.ArgumentMatchers.isA;
import static org.mockito.ArgumentMatchers.isNull;
import static org.mockito.ArgumentMatchers.same;
import static org.mockito.Mockito.doThrow;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.never;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.verifyNoMoreInteractions;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.ompt4j.emitter.testing.EventCalls;
import org.ompt4j.ompt.CallbackKey;
import org.ompt4j.ompt.CancelFlag;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.DependenceType;
import org.ompt4j.ompt.DispatchKind;
import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.MutexImpl;
import org.ompt4j.ompt.MutexKind;
import org.ompt4j.ompt.OmptCallback;
import org.ompt4j.ompt.OmptData;
import org.ompt4j.ompt.OmptDependence;
import org.ompt4j.ompt.OmptDispatchChunk;
import org.ompt4j.ompt.OmptFrame;
import org.ompt4j.ompt.ParallelFlag;
import org.ompt4j.ompt.ScopeEndpoint;
import org.ompt4j.ompt.Severity;
import org.ompt4j.ompt.State;
import org.ompt4j.ompt.SyncRegionKind;
import org.ompt4j.ompt.TaskFlag;
import org.ompt4j.ompt.TaskStatus;
import org.ompt4j.ompt.ThreadType;
import org.ompt4j.ompt.WorkType;

class CallbackSinkTest {
    private static final long TIME = 12_345;
    private static final int SITE = 7;
    private static final long ALL_EVENTS = -1L;
    private static final Construct ANY = Construct.FORK_JOIN_TASK;

    private final TestCore core = new TestCore();
    private final CallbackSink.Owner owner = mock(CallbackSink.Owner.class);
    private final CallbackSink sink = new CallbackSink(core, owner);
    private final EventCalls events = new EventCalls(sink);
    private final TestThread thread = core.thread(3);

    @BeforeEach
    void threadOfTheTestIsTheOmptThread() {
        core.current = thread;
    }

    private <C extends OmptCallback> C register(CallbackKey<C> key) {
        C callback = mock(typeOf(key));
        register(key, callback);
        return callback;
    }

    @SuppressWarnings("unchecked")
    private static <C extends OmptCallback> Class<C> typeOf(CallbackKey<C> key) {
        return (Class<C>) requireNonNull(CallbackKey.typeOf(key.event()));
    }

    private <C extends OmptCallback> void register(CallbackKey<C> key, C callback) {
        sink.callbacks().set(key.event(), callback);
        sink.eventMask(ALL_EVENTS);
    }

    private static OmptData dataOf(long id) {
        return argThat(data -> data != null && data.id() == id);
    }

    @Test
    void threadEventsCarryTheThreadsData() {
        OmptCallback.ThreadBegin begin = register(OmptCallback.THREAD_BEGIN);
        OmptCallback.ThreadEnd end = register(OmptCallback.THREAD_END);

        events.threadBegin(thread, TIME, Construct.THREAD, ThreadType.WORKER);
        events.threadEnd(thread, TIME, Construct.THREAD);

        verify(begin).threadBegin(eq(ThreadType.WORKER), dataOf(3));
        verify(end).threadEnd(dataOf(3));
    }

    @Test
    void interruptThatACallbackUsesUpIsRestored() {
        register(OmptCallback.THREAD_END, data -> {
            Thread.interrupted();
            throw new IllegalStateException("on purpose");
        });
        Thread.currentThread().interrupt();
        events.threadEnd(thread, TIME, Construct.THREAD);

        assertThat(Thread.interrupted()).isTrue();
        events.threadEnd(thread, TIME, Construct.THREAD);
        assertThat(Thread.interrupted()).as("there was none").isFalse();
    }

    @Test
    void parallelEventsCarryRegionAndEncounteringTask() {
        OmptCallback.ParallelBegin begin = register(OmptCallback.PARALLEL_BEGIN);
        OmptCallback.ParallelEnd end = register(OmptCallback.PARALLEL_END);

        events.parallelBegin(thread, TIME, ANY, 10, 20, 4, ParallelFlag.TEAM, SITE, 1);
        events.parallelEnd(thread, TIME, ANY, 20, 10, ParallelFlag.TEAM, SITE);

        verify(begin)
                .parallelBegin(dataOf(10), isA(OmptFrame.class), dataOf(20), eq(4), eq(ParallelFlag.TEAM), eq(SITE));
        verify(end).parallelEnd(dataOf(20), dataOf(10), eq(ParallelFlag.TEAM), eq(SITE));
    }

    @Test
    void parallelEndHasNoTaskWhereNoneIsCurrent() {
        OmptCallback.ParallelEnd end = register(OmptCallback.PARALLEL_END);

        events.parallelEnd(thread, TIME, ANY, 20, 0, 0, 0);

        verify(end).parallelEnd(dataOf(20), isNull(), eq(0), eq(0));
    }

    @Test
    void implicitTaskEndHasNoRegion() {
        OmptCallback.ImplicitTask callback = register(OmptCallback.IMPLICIT_TASK);

        events.implicitTask(thread, TIME, ANY, ScopeEndpoint.BEGIN, 20, 30, 4, 1, TaskFlag.IMPLICIT);
        events.implicitTask(thread, TIME, ANY, ScopeEndpoint.END, 0, 30, 0, 1, TaskFlag.IMPLICIT);

        verify(callback)
                .implicitTask(eq(ScopeEndpoint.BEGIN), dataOf(20), dataOf(30), eq(4), eq(1), eq(TaskFlag.IMPLICIT));
        verify(callback).implicitTask(eq(ScopeEndpoint.END), isNull(), dataOf(30), eq(0), eq(1), eq(TaskFlag.IMPLICIT));
    }

    @Test
    void workCarriesTypeAndCount() {
        OmptCallback.Work callback = register(OmptCallback.WORK);

        events.work(thread, TIME, ANY, WorkType.TASKLOOP, ScopeEndpoint.BEGIN, 20, 30, 1_000_000, SITE);

        verify(callback)
                .work(eq(WorkType.TASKLOOP), eq(ScopeEndpoint.BEGIN), dataOf(20), dataOf(30), eq(1_000_000L), eq(SITE));
    }

    @Test
    void dispatchOfAChunkPointsToItsIterations() {
        List<String> seen = new ArrayList<>();
        register(OmptCallback.DISPATCH, (region, task, kind, instance) -> {
            OmptDispatchChunk chunk = (OmptDispatchChunk) instance.ptr;
            seen.add(region.id() + " " + task.id() + " " + kind + " " + chunk.start + " " + chunk.iterations);
        });

        events.dispatch(thread, TIME, ANY, 20, 30, DispatchKind.TASKLOOP_CHUNK, 128, 64, 0);

        assertThat(seen).containsExactly("20 30 TASKLOOP_CHUNK 128 64");
    }

    @Test
    void dispatchOfASectionHasItsNumberAndNoChunk() {
        List<String> seen = new ArrayList<>();
        register(
                OmptCallback.DISPATCH, (region, task, kind, instance) -> seen.add(instance.value + " " + instance.ptr));

        events.dispatch(thread, TIME, ANY, 20, 30, DispatchKind.TASKLOOP_CHUNK, 128, 64, 0);
        events.dispatch(thread, TIME, ANY, 20, 30, DispatchKind.SECTION, 2, 0, 0);

        assertThat(seen.get(1)).isEqualTo("2 null");
    }

    @Test
    void taskEventsCarryTheTasksAndTheirStatus() {
        OmptCallback.TaskCreate create = register(OmptCallback.TASK_CREATE);
        OmptCallback.TaskSchedule schedule = register(OmptCallback.TASK_SCHEDULE);
        OmptCallback.TaskDependence dependence = register(OmptCallback.TASK_DEPENDENCE);

        events.taskCreate(thread, TIME, ANY, 30, 40, TaskFlag.EXPLICIT, true, SITE, 1);
        events.taskSchedule(thread, TIME, ANY, 30, TaskStatus.SWITCH, 40);
        events.taskDependence(thread, TIME, ANY, 40, 30);

        verify(create)
                .taskCreate(dataOf(30), isA(OmptFrame.class), dataOf(40), eq(TaskFlag.EXPLICIT), eq(true), eq(SITE));
        verify(schedule).taskSchedule(dataOf(30), eq(TaskStatus.SWITCH), dataOf(40));
        verify(dependence).taskDependence(dataOf(40), dataOf(30));
    }

    @Test
    void maskedRegionsGoToTheCallbackOfTheirEvent() {
        OmptCallback.Masked masked = register(OmptCallback.MASKED);

        events.masked(thread, TIME, ANY, ScopeEndpoint.END, 20, 30, SITE);

        verify(masked).masked(eq(ScopeEndpoint.END), dataOf(20), dataOf(30), eq(SITE));
        verifyNoMoreInteractions(masked);
    }

    @Test
    void syncRegionsGoToTheCallbackOfTheirEvent() {
        OmptCallback.SyncRegion region = register(OmptCallback.SYNC_REGION);
        OmptCallback.SyncRegionWait wait = register(OmptCallback.SYNC_REGION_WAIT);
        OmptCallback.Reduction reduction = register(OmptCallback.REDUCTION);

        events.syncRegion(thread, TIME, ANY, SyncRegionKind.TASKWAIT, ScopeEndpoint.BEGIN, 20, 30, 99, SITE);
        events.syncRegionWait(thread, TIME, ANY, SyncRegionKind.TASKGROUP, ScopeEndpoint.END, 0, 30, 99, 0);
        events.reduction(thread, TIME, ANY, SyncRegionKind.REDUCTION, ScopeEndpoint.BEGIN, 20, 30, SITE);

        verify(region)
                .syncRegion(eq(SyncRegionKind.TASKWAIT), eq(ScopeEndpoint.BEGIN), dataOf(20), dataOf(30), eq(SITE));
        verify(wait).syncRegionWait(eq(SyncRegionKind.TASKGROUP), eq(ScopeEndpoint.END), isNull(), dataOf(30), eq(0));
        verify(reduction)
                .reduction(eq(SyncRegionKind.REDUCTION), eq(ScopeEndpoint.BEGIN), dataOf(20), dataOf(30), eq(SITE));
        verifyNoMoreInteractions(region, wait, reduction);
    }

    @Test
    void mutexEventsGoToTheCallbackOfTheirEvent() {
        OmptCallback.MutexAcquire acquire = register(OmptCallback.MUTEX_ACQUIRE);
        OmptCallback.MutexAcquired acquired = register(OmptCallback.MUTEX_ACQUIRED);
        OmptCallback.MutexReleased released = register(OmptCallback.MUTEX_RELEASED);
        OmptCallback.NestLock nest = register(OmptCallback.NEST_LOCK);
        OmptCallback.LockInit init = register(OmptCallback.LOCK_INIT);
        OmptCallback.LockDestroy destroy = register(OmptCallback.LOCK_DESTROY);

        events.lockInit(thread, TIME, ANY, MutexKind.NEST_LOCK, 1, MutexImpl.REENTRANT_FAIR, 9, SITE);
        events.mutexAcquire(thread, TIME, ANY, MutexKind.CRITICAL, 2, MutexImpl.MONITOR, 9, SITE);
        events.mutexAcquired(thread, TIME, ANY, MutexKind.CRITICAL, 9, SITE);
        events.nestLock(thread, TIME, ANY, ScopeEndpoint.BEGIN, 9, SITE);
        events.mutexReleased(thread, TIME, ANY, MutexKind.LOCK, 9, 0);
        events.lockDestroy(thread, TIME, ANY, MutexKind.NEST_LOCK, 9, 0);

        verify(init).lockInit(MutexKind.NEST_LOCK, 1, MutexImpl.REENTRANT_FAIR, 9, SITE);
        verify(acquire).mutexAcquire(MutexKind.CRITICAL, 2, MutexImpl.MONITOR, 9, SITE);
        verify(acquired).mutexAcquired(MutexKind.CRITICAL, 9, SITE);
        verify(nest).nestLock(ScopeEndpoint.BEGIN, 9, SITE);
        verify(released).mutexReleased(MutexKind.LOCK, 9, 0);
        verify(destroy).lockDestroy(MutexKind.NEST_LOCK, 9, 0);
        verifyNoMoreInteractions(init, acquire, acquired, nest, released, destroy);
    }

    @Test
    void cancelErrorWakeupTaskLateAndTaskCpuTimeCarryTheirArguments() {
        OmptCallback.Cancel cancel = register(OmptCallback.CANCEL);
        OmptCallback.RuntimeError error = register(OmptCallback.ERROR);
        OmptCallback.Wakeup wakeup = register(OmptCallback.WAKEUP);
        OmptCallback.TaskLate late = register(OmptCallback.TASK_LATE);
        OmptCallback.TaskCpuTime cpuTime = register(OmptCallback.TASK_CPU_TIME);

        events.cancel(thread, TIME, ANY, 40, CancelFlag.TASKGROUP | CancelFlag.ACTIVATED, SITE);
        events.error(thread, TIME, ANY, Severity.WARNING, "broken", SITE);
        events.wakeup(thread, TIME, ANY, 30, 9, SITE);
        events.taskLate(thread, TIME, ANY, 30, 5_000_000, -9);
        events.taskCpuTime(thread, TIME, ANY, 30, 4_000_000);

        verify(cancel).cancel(dataOf(40), eq(CancelFlag.TASKGROUP | CancelFlag.ACTIVATED), eq(SITE));
        verify(error).error(Severity.WARNING, "broken", 6, SITE);
        verify(wakeup).wakeup(dataOf(30), eq(9L), eq(SITE));
        verify(late).taskLate(dataOf(30), eq(5_000_000L), eq(-9L));
        verify(cpuTime).taskCpuTime(dataOf(30), eq(4_000_000L));
    }

    @Test
    void waitsForConditionsAndFailedAttemptsComeAsCallbacksAndWaitsInsideTheJdkDoNot() {
        OmptCallback.Wait callback = register(OmptCallback.WAIT);

        events.wait(thread, TIME, ANY, ScopeEndpoint.BEGIN, State.WAIT_CONDITION, 30, 9, SITE);
        events.wait(thread, TIME, ANY, ScopeEndpoint.END, State.WAIT_LOCK, 30, 9, SITE);
        for (State inTheJdk : List.of(State.WAIT_PARK, State.WAIT_SLEEP, State.WAIT_IO, State.UNKNOWN)) {
            events.wait(thread, TIME, ANY, ScopeEndpoint.BEGIN, inTheJdk, 30, 0, 0);
        }

        verify(callback).wait(eq(State.WAIT_CONDITION), eq(ScopeEndpoint.BEGIN), dataOf(30), eq(9L), eq(SITE));
        verify(callback).wait(eq(State.WAIT_LOCK), eq(ScopeEndpoint.END), dataOf(30), eq(9L), eq(SITE));
        verifyNoMoreInteractions(callback);
    }

    @Test
    void unregisteredCallbackIsNotCalled() {
        OmptCallback.Work callback = register(OmptCallback.WORK);
        sink.callbacks().set(Event.WORK, null);

        events.work(thread, TIME, ANY, WorkType.TASKLOOP, ScopeEndpoint.BEGIN, 20, 30, 1, SITE);

        verifyNoMoreInteractions(callback);
        assertThat(sink.eventMask(ALL_EVENTS)).isZero();
    }

    @Test
    void whatACallbackThrowsReachesTheOwnerAndNobodyElse() {
        OmptCallback.TaskCreate callback = register(OmptCallback.TASK_CREATE);
        AssertionError thrown = new AssertionError("boom");
        doThrow(thrown).when(callback).taskCreate(any(), any(), any(), anyInt(), anyBoolean(), anyInt());

        events.taskCreate(thread, TIME, ANY, 30, 40, TaskFlag.EXPLICIT, false, SITE, 1);

        verify(owner).callbackThrew(Event.TASK_CREATE, thrown);
    }

    // ---------------------------------------------------------------- tool data

    @Test
    void taskDataStaysTheSameFromCreateToComplete() {
        List<OmptData> seen = new ArrayList<>();
        register(OmptCallback.TASK_CREATE, (parent, frame, task, flags, dependences, site) -> {
            assertThat(task.value).isZero();
            assertThat(task.ptr).isNull();
            task.value = 77;
            seen.add(task);
        });
        register(OmptCallback.TASK_SCHEDULE, (prior, status, next) -> {
            seen.add(prior.id() == 40 ? prior : next);
        });

        events.taskCreate(thread, TIME, ANY, 30, 40, TaskFlag.EXPLICIT, false, SITE, 1);
        events.taskSchedule(thread, TIME, ANY, 30, TaskStatus.SWITCH, 40);
        events.taskSchedule(thread, TIME, ANY, 40, TaskStatus.COMPLETE, 30);

        assertThat(seen).hasSize(3).allMatch(each -> each == seen.get(0));
        assertThat(seen.get(2).value).isEqualTo(77);
    }

    @Test
    void dataOfADetachedTaskLivesUntilItIsFulfilled() {
        OmptCallback.TaskSchedule schedule = register(OmptCallback.TASK_SCHEDULE);
        events.taskCreate(thread, TIME, ANY, 30, 40, TaskFlag.EXPLICIT, false, SITE, 1);
        OmptData data = sink.data().find(40);

        events.taskSchedule(thread, TIME, ANY, 40, TaskStatus.DETACH, 30);
        assertThat(sink.data().find(40)).isSameAs(data);
        events.taskSchedule(thread, TIME, ANY, 40, TaskStatus.LATE_FULFILL, 0);

        verify(schedule).taskSchedule(same(data), eq(TaskStatus.LATE_FULFILL), isNull());
        assertThat(sink.data().keptOrNull(40)).isNull();
    }

    @Test
    void nothingIsKeptOfTasksAndRegionsThatEnded() {
        register(OmptCallback.WORK, mock(OmptCallback.Work.class));

        events.implicitTask(thread, TIME, ANY, ScopeEndpoint.BEGIN, 100, 101, 1, 1, TaskFlag.INITIAL);
        events.parallelBegin(thread, TIME, ANY, 101, 20, 4, 0, SITE, 1);
        events.implicitTask(thread, TIME, ANY, ScopeEndpoint.BEGIN, 20, 30, 4, 0, TaskFlag.IMPLICIT);
        events.taskCreate(thread, TIME, ANY, 30, 40, TaskFlag.EXPLICIT, false, SITE, 1);
        events.taskCreate(thread, TIME, ANY, 30, 41, TaskFlag.EXPLICIT, false, SITE, 1);
        events.taskCreate(thread, TIME, ANY, 30, 42, TaskFlag.EXPLICIT, false, SITE, 1);
        assertThat(sink.data().size()).isEqualTo(7);

        events.taskSchedule(thread, TIME, ANY, 40, TaskStatus.COMPLETE, 30);
        events.taskSchedule(thread, TIME, ANY, 41, TaskStatus.CANCEL, 30);
        events.cancel(thread, TIME, ANY, 42, CancelFlag.DISCARDED_TASK, 0);
        events.implicitTask(thread, TIME, ANY, ScopeEndpoint.END, 0, 30, 0, 0, TaskFlag.IMPLICIT);
        events.parallelEnd(thread, TIME, ANY, 20, 101, 0, SITE);
        events.implicitTask(thread, TIME, ANY, ScopeEndpoint.END, 0, 101, 0, 1, TaskFlag.INITIAL);
        assertThat(sink.data().size()).isZero();
    }

    @Test
    void dependenceOnATaskThatHasEndedIsNoneAnyMoreAndDoesNotReviveItsData() {
        OmptCallback.TaskDependence dependence = register(OmptCallback.TASK_DEPENDENCE);

        events.taskCreate(thread, TIME, ANY, 30, 40, TaskFlag.EXPLICIT, false, SITE, 1);
        events.taskSchedule(thread, TIME, ANY, 40, TaskStatus.COMPLETE, 30);
        events.taskDependence(thread, TIME, ANY, 40, 30);

        verify(dependence, never()).taskDependence(any(), any());
        assertThat(sink.data().size()).isZero();
    }

    @Test
    void eventsThatEndDataAreReceivedOnlyWhenDataCanBeUsed() {
        register(OmptCallback.MUTEX_ACQUIRED, mock(OmptCallback.MutexAcquired.class));
        assertThat(sink.eventMask(ALL_EVENTS)).isEqualTo(Event.MUTEX_ACQUIRED.bit());

        register(OmptCallback.WAKEUP, mock(OmptCallback.Wakeup.class));
        assertThat(sink.eventMask(ALL_EVENTS))
                .isEqualTo(Event.MUTEX_ACQUIRED.bit()
                        | Event.WAKEUP.bit()
                        | Event.TASK_CREATE.bit()
                        | Event.TASK_SCHEDULE.bit()
                        | Event.IMPLICIT_TASK.bit()
                        | Event.CANCEL.bit());
    }

    @Test
    void dataIsNotKeptWhereTheConfigurationHidesItsEnd() {
        sink.callbacks().set(Event.TASK_CREATE, mock(OmptCallback.TaskCreate.class));
        assertThat(sink.eventMask(Event.TASK_CREATE.bit())).isEqualTo(Event.TASK_CREATE.bit());

        events.taskCreate(thread, TIME, ANY, 30, 40, TaskFlag.EXPLICIT, false, SITE, 1);

        assertThat(sink.data().size()).isZero();
    }

    @Test
    void dependencesCarryTheTaskAndTheList() {
        OmptCallback.Dependences callback = register(OmptCallback.DEPENDENCES);
        OmptDependence[] deps = {
            new OmptDependence(40, DependenceType.IN), new OmptDependence(30, DependenceType.OUT), null
        };

        events.dependences(thread, TIME, ANY, 30, deps, 2);

        verify(callback).dependences(dataOf(30), eq(deps), eq(2));
    }

    @Test
    void flushCarriesTheThreadsData() {
        OmptCallback.Flush callback = register(OmptCallback.FLUSH);

        events.flush(thread, TIME, ANY, SITE);

        verify(callback).flush(dataOf(3), eq(SITE));
    }

    @Test
    void callbackForAnEventThatCannotHappenKeepsNoData() {
        sink.callbacks().set(Event.DEPENDENCES, mock(OmptCallback.Dependences.class));

        assertThat(sink.eventMask(ALL_EVENTS & ~Event.DEPENDENCES.bit())).isEqualTo(Event.DEPENDENCES.bit());
    }

    @Test
    void commandsAndDeviceEventsNeedNoRecords() {
        sink.callbacks().set(Event.CONTROL_TOOL, mock(OmptCallback.ControlTool.class));
        sink.callbacks().set(Event.DEVICE_INITIALIZE, mock(OmptCallback.DeviceInitialize.class));
        sink.callbacks().set(Event.TARGET_SUBMIT, mock(OmptCallback.TargetSubmit.class));

        assertThat(sink.eventMask(ALL_EVENTS)).isZero();
    }

    // ---------------------------------------------------------------- the event being delivered

    @Test
    void runningCallbackIsFoundThroughTheThreadsSlot() {
        List<Long> times = new ArrayList<>();
        register(OmptCallback.THREAD_END, data -> times.add(sink.running(sink.slot(thread)).eventTimeNanos));

        events.threadEnd(thread, TIME, Construct.THREAD);

        assertThat(times).containsExactly(TIME);
        assertThat(sink.running(sink.slot(thread))).isNull();
    }

    @Test
    void callbackOnBehalfOfAnotherThreadIsFoundToo() {
        TestThread dead = core.thread(4);
        List<Long> times = new ArrayList<>();
        register(OmptCallback.THREAD_END, data -> times.add(sink.running(sink.slot(thread)).eventTimeNanos));

        events.threadEnd(dead, 999, Construct.THREAD);

        assertThat(times).containsExactly(999L);
        assertThat(sink.running(sink.slot(thread))).isNull();
    }
}
