package org.ompt4j.e2e;

import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static org.ompt4j.apps.executor.CompletableFutureApp.ASYNC;
import static org.ompt4j.apps.executor.CompletableFutureApp.BY_HAND;
import static org.ompt4j.apps.executor.CompletableFutureApp.CHAIN;
import static org.ompt4j.apps.executor.CompletableFutureApp.COMPOSED;
import static org.ompt4j.apps.executor.CompletableFutureApp.DONE;
import static org.ompt4j.apps.executor.CompletableFutureApp.JOINED;
import static org.ompt4j.apps.executor.CompletableFutureApp.LATE_MILLIS;
import static org.ompt4j.apps.executor.CompletableFutureApp.RACES;
import static org.ompt4j.apps.executor.CompletableFutureApp.RELAYED;
import static org.ompt4j.apps.executor.CompletableFutureApp.STAGES;
import static org.ompt4j.apps.executor.CompletableFutureApp.WAITS;
import static org.ompt4j.e2e.ExpectedEvent.cancel;
import static org.ompt4j.e2e.ExpectedEvent.dependences;
import static org.ompt4j.e2e.ExpectedEvent.error;
import static org.ompt4j.e2e.ExpectedEvent.syncRegion;
import static org.ompt4j.e2e.ExpectedEvent.syncRegionWait;
import static org.ompt4j.e2e.ExpectedEvent.taskCreate;
import static org.ompt4j.e2e.ExpectedEvent.taskDependence;
import static org.ompt4j.e2e.ExpectedEvent.taskLate;
import static org.ompt4j.e2e.ExpectedEvent.taskSchedule;
import static org.ompt4j.e2e.ExpectedEvent.threadBegin;
import static org.ompt4j.e2e.ExpectedEvent.waits;
import static org.ompt4j.e2e.ExpectedEvent.wakeup;
import static org.ompt4j.e2e.TraceAssert.assertThat;
import static org.ompt4j.ompt.ScopeEndpoint.BEGIN;
import static org.ompt4j.ompt.ScopeEndpoint.END;
import static org.ompt4j.ompt.SyncRegionKind.TASKWAIT;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Order;
import org.ompt4j.apps.executor.CompletableFutureApp;
import org.ompt4j.catalog.Case;
import org.ompt4j.catalog.Shows;
import org.ompt4j.ompt.CancelFlag;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.DependenceType;
import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.Member;
import org.ompt4j.ompt.Severity;
import org.ompt4j.ompt.State;
import org.ompt4j.ompt.TaskFlag;
import org.ompt4j.ompt.TaskStatus;
import org.ompt4j.ompt.ThreadType;
import org.ompt4j.tools.read.TraceEvent;

@Order(2)
class CompletableFutureMappingIT extends ConstructContract {

    private static final int COMMON_POOL_ALWAYS_SINCE = 25;

    /** The stage of {@code chain} that comes after the first task, too. */
    private static final int COMBINED = 5;

    @Override
    Construct construct() {
        return Construct.COMPLETABLE_FUTURE;
    }

    @Override
    Class<?> app() {
        return CompletableFutureApp.class;
    }

    private TraceAssert trace(Jdk jdk, String scenario) {
        return assertThat(full(jdk, scenario)).of(Construct.COMPLETABLE_FUTURE);
    }

    private static ExpectedEvent begun() {
        return taskSchedule(TaskStatus.SWITCH);
    }

    private static ExpectedEvent completed() {
        return taskSchedule(TaskStatus.COMPLETE);
    }

    private static ExpectedEvent discarded() {
        return cancel(CancelFlag.DISCARDED_TASK);
    }

    private static ExpectedEvent begins() {
        return syncRegion(TASKWAIT, BEGIN).at("CompletableFutureApp.");
    }

    /** Neither a pool nor a thread reports such a task a second time. */
    private static void hasNoOtherTasks(ObservedRun run) {
        assertThat(run)
                .of(
                        Construct.FORK_JOIN_POOL,
                        Construct.FORK_JOIN_TASK,
                        Construct.THREAD_POOL_EXECUTOR,
                        Construct.THREAD)
                .hasNo(taskCreate())
                .hasNo(completed());
    }

    @OnEveryJdk
    @Shows(
            what = Case.NORMAL,
            in = {"async", "pool"})
    void functionIsOneTaskOfTheCallThatBroughtItWhateverRunsIt(Jdk jdk) {
        everyFunctionIsATask(full(jdk, "async"));
        ObservedRun pool = full(jdk, "pool");
        TraceAssert ofPool = assertThat(pool).of(Construct.COMPLETABLE_FUTURE);
        ofPool.onThread("main").has(ASYNC, taskCreate().at("CompletableFutureApp.pool"));
        ofPool.onThreads("pool-.").has(ASYNC, begun()).has(ASYNC, completed());
        hasNoOtherTasks(pool);
        ofPool.hasNo(dependences(DependenceType.INOUTSET));
        trace(jdk, "caller")
                .onThread("main")
                .has(1, taskCreate())
                .has(1, dependences(DependenceType.INOUTSET))
                .has(1, completed());
    }

    /** If no pool says that it got the function, its task says that it waits in an executor. */
    @OnEveryJdk
    void functionWaitsInAPoolThatIsNotObserved(Jdk jdk) {
        ObservedRun run = program(jdk)
                .moreJvm("-Djava.util.concurrent.ForkJoinPool.common.parallelism=2")
                .with("constructs", "[all,-fork-join-pool]")
                .arguments("async")
                .observedOnce();
        assertThat(run).of(Construct.COMPLETABLE_FUTURE).has(ASYNC, dependences(DependenceType.INOUTSET));
    }

    /** Up to JDK 24 each function runs on a new thread if the common pool has one worker, for example on two processors. */
    @OnEveryJdk
    void functionThatHasAThreadOfItsOwnIsOneTaskToo(Jdk jdk) {
        ObservedRun run = program(jdk)
                .moreJvm("-Djava.util.concurrent.ForkJoinPool.common.parallelism=1")
                .profile(Profile.FULL)
                .arguments("async")
                .observedOnce();
        everyFunctionIsATask(run);
        if (jdk.major() < COMMON_POOL_ALWAYS_SINCE) {
            assertThat(run).onThreads("Thread-.*").has(ASYNC, begun());
        }
    }

    private static void everyFunctionIsATask(ObservedRun async) {
        assertThat(async)
                .of(Construct.COMPLETABLE_FUTURE)
                .has(ASYNC, taskCreate().at("CompletableFutureApp.async"))
                .has(ASYNC / 2, taskCreate().body("java.util.concurrent.atomic.AtomicInteger.incrementAndGet"))
                .has(ASYNC / 2, taskCreate().body("CompletableFutureApp.lambda$async"))
                .has(ASYNC, begun())
                .has(ASYNC, completed())
                .hasNo(discarded());
        hasNoOtherTasks(async);
    }

    @OnEveryJdk
    void everyKindOfStageIsATaskOfThePlaceWhereItIsRegistered(Jdk jdk) {
        TraceAssert trace = trace(jdk, "stages");
        trace.onThread("main")
                .has(2 * STAGES, taskCreate().at("CompletableFutureApp.stages"))
                .has(2 * STAGES, dependences(DependenceType.OUT));
        // A worker that has run a stage helps to submit the other stages of its source.
        trace.has(2 * STAGES, begun()).has(2 * STAGES, completed()).hasNo(discarded());
    }

    @OnEveryJdk
    void stageOfASourceThatIsCompleteRunsAtOnceUnlessItIsAsynchronous(Jdk jdk) {
        TraceAssert trace = trace(jdk, "ready");
        trace.onThread("main")
                .has(STAGES, taskCreate(TaskFlag.UNDEFERRED).at("CompletableFutureApp.stages"))
                .has(2 * STAGES, taskCreate().at("CompletableFutureApp.stages"))
                .has(STAGES, completed());
        trace.onThreads("stages-.").has(STAGES, completed());
    }

    /** So what a stage depends on does not change with how long its source takes. */
    @OnEveryJdk
    void stageOfACompleteSourceDependsOnTheTaskOfThatSource(Jdk jdk) {
        ObservedRun run = full(jdk, "chain");
        List<Long> stages = run.events().stream()
                .filter(each -> each.event() == Event.TASK_CREATE)
                .filter(each -> each.construct() == Construct.COMPLETABLE_FUTURE)
                .map(TraceEvent::newTaskId)
                .toList();
        assertThat(run)
                .of(Construct.COMPLETABLE_FUTURE)
                .onThread("main")
                .has(CHAIN - 1, taskCreate(TaskFlag.UNDEFERRED).at("CompletableFutureApp.chain"))
                .has(CHAIN, dependences(DependenceType.OUT))
                .hasNo(taskDependence());
        for (int i = 1; i <= CHAIN; i++) {
            Assertions.assertThat(dependencesOf(run, stages.get(i)))
                    .as("stage %d", i)
                    .contains(stages.get(i - 1))
                    .hasSize(i == COMBINED ? 2 : 1)
                    .isSubsetOf(stages);
        }
    }

    private static List<Long> dependencesOf(ObservedRun run, long task) {
        return run.events().stream()
                .filter(each -> each.event() == Event.DEPENDENCES && each.taskId() == task)
                .filter(each -> each.enumerator(Member.DEPENDENCE_TYPE) == DependenceType.IN)
                .map(each -> each.value(Member.VARIABLE))
                .toList();
    }

    @OnEveryJdk
    void stageDependsOnTheTasksThatItComesAfter(Jdk jdk) {
        ObservedRun run = full(jdk, "dependent");
        assertThat(run)
                .of(Construct.COMPLETABLE_FUTURE)
                .has(3, taskCreate().at("CompletableFutureApp.dependent"))
                .has(2, dependences(DependenceType.IN))
                .has(2, taskDependence())
                .has(3, completed());
        List<Long> made = run.events().stream()
                .filter(each -> each.event() == Event.TASK_CREATE)
                .filter(each -> each.construct() == Construct.COMPLETABLE_FUTURE)
                .map(TraceEvent::newTaskId)
                .toList();
        Assertions.assertThat(run.events())
                .filteredOn(each -> each.event() == Event.TASK_DEPENDENCE)
                .extracting(TraceEvent::srcTaskId)
                .isEqualTo(made.subList(0, 2));
    }

    @OnEveryJdk
    void stageOfJoinedFuturesDependsOnTheirTasks(Jdk jdk) {
        trace(jdk, "joined")
                .onThread("main")
                .has(JOINED + 1, taskCreate().at("CompletableFutureApp.joined"))
                .has(1, dependences(DependenceType.OUT))
                .has(JOINED, dependences(DependenceType.IN))
                .has(JOINED, taskDependence());
    }

    @OnEveryJdk
    void stageThatComesAfterEitherDependsOnNone(Jdk jdk) {
        trace(jdk, "either")
                .has(3, completed())
                .has(1, dependences(DependenceType.OUT))
                .hasNo(dependences(DependenceType.IN))
                .hasNo(taskDependence());
    }

    @OnEveryJdk
    void functionThatADelayHoldsBackDependsOnItself(Jdk jdk) {
        trace(jdk, "delayed")
                .has(3, completed())
                .has(2, dependences(DependenceType.INOUT))
                .hasNo(dependences(DependenceType.OUT))
                .hasNo(dependences(DependenceType.IN))
                .hasNo(taskDependence());
    }

    /** A stage is due when its executor gets it; a delayed executor passes it to the pool after the delay. */
    @OnEveryJdk
    void stageThatIsInAQueueIsToldToBeLateSinceItsPoolWasGivenIt(Jdk jdk) {
        ObservedRun run = full(jdk, "queued");
        TraceAssert trace = assertThat(run).of(Construct.COMPLETABLE_FUTURE);
        trace.has(3, begun());
        ExpectedEvent isLate = taskLate(LATE_MILLIS);
        trace.onThread("queued-1").has(2, isLate).has(2, taskLate(0));
        List<TraceEvent> late = run.events().stream()
                .filter(each -> isLate.matches(run.trace(), each))
                .toList();
        for (TraceEvent each : late) {
            TraceEvent made = run.events().stream()
                    .filter(one -> one.event() == Event.TASK_CREATE && one.newTaskId() == each.taskId())
                    .findFirst()
                    .orElseThrow();
            long due = each.timeNanos() - each.value(Member.LATENESS);
            Assertions.assertThat(due - made.timeNanos()).isGreaterThanOrEqualTo(LATE_MILLIS * 1_000_000L);
        }
    }

    @OnEveryJdk
    void timersAreNoTasks(Jdk jdk) {
        assertThat(full(jdk, "timeout")).has(1, taskCreate());
    }

    /** The thread waits for no other thread, except that it parks while another one changes the pool. */
    @OnEveryJdk
    void threadThatWaitsUntilTimersAreDueIsIdle(Jdk jdk) {
        assumeTrue(jdk.major() >= 25, "has such a thread");
        assertThat(full(jdk))
                .onThreads(".*-delayScheduler")
                .has(1, threadBegin(ThreadType.OTHER))
                .hasSome(waits(State.IDLE, BEGIN));
    }

    @OnEveryJdk
    void waitForAComposedFutureNamesTheTaskThatCompletesIt(Jdk jdk) {
        ObservedRun run = full(jdk, "compose");
        long last = run.events().stream()
                .filter(each -> each.event() == Event.TASK_CREATE)
                .filter(each -> each.construct() == Construct.COMPLETABLE_FUTURE)
                .mapToLong(TraceEvent::newTaskId)
                .max()
                .orElseThrow();
        assertThat(run)
                .of(Construct.COMPLETABLE_FUTURE)
                .onThread("main")
                .hasSome(syncRegionWait(BEGIN).where("the inner task", found -> found.waitId() == last));
    }

    private static List<Long> madeAt(ObservedRun run, String place) {
        ExpectedEvent made = taskCreate().of(Construct.COMPLETABLE_FUTURE).at("CompletableFutureApp." + place);
        return run.events().stream()
                .filter(each -> made.matches(run.trace(), each))
                .map(TraceEvent::newTaskId)
                .toList();
    }

    /** The tasks that are told to wait for this one. */
    private static List<Long> waitFor(ObservedRun run, long task) {
        return run.events().stream()
                .filter(each -> each.event() == Event.TASK_DEPENDENCE && each.srcTaskId() == task)
                .map(TraceEvent::sinkTaskId)
                .toList();
    }

    @OnEveryJdk
    void stageOfAComposedFutureDependsOnTheTaskThatCompletesItAsSoonAsThatIsKnown(Jdk jdk) {
        ObservedRun run = full(jdk, "composed");
        long inner = madeAt(run, "inner").get(0);
        List<Long> made = madeAt(run, "composed(");
        long function = made.get(0);
        List<Long> before = made.subList(1, 1 + COMPOSED);
        long later = made.get(made.size() - 1);

        Assertions.assertThat(waitFor(run, function)).isEqualTo(before);
        Assertions.assertThat(waitFor(run, inner))
                .endsWith(later)
                .containsOnlyOnceElementsOf(before)
                .hasSize(COMPOSED + 1);
        Assertions.assertThat(dependencesOf(run, later)).containsExactly(inner);
    }

    @OnEveryJdk
    void stageOfAComposedFutureDependsOnAllThatItsFunctionHasJoined(Jdk jdk) {
        ObservedRun run = full(jdk, "composed-of-all");
        List<Long> made = madeAt(run, "composedOfAll(");
        List<Long> stages = made.subList(1, 3);

        Assertions.assertThat(waitFor(run, made.get(0))).containsExactly(stages.get(0));
        List<Long> inner = madeAt(run, "inner");
        Assertions.assertThat(inner)
                .hasSize(2)
                .allSatisfy(each -> Assertions.assertThat(waitFor(run, each)).isEqualTo(stages));
        Assertions.assertThat(dependencesOf(run, stages.get(1))).isEqualTo(inner);
    }

    @OnEveryJdk
    void functionThatItsSourceDoesNotNeedIsDiscarded(Jdk jdk) {
        trace(jdk, "skipped").has(3, taskCreate()).has(3, discarded()).hasNo(begun());
    }

    @OnEveryJdk
    void resultThatIsThereIsATaskwaitWithoutAWait(Jdk jdk) {
        trace(jdk, "done")
                .has(DONE, begins())
                .has(DONE, syncRegion(TASKWAIT, END))
                .hasNo(syncRegionWait(BEGIN));
    }

    @OnEveryJdk
    void waitNamesTheTaskThatIsWaitedFor(Jdk jdk) {
        ObservedRun run = full(jdk, "waits");
        assertThat(run)
                .of(Construct.COMPLETABLE_FUTURE)
                .onThread("main")
                .has(WAITS, begins())
                .has(WAITS, syncRegionWait(BEGIN))
                .has(WAITS, syncRegionWait(END));
        List<Long> created = run.events().stream()
                .filter(each -> each.event() == Event.TASK_CREATE)
                .map(TraceEvent::newTaskId)
                .toList();
        Assertions.assertThat(run.events())
                .filteredOn(each -> each.event() == Event.SYNC_REGION_WAIT)
                .filteredOn(each -> each.construct() == Construct.COMPLETABLE_FUTURE)
                .extracting(TraceEvent::waitId)
                .isSubsetOf(created);
    }

    @OnEveryJdk
    void waitIsTheSameInTheUsualProfile(Jdk jdk) {
        assertThat(usual(jdk, "waits"))
                .of(Construct.COMPLETABLE_FUTURE)
                .onThread("main")
                .has(WAITS, begins())
                .has(WAITS, syncRegionWait(END));
    }

    @OnEveryJdk
    void tasksThatAWaitingWorkerRunsAreInsideItsTaskwait(Jdk jdk) {
        trace(jdk, "helps")
                .onThreads("ForkJoinPool-.*")
                .emitsInOrder(
                        begun(),
                        taskCreate().at("CompletableFutureApp.lambda$helps"),
                        begins(),
                        begun(),
                        completed(),
                        syncRegion(TASKWAIT, END),
                        completed());
    }

    @OnEveryJdk
    @Shows(what = Case.TIMEOUT, in = "timeout")
    @Shows(what = Case.INTERRUPT, in = "interrupt")
    @Shows(what = Case.EXCEPTION, in = "exception")
    void waitEndsWhicheverWayItDoes(Jdk jdk) {
        trace(jdk, "exception")
                .onThread("main")
                .emitsExactly(
                        taskCreate(), begins(), syncRegionWait(BEGIN), syncRegionWait(END), syncRegion(TASKWAIT, END));
        trace(jdk, "interrupt")
                .onThread("asking")
                .emitsExactly(begins(), syncRegionWait(BEGIN), syncRegionWait(END), syncRegion(TASKWAIT, END));
        trace(jdk, "timeout").has(4, begins()).has(4, syncRegion(TASKWAIT, END)).hasSome(syncRegionWait(END));
    }

    @OnEveryJdk
    @Shows(what = Case.CONTENDED, in = "several")
    void eachOfSeveralThreadsThatAskForOneResultWaits(Jdk jdk) {
        ObservedRun run = full(jdk);
        for (int i = 0; i < CompletableFutureApp.SEVERAL; i++) {
            assertThat(run)
                    .of(Construct.COMPLETABLE_FUTURE)
                    .onThread("waiter-" + i)
                    .emitsExactly(begins(), syncRegionWait(BEGIN), syncRegionWait(END), syncRegion(TASKWAIT, END));
        }
    }

    @OnEveryJdk
    void whoCompletesAFutureByHandWakesThoseWhoWaitForIt(Jdk jdk) {
        ObservedRun run = usual(jdk, "by-hand");
        TraceAssert trace = assertThat(run).of(Construct.COMPLETABLE_FUTURE);
        trace.onThreads("asking").has(BY_HAND, syncRegionWait(BEGIN)).has(BY_HAND, syncRegionWait(END));
        trace.onThread("main").has(BY_HAND, wakeup()).hasSome(wakeup().at("CompletableFutureApp.byHand"));
        Set<Long> waited = ids(run, Event.SYNC_REGION_WAIT);
        Assertions.assertThat(waited).hasSize(BY_HAND).doesNotContain(0L).isEqualTo(ids(run, Event.WAKEUP));
    }

    @OnEveryJdk
    void whoCompletesTheLastOfJoinedFuturesWakesThoseWhoWaitForAll(Jdk jdk) {
        ObservedRun run = usual(jdk, "relayed");
        TraceAssert trace = assertThat(run).of(Construct.COMPLETABLE_FUTURE);
        trace.onThreads("asking").has(RELAYED, syncRegionWait(BEGIN)).has(RELAYED, syncRegionWait(END));
        trace.onThread("main").has(RELAYED - 1, wakeup()).hasSome(wakeup().at("CompletableFutureApp.relayed"));
        trace.onThreads("relayed-1").has(1, wakeup());
        Set<Long> waited = ids(run, Event.SYNC_REGION_WAIT);
        Assertions.assertThat(waited).hasSize(RELAYED).doesNotContain(0L).isEqualTo(ids(run, Event.WAKEUP));
    }

    private static Set<Long> ids(ObservedRun run, Event event) {
        return run.events().stream()
                .filter(each -> each.construct() == Construct.COMPLETABLE_FUTURE && each.event() == event)
                .map(TraceEvent::waitId)
                .collect(Collectors.toSet());
    }

    @OnEveryJdk
    void functionThatThrowsIsAnError(Jdk jdk) {
        trace(jdk, "exception")
                .onThreads("exception-.")
                .emitsExactly(
                        begun(), error(Severity.WARNING).at("CompletableFutureApp.lambda$exception"), completed());
    }

    @OnEveryJdk
    void cancelIsToldWhereItIsCalledAndATaskThatDidNotBeginIsDiscarded(Jdk jdk) {
        TraceAssert trace = trace(jdk, "cancelled");
        trace.onThread("main").has(2, cancel(CancelFlag.ACTIVATED).at("CompletableFutureApp.cancelled"));
        trace.onThreads("cancelled-.").has(1, completed()).has(1, discarded());
    }

    @OnEveryJdk
    @Shows(what = Case.NESTED, in = "nested")
    void taskWaitsForAnother(Jdk jdk) {
        trace(jdk, "nested")
                .has(2, completed())
                .onThreads("nested-.")
                .has(1, begins())
                .has(1, syncRegionWait(BEGIN))
                .has(1, syncRegionWait(END));
    }

    @OnEveryJdk
    void taskThatItsPoolDoesNotRunIsDiscarded(Jdk jdk) {
        trace(jdk, "rejected")
                .has(2, taskCreate())
                .has(2, error(Severity.WARNING))
                .has(2, discarded());
        assertThat(full(jdk, "stopped"))
                .of(Construct.THREAD_POOL_EXECUTOR, Construct.COMPLETABLE_FUTURE)
                .has(1, taskCreate().of(Construct.COMPLETABLE_FUTURE))
                .has(1, discarded());
    }

    @OnEveryJdk
    void eachOfTwoTasksThatThreadsBringAtTheSameTimeRunsOrIsDiscarded(Jdk jdk) {
        TraceAssert trace = trace(jdk, "races").has(2 * RACES, taskCreate());
        Assertions.assertThat(trace.count(completed()) + trace.count(discarded()))
                .isEqualTo(2 * RACES);
    }

    @OnEveryJdk
    void severalTasksForOneFutureAreToldApart(Jdk jdk) {
        ObservedRun run = full(jdk, "again");
        assertThat(run)
                .of(Construct.COMPLETABLE_FUTURE)
                .onThread("main")
                .has(2, taskCreate().at("CompletableFutureApp.again"));
        TraceAssert worker = assertThat(run).of(Construct.COMPLETABLE_FUTURE).onThreads("again-.");
        worker.has(1, completed()).has(1, discarded());
    }
}
