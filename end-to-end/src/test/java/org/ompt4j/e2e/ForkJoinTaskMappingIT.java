package org.ompt4j.e2e;

import static org.ompt4j.apps.forkjoin.ForkJoinTaskApp.CANCEL_FORKS;
import static org.ompt4j.apps.forkjoin.ForkJoinTaskApp.EXCEPTION_FORKS;
import static org.ompt4j.apps.forkjoin.ForkJoinTaskApp.FORKED_WHILE_JOINED_FORKS;
import static org.ompt4j.apps.forkjoin.ForkJoinTaskApp.INVOKE_ALL_FORKS;
import static org.ompt4j.apps.forkjoin.ForkJoinTaskApp.INVOKE_ALL_TASKS;
import static org.ompt4j.apps.forkjoin.ForkJoinTaskApp.QUIETLY_FORKS;
import static org.ompt4j.apps.forkjoin.ForkJoinTaskApp.QUIETLY_INVOKES;
import static org.ompt4j.apps.forkjoin.ForkJoinTaskApp.REINITIALIZE_FORKS;
import static org.ompt4j.apps.forkjoin.ForkJoinTaskApp.UNFORK_FORKS;
import static org.ompt4j.apps.forkjoin.ForkJoinTaskApp.WAIT_FORKS;
import static org.ompt4j.apps.forkjoin.ForkJoinTaskApp.completerForks;
import static org.ompt4j.apps.forkjoin.ForkJoinTaskApp.fibonacciForks;
import static org.ompt4j.e2e.ExpectedEvent.cancel;
import static org.ompt4j.e2e.ExpectedEvent.dispatch;
import static org.ompt4j.e2e.ExpectedEvent.error;
import static org.ompt4j.e2e.ExpectedEvent.syncRegion;
import static org.ompt4j.e2e.ExpectedEvent.syncRegionWait;
import static org.ompt4j.e2e.ExpectedEvent.taskCreate;
import static org.ompt4j.e2e.ExpectedEvent.taskDependence;
import static org.ompt4j.e2e.ExpectedEvent.taskSchedule;
import static org.ompt4j.e2e.ExpectedEvent.work;
import static org.ompt4j.e2e.TraceAssert.assertThat;

import org.ompt4j.apps.forkjoin.ForkJoinTaskApp;
import org.ompt4j.ompt.CancelFlag;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.DispatchKind;
import org.ompt4j.ompt.ScopeEndpoint;
import org.ompt4j.ompt.Severity;
import org.ompt4j.ompt.SyncRegionKind;
import org.ompt4j.ompt.TaskFlag;
import org.ompt4j.ompt.TaskStatus;
import org.ompt4j.ompt.WorkType;

class ForkJoinTaskMappingIT extends ConstructContract {
    /** The task that each scenario gives to its pool; the pool creates it. */
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

    private static ExpectedEvent undeferred() {
        return taskCreate(TaskFlag.UNDEFERRED);
    }

    @OnEveryJdk
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
                .has(completerForks(1) + ROOT, completed())
                .hasNo(syncRegion(TASKWAIT, ScopeEndpoint.BEGIN).at("TreeSum.compute"));
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
                .has(INVOKE_ALL_FORKS + GROUPS + ROOT, completed());
    }

    @OnEveryJdk
    void joinThatReallyWaitsHasAWaitPairAndADependence(Jdk jdk) {
        tasks(jdk, "wait")
                .has(WAIT_FORKS, taskCreate())
                .onThreads("wait.*")
                .emitsInOrder(
                        taskCreate(),
                        syncRegion(TASKWAIT, ScopeEndpoint.BEGIN),
                        taskDependence(),
                        syncRegionWait(TASKWAIT, ScopeEndpoint.BEGIN),
                        completed(),
                        syncRegionWait(TASKWAIT, ScopeEndpoint.END),
                        syncRegion(TASKWAIT, ScopeEndpoint.END),
                        completed());
    }

    @OnEveryJdk
    void taskThatThrowsIsAnErrorAndComplete(Jdk jdk) {
        tasks(jdk, "exception")
                .has(EXCEPTION_FORKS + 1, taskCreate())
                .has(1, undeferred())
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
                // The last one joins a task that was completed by hand.
                .has(
                        QUIETLY_FORKS + 1,
                        syncRegion(TASKWAIT, ScopeEndpoint.BEGIN).at("ForkJoinTaskApp.lambda$quietly"));
    }

    @OnEveryJdk
    void waitForATaskThatIsForkedAgainMeanwhileNamesTheTaskThatWasJoined(Jdk jdk) {
        tasks(jdk, "forked-while-joined")
                .has(FORKED_WHILE_JOINED_FORKS, taskCreate())
                .has(FORKED_WHILE_JOINED_FORKS + ROOT, completed())
                .onThreads("forked-while-joined.*")
                .has(1, taskDependence());
    }
}
