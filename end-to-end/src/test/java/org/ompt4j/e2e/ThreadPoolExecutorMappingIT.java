package org.ompt4j.e2e;

import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static org.ompt4j.apps.executor.ThreadPoolExecutorApp.ANY_OF_THREADS;
import static org.ompt4j.apps.executor.ThreadPoolExecutorApp.CALLER_RUNS;
import static org.ompt4j.apps.executor.ThreadPoolExecutorApp.CANCELLED_QUEUED;
import static org.ompt4j.apps.executor.ThreadPoolExecutorApp.COMPLETION_TASKS;
import static org.ompt4j.apps.executor.ThreadPoolExecutorApp.CONTENDED_TASKS;
import static org.ompt4j.apps.executor.ThreadPoolExecutorApp.CONTENDERS;
import static org.ompt4j.apps.executor.ThreadPoolExecutorApp.DROPPED_TASKS;
import static org.ompt4j.apps.executor.ThreadPoolExecutorApp.EXPORTED_TASKS;
import static org.ompt4j.apps.executor.ThreadPoolExecutorApp.INVOKE_ALL_TASKS;
import static org.ompt4j.apps.executor.ThreadPoolExecutorApp.INVOKE_ANY_TASKS;
import static org.ompt4j.apps.executor.ThreadPoolExecutorApp.NESTED_TASKS;
import static org.ompt4j.apps.executor.ThreadPoolExecutorApp.OWN_EXECUTOR_TASKS;
import static org.ompt4j.apps.executor.ThreadPoolExecutorApp.OWN_THREAD_TASKS;
import static org.ompt4j.apps.executor.ThreadPoolExecutorApp.REJECTED_TASKS;
import static org.ompt4j.apps.executor.ThreadPoolExecutorApp.REMOVED_TASKS;
import static org.ompt4j.apps.executor.ThreadPoolExecutorApp.SAME;
import static org.ompt4j.apps.executor.ThreadPoolExecutorApp.STOPPED_TASKS;
import static org.ompt4j.apps.executor.ThreadPoolExecutorApp.THREAD_PER_TASK;
import static org.ompt4j.apps.executor.ThreadPoolExecutorApp.THROWING_TASKS;
import static org.ompt4j.apps.executor.ThreadPoolExecutorApp.UNSEEN_TASKS;
import static org.ompt4j.apps.executor.ThreadPoolExecutorApp.VIRTUAL_WORKERS;
import static org.ompt4j.apps.executor.ThreadPoolExecutorApp.VIRTUAL_WORKERS_TASKS;
import static org.ompt4j.apps.executor.ThreadPoolExecutorApp.WAYS;
import static org.ompt4j.apps.executor.ThreadPoolExecutorApp.WORKERS;
import static org.ompt4j.e2e.ExpectedEvent.cancel;
import static org.ompt4j.e2e.ExpectedEvent.dispatch;
import static org.ompt4j.e2e.ExpectedEvent.error;
import static org.ompt4j.e2e.ExpectedEvent.event;
import static org.ompt4j.e2e.ExpectedEvent.implicitTask;
import static org.ompt4j.e2e.ExpectedEvent.mutexAcquire;
import static org.ompt4j.e2e.ExpectedEvent.mutexAcquired;
import static org.ompt4j.e2e.ExpectedEvent.pool;
import static org.ompt4j.e2e.ExpectedEvent.poolWorker;
import static org.ompt4j.e2e.ExpectedEvent.syncRegion;
import static org.ompt4j.e2e.ExpectedEvent.syncRegionWait;
import static org.ompt4j.e2e.ExpectedEvent.taskCreate;
import static org.ompt4j.e2e.ExpectedEvent.taskEnd;
import static org.ompt4j.e2e.ExpectedEvent.taskSchedule;
import static org.ompt4j.e2e.ExpectedEvent.threadBegin;
import static org.ompt4j.e2e.ExpectedEvent.wakeup;
import static org.ompt4j.e2e.ExpectedEvent.work;
import static org.ompt4j.e2e.TraceAssert.assertThat;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.ompt4j.apps.executor.ThreadPoolExecutorApp;
import org.ompt4j.catalog.Case;
import org.ompt4j.catalog.Shows;
import org.ompt4j.ompt.CancelFlag;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.DispatchKind;
import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.MutexKind;
import org.ompt4j.ompt.ScopeEndpoint;
import org.ompt4j.ompt.Severity;
import org.ompt4j.ompt.SyncRegionKind;
import org.ompt4j.ompt.TaskFlag;
import org.ompt4j.ompt.TaskStatus;
import org.ompt4j.ompt.ThreadType;
import org.ompt4j.ompt.WorkType;
import org.ompt4j.tools.read.TraceEvent;

class ThreadPoolExecutorMappingIT extends PoolContract {
    private static final Construct POOL = Construct.THREAD_POOL_EXECUTOR;

    @Override
    Construct construct() {
        return POOL;
    }

    @Override
    Class<?> app() {
        return ThreadPoolExecutorApp.class;
    }

    @Override
    Map<Event, String> outOfReach(Jdk jdk) {
        return jdk.hasVirtualThreads()
                ? Map.of()
                : Map.of(Event.WAKEUP, "who ends the wait for any of several tasks, each with a thread of its own");
    }

    private TraceAssert trace(Jdk jdk, String... scenarios) {
        return assertThat(full(jdk, scenarios)).of(POOL);
    }

    private static ExpectedEvent discarded() {
        return cancel(CancelFlag.DISCARDED_TASK);
    }

    @OnEveryJdk
    @Shows(what = Case.NORMAL, in = "submit")
    void everyWayToHandOverATaskCreatesOneWithItsCodeAndPlace(Jdk jdk) {
        trace(jdk, "submit")
                .has(WAYS, taskCreate().at("ThreadPoolExecutorApp.submit"))
                .has(WAYS, taskCreate().body("java.util.concurrent.atomic.AtomicInteger.incrementAndGet"))
                .has(WAYS, completed());
    }

    @OnEveryJdk
    void taskOfAPublisherHasTheCodeOfItsSubscriber(Jdk jdk) {
        trace(jdk, "publisher")
                .has(1, taskCreate().body("org.ompt4j.apps.SummingSubscriber.onNext"))
                .has(1, taskCreate());
    }

    @OnEveryJdk
    void poolIsToldFromItsFirstWorkerToItsTermination(Jdk jdk) {
        trace(jdk, "submit")
                .has(
                        1,
                        pool(ScopeEndpoint.BEGIN)
                                .at("ThreadPoolExecutorApp.submit")
                                .where("named after its workers", found -> "submit-worker".equals(found.message())))
                .has(1, pool(ScopeEndpoint.END).at("ThreadPoolExecutorApp.submit"))
                .onThread("main")
                .emitsInOrder(
                        syncRegion(SyncRegionKind.BARRIER_IMPLEMENTATION, ScopeEndpoint.BEGIN)
                                .at("ThreadPoolExecutorApp.end"),
                        syncRegion(SyncRegionKind.BARRIER_IMPLEMENTATION, ScopeEndpoint.END));
    }

    @OnEveryJdk
    void waitForAPoolWhoseFirstWorkerHasNotBegunNamesIt(Jdk jdk) {
        ObservedRun run = full(jdk, "late-worker");
        List<Long> pools = run.events().stream()
                .filter(each -> each.event() == Event.POOL && each.endpoint() == ScopeEndpoint.BEGIN)
                .map(TraceEvent::poolId)
                .toList();

        assertThat(run)
                .of(POOL)
                .has(1, pool(ScopeEndpoint.BEGIN))
                .hasSome(syncRegionWait(SyncRegionKind.BARRIER_IMPLEMENTATION, ScopeEndpoint.BEGIN))
                .hasNo(syncRegionWait(SyncRegionKind.BARRIER_IMPLEMENTATION, ScopeEndpoint.BEGIN)
                        .where("not for the pool", found -> !pools.contains(found.waitId())));
    }

    @OnEveryJdk
    void workersHaveNoTaskBetweenThoseThatTheyRun(Jdk jdk) {
        TraceAssert workers = assertThat(full(jdk, "submit")).onThreads("submit-worker-.*");
        workers.has(WORKERS, threadBegin(ThreadType.WORKER)).hasNo(implicitTask(ScopeEndpoint.BEGIN));
        workers.of(POOL)
                .has(WORKERS, poolWorker(ScopeEndpoint.BEGIN))
                .has(WORKERS, poolWorker(ScopeEndpoint.END))
                .has(WAYS, completed().where("no task to go back to", found -> found.nextTaskId() == 0));
    }

    @OnEveryJdk
    void oneRunnableThatIsHandedOverAgainBeforeItHasRunIsAsManyTasks(Jdk jdk) {
        trace(jdk, "same").has(SAME, taskCreate()).has(SAME, completed()).hasNo(discarded());
    }

    @OnEveryJdk
    void completionServiceHandsOverTasksWhereTheApplicationDoes(Jdk jdk) {
        trace(jdk, "completion")
                .has(COMPLETION_TASKS, taskCreate().at("ThreadPoolExecutorApp.completion"))
                .has(COMPLETION_TASKS, completed());
    }

    @OnEveryJdk
    @Shows(what = Case.NESTED, in = "nested")
    void taskOfATaskIsMadeByIt(Jdk jdk) {
        trace(jdk, "nested")
                .has(1 + NESTED_TASKS, completed())
                .onThreads("nested-worker-.*")
                .has(NESTED_TASKS, taskCreate().at("ThreadPoolExecutorApp.lambda$nested"));
    }

    @OnEveryJdk
    void taskHandedOverInsideARegionLeavesIt(Jdk jdk) {
        trace(jdk, "export")
                .has(
                        EXPORTED_TASKS,
                        taskCreate().where("exporting", found -> (found.flags() & TaskFlag.EXPORTING) != 0))
                .has(EXPORTED_TASKS, completed());
    }

    @OnEveryJdk
    @Shows(what = Case.EXCEPTION, in = "rejected")
    void rejectedTasksAreDiscarded(Jdk jdk) {
        trace(jdk, "rejected")
                .has(1 + REJECTED_TASKS, taskCreate())
                .has(REJECTED_TASKS, error(Severity.WARNING))
                .has(REJECTED_TASKS, discarded())
                .has(1, completed());
    }

    @OnEveryJdk
    void taskOfAFullPoolRunsOnTheThreadThatHandsItOver(Jdk jdk) {
        TraceAssert trace = trace(jdk, "caller-runs");
        trace.has(2 + CALLER_RUNS, completed()).hasNo(discarded());
        trace.onThread("main").has(CALLER_RUNS, completed()).has(1, error(Severity.WARNING));
    }

    /** In each of the two pools two tasks run. */
    @OnEveryJdk
    void taskIsDiscardedThoughAnotherOneIsWhileThatIsDecided(Jdk jdk) {
        trace(jdk, "nested-rejection")
                .has(4 + 2 * DROPPED_TASKS, taskCreate())
                .has(DROPPED_TASKS, discarded().at("ThreadPoolExecutorApp.nestedRejection"))
                .has(DROPPED_TASKS, discarded().at("ThreadPoolExecutorApp$1.rejectedExecution"))
                .has(4, completed());
    }

    @OnEveryJdk
    void droppedTasksAreDiscardedAndThoseHandedOverOnceMoreStayTheSame(Jdk jdk) {
        for (String policy : new String[] {"discard", "discard-oldest"}) {
            trace(jdk, policy)
                    .has(2 + DROPPED_TASKS, taskCreate())
                    .has(DROPPED_TASKS, discarded().at("ThreadPoolExecutorApp.discard"))
                    .has(2, completed())
                    .hasNo(error(Severity.WARNING));
        }
    }

    @OnEveryJdk
    void tasksThatAreTakenFromTheQueueAreDiscarded(Jdk jdk) {
        trace(jdk, "shutdown-now")
                .has(STOPPED_TASKS, discarded().withoutCallSite())
                .has(1, completed());
        trace(jdk, "remove").has(REMOVED_TASKS, discarded().withoutCallSite()).has(1, completed());
    }

    @OnEveryJdk
    void cancelledTasksAreDiscardedInTheQueueAndDetectedWhenTheyEnd(Jdk jdk) {
        TraceAssert trace = trace(jdk, "cancel");
        trace.has(CANCELLED_QUEUED, discarded())
                .has(1, cancel(CancelFlag.DETECTED))
                .has(1, taskSchedule(TaskStatus.CANCEL))
                .hasNo(completed());
        trace.onThread("main")
                .has(1 + CANCELLED_QUEUED, cancel(CancelFlag.ACTIVATED).at("ThreadPoolExecutorApp.cancel"));
    }

    @OnEveryJdk
    @Shows(what = Case.EXCEPTION, in = "throws")
    void whatTasksThrowIsAnErrorWhetherAFutureKeepsItOrNot(Jdk jdk) {
        trace(jdk, "throws")
                .has(THROWING_TASKS, error(Severity.WARNING))
                .has(1 + THROWING_TASKS, completed())
                .has(2, poolWorker(ScopeEndpoint.BEGIN))
                .has(2, poolWorker(ScopeEndpoint.END));
    }

    @OnEveryJdk
    void taskThatGotIntoTheQueueUnseenIsShownWhereItRuns(Jdk jdk) {
        TraceAssert trace = trace(jdk, "unseen");
        trace.onThreads("unseen-worker-.*").has(UNSEEN_TASKS, taskCreate()).has(UNSEEN_TASKS, completed());
    }

    @OnEveryJdk
    void workerThatMakesRoomInItsQueueForOthersIsInNoTask(Jdk jdk) {
        assertThat(full(jdk, "room"))
                .onThreads("room-worker-.*")
                .has(1, wakeup().of(Construct.BLOCKING_QUEUE).where("of an idle worker", found -> found.taskId() == 0));
    }

    @OnEveryJdk
    void workerThatWaitsForAMonitorBeforeItLooksForATaskIsIdleAfterIt(Jdk jdk) throws IOException {
        assumeTrue(JvmMonitorsIT.hasLibrary(), "the build had a C compiler for this machine");
        assertThat(program(jdk).with("native", "auto").arguments("guarded").observed())
                .onThreads("guarded-worker-.*")
                .emitsInOrder(
                        taskEnd(),
                        implicitTask(ScopeEndpoint.BEGIN),
                        mutexAcquire(MutexKind.CRITICAL).at("ThreadPoolExecutorApp$GuardedQueue.take"),
                        mutexAcquired(MutexKind.CRITICAL),
                        implicitTask(ScopeEndpoint.END))
                .hasNo(event(Event.WAIT).of(Construct.BLOCKING_QUEUE));
    }

    @OnEveryJdk
    void invokeAllIsSectionsInATaskgroup(Jdk jdk) {
        hasSections(trace(jdk, "invoke-all"), INVOKE_ALL_TASKS);
    }

    @OnEveryJdk
    void virtualWorkersWorkForTheirPool(Jdk jdk) {
        assumeTrue(jdk.hasVirtualThreads(), "has virtual threads");
        TraceAssert trace = trace(jdk, "virtual-workers");
        trace.onThread("main").has(VIRTUAL_WORKERS_TASKS, taskCreate().at("ThreadPoolExecutorApp.virtualWorkers"));
        trace.has(VIRTUAL_WORKERS_TASKS, taskCreate())
                .has(VIRTUAL_WORKERS_TASKS, completed())
                .has(1, pool(ScopeEndpoint.BEGIN).at("ThreadPoolExecutorApp.virtualWorkers"))
                .has(1, pool(ScopeEndpoint.END))
                .has(VIRTUAL_WORKERS, inAVirtualThread(poolWorker(ScopeEndpoint.BEGIN)))
                .has(VIRTUAL_WORKERS, inAVirtualThread(poolWorker(ScopeEndpoint.END)));
    }

    private static ExpectedEvent inAVirtualThread(ExpectedEvent event) {
        return event.where("in a virtual thread", found -> TraceEvent.isVirtualThread(found.taskId()));
    }

    @OnEveryJdk
    void invokeAnyWaitsInItsTaskgroupForOneTaskAndCancelsTheOthers(Jdk jdk) {
        TraceAssert trace = trace(jdk, "invoke-any");
        trace.has(INVOKE_ANY_TASKS, taskCreate().at("ThreadPoolExecutorApp.invokeAny"))
                .has(1, completed())
                .has(
                        INVOKE_ANY_TASKS - 1,
                        cancel(CancelFlag.SECTIONS | CancelFlag.ACTIVATED).at("ThreadPoolExecutorApp.invokeAny"));
        long begun = trace.count(taskSchedule(TaskStatus.CANCEL));
        trace.has(INVOKE_ANY_TASKS - 1 - begun, discarded());
        assertThat(full(jdk, "invoke-any"))
                .of(Construct.THREAD_POOL_EXECUTOR, Construct.CYCLIC_BARRIER)
                .onThread("main")
                .emitsInOrder(
                        syncRegion(SyncRegionKind.TASKGROUP, ScopeEndpoint.BEGIN),
                        syncRegionWait(SyncRegionKind.TASKGROUP, ScopeEndpoint.BEGIN),
                        syncRegionWait(SyncRegionKind.TASKGROUP, ScopeEndpoint.END),
                        syncRegion(SyncRegionKind.TASKGROUP, ScopeEndpoint.END),
                        // The barrier in done() of a cancelled future is not a part of the wait for the tasks.
                        syncRegion(SyncRegionKind.BARRIER_EXPLICIT, ScopeEndpoint.BEGIN),
                        syncRegion(SyncRegionKind.BARRIER_EXPLICIT, ScopeEndpoint.END),
                        cancel(CancelFlag.SECTIONS | CancelFlag.ACTIVATED),
                        work(WorkType.SECTIONS, ScopeEndpoint.END));
    }

    @OnEveryJdk
    void platformThreadsOfAnExecutorWithAThreadForEachTaskAreTasksOfWhoHandsThemOver(Jdk jdk) {
        assumeTrue(jdk.hasVirtualThreads(), "has such executors");
        TraceAssert threads = assertThat(full(jdk, "thread-per-task")).of(Construct.THREAD);
        threads.onThread("main")
                .has(2 * THREAD_PER_TASK, taskCreate().at("ThreadPoolExecutorApp.threadPerTask"))
                .has(2 * THREAD_PER_TASK - 1, taskCreate().body("AtomicInteger.incrementAndGet"))
                .has(1, taskCreate().body("ThreadPoolExecutorApp.lambda$threadPerTask"));
        threads.onThreads("thread-per-task-worker-.*")
                .has(2 * THREAD_PER_TASK, threadBegin(ThreadType.INITIAL))
                .has(2 * THREAD_PER_TASK, completed());
    }

    @OnEveryJdk
    void lastThreadOfAnExecutorWithAThreadForEachTaskEndsTheWaitForIt(Jdk jdk) {
        assumeTrue(jdk.hasVirtualThreads(), "has such executors");
        TraceAssert latch = assertThat(full(jdk, "thread-per-task")).of(Construct.COUNT_DOWN_LATCH);
        latch.onThread("main")
                .has(1, syncRegionWait(SyncRegionKind.TASKWAIT, ScopeEndpoint.BEGIN))
                .has(1, syncRegionWait(SyncRegionKind.TASKWAIT, ScopeEndpoint.END));
        latch.onThreads("thread-per-task-worker-.*").has(1, wakeup());
    }

    @OnEveryJdk
    void invokeAnyOfThreadsWaitsInATaskgroupForTheOneThatWakesIt(Jdk jdk) {
        assumeTrue(jdk.hasVirtualThreads(), "has such executors");
        TraceAssert trace = trace(jdk, "any-of-threads");
        trace.onThread("main")
                .has(
                        1,
                        syncRegion(SyncRegionKind.TASKGROUP, ScopeEndpoint.BEGIN)
                                .at("ThreadPoolExecutorApp.anyOfThreads"))
                .has(1, syncRegion(SyncRegionKind.TASKGROUP, ScopeEndpoint.END))
                .emitsInOrder(
                        syncRegion(SyncRegionKind.TASKGROUP, ScopeEndpoint.BEGIN),
                        syncRegionWait(SyncRegionKind.TASKGROUP, ScopeEndpoint.BEGIN),
                        syncRegionWait(SyncRegionKind.TASKGROUP, ScopeEndpoint.END),
                        syncRegion(SyncRegionKind.TASKGROUP, ScopeEndpoint.END));
        trace.has(1, inAVirtualThread(wakeup()));
        assertThat(full(jdk, "any-of-threads"))
                .of(Construct.VIRTUAL_THREAD)
                .onThread("main")
                .has(ANY_OF_THREADS, taskCreate());
        assertThat(full(jdk, "any-of-threads"))
                .of(Construct.PARK)
                .onThread("main")
                .isSilent();
    }

    @OnEveryJdk
    void executorOfTheApplicationsHasTheTasksThatItInherits(Jdk jdk) {
        TraceAssert trace = trace(jdk, "own-executor");
        trace.has(OWN_EXECUTOR_TASKS + 1, taskCreate().at("ThreadPoolExecutorApp."))
                .has(1, error(Severity.WARNING))
                .has(1, discarded());
        trace.onThread("own-executor-thread")
                .has(OWN_EXECUTOR_TASKS, completed())
                .has(INVOKE_ALL_TASKS, dispatch(DispatchKind.SECTION));
        trace.onThread("main")
                .has(1, work(WorkType.SECTIONS, ScopeEndpoint.BEGIN).count(INVOKE_ALL_TASKS));
    }

    @OnEveryJdk
    void workerWithCodeOfItsOwnIsAWorkerToo(Jdk jdk) {
        TraceAssert workers = assertThat(full(jdk, "own-threads")).onThreads("own-threads-worker-1");
        workers.has(1, threadBegin(ThreadType.WORKER)).has(OWN_THREAD_TASKS, completed());
    }

    @OnEveryJdk
    @Shows(what = Case.CONTENDED, in = "contended")
    void everyTaskOfSeveralThreadsThatHandThemOverRunsOnce(Jdk jdk) {
        TraceAssert trace = trace(jdk);
        trace.onThreads("racer-.")
                .has(CONTENDERS * CONTENDED_TASKS, taskCreate().at("ThreadPoolExecutorApp.lambda$contended"));
        trace.onThreads("contended-worker-.").has(CONTENDERS * CONTENDED_TASKS, completed());
    }

    @OnEveryJdk
    @Shows(what = Case.TIMEOUT, in = "timeout")
    void taskThatInvokeAllDoesNotWaitForAnyLongerIsCancelledAndTheWaitForThePoolEnds(Jdk jdk) {
        TraceAssert trace = trace(jdk);
        trace.onThread("impatient")
                .emitsExactly(
                        work(WorkType.SECTIONS, ScopeEndpoint.BEGIN).count(1),
                        syncRegion(SyncRegionKind.TASKGROUP, ScopeEndpoint.BEGIN),
                        taskCreate().at("ThreadPoolExecutorApp.lambda$timeout"),
                        syncRegion(SyncRegionKind.TASKGROUP, ScopeEndpoint.END),
                        cancel(CancelFlag.SECTIONS | CancelFlag.ACTIVATED),
                        work(WorkType.SECTIONS, ScopeEndpoint.END),
                        syncRegion(SyncRegionKind.BARRIER_IMPLEMENTATION, ScopeEndpoint.BEGIN),
                        syncRegionWait(SyncRegionKind.BARRIER_IMPLEMENTATION, ScopeEndpoint.BEGIN),
                        syncRegionWait(SyncRegionKind.BARRIER_IMPLEMENTATION, ScopeEndpoint.END),
                        syncRegion(SyncRegionKind.BARRIER_IMPLEMENTATION, ScopeEndpoint.END));
        trace.onThread("timeout-worker-1").has(1, completed()).has(1, discarded());
    }

    @OnEveryJdk
    @Shows(what = Case.INTERRUPT, in = "interrupt")
    void waitForThePoolEndsByAnInterrupt(Jdk jdk) {
        trace(jdk)
                .onThread("interrupted")
                .emitsExactly(
                        syncRegion(SyncRegionKind.BARRIER_IMPLEMENTATION, ScopeEndpoint.BEGIN)
                                .at("ThreadPoolExecutorApp.lambda$interrupt"),
                        syncRegionWait(SyncRegionKind.BARRIER_IMPLEMENTATION, ScopeEndpoint.BEGIN),
                        syncRegionWait(SyncRegionKind.BARRIER_IMPLEMENTATION, ScopeEndpoint.END),
                        syncRegion(SyncRegionKind.BARRIER_IMPLEMENTATION, ScopeEndpoint.END));
    }
}
