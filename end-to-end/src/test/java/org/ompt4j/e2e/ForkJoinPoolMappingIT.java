package org.ompt4j.e2e;

import static org.ompt4j.apps.forkjoin.ForkJoinPoolApp.AGAIN_GATES;
import static org.ompt4j.apps.forkjoin.ForkJoinPoolApp.AGAIN_ONCE;
import static org.ompt4j.apps.forkjoin.ForkJoinPoolApp.AGAIN_RACE;
import static org.ompt4j.apps.forkjoin.ForkJoinPoolApp.AGAIN_RACERS;
import static org.ompt4j.apps.forkjoin.ForkJoinPoolApp.AGAIN_RUNS;
import static org.ompt4j.apps.forkjoin.ForkJoinPoolApp.DISCARDED_TASKS;
import static org.ompt4j.apps.forkjoin.ForkJoinPoolApp.EXECUTED_TASKS;
import static org.ompt4j.apps.forkjoin.ForkJoinPoolApp.INVOKE_ALL_TASKS;
import static org.ompt4j.apps.forkjoin.ForkJoinPoolApp.INVOKE_ANY_TASKS;
import static org.ompt4j.apps.forkjoin.ForkJoinPoolApp.LAST_WORDS;
import static org.ompt4j.apps.forkjoin.ForkJoinPoolApp.OWN_POOLS;
import static org.ompt4j.apps.forkjoin.ForkJoinPoolApp.REJECTED_TASKS;
import static org.ompt4j.apps.forkjoin.ForkJoinPoolApp.SUBMITTED_TASKS;
import static org.ompt4j.apps.forkjoin.ForkJoinPoolApp.UNJOINED_FORKS;
import static org.ompt4j.apps.forkjoin.ForkJoinPoolApp.commonForks;
import static org.ompt4j.apps.forkjoin.ForkJoinPoolApp.invokeForks;
import static org.ompt4j.e2e.ExpectedEvent.cancel;
import static org.ompt4j.e2e.ExpectedEvent.error;
import static org.ompt4j.e2e.ExpectedEvent.implicitTask;
import static org.ompt4j.e2e.ExpectedEvent.mutexAcquired;
import static org.ompt4j.e2e.ExpectedEvent.parallelBegin;
import static org.ompt4j.e2e.ExpectedEvent.parallelEnd;
import static org.ompt4j.e2e.ExpectedEvent.pool;
import static org.ompt4j.e2e.ExpectedEvent.poolWorker;
import static org.ompt4j.e2e.ExpectedEvent.syncRegion;
import static org.ompt4j.e2e.ExpectedEvent.syncRegionWait;
import static org.ompt4j.e2e.ExpectedEvent.taskCreate;
import static org.ompt4j.e2e.ExpectedEvent.threadBegin;
import static org.ompt4j.e2e.TraceAssert.assertThat;

import java.util.Set;
import java.util.stream.Collectors;
import org.assertj.core.api.Assertions;
import org.ompt4j.apps.forkjoin.ForkJoinPoolApp;
import org.ompt4j.catalog.Case;
import org.ompt4j.catalog.Shows;
import org.ompt4j.ompt.CancelFlag;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.MutexKind;
import org.ompt4j.ompt.ScopeEndpoint;
import org.ompt4j.ompt.Severity;
import org.ompt4j.ompt.SyncRegionKind;
import org.ompt4j.ompt.TaskFlag;
import org.ompt4j.ompt.TaskStatus;
import org.ompt4j.ompt.ThreadType;
import org.ompt4j.tools.read.TraceEvent;

class ForkJoinPoolMappingIT extends PoolContract {
    private static final Construct POOL = Construct.FORK_JOIN_POOL;
    private static final Construct TASK = Construct.FORK_JOIN_TASK;
    /** The method that creates all pools of the program. */
    private static final String MADE = "NamedWorkers.pool";

    @Override
    Construct construct() {
        return POOL;
    }

    @Override
    Class<?> app() {
        return ForkJoinPoolApp.class;
    }

    private TraceAssert trace(Jdk jdk, String... scenarios) {
        return assertThat(full(jdk, scenarios));
    }

    @OnEveryJdk
    @Shows(what = Case.NORMAL, in = "invoke")
    void invokeFromOutsideIsARegionWhoseCallerOnlyWaits(Jdk jdk) {
        TraceAssert trace = trace(jdk, "invoke");
        trace.of(POOL, TASK)
                .onThread("main")
                .emitsInOrder(
                        parallelBegin(3).at("ForkJoinPoolApp.invoke"),
                        implicitTask(ScopeEndpoint.BEGIN).where("index 0", found -> found.index() == 0),
                        taskCreate().at("ForkJoinPoolApp.invoke"),
                        syncRegion(SyncRegionKind.TASKWAIT, ScopeEndpoint.BEGIN),
                        syncRegion(SyncRegionKind.TASKWAIT, ScopeEndpoint.END),
                        syncRegion(SyncRegionKind.BARRIER_IMPLICIT_PARALLEL, ScopeEndpoint.BEGIN),
                        implicitTask(ScopeEndpoint.END),
                        parallelEnd(),
                        syncRegion(SyncRegionKind.BARRIER_IMPLEMENTATION, ScopeEndpoint.BEGIN),
                        syncRegion(SyncRegionKind.BARRIER_IMPLEMENTATION, ScopeEndpoint.END))
                .hasNo(completed());
        trace.of(TASK).has(invokeForks(1), taskCreate()).has(invokeForks(1) + 1, completed());
    }

    @OnEveryJdk
    void taskOfAPublisherHasTheCodeOfItsSubscriber(Jdk jdk) {
        trace(jdk, "publisher")
                .of(POOL)
                .has(1, taskCreate().body("org.ompt4j.apps.SummingSubscriber.onNext"))
                .has(1, taskCreate());
    }

    @OnEveryJdk
    void poolIsToldFromItsFirstWorkerToItsTermination(Jdk jdk) {
        TraceAssert trace = assertThat(full(jdk)).of(POOL);
        trace.has(OWN_POOLS, pool(ScopeEndpoint.BEGIN).at(MADE))
                .has(OWN_POOLS, pool(ScopeEndpoint.END).at(MADE))
                .hasNo(parallelBegin().at(MADE));
    }

    @OnEveryJdk
    void workersHaveNoTaskBetweenThoseThatTheyRun(Jdk jdk) {
        TraceAssert workers = trace(jdk, "submit").onThreads("submit-worker.*");
        long began = workers.count(threadBegin(ThreadType.WORKER));
        workers.of(POOL).has(began, poolWorker(ScopeEndpoint.BEGIN)).has(began, poolWorker(ScopeEndpoint.END));
        workers.of(POOL).hasNo(implicitTask(ScopeEndpoint.BEGIN));
        workers.of(TASK)
                .has(SUBMITTED_TASKS, completed().where("no task to go back to", found -> found.nextTaskId() == 0));
    }

    @OnEveryJdk
    @Shows(what = Case.NORMAL, in = "submit")
    @Shows(what = Case.EXCEPTION, in = "execute")
    void everyWayToSubmitCreatesOneTask(Jdk jdk) {
        trace(jdk, "submit").of(POOL).has(SUBMITTED_TASKS, taskCreate().at("ForkJoinPoolApp.submit"));
        TraceAssert executed = trace(jdk, "execute").of(POOL, TASK);
        executed.has(EXECUTED_TASKS + REJECTED_TASKS, taskCreate().body("ForkJoinPoolApp.lambda$execute"))
                .has(EXECUTED_TASKS, completed())
                .has(REJECTED_TASKS, error(Severity.WARNING).at("ForkJoinPoolApp"))
                .has(REJECTED_TASKS, cancel(CancelFlag.DISCARDED_TASK));
    }

    @OnEveryJdk
    void invokeAllIsSectionsInATaskgroup(Jdk jdk) {
        hasSections(trace(jdk, "invoke-all").of(POOL, TASK), INVOKE_ALL_TASKS);
    }

    @OnEveryJdk
    void eachWaitOfInvokeAllNamesOneOfItsTasks(Jdk jdk) {
        ObservedRun run = full(jdk, "invoke-all");
        Set<Long> created = run.events().stream()
                .filter(each -> each.event() == Event.TASK_CREATE)
                .map(TraceEvent::newTaskId)
                .collect(Collectors.toSet());
        Assertions.assertThat(run.events())
                .filteredOn(
                        each -> each.event() == Event.SYNC_REGION_WAIT && each.syncKind() == SyncRegionKind.TASKGROUP)
                .isNotEmpty()
                .extracting(TraceEvent::waitId)
                .isSubsetOf(created);
    }

    @OnEveryJdk
    void taskThatHasTheResultOfInvokeAnyEndsBeforeTheWaitForIt(Jdk jdk) {
        ObservedRun run = full(jdk, "invoke-any");
        assertThat(run)
                .has(INVOKE_ANY_TASKS, taskCreate().at("ForkJoinPoolApp.invokeAny"))
                .of(POOL)
                .has(1, syncRegionWait(SyncRegionKind.TASKGROUP, ScopeEndpoint.BEGIN))
                .has(1, syncRegionWait(SyncRegionKind.TASKGROUP, ScopeEndpoint.END));
        long first = run.events().stream()
                .filter(each -> each.event() == Event.TASK_CREATE)
                .findFirst()
                .orElseThrow()
                .newTaskId();
        Assertions.assertThat(run.events())
                .filteredOn(each -> each.endsBody() && each.priorTaskId() == first
                        || each.event() == Event.SYNC_REGION_WAIT
                                && each.construct() == POOL
                                && each.endpoint() == ScopeEndpoint.END)
                .extracting(TraceEvent::event, TraceEvent::priorTaskStatus)
                .startsWith(Assertions.tuple(Event.TASK_SCHEDULE, TaskStatus.COMPLETE))
                .hasSizeGreaterThan(1);
    }

    @OnEveryJdk
    void childrenThatNobodyJoinsRunAllTheSame(Jdk jdk) {
        TraceAssert trace = trace(jdk, "unjoined");
        trace.of(TASK).has(UNJOINED_FORKS, taskCreate()).has(UNJOINED_FORKS + 1, completed());
        trace.of(POOL).has(1, parallelBegin().at("ForkJoinPoolApp.unjoined"));
    }

    @OnEveryJdk
    @Shows(what = Case.NESTED, in = "export")
    void whatIsSubmittedInsideARegionBelongsToTheSubmittersInitialTask(Jdk jdk) {
        trace(jdk, "export")
                .of(POOL)
                .has(2, taskCreate())
                .has(
                        1,
                        taskCreate()
                                .at("ForkJoinPoolApp.lambda$export")
                                .where("exporting", found -> (found.flags() & TaskFlag.EXPORTING) != 0));
    }

    @OnEveryJdk
    void tasksThatShutdownNowFindsQueuedAreDiscarded(Jdk jdk) {
        // From JDK 22 on a worker can take a task before the shutdown does; since the pool is stopping, it cancels the
        // task without running it.
        TraceAssert trace = trace(jdk, "shutdown-now").of(POOL, TASK);
        trace.has(DISCARDED_TASKS, cancel(CancelFlag.TASKGROUP).where("discarded or detected", found -> {
                    int outcome = found.flags() & (CancelFlag.DISCARDED_TASK | CancelFlag.DETECTED);
                    return outcome == CancelFlag.DISCARDED_TASK || jdk.major() >= 22 && outcome == CancelFlag.DETECTED;
                }))
                .has(DISCARDED_TASKS + 1, taskCreate());
    }

    @OnEveryJdk
    @Shows(what = Case.CONTENDED, in = "again")
    void taskThatIsHandedOverAgainBeforeItHasRunIsAsManyTasks(Jdk jdk) {
        int runs = AGAIN_GATES + AGAIN_RUNS + AGAIN_RACERS * AGAIN_RACE;
        trace(jdk, "again")
                .of(POOL, TASK)
                .has(runs + AGAIN_ONCE, taskCreate())
                .has(runs + 1, completed())
                // The task is completed by its first run, and therefore never runs again.
                .has(AGAIN_ONCE - 1, cancel(CancelFlag.DISCARDED_TASK));
    }

    /** The check of every trace also covers that these events come after the end of the thread's membership. */
    @OnEveryJdk
    void whatAWorkerDoesAtItsEndIsNothingOfTheRegionThatItWasAMemberOf(Jdk jdk) {
        trace(jdk, "last-words")
                .has(LAST_WORDS, mutexAcquired(MutexKind.NEST_LOCK).at("ForkJoinPoolApp$LockingWorker.onTermination"))
                .has(
                        LAST_WORDS,
                        implicitTask(ScopeEndpoint.BEGIN)
                                .where("in the stream", found -> found.construct() == Construct.PARALLEL_STREAM));
    }

    @OnEveryJdk
    void commonPoolEndsWithTheRun(Jdk jdk) {
        TraceAssert trace = assertThat(fullApart(jdk, "common"));
        trace.of(TASK).has(commonForks(1), taskCreate()).has(commonForks(1) + 1, completed());
        trace.of(POOL)
                .has(1, parallelBegin())
                .has(1, parallelEnd())
                .has(1, pool(ScopeEndpoint.BEGIN))
                .has(1, pool(ScopeEndpoint.END));
    }

    /** On JDK 21 the method calls {@code awaitTermination}. */
    @OnEveryJdk
    void closeIsOneWaitForThePool(Jdk jdk) {
        trace(jdk)
                .of(POOL)
                .onThread("closer")
                .emitsExactly(
                        syncRegion(SyncRegionKind.BARRIER_IMPLEMENTATION, ScopeEndpoint.BEGIN)
                                .at("ForkJoinPoolApp."),
                        syncRegionWait(SyncRegionKind.BARRIER_IMPLEMENTATION, ScopeEndpoint.BEGIN),
                        syncRegionWait(SyncRegionKind.BARRIER_IMPLEMENTATION, ScopeEndpoint.END),
                        syncRegion(SyncRegionKind.BARRIER_IMPLEMENTATION, ScopeEndpoint.END));
    }

    @OnEveryJdk
    @Shows(what = Case.TIMEOUT, in = "timeout")
    @Shows(what = Case.INTERRUPT, in = "interrupt")
    void waitForThePoolEndsByItsTimeAndByAnInterrupt(Jdk jdk) {
        for (String thread : new String[] {"impatient", "interrupted"}) {
            trace(jdk)
                    .of(POOL)
                    .onThread(thread)
                    .emitsExactly(
                            syncRegion(SyncRegionKind.BARRIER_IMPLEMENTATION, ScopeEndpoint.BEGIN)
                                    .at("ForkJoinPoolApp.lambda$"),
                            syncRegionWait(SyncRegionKind.BARRIER_IMPLEMENTATION, ScopeEndpoint.BEGIN),
                            syncRegionWait(SyncRegionKind.BARRIER_IMPLEMENTATION, ScopeEndpoint.END),
                            syncRegion(SyncRegionKind.BARRIER_IMPLEMENTATION, ScopeEndpoint.END));
        }
    }
}
