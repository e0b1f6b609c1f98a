package org.ompt4j.e2e;

import static org.ompt4j.e2e.ExpectedEvent.syncRegion;
import static org.ompt4j.e2e.ExpectedEvent.syncRegionWait;
import static org.ompt4j.e2e.ExpectedEvent.taskCreate;
import static org.ompt4j.e2e.ExpectedEvent.wakeup;
import static org.ompt4j.e2e.TraceAssert.assertThat;
import static org.ompt4j.ompt.ScopeEndpoint.BEGIN;
import static org.ompt4j.ompt.ScopeEndpoint.END;
import static org.ompt4j.ompt.SyncRegionKind.TASKGROUP;
import static org.ompt4j.ompt.SyncRegionKind.TASKWAIT;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.assertj.core.api.Assertions;
import org.ompt4j.apps.executor.FutureTaskApp;
import org.ompt4j.catalog.Case;
import org.ompt4j.catalog.Shows;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.Event;
import org.ompt4j.tools.read.TraceEvent;

class FutureTaskMappingIT extends ConstructContract {

    @Override
    Construct construct() {
        return Construct.FUTURE_TASK;
    }

    @Override
    Class<?> app() {
        return FutureTaskApp.class;
    }

    private TraceAssert trace(Jdk jdk, String scenario) {
        return assertThat(full(jdk, scenario)).of(Construct.FUTURE_TASK);
    }

    private static ExpectedEvent begins() {
        return syncRegion(TASKWAIT, BEGIN).at("FutureTaskApp.");
    }

    @OnEveryJdk
    @Shows(what = Case.NORMAL, in = "done")
    void resultThatIsThereIsATaskwaitWithoutAWait(Jdk jdk) {
        trace(jdk, "done")
                .has(FutureTaskApp.DONE, begins())
                .has(FutureTaskApp.DONE, syncRegion(TASKWAIT, END))
                .hasNo(syncRegionWait(BEGIN));
    }

    @OnEveryJdk
    void usuallyOnlyWhoWaitsIsInATaskwait(Jdk jdk) {
        assertThat(usual(jdk, "done", "waits"))
                .of(Construct.FUTURE_TASK)
                .has(FutureTaskApp.WAITS, begins())
                .has(FutureTaskApp.WAITS, syncRegionWait(BEGIN))
                .has(FutureTaskApp.WAITS, syncRegion(TASKWAIT, END));
    }

    @OnEveryJdk
    @Shows(what = Case.NORMAL, in = "waits")
    void waitNamesTheTaskThatIsWaitedFor(Jdk jdk) {
        ObservedRun run = full(jdk, "waits");
        assertThat(run)
                .of(Construct.FUTURE_TASK)
                .onThread("main")
                .has(FutureTaskApp.WAITS, begins())
                .has(FutureTaskApp.WAITS, syncRegionWait(BEGIN))
                .has(FutureTaskApp.WAITS, syncRegionWait(END));
        Set<Long> created = run.events().stream()
                .filter(each -> each.event() == Event.TASK_CREATE)
                .map(TraceEvent::newTaskId)
                .collect(Collectors.toSet());
        Assertions.assertThat(run.events())
                .filteredOn(each -> each.construct() == Construct.FUTURE_TASK)
                .extracting(TraceEvent::waitId)
                .isSubsetOf(created);
        assertThat(run).has(FutureTaskApp.WAITS, taskCreate().of(Construct.THREAD_POOL_EXECUTOR));
    }

    @OnEveryJdk
    void waitForATaskThatNoPoolWasGivenNamesTheFutureAndWhoRunsItEndsIt(Jdk jdk) {
        ObservedRun run = full(jdk, "thread");
        TraceAssert trace = assertThat(run).of(Construct.FUTURE_TASK);
        trace.onThread("main").has(1, begins()).has(1, syncRegionWait(BEGIN));
        trace.onThread("runner").emitsExactly(wakeup());
        Set<Long> named = run.events().stream()
                .filter(each -> each.construct() == Construct.FUTURE_TASK)
                .map(TraceEvent::waitId)
                .collect(Collectors.toSet());
        Assertions.assertThat(named)
                .hasSize(1)
                .allMatch(id -> run.trace().waitObject(id).className().equals("java.util.concurrent.FutureTask"));
    }

    @OnEveryJdk
    void whoCancelsATaskEndsTheWaitForIt(Jdk jdk) {
        ObservedRun run = full(jdk, "cancelled");
        long task = run.events().stream()
                .filter(each -> each.event() == Event.TASK_CREATE)
                .filter(each -> each.construct() == Construct.THREAD_POOL_EXECUTOR)
                .findFirst()
                .orElseThrow()
                .newTaskId();
        assertThat(run)
                .of(Construct.FUTURE_TASK)
                .onThread("main")
                .emitsExactly(wakeup().where("for who waits for the task", found -> found.waitId() == task));
    }

    @OnEveryJdk
    @Shows(what = Case.TIMEOUT, in = "timeout")
    @Shows(what = Case.INTERRUPT, in = "interrupt")
    @Shows(what = Case.EXCEPTION, in = "exception")
    void waitEndsWhicheverWayItDoes(Jdk jdk) {
        trace(jdk, "exception")
                .emitsExactly(begins(), syncRegionWait(BEGIN), syncRegionWait(END), syncRegion(TASKWAIT, END));
        trace(jdk, "cancelled")
                .onThread("cancelled")
                .emitsExactly(begins(), syncRegionWait(BEGIN), syncRegionWait(END), syncRegion(TASKWAIT, END));
        trace(jdk, "interrupt")
                .onThread("asking")
                .emitsExactly(begins(), syncRegionWait(BEGIN), syncRegionWait(END), syncRegion(TASKWAIT, END));
        trace(jdk, "timeout").has(2, begins()).has(2, syncRegion(TASKWAIT, END)).hasSome(syncRegionWait(END));
    }

    @OnEveryJdk
    void waitByAMethodReferenceIsToldWithTheInnermostPlace(Jdk jdk) {
        trace(jdk, "interrupt")
                .onThread("interrupted")
                .emitsExactly(
                        syncRegion(TASKWAIT, BEGIN).at("Threads.thrownBy"),
                        syncRegionWait(BEGIN),
                        syncRegionWait(END),
                        syncRegion(TASKWAIT, END));
    }

    @OnEveryJdk
    @Shows(what = Case.CONTENDED, in = "several")
    void eachOfSeveralThreadsThatAskForOneResultWaits(Jdk jdk) {
        ObservedRun run = full(jdk);
        for (int i = 0; i < FutureTaskApp.SEVERAL; i++) {
            assertThat(run)
                    .of(Construct.FUTURE_TASK)
                    .onThread("waiter-" + i)
                    .emitsExactly(begins(), syncRegionWait(BEGIN), syncRegionWait(END), syncRegion(TASKWAIT, END));
        }
    }

    @OnEveryJdk
    @Shows(what = Case.NESTED, in = "nested")
    void taskWaitsForAnother(Jdk jdk) {
        trace(jdk, "nested")
                .onThreads("nested-.")
                .emitsExactly(begins(), syncRegionWait(BEGIN), syncRegionWait(END), syncRegion(TASKWAIT, END));
    }

    @OnEveryJdk
    void invokeAllWaitsInItsTaskgroup(Jdk jdk) {
        ObservedRun run = full(jdk, "invoke-all");
        assertThat(run)
                .of(Construct.FUTURE_TASK)
                .hasSome(syncRegion(TASKWAIT, BEGIN).at("FutureTaskApp.invokeAll"));
        long first = run.events().stream()
                .filter(each -> each.event() == Event.TASK_CREATE)
                .findFirst()
                .orElseThrow()
                .newTaskId();
        for (var each : List.of(BEGIN, END)) {
            assertThat(run)
                    .of(Construct.FUTURE_TASK)
                    .has(
                            1,
                            syncRegionWait(TASKGROUP, each)
                                    .at("FutureTaskApp.invokeAll")
                                    .where("for the first task", found -> found.waitId() == first));
        }
    }
}
