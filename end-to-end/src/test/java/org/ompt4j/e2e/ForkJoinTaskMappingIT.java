package org.ompt4j.e2e;

import static java.util.stream.Collectors.toSet;
import static org.ompt4j.apps.forkjoin.ForkJoinTaskApp.CANCELLED_SECTIONS;
import static org.ompt4j.apps.forkjoin.ForkJoinTaskApp.CANCEL_FORKS;
import static org.ompt4j.apps.forkjoin.ForkJoinTaskApp.COMPLETERS_DETACHED;
import static org.ompt4j.apps.forkjoin.ForkJoinTaskApp.COMPLETERS_FORKS;
import static org.ompt4j.apps.forkjoin.ForkJoinTaskApp.EXCEPTION_FORKS;
import static org.ompt4j.apps.forkjoin.ForkJoinTaskApp.FORKED_WHILE_JOINED_FORKS;
import static org.ompt4j.apps.forkjoin.ForkJoinTaskApp.INVOKE_ALL_FORKS;
import static org.ompt4j.apps.forkjoin.ForkJoinTaskApp.INVOKE_ALL_TASKS;
import static org.ompt4j.apps.forkjoin.ForkJoinTaskApp.OUTSIDE_REGIONS;
import static org.ompt4j.apps.forkjoin.ForkJoinTaskApp.OUTSIDE_SECTIONS;
import static org.ompt4j.apps.forkjoin.ForkJoinTaskApp.QUIETLY_FORKS;
import static org.ompt4j.apps.forkjoin.ForkJoinTaskApp.QUIETLY_INVOKES;
import static org.ompt4j.apps.forkjoin.ForkJoinTaskApp.REINITIALIZE_FORKS;
import static org.ompt4j.apps.forkjoin.ForkJoinTaskApp.SEVERAL;
import static org.ompt4j.apps.forkjoin.ForkJoinTaskApp.SHARED_OUT;
import static org.ompt4j.apps.forkjoin.ForkJoinTaskApp.SHARED_OUT_BINS;
import static org.ompt4j.apps.forkjoin.ForkJoinTaskApp.UNFORK_FORKS;
import static org.ompt4j.apps.forkjoin.ForkJoinTaskApp.WAIT_FORKS;
import static org.ompt4j.apps.forkjoin.ForkJoinTaskApp.completerForks;
import static org.ompt4j.apps.forkjoin.ForkJoinTaskApp.fibonacciForks;
import static org.ompt4j.e2e.ExpectedEvent.cancel;
import static org.ompt4j.e2e.ExpectedEvent.dispatch;
import static org.ompt4j.e2e.ExpectedEvent.error;
import static org.ompt4j.e2e.ExpectedEvent.implicitTask;
import static org.ompt4j.e2e.ExpectedEvent.parallelBegin;
import static org.ompt4j.e2e.ExpectedEvent.parallelEnd;
import static org.ompt4j.e2e.ExpectedEvent.syncRegion;
import static org.ompt4j.e2e.ExpectedEvent.syncRegionWait;
import static org.ompt4j.e2e.ExpectedEvent.taskCreate;
import static org.ompt4j.e2e.ExpectedEvent.taskDependence;
import static org.ompt4j.e2e.ExpectedEvent.taskEnd;
import static org.ompt4j.e2e.ExpectedEvent.taskSchedule;
import static org.ompt4j.e2e.ExpectedEvent.work;
import static org.ompt4j.e2e.TraceAssert.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import org.assertj.core.api.Assertions;
import org.ompt4j.apps.forkjoin.ForkJoinTaskApp;
import org.ompt4j.catalog.Case;
import org.ompt4j.catalog.Shows;
import org.ompt4j.ompt.CancelFlag;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.DispatchKind;
import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.Member;
import org.ompt4j.ompt.ScopeEndpoint;
import org.ompt4j.ompt.Severity;
import org.ompt4j.ompt.SyncRegionKind;
import org.ompt4j.ompt.TaskFlag;
import org.ompt4j.ompt.TaskStatus;
import org.ompt4j.ompt.WorkType;
import org.ompt4j.tools.read.TraceEvent;
import org.ompt4j.tools.testing.ReportData;

class ForkJoinTaskMappingIT extends ConstructContract {
    /** The task that each scenario invokes in its pool; the pool creates it. */
    private static final int ROOT = 1;
    /** The pair, the list and the array of invokeAll. */
    private static final int GROUPS = 3;

    private static final SyncRegionKind TASKWAIT = SyncRegionKind.TASKWAIT;

    @Override
    Construct construct() {
        return Construct.FORK_JOIN_TASK;
    }

    @Override
    Class<?> app() {
        return ForkJoinTaskApp.class;
    }

    private TraceAssert tasks(Jdk jdk, String scenario) {
        return assertThat(full(jdk, scenario)).of(Construct.FORK_JOIN_TASK);
    }

    private static ExpectedEvent completed() {
        return taskSchedule(TaskStatus.COMPLETE);
    }

    private static ExpectedEvent fulfilled() {
        return taskSchedule(TaskStatus.LATE_FULFILL);
    }

    private static ExpectedEvent undeferred() {
        return taskCreate(TaskFlag.UNDEFERRED);
    }

    /** What a task computes before it makes another one is no time for which that one has waited. */
    @OnEveryJdk
    void taskIsMadeWhenItIsForkedOrInvoked(Jdk jdk) {
        List<TraceEvent> events = full(jdk, "computes-first").events();
        long root = events.stream()
                .filter(each -> each.event() == Event.TASK_CREATE && each.construct() == Construct.FORK_JOIN_POOL)
                .findFirst()
                .orElseThrow()
                .newTaskId();
        List<TraceEvent> created = events.stream()
                .filter(each -> each.event() == Event.TASK_CREATE && each.encounteringTaskId() == root)
                .toList();
        Assertions.assertThat(created).hasSize(ForkJoinTaskApp.COMPUTED_TASKS);
        long before = events.stream()
                .filter(each -> each.event() == Event.TASK_SCHEDULE && each.nextTaskId() == root)
                .findFirst()
                .orElseThrow()
                .timeNanos();
        for (TraceEvent each : created) {
            Assertions.assertThat(each.timeNanos() - before).isGreaterThanOrEqualTo(ForkJoinTaskApp.COMPUTES_NANOS);
            before = each.timeNanos();
        }
    }

    @OnEveryJdk
    @Shows(what = Case.NORMAL, in = "fibonacci")
    @Shows(what = Case.NESTED, in = "fibonacci")
    void everyForkCreatesOneTaskThatRunsOnceAndIsJoinedOnce(Jdk jdk) {
        tasks(jdk, "fibonacci")
                .has(fibonacciForks(1), taskCreate().at("Fibonacci.compute"))
                .has(fibonacciForks(1), taskCreate())
                .has(fibonacciForks(1) + ROOT, completed())
                .has(
                        fibonacciForks(1),
                        syncRegion(TASKWAIT, ScopeEndpoint.BEGIN).at("Fibonacci.compute"))
                .has(fibonacciForks(1), syncRegion(TASKWAIT, ScopeEndpoint.END).at("Fibonacci.compute"));
    }

    @OnEveryJdk
    void countedCompletersAreTasksThatNobodyJoins(Jdk jdk) {
        tasks(jdk, "counted-completer")
                .has(completerForks(1), taskCreate().at("TreeSum.compute"))
                .has(completerForks(1) + ROOT, taskEnd())
                .hasNo(syncRegion(TASKWAIT, ScopeEndpoint.BEGIN).at("TreeSum.compute"));
    }

    @OnEveryJdk
    void completerWithMoreThanItsBodyIsDetachedAndFulfilledOnceWhereItIsCompleted(Jdk jdk) {
        ObservedRun run = full(jdk, "completers");

        assertThat(run)
                .of(Construct.FORK_JOIN_TASK)
                .has(COMPLETERS_FORKS, taskCreate())
                .has(COMPLETERS_DETACHED, taskSchedule(TaskStatus.DETACH))
                .has(COMPLETERS_DETACHED, fulfilled())
                .has(COMPLETERS_FORKS - COMPLETERS_DETACHED + ROOT, completed())
                .onThread(ForkJoinTaskApp.COMPLETING_THREAD)
                .emitsExactly(fulfilled());
    }

    @OnEveryJdk
    void whatTheJdkSharesOutIsCompleteInTheEnd(Jdk jdk) {
        TraceAssert tasks = tasks(jdk, "shared-out");

        tasks.hasSome(fulfilled())
                .has(tasks.count(taskSchedule(TaskStatus.DETACH)), fulfilled())
                .has(tasks.count(taskCreate()), taskEnd());
    }

    @OnEveryJdk
    void invokeAllIsSectionsInATaskgroupWhoseFirstTaskIsUndeferred(Jdk jdk) {
        tasks(jdk, "invoke-all")
                .has(GROUPS, work(WorkType.SECTIONS, ScopeEndpoint.BEGIN))
                .has(GROUPS, work(WorkType.SECTIONS, ScopeEndpoint.END))
                .has(2, work(WorkType.SECTIONS, ScopeEndpoint.BEGIN).count(INVOKE_ALL_TASKS))
                .has(GROUPS, syncRegion(SyncRegionKind.TASKGROUP, ScopeEndpoint.BEGIN))
                .has(GROUPS, syncRegion(SyncRegionKind.TASKGROUP, ScopeEndpoint.END))
                .has(INVOKE_ALL_FORKS + GROUPS, taskCreate())
                .has(GROUPS, undeferred())
                .has(INVOKE_ALL_FORKS + GROUPS, dispatch(DispatchKind.SECTION))
                .hasNo(syncRegionWait(SyncRegionKind.TASKGROUP, ScopeEndpoint.BEGIN)
                        .where("for no task", found -> found.waitId() == 0))
                .has(INVOKE_ALL_FORKS + GROUPS + ROOT, completed());
    }

    @OnEveryJdk
    void sectionsAreNumberedAsTheirTasksWereGivenAndTheFirstIsTheCallersOwn(Jdk jdk) {
        ObservedRun run = full(jdk, "invoke-all");
        TraceAssert sections = assertThat(run).of(Construct.FORK_JOIN_TASK);
        for (int i = 0; i < INVOKE_ALL_TASKS; i++) {
            sections.has(
                    i < 2 ? GROUPS : GROUPS - 1, dispatch(DispatchKind.SECTION).start(i));
        }
        Set<Long> undeferred = run.events().stream()
                .filter(each -> each.event() == Event.TASK_CREATE && (each.flags() & TaskFlag.UNDEFERRED) != 0)
                .map(TraceEvent::newTaskId)
                .collect(toSet());
        sections.has(
                GROUPS,
                dispatch(DispatchKind.SECTION)
                        .start(0)
                        .where("of an undeferred task", each -> undeferred.contains(each.taskId())));
    }

    @OnEveryJdk
    void whatTheJdkSharesOutItselfIsARegionWithItsCountAndTheFunctionThatWasPassed(Jdk jdk) {
        tasks(jdk, "shared-out")
                // The sorted stage of the stream sorts an array too.
                .has(3, work(WorkType.WORKSHARE, ScopeEndpoint.BEGIN).count(SHARED_OUT))
                .has(2, work(WorkType.LOOP_DYNAMIC, ScopeEndpoint.BEGIN).count(SHARED_OUT_BINS))
                .has(1, work(WorkType.TASKLOOP, ScopeEndpoint.BEGIN).count(SHARED_OUT))
                // A method reference that only unboxes is named by its class alone.
                .has(2, parallelBegin().body("ForkJoinTaskApp.lambda"))
                .has(1, parallelBegin().body("ForkJoinTaskApp.lambda$sharedOut"))
                .has(1, parallelBegin().body("java.lang.Integer.sum"));
    }

    @OnEveryJdk
    void eachBinOfAMapThatIsReducedIsInOneChunk(Jdk jdk) {
        ObservedRun run = full(jdk, "shared-out");
        TraceEvent loop = run.events().stream()
                .filter(each -> each.event() == Event.WORK && each.enumerator(Member.WSTYPE) == WorkType.LOOP_DYNAMIC)
                .findFirst()
                .orElseThrow();
        List<TraceEvent> chunks = run.events().stream()
                .filter(each -> each.event() == Event.DISPATCH && each.parallelId() == loop.parallelId())
                .sorted(Comparator.comparingLong(each -> each.value(Member.START)))
                .toList();

        long next = 0;
        for (TraceEvent each : chunks) {
            Assertions.assertThat(each.enumerator(Member.DISPATCH_KIND)).isEqualTo(DispatchKind.WS_LOOP_CHUNK);
            Assertions.assertThat(each.value(Member.START)).isEqualTo(next);
            next += each.value(Member.ITERATIONS);
        }
        Assertions.assertThat(chunks).hasSizeGreaterThan(1);
        Assertions.assertThat(next).isEqualTo(SHARED_OUT_BINS);
    }

    @OnEveryJdk
    void taskThatAThreadOutsideOfPoolsInvokesIsARegionAndABareForkIsNone(Jdk jdk) {
        TraceAssert outside = tasks(jdk, "outside");
        outside.has(OUTSIDE_REGIONS, parallelBegin(AppRun.COMMON_PARALLELISM + 1))
                .has(OUTSIDE_REGIONS, parallelEnd());

        outside.onThread("main")
                .emitsInOrder(
                        parallelBegin().at("ForkJoinTaskApp.outside").body("Fibonacci.compute"),
                        implicitTask(ScopeEndpoint.BEGIN),
                        undeferred().at("ForkJoinTaskApp.outside"),
                        taskSchedule(TaskStatus.SWITCH),
                        completed(),
                        syncRegion(SyncRegionKind.BARRIER_IMPLICIT_PARALLEL, ScopeEndpoint.BEGIN),
                        implicitTask(ScopeEndpoint.END),
                        parallelEnd(),
                        taskCreate().at("ForkJoinTaskApp.outside"));

        outside.onThread("request")
                .has(OUTSIDE_REGIONS - 1, parallelBegin())
                .emitsInOrder(
                        parallelBegin().at("ForkJoinTaskApp.lambda$outside"),
                        implicitTask(ScopeEndpoint.BEGIN),
                        work(WorkType.SECTIONS, ScopeEndpoint.BEGIN).count(OUTSIDE_SECTIONS),
                        syncRegion(SyncRegionKind.TASKGROUP, ScopeEndpoint.BEGIN),
                        undeferred(),
                        dispatch(DispatchKind.SECTION).start(0),
                        syncRegion(SyncRegionKind.TASKGROUP, ScopeEndpoint.END),
                        work(WorkType.SECTIONS, ScopeEndpoint.END).count(OUTSIDE_SECTIONS),
                        implicitTask(ScopeEndpoint.END),
                        parallelEnd());
        for (int i = 0; i < OUTSIDE_SECTIONS; i++) {
            outside.has(2, dispatch(DispatchKind.SECTION).start(i));
        }
    }

    @OnEveryJdk
    void joinThatReallyWaitsHasAWaitPairThatNamesTheTask(Jdk jdk) {
        ObservedRun run = full(jdk, "wait");
        TraceEvent child = run.events().stream()
                .filter(each -> each.event() == Event.TASK_CREATE && each.construct() == Construct.FORK_JOIN_TASK)
                .findFirst()
                .orElseThrow();

        assertThat(run)
                .of(Construct.FORK_JOIN_TASK)
                .has(WAIT_FORKS, taskCreate())
                .hasNo(taskDependence())
                .onThreads("wait.*")
                .emitsInOrder(
                        taskCreate(),
                        awaiting(child, syncRegion(TASKWAIT, ScopeEndpoint.BEGIN)),
                        awaiting(child, syncRegionWait(TASKWAIT, ScopeEndpoint.BEGIN)),
                        completed(),
                        awaiting(child, syncRegionWait(TASKWAIT, ScopeEndpoint.END)),
                        awaiting(child, syncRegion(TASKWAIT, ScopeEndpoint.END)),
                        completed());
    }

    private static ExpectedEvent awaiting(TraceEvent created, ExpectedEvent wait) {
        return wait.where("of the forked task", each -> each.waitId() == created.newTaskId());
    }

    @OnEveryJdk
    @Shows(what = Case.EXCEPTION, in = "exception")
    void taskThatThrowsIsAnErrorAndComplete(Jdk jdk) {
        tasks(jdk, "exception")
                .has(EXCEPTION_FORKS + 1, taskCreate())
                .has(1, undeferred())
                .has(EXCEPTION_FORKS + 1, error(Severity.WARNING).at("ForkJoinTaskApp.lambda$failing"))
                .has(EXCEPTION_FORKS + 1, error(Severity.WARNING))
                .has(EXCEPTION_FORKS + 1 + ROOT, completed());
    }

    @OnEveryJdk
    void cancelledTasksAreDiscardedAndNeverRun(Jdk jdk) {
        tasks(jdk, "cancel")
                .has(CANCEL_FORKS, taskCreate())
                .has(CANCEL_FORKS, cancel(CancelFlag.ACTIVATED))
                .has(CANCEL_FORKS, cancel(CancelFlag.DISCARDED_TASK))
                .has(ROOT, completed());
    }

    @OnEveryJdk
    void sectionsOfWhichOneFailsAreCancelled(Jdk jdk) {
        tasks(jdk, "failing-section")
                .has(1, work(WorkType.SECTIONS, ScopeEndpoint.BEGIN))
                .has(CANCELLED_SECTIONS, cancel(CancelFlag.SECTIONS | CancelFlag.ACTIVATED))
                .hasNo(cancel(CancelFlag.TASKGROUP | CancelFlag.ACTIVATED));
    }

    @OnEveryJdk
    void searchThatHasFoundCancelsItsLoop(Jdk jdk) {
        ObservedRun run = full(jdk, "search");
        assertThat(run)
                .of(Construct.FORK_JOIN_TASK)
                .onThread("main")
                .has(1, work(WorkType.LOOP_DYNAMIC, ScopeEndpoint.BEGIN))
                .has(1, cancel(CancelFlag.LOOP | CancelFlag.ACTIVATED).at("ForkJoinTaskApp.search"));
        assertThat(run)
                .of(Construct.FORK_JOIN_TASK)
                .onThreads("ForkJoinPool.commonPool-worker-.*")
                .hasSome(cancel(CancelFlag.LOOP | CancelFlag.DETECTED))
                .hasNo(cancel(CancelFlag.ACTIVATED));
    }

    @OnEveryJdk
    void taskThatWasTakenBackAndInvokedIsStillOneTask(Jdk jdk) {
        tasks(jdk, "unfork").has(UNFORK_FORKS, taskCreate()).has(UNFORK_FORKS + ROOT, completed());
    }

    @OnEveryJdk
    void reusedTaskObjectIsANewTaskEachTime(Jdk jdk) {
        tasks(jdk, "reinitialize").has(REINITIALIZE_FORKS, taskCreate()).has(REINITIALIZE_FORKS + ROOT, completed());
    }

    @OnEveryJdk
    void everyWayToWaitIsATaskwaitAndEveryInvokeIsUndeferred(Jdk jdk) {
        tasks(jdk, "quietly")
                .has(QUIETLY_FORKS + QUIETLY_INVOKES, taskCreate())
                .has(QUIETLY_INVOKES, undeferred())
                .has(QUIETLY_FORKS + QUIETLY_INVOKES + ROOT, completed())
                // The last call joins a task that was completed without being run.
                .has(
                        QUIETLY_FORKS + 1,
                        syncRegion(TASKWAIT, ScopeEndpoint.BEGIN).at("ForkJoinTaskApp.lambda$quietly"));
    }

    @OnEveryJdk
    void waitForATaskThatIsForkedAgainMeanwhileNamesTheTaskThatWasJoined(Jdk jdk) {
        tasks(jdk, "forked-while-joined")
                .has(FORKED_WHILE_JOINED_FORKS, taskCreate())
                .has(FORKED_WHILE_JOINED_FORKS + ROOT, taskEnd())
                .hasSome(syncRegionWait(TASKWAIT, ScopeEndpoint.BEGIN).where("a task", each -> each.waitId() != 0));
    }

    @OnEveryJdk
    @Shows(what = Case.CONTENDED, in = "several")
    @Shows(what = Case.TIMEOUT, in = "timeout")
    @Shows(what = Case.INTERRUPT, in = "interrupt")
    void threadsThatAreNoWorkersWaitUntilTheTaskEndsOrTheyGiveUp(Jdk jdk) {
        List<String> threads = new ArrayList<>(List.of("timed", "interrupted"));
        for (int i = 0; i < SEVERAL; i++) {
            threads.add("joiner-" + i);
        }
        for (String thread : threads) {
            assertThat(full(jdk))
                    .of(Construct.FORK_JOIN_TASK)
                    .onThread(thread)
                    .emitsExactly(
                            syncRegion(TASKWAIT, ScopeEndpoint.BEGIN).at("ForkJoinTaskApp.lambda$"),
                            syncRegionWait(TASKWAIT, ScopeEndpoint.BEGIN),
                            syncRegionWait(TASKWAIT, ScopeEndpoint.END),
                            syncRegion(TASKWAIT, ScopeEndpoint.END));
        }
    }

    @OnEveryJdk
    void whatWorkersForkIsStolenByOtherWorkersOfTheirPoolIfAtAll(Jdk jdk) throws IOException {
        long steals = 0;
        for (JsonNode each : pools(full(jdk))) {
            steals += each.get("steals").asLong();
            assertStealsArePossible(each);
        }
        Assertions.assertThat(steals).isGreaterThanOrEqualTo(WAIT_FORKS);
    }

    @OnEveryJdk
    void aLoneWorkerStealsNothing(Jdk jdk) throws IOException {
        ObservedRun run = AppRun.of(app())
                .on(jdk)
                .profile(Profile.FULL)
                .jvm("-Djava.util.concurrent.ForkJoinPool.common.parallelism=1")
                .arguments("outside")
                .observedOnce();

        JsonNode pools = pools(run);
        Assertions.assertThat(pools).hasSize(1);
        assertStealsArePossible(pools.get(0));
    }

    private static JsonNode pools(ObservedRun run) throws IOException {
        return ReportData.table(ProfileIT.json(run.traceFile()), "pools").get("rows");
    }

    private static void assertStealsArePossible(JsonNode pool) {
        long made = pool.get("made_by_workers").asLong();
        Assertions.assertThat(made).isLessThanOrEqualTo(pool.get("tasks").asLong());
        Assertions.assertThat(pool.get("steals").asLong())
                .as("%s", pool)
                .isLessThanOrEqualTo(pool.get("workers").asLong() == 1 ? 0 : made);
    }
}
