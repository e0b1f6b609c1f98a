package org.ompt4j.e2e;

import static org.ompt4j.apps.executor.ScheduledExecutorApp.CANCELLED;
import static org.ompt4j.apps.executor.ScheduledExecutorApp.CONTENDED_TASKS;
import static org.ompt4j.apps.executor.ScheduledExecutorApp.CONTENDERS;
import static org.ompt4j.apps.executor.ScheduledExecutorApp.DROPPED;
import static org.ompt4j.apps.executor.ScheduledExecutorApp.LATE_MILLIS;
import static org.ompt4j.apps.executor.ScheduledExecutorApp.ONCE;
import static org.ompt4j.apps.executor.ScheduledExecutorApp.REJECTED;
import static org.ompt4j.apps.executor.ScheduledExecutorApp.RUNS;
import static org.ompt4j.apps.executor.ScheduledExecutorApp.STOPPED;
import static org.ompt4j.apps.executor.ScheduledExecutorApp.THROWING_RUN;
import static org.ompt4j.e2e.ExpectedEvent.cancel;
import static org.ompt4j.e2e.ExpectedEvent.error;
import static org.ompt4j.e2e.ExpectedEvent.pool;
import static org.ompt4j.e2e.ExpectedEvent.syncRegionWait;
import static org.ompt4j.e2e.ExpectedEvent.taskCreate;
import static org.ompt4j.e2e.ExpectedEvent.taskLate;
import static org.ompt4j.e2e.ExpectedEvent.taskSchedule;
import static org.ompt4j.e2e.TraceAssert.assertThat;
import static org.ompt4j.ompt.ScopeEndpoint.BEGIN;
import static org.ompt4j.ompt.ScopeEndpoint.END;
import static org.ompt4j.ompt.SyncRegionKind.BARRIER_IMPLEMENTATION;

import java.util.List;
import java.util.stream.Stream;
import org.assertj.core.api.Assertions;
import org.ompt4j.apps.executor.ScheduledExecutorApp;
import org.ompt4j.catalog.Case;
import org.ompt4j.catalog.Shows;
import org.ompt4j.ompt.CancelFlag;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.Member;
import org.ompt4j.ompt.ScopeEndpoint;
import org.ompt4j.ompt.Severity;
import org.ompt4j.ompt.TaskStatus;
import org.ompt4j.tools.read.TraceEvent;

class ScheduledExecutorMappingIT extends ConstructContract {
    private static final Construct SCHEDULER = Construct.SCHEDULED_EXECUTOR;
    private static final Construct POOL = Construct.THREAD_POOL_EXECUTOR;
    /** Functions of futures in {@code functions}, of which one does not run. */
    private static final int FUNCTIONS = 3;

    @Override
    Construct construct() {
        return SCHEDULER;
    }

    @Override
    Class<?> app() {
        return ScheduledExecutorApp.class;
    }

    private TraceAssert trace(Jdk jdk, String... scenarios) {
        return assertThat(full(jdk, scenarios)).of(SCHEDULER, POOL);
    }

    private static ExpectedEvent created() {
        return taskCreate().of(SCHEDULER);
    }

    private static ExpectedEvent completed() {
        return taskSchedule(TaskStatus.COMPLETE);
    }

    private static ExpectedEvent discarded() {
        return cancel(CancelFlag.DISCARDED_TASK);
    }

    @OnEveryJdk
    @Shows(what = Case.NORMAL, in = "once")
    void taskIsMadeWhereItIsScheduledAndRunsInThePool(Jdk jdk) {
        trace(jdk, "once")
                .has(ONCE, created().at("ScheduledExecutorApp.once"))
                .has(ONCE, completed())
                .has(1, pool(ScopeEndpoint.BEGIN).at("ScheduledExecutorApp.scheduler"))
                .has(ONCE, taskCreate());
    }

    @OnEveryJdk
    void eachRunOfAPeriodicTaskIsATaskThatTheOneBeforeHasMade(Jdk jdk) {
        for (String scenario : new String[] {"fixed-rate", "fixed-delay"}) {
            TraceAssert trace = trace(jdk, scenario);
            trace.has(RUNS, created()).has(1, created().at("ScheduledExecutorApp.periodic"));
            trace.onThread(scenario + "-1").has(RUNS - 1, created());
            trace.has(1, cancel(CancelFlag.ACTIVATED));
        }
    }

    @OnEveryJdk
    @Shows(what = Case.EXCEPTION, in = "throws")
    void periodicTaskThatThrowsRunsNoMore(Jdk jdk) {
        trace(jdk, "throws")
                .has(THROWING_RUN, created())
                .has(THROWING_RUN, completed())
                .has(1, error(Severity.WARNING));
    }

    /** No run is the end of a periodic task: who waits for it waits for the future, and is woken under its id. */
    @OnEveryJdk
    void waitForAPeriodicTaskEndsWithWhatEndsIt(Jdk jdk) {
        ObservedRun run = full(jdk, "awaited");
        Assertions.assertThat(wakers(run, "first")).containsExactly("awaited-1");
        Assertions.assertThat(wakers(run, "second")).containsExactly("main");
        Assertions.assertThat(futureEvents(run)
                        .filter(each -> each.event() == Event.SYNC_REGION
                                && nameOf(run, each).equals("main")))
                .isNotEmpty()
                .allMatch(each -> each.waitId() == 0);
    }

    /** The threads that report wakeups under the id that the thread waits for in a future, which is no task's. */
    private static List<String> wakers(ObservedRun run, String waiting) {
        long awaited = futureEvents(run)
                .filter(each -> each.event() == Event.SYNC_REGION_WAIT && each.endpoint() == ScopeEndpoint.BEGIN)
                .filter(each -> nameOf(run, each).equals(waiting))
                .findFirst()
                .orElseThrow()
                .waitId();
        Assertions.assertThat(run.events())
                .noneMatch(each -> each.event() == Event.TASK_CREATE && each.newTaskId() == awaited);
        return futureEvents(run)
                .filter(each -> each.event() == Event.WAKEUP && each.waitId() == awaited)
                .map(each -> nameOf(run, each))
                .toList();
    }

    private static String nameOf(ObservedRun run, TraceEvent event) {
        return run.trace().threadNames().get(event.threadId());
    }

    private static Stream<TraceEvent> futureEvents(ObservedRun run) {
        return run.events().stream().filter(each -> each.construct() == Construct.FUTURE_TASK);
    }

    @OnEveryJdk
    void tasksThatAreCancelledBeforeTheyAreDueAreDiscarded(Jdk jdk) {
        trace(jdk, "cancel")
                .has(CANCELLED, created())
                .has(CANCELLED, cancel(CancelFlag.ACTIVATED))
                .has(CANCELLED, discarded())
                .hasNo(completed());
    }

    /** The functions are tasks of their own. */
    @OnEveryJdk
    void whatACompletableFutureSubmitsIsNoTaskOfThePool(Jdk jdk) {
        trace(jdk, "functions").hasNo(taskCreate()).hasNo(completed()).has(1, discarded());
        assertThat(full(jdk, "functions"))
                .of(Construct.COMPLETABLE_FUTURE)
                .has(FUNCTIONS, taskCreate())
                .has(FUNCTIONS - 1, completed());
    }

    @OnEveryJdk
    void tasksThatAShutdownDoesNotWaitForAreDiscarded(Jdk jdk) {
        trace(jdk, "shutdown").has(DROPPED, created()).has(DROPPED, discarded()).hasNo(completed());
        trace(jdk, "shutdown-now").has(STOPPED, created()).has(STOPPED, discarded());
    }

    @OnEveryJdk
    @Shows(what = Case.EXCEPTION, in = "rejected")
    void rejectedTaskIsDiscarded(Jdk jdk) {
        trace(jdk, "rejected")
                .has(REJECTED, created())
                .has(REJECTED, error(Severity.WARNING))
                .has(REJECTED, discarded());
    }

    @OnEveryJdk
    @Shows(what = Case.CONTENDED, in = "contended")
    void everyTaskOfSeveralThreadsThatHandThemOverRunsOnce(Jdk jdk) {
        TraceAssert trace = trace(jdk);
        trace.onThreads("racer-.")
                .has(CONTENDERS * CONTENDED_TASKS, created().at("ScheduledExecutorApp.lambda$contended"));
        trace.onThread("contended-1").has(CONTENDERS * CONTENDED_TASKS, completed());
    }

    @OnEveryJdk
    @Shows(what = Case.TIMEOUT, in = "timeout")
    void endThatIsNotWaitedForAnyLongerIsAWaitThatEnds(Jdk jdk) {
        ObservedRun run = full(jdk);
        ExpectedEvent madeThere = created().at("ScheduledExecutorApp.timeout");
        long task = run.events().stream()
                .filter(each -> madeThere.matches(run.trace(), each))
                .mapToLong(TraceEvent::newTaskId)
                .findFirst()
                .orElseThrow();

        assertThat(run)
                .of(SCHEDULER, POOL)
                .has(1, madeThere)
                .has(1, discarded().where("of that task", each -> each.taskId() == task))
                .has(1, syncRegionWait(BARRIER_IMPLEMENTATION, BEGIN).at("ScheduledExecutorApp.timeout"))
                .has(1, syncRegionWait(BARRIER_IMPLEMENTATION, END).at("ScheduledExecutorApp.timeout"));
    }

    @OnEveryJdk
    @Shows(what = Case.INTERRUPT, in = "interrupt")
    void taskThatIsCancelledWhileItRunsEndsAsCancelled(Jdk jdk) {
        TraceAssert trace = trace(jdk);
        trace.onThread("main")
                .has(1, created().at("ScheduledExecutorApp.interrupt"))
                .has(1, cancel(CancelFlag.ACTIVATED).at("ScheduledExecutorApp.interrupt"));
        trace.onThread("interrupt-1")
                .has(1, cancel(CancelFlag.DETECTED))
                .has(1, taskSchedule(TaskStatus.CANCEL))
                .hasNo(completed());
    }

    @OnEveryJdk
    void taskWhoseWorkerHasAnotherOneWhenItIsDueIsToldToBeLateAsItBegins(Jdk jdk) {
        ObservedRun run = full(jdk, "late");
        List<Long> made = run.events().stream()
                .filter(each -> created().at("ScheduledExecutorApp.late").matches(run.trace(), each))
                .map(TraceEvent::newTaskId)
                .toList();
        Assertions.assertThat(made).hasSize(2);
        long late = made.get(1);

        ExpectedEvent begins = taskSchedule(TaskStatus.SWITCH).where("to that task", each -> each.nextTaskId() == late);
        ExpectedEvent isLate = taskLate(LATE_MILLIS)
                .where("of that task", each -> each.taskId() == late)
                .where("that runs once", each -> each.value(Member.PERIOD) == 0);
        assertThat(run).onThread("late-1").only(begins, isLate).emitsExactly(begins, isLate);
    }

    @OnEveryJdk
    @Shows(what = Case.NESTED, in = "nested")
    void taskOfATaskIsMadeByIt(Jdk jdk) {
        trace(jdk)
                .onThread("nested-1")
                .has(1, created().at("ScheduledExecutorApp.lambda$nested"))
                .has(2, completed());
    }
}
