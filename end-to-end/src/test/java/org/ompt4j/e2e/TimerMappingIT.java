package org.ompt4j.e2e;

import static org.ompt4j.apps.executor.TimerApp.CANCELLED;
import static org.ompt4j.apps.executor.TimerApp.CONTENDED_TASKS;
import static org.ompt4j.apps.executor.TimerApp.CONTENDERS;
import static org.ompt4j.apps.executor.TimerApp.DROPPED;
import static org.ompt4j.apps.executor.TimerApp.INTERRUPT_TASKS;
import static org.ompt4j.apps.executor.TimerApp.LATE_MILLIS;
import static org.ompt4j.apps.executor.TimerApp.ONCE;
import static org.ompt4j.apps.executor.TimerApp.REJECTED;
import static org.ompt4j.apps.executor.TimerApp.RUNS;
import static org.ompt4j.e2e.ExpectedEvent.cancel;
import static org.ompt4j.e2e.ExpectedEvent.error;
import static org.ompt4j.e2e.ExpectedEvent.event;
import static org.ompt4j.e2e.ExpectedEvent.taskCreate;
import static org.ompt4j.e2e.ExpectedEvent.taskLate;
import static org.ompt4j.e2e.ExpectedEvent.taskSchedule;
import static org.ompt4j.e2e.TraceAssert.assertThat;

import org.ompt4j.apps.executor.TimerApp;
import org.ompt4j.catalog.Case;
import org.ompt4j.catalog.Lacks;
import org.ompt4j.catalog.Shows;
import org.ompt4j.ompt.CancelFlag;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.Member;
import org.ompt4j.ompt.Severity;
import org.ompt4j.ompt.TaskStatus;

@Lacks(what = Case.TIMEOUT, because = "nothing of a timer waits for its tasks")
class TimerMappingIT extends ConstructContract {

    @Override
    Construct construct() {
        return Construct.TIMER;
    }

    @Override
    Class<?> app() {
        return TimerApp.class;
    }

    private TraceAssert trace(Jdk jdk, String... scenarios) {
        return assertThat(full(jdk, scenarios)).of(Construct.TIMER);
    }

    private static ExpectedEvent completed() {
        return taskSchedule(TaskStatus.COMPLETE);
    }

    private static ExpectedEvent discarded() {
        return cancel(CancelFlag.TASKGROUP | CancelFlag.DISCARDED_TASK);
    }

    private static ExpectedEvent activated() {
        return cancel(CancelFlag.TASKGROUP | CancelFlag.ACTIVATED);
    }

    @OnEveryJdk
    @Shows(what = Case.NORMAL, in = "once")
    void taskIsMadeWhereItIsScheduledAndRunsOnTheTimersThread(Jdk jdk) {
        TraceAssert trace = trace(jdk, "once");
        trace.onThread("main").has(ONCE, taskCreate().at("TimerApp.once")).hasNo(completed());
        trace.onThread("once").has(ONCE, completed());
    }

    @OnEveryJdk
    void threadOfATimerBeginsThoughItHasNoTask(Jdk jdk) {
        TraceAssert thread = assertThat(full(jdk, "idle")).onThread("idle");
        thread.has(1, event(Event.THREAD_BEGIN));
        thread.has(1, event(Event.THREAD_END));
    }

    @OnEveryJdk
    void eachRunOfAPeriodicTaskIsATask(Jdk jdk) {
        for (String scenario : new String[] {"delay", "rate"}) {
            TraceAssert trace = trace(jdk, scenario);
            trace.onThread("main").has(1, taskCreate().at("TimerApp.periodic"));
            trace.onThread(scenario)
                    .has(RUNS - 1, taskCreate())
                    .has(RUNS, completed())
                    .has(1, activated());
            trace.hasNo(discarded());
        }
    }

    @OnEveryJdk
    @Shows(what = Case.NESTED, in = "nested")
    void taskOfATaskIsMadeByIt(Jdk jdk) {
        trace(jdk, "nested")
                .onThread("nested")
                .has(1, taskCreate().at("TimerApp.lambda$nested"))
                .has(2, completed());
    }

    @OnEveryJdk
    void tasksThatAreCancelledOrDroppedAreDiscarded(Jdk jdk) {
        trace(jdk, "cancel")
                .has(CANCELLED, taskCreate())
                .has(CANCELLED, activated())
                .has(CANCELLED, discarded());
        trace(jdk, "dropped").has(DROPPED, discarded()).hasNo(activated());
    }

    @OnEveryJdk
    @Shows(what = Case.EXCEPTION, in = "rejected")
    void rejectedTasksAreDiscarded(Jdk jdk) {
        trace(jdk, "rejected")
                .has(1 + REJECTED, taskCreate())
                .has(REJECTED, error(Severity.WARNING))
                .has(1 + REJECTED, discarded());
    }

    @OnEveryJdk
    @Shows(what = Case.EXCEPTION, in = "throws")
    void taskThatThrowsIsAnErrorAndTheLastOne(Jdk jdk) {
        trace(jdk, "throws")
                .onThread("throws")
                .has(1, error(Severity.WARNING).at("TimerApp."))
                .has(1, completed());
    }

    @OnEveryJdk
    @Shows(what = Case.CONTENDED, in = "contended")
    void everyTaskOfSeveralThreadsThatHandThemOverRunsOnce(Jdk jdk) {
        TraceAssert trace = trace(jdk);
        trace.onThreads("racer-.")
                .has(CONTENDERS * CONTENDED_TASKS, taskCreate().at("TimerApp.lambda$contended"));
        trace.onThread("contended").has(CONTENDERS * CONTENDED_TASKS, completed());
    }

    /** The timer overwrites the time at which a periodic task was due before it runs the task. */
    @OnEveryJdk
    void taskWhoseTimerHasAnotherOneWhenItIsDueIsToldToBeLate(Jdk jdk) {
        trace(jdk, "late")
                .onThread("late")
                .has(
                        1,
                        taskLate(LATE_MILLIS)
                                .where(
                                        "that is due so long after its last run began",
                                        each -> each.value(Member.PERIOD) == -LATE_MILLIS * 1_000_000));
    }

    @OnEveryJdk
    @Shows(what = Case.INTERRUPT, in = "interrupt")
    void taskThatInterruptsTheTimersThreadIsNotTheLastOne(Jdk jdk) {
        TraceAssert trace = trace(jdk);
        trace.onThread("main").has(INTERRUPT_TASKS, taskCreate().at("TimerApp.interrupt"));
        trace.onThread("interrupt").has(INTERRUPT_TASKS, completed()).hasNo(error(Severity.WARNING));
    }
}
