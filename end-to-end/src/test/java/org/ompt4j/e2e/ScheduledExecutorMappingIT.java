package org.ompt4j.e2e;

import static org.ompt4j.apps.executor.ScheduledExecutorApp.CANCELLED;
import static org.ompt4j.apps.executor.ScheduledExecutorApp.DROPPED;
import static org.ompt4j.apps.executor.ScheduledExecutorApp.ONCE;
import static org.ompt4j.apps.executor.ScheduledExecutorApp.REJECTED;
import static org.ompt4j.apps.executor.ScheduledExecutorApp.RUNS;
import static org.ompt4j.apps.executor.ScheduledExecutorApp.STOPPED;
import static org.ompt4j.apps.executor.ScheduledExecutorApp.THROWING_RUN;
import static org.ompt4j.e2e.ExpectedEvent.cancel;
import static org.ompt4j.e2e.ExpectedEvent.error;
import static org.ompt4j.e2e.ExpectedEvent.pool;
import static org.ompt4j.e2e.ExpectedEvent.taskCreate;
import static org.ompt4j.e2e.ExpectedEvent.taskSchedule;
import static org.ompt4j.e2e.TraceAssert.assertThat;

import org.ompt4j.apps.executor.ScheduledExecutorApp;
import org.ompt4j.ompt.CancelFlag;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.ScopeEndpoint;
import org.ompt4j.ompt.Severity;
import org.ompt4j.ompt.TaskStatus;

class ScheduledExecutorMappingIT extends ConstructContract {
    private static final Construct SCHEDULER = Construct.SCHEDULED_EXECUTOR;
    private static final Construct POOL = Construct.THREAD_POOL_EXECUTOR;

    @Override
    Construct construct() {
        return SCHEDULER;
    }

    @Override
    Class<?> app() {
        return ScheduledExecutorApp.class;
    }

    private TraceAssert trace(Jdk jdk, String scenario) {
        return assertThat(full(jdk, scenario)).of(SCHEDULER, POOL);
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
    void periodicTaskThatThrowsRunsNoMore(Jdk jdk) {
        trace(jdk, "throws")
                .has(THROWING_RUN, created())
                .has(THROWING_RUN, completed())
                .has(1, error(Severity.WARNING));
    }

    @OnEveryJdk
    void tasksThatAreCancelledBeforeTheyAreDueAreDiscarded(Jdk jdk) {
        trace(jdk, "cancel")
                .has(CANCELLED, created())
                .has(CANCELLED, cancel(CancelFlag.ACTIVATED))
                .has(CANCELLED, discarded())
                .hasNo(completed());
    }

    @OnEveryJdk
    void tasksThatAShutdownDoesNotWaitForAreDiscarded(Jdk jdk) {
        trace(jdk, "shutdown").has(DROPPED, created()).has(DROPPED, discarded()).hasNo(completed());
        trace(jdk, "shutdown-now").has(STOPPED, created()).has(STOPPED, discarded());
    }

    @OnEveryJdk
    void rejectedTaskIsDiscarded(Jdk jdk) {
        trace(jdk, "rejected")
                .has(REJECTED, created())
                .has(REJECTED, error(Severity.WARNING))
                .has(REJECTED, discarded());
    }
}
