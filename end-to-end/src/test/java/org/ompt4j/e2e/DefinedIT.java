package org.ompt4j.e2e;

import static org.ompt4j.apps.defined.DefinedApp.ACQUISITIONS;
import static org.ompt4j.apps.defined.DefinedApp.PARTIES;
import static org.ompt4j.apps.defined.DefinedApp.QUEUED;
import static org.ompt4j.apps.defined.DefinedApp.QUEUED_MILLIS;
import static org.ompt4j.apps.defined.DefinedApp.WORKERS;
import static org.ompt4j.e2e.ExpectedEvent.cancel;
import static org.ompt4j.e2e.ExpectedEvent.error;
import static org.ompt4j.e2e.ExpectedEvent.event;
import static org.ompt4j.e2e.ExpectedEvent.implicitTask;
import static org.ompt4j.e2e.ExpectedEvent.mutexAcquire;
import static org.ompt4j.e2e.ExpectedEvent.mutexAcquired;
import static org.ompt4j.e2e.ExpectedEvent.mutexReleased;
import static org.ompt4j.e2e.ExpectedEvent.parallelBegin;
import static org.ompt4j.e2e.ExpectedEvent.parallelEnd;
import static org.ompt4j.e2e.ExpectedEvent.pool;
import static org.ompt4j.e2e.ExpectedEvent.poolWorker;
import static org.ompt4j.e2e.ExpectedEvent.reduction;
import static org.ompt4j.e2e.ExpectedEvent.syncRegion;
import static org.ompt4j.e2e.ExpectedEvent.syncRegionWait;
import static org.ompt4j.e2e.ExpectedEvent.taskCreate;
import static org.ompt4j.e2e.ExpectedEvent.taskSchedule;
import static org.ompt4j.e2e.ExpectedEvent.waits;
import static org.ompt4j.e2e.ExpectedEvent.work;
import static org.ompt4j.e2e.TraceAssert.assertThat;
import static org.ompt4j.ompt.ScopeEndpoint.BEGIN;
import static org.ompt4j.ompt.ScopeEndpoint.END;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.io.TempDir;
import org.ompt4j.apps.defined.DefinedApp;
import org.ompt4j.ompt.CancelFlag;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.MutexImpl;
import org.ompt4j.ompt.MutexKind;
import org.ompt4j.ompt.Severity;
import org.ompt4j.ompt.State;
import org.ompt4j.ompt.SyncRegionKind;
import org.ompt4j.ompt.TaskFlag;
import org.ompt4j.ompt.TaskStatus;
import org.ompt4j.ompt.WorkType;

/** Constructs that the configuration defines. */
class DefinedIT {
    private static final String PACKAGE = "org.ompt4j.apps.defined.";

    private static final String SOLVER = String.join(
            ";",
            "parallel:" + PACKAGE + "Solver.solve",
            "task:" + PACKAGE + "Solver.p?rt",
            "taskgroup:" + PACKAGE + "Solver.group",
            "sections:" + PACKAGE + "Solver.sections",
            "taskwait:" + PACKAGE + "Solver.settle",
            "masked:" + PACKAGE + "Solver.mark",
            "reduction:" + PACKAGE + "Solver.combine",
            "ordered:" + PACKAGE + "Solver.print");

    private static final String POOL = String.join(
            ";",
            "submit:" + PACKAGE + "OwnPool.execute",
            "submit:" + PACKAGE + "OwnPool.offer",
            "run:" + PACKAGE + "OwnPool.runTask",
            "worker:" + PACKAGE + "OwnPool$Worker.work",
            "idle:" + PACKAGE + "OwnPool.next");

    private static final String HOOKED = String.join(
            ";",
            "submit:" + PACKAGE + "HookedPool.execute",
            "run:" + PACKAGE + "HookedPool.before/after",
            "worker:" + PACKAGE + "HookedPool.work");

    @TempDir
    Path folder;

    /** A run of {@link DefinedApp} with each of its constructs defined. */
    static AppRun everythingDefined(AppRun run) {
        return run.with(
                "define",
                SOLVER + ";barrier:" + PACKAGE + "Gate.await;lock:" + PACKAGE + "L*.acquire*/release;" + POOL + ";"
                        + HOOKED);
    }

    private static AppRun app(Jdk jdk, String... scenarios) {
        return AppRun.of(DefinedApp.class).on(jdk).jvm(ForkedJvm.BRIEF).arguments(scenarios);
    }

    /** The events of a scenario, from a run of all scenarios with all definitions. */
    private static ObservedRun part(Jdk jdk, String scenario) {
        return everythingDefined(app(jdk).scenarioTimes()).observedOnce().part(scenario);
    }

    @OnEveryJdk
    void everyPartyOfADefinedBarrierHasTheQuartetAtItsCallSite(Jdk jdk) {
        ObservedRun run = part(jdk, "barrier");

        for (int i = 0; i < PARTIES; i++) {
            assertThat(run)
                    .of(Construct.DEFINED)
                    .onThread("party-" + i)
                    .emitsExactly(
                            syncRegion(SyncRegionKind.BARRIER_EXPLICIT, BEGIN).at("Threads.runOrHalt"),
                            syncRegionWait(SyncRegionKind.BARRIER_EXPLICIT, BEGIN),
                            syncRegionWait(SyncRegionKind.BARRIER_EXPLICIT, END),
                            syncRegion(SyncRegionKind.BARRIER_EXPLICIT, END));
        }
    }

    /** The definitions come from libraries; there is no message about a library that the program does not use. */
    @OnEveryJdk
    void whatALibraryDefinesIsObservedUnlessTheUserDoesNotWantIt(Jdk jdk) throws IOException {
        Path library = Files.createDirectories(folder.resolve("META-INF/ompt4j"));
        Files.writeString(
                library.resolve("define.properties"),
                "define = barrier:" + PACKAGE + "Gate.await, task:com.example.Unused.run\n");
        AppRun app = app(jdk, "barrier").behind(folder.toString());

        ObservedRun run = app.observed();

        assertThat(run).of(Construct.DEFINED).has(PARTIES, syncRegion(SyncRegionKind.BARRIER_EXPLICIT, BEGIN));
        Assertions.assertThat(run.output().agentLines()).noneMatch(each -> each.contains("matched no method"));
        assertThat(app.with("library-define", "false").observed())
                .of(Construct.DEFINED)
                .isSilent();
    }

    @OnEveryJdk
    void everyAcquisitionOfADefinedLockIsReported(Jdk jdk) {
        ObservedRun run = part(jdk, "lock");

        long pairs = 2L * ACQUISITIONS;
        assertThat(run)
                .of(Construct.DEFINED)
                .has(
                        pairs,
                        mutexAcquire(MutexKind.LOCK)
                                .impl(MutexImpl.USER_DEFINED)
                                .at("DefinedApp.count"))
                .has(pairs, mutexAcquired(MutexKind.LOCK))
                .has(pairs, mutexReleased(MutexKind.LOCK));
    }

    @OnEveryJdk
    void acquiringMethodThatAnswersFalseIsATryThatFailed(Jdk jdk) {
        ObservedRun run = part(jdk, "try-lock");

        assertThat(run)
                .of(Construct.DEFINED)
                .emitsExactly(
                        mutexAcquire(MutexKind.TEST_LOCK),
                        mutexAcquired(MutexKind.TEST_LOCK),
                        mutexAcquire(MutexKind.TEST_LOCK),
                        waits(State.WAIT_LOCK, END),
                        mutexReleased(MutexKind.LOCK));
    }

    @OnEveryJdk
    void definitionsRaiseAllThatTheyAreSaidTo(Jdk jdk) {
        ObservedRun run = everythingDefined(app(jdk).profile(Profile.FULL)).observed();
        Set<Event> raised = EnumSet.noneOf(Event.class);
        run.events().stream()
                .filter(each -> each.construct() == Construct.DEFINED && each.event() != null)
                .forEach(each -> raised.add(each.event()));

        Set<Event> said = EnumSet.copyOf(
                run.trace().header().settings().raisedByDefinitions().events());
        said.remove(ConstructContract.ONLY_WITH_SAMPLES);
        Assertions.assertThat(raised).isEqualTo(said);
    }

    @OnEveryJdk
    void everyOtherRowMayBeDefined(Jdk jdk) {
        ObservedRun run = part(jdk, "solver");

        assertThat(run)
                .of(Construct.DEFINED)
                .onThread("main")
                .emitsInOrder(
                        parallelBegin().body("Solver.solve").at("DefinedApp"),
                        implicitTask(BEGIN),
                        syncRegion(SyncRegionKind.TASKGROUP, BEGIN),
                        taskCreate(TaskFlag.UNDEFERRED).body("Solver.part").at("Solver.group"),
                        taskSchedule(TaskStatus.SWITCH),
                        taskSchedule(TaskStatus.COMPLETE),
                        taskCreate(TaskFlag.UNDEFERRED),
                        taskSchedule(TaskStatus.SWITCH),
                        taskSchedule(TaskStatus.COMPLETE),
                        syncRegion(SyncRegionKind.TASKGROUP, END),
                        work(WorkType.SECTIONS, BEGIN),
                        work(WorkType.SECTIONS, END),
                        syncRegion(SyncRegionKind.TASKWAIT, BEGIN),
                        syncRegionWait(SyncRegionKind.TASKWAIT, BEGIN),
                        syncRegionWait(SyncRegionKind.TASKWAIT, END),
                        syncRegion(SyncRegionKind.TASKWAIT, END),
                        event(Event.MASKED).where("begin", found -> found.endpoint() == BEGIN),
                        event(Event.MASKED).where("end", found -> found.endpoint() == END),
                        reduction(BEGIN),
                        reduction(END),
                        mutexAcquired(MutexKind.ORDERED),
                        mutexReleased(MutexKind.ORDERED),
                        syncRegion(SyncRegionKind.BARRIER_IMPLICIT_PARALLEL, BEGIN),
                        implicitTask(END),
                        parallelEnd());
    }

    @OnEveryJdk
    void exceptionLeavesADefinedTaskAndIsReportedInIt(Jdk jdk) {
        ObservedRun run = app(jdk, "failing")
                .with("define", "task:" + PACKAGE + "Solver.failingPart")
                .observed();

        assertThat(run)
                .of(Construct.DEFINED)
                .emitsExactly(
                        taskCreate(TaskFlag.UNDEFERRED),
                        taskSchedule(TaskStatus.SWITCH),
                        error(Severity.WARNING).at("Solver.failingPart"),
                        taskSchedule(TaskStatus.COMPLETE));
    }

    @OnEveryJdk
    void poolOfTheProgramsOwnHasWorkersAndTasksWithTheirPlaces(Jdk jdk) {
        ObservedRun run = app(jdk, "pool").with("define", POOL).observedOnce();

        assertThat(run)
                .of(Construct.DEFINED)
                .has(1, pool(BEGIN).where("own", found -> "own".equals(found.message())))
                .has(1, pool(END))
                .has(QUEUED + WORKERS + 1, taskCreate().at("DefinedApp.pool"))
                .has(QUEUED + WORKERS + 1, taskSchedule(TaskStatus.SWITCH))
                .has(QUEUED + WORKERS + 1, taskSchedule(TaskStatus.COMPLETE))
                .has(1, error(Severity.WARNING).at("Solver.failingPart"));
        for (int i = 0; i < WORKERS; i++) {
            assertThat(run)
                    .of(Construct.DEFINED)
                    .onThread("own-" + i)
                    .has(1, poolWorker(BEGIN))
                    .has(1, poolWorker(END))
                    .emitsInOrder(
                            poolWorker(BEGIN),
                            waits(State.IDLE, BEGIN),
                            waits(State.IDLE, END),
                            taskSchedule(TaskStatus.SWITCH),
                            taskSchedule(TaskStatus.COMPLETE),
                            waits(State.IDLE, BEGIN),
                            waits(State.IDLE, END),
                            poolWorker(END));
        }
    }

    /** All tasks except the first one of each worker are queued for a known time. */
    @OnEveryJdk
    void timeInTheQueueOfAPoolIsApartFromTheTimeThatATaskRuns(Jdk jdk) throws Exception {
        ObservedRun run = app(jdk, "pool").with("define", POOL).observedOnce();
        Map<Long, Long> created = new HashMap<>();
        run.events().stream()
                .filter(each -> each.event() == Event.TASK_CREATE && each.construct() == Construct.DEFINED)
                .forEach(each -> created.put(each.newTaskId(), each.timeNanos()));
        long late = run.events().stream()
                .filter(each -> each.event() == Event.TASK_SCHEDULE && created.containsKey(each.nextTaskId()))
                .filter(each -> each.timeNanos() - created.get(each.nextTaskId())
                        >= TimeUnit.MILLISECONDS.toNanos(QUEUED_MILLIS))
                .count();

        RunOutput report = CommandLineRun.run(jdk, "report", run.traceFile().toString());

        Assertions.assertThat(late).isGreaterThanOrEqualTo(QUEUED);
        Assertions.assertThat(report.stdout())
                .containsPattern("own\\b")
                .contains(created.size() + " submitted tasks waited");
    }

    /** The definition can name classes that are skipped: the call site is that of their caller; if there is none, that of the pool's caller. */
    @OnEveryJdk
    void callSiteOfASubmissionIsOutsideOfClassesToPassOver(Jdk jdk) {
        String submit = "submit:" + PACKAGE + "OwnPool.offer";

        assertThat(app(jdk, "pool").with("define", submit + "/" + PACKAGE + "*").observed())
                .of(Construct.DEFINED)
                .has(QUEUED + WORKERS + 1, taskCreate().at("Scenarios."));
        assertThat(app(jdk, "pool").with("define", submit + "/org.ompt4j.*").observed())
                .of(Construct.DEFINED)
                .has(QUEUED + WORKERS + 1, taskCreate().at("DefinedApp.pool"));
    }

    @OnEveryJdk
    void taskThatAPoolDoesNotAcceptWillNotRun(Jdk jdk) {
        ObservedRun run = part(jdk, "refused");

        assertThat(run)
                .of(Construct.DEFINED)
                .onThread("main")
                .emitsExactly(
                        taskCreate().at("DefinedApp.refused"),
                        cancel(CancelFlag.TASKGROUP | CancelFlag.DISCARDED_TASK),
                        taskCreate().at("DefinedApp"),
                        error(Severity.WARNING),
                        cancel(CancelFlag.TASKGROUP | CancelFlag.DISCARDED_TASK));
    }

    /** The task of a future belongs to the construct of futures only. */
    @OnEveryJdk
    void taskBetweenTwoMethodsIsTheOneThatBothAreGiven(Jdk jdk) {
        ObservedRun run = part(jdk, "hooked");

        assertThat(run)
                .of(Construct.DEFINED)
                .onThread("hooked-0")
                .emitsExactly(
                        pool(BEGIN),
                        poolWorker(BEGIN),
                        taskSchedule(TaskStatus.SWITCH),
                        taskSchedule(TaskStatus.COMPLETE),
                        taskSchedule(TaskStatus.SWITCH),
                        error(Severity.WARNING).at("Solver.failingPart"),
                        taskSchedule(TaskStatus.COMPLETE),
                        poolWorker(END));
        assertThat(run).of(Construct.DEFINED).has(2, taskCreate().at("DefinedApp.hooked"));
        assertThat(run).of(Construct.THREAD_POOL_EXECUTOR).has(1, taskCreate()).has(1, taskSchedule(TaskStatus.SWITCH));
    }

    @OnEveryJdk
    void methodThatIsGivenNoTaskIsMentioned(Jdk jdk) {
        ObservedRun run = app(jdk, "refused")
                .with("define", "submit:" + PACKAGE + "OwnPool.close")
                .observed();

        Assertions.assertThat(run.output().agentLines())
                .contains("ompt4j: define=submit:" + PACKAGE + "OwnPool.close is left out at " + PACKAGE
                        + "OwnPool.close, none of whose arguments can be a task; name the method that takes the"
                        + " task");
    }

    @OnEveryJdk
    void staysSilentWhenExcluded(Jdk jdk) {
        ObservedRun run = app(jdk, "lock")
                .with("define", "lock:" + PACKAGE + "Latch.acquire/release")
                .with("constructs", "-defined")
                .observed();

        assertThat(run).of(Construct.DEFINED).isSilent();
    }

    @OnEveryJdk
    void definitionThatMatchesNothingIsMentioned(Jdk jdk) {
        ObservedRun run = app(jdk, "lock")
                .with("define", "lock:" + PACKAGE + "Latch.aquire/release")
                .observed();

        Assertions.assertThat(run.output().agentLines())
                .contains("ompt4j: define=lock:" + PACKAGE
                        + "Latch.aquire/release matched no method of a class that the program loaded");
    }
}
