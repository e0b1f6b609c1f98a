package org.ompt4j.tools.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.ompt4j.ompt.Construct.SCHEDULED_EXECUTOR;
import static org.ompt4j.ompt.Construct.SLEEP;
import static org.ompt4j.ompt.Construct.THREAD_POOL_EXECUTOR;
import static org.ompt4j.ompt.Construct.TIMER;
import static org.ompt4j.ompt.ScopeEndpoint.BEGIN;
import static org.ompt4j.ompt.ScopeEndpoint.END;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.ompt4j.ompt.Severity;
import org.ompt4j.ompt.State;
import org.ompt4j.ompt.ThreadType;
import org.ompt4j.tools.read.Trace;
import org.ompt4j.tools.testing.ReportData;
import org.ompt4j.tools.testing.ReportText;
import org.ompt4j.tools.testing.ThreadScript;
import org.ompt4j.tools.testing.TraceBuilder;

/** Scheduled tasks that begin late. */
class LateTasksFindingTest {
    private static final long MILLI = 1_000_000;

    private final TraceBuilder trace = new TraceBuilder();
    private final ThreadScript main = trace.thread("main", ThreadType.INITIAL);
    private final ThreadScript worker = trace.thread("pool-1-thread-1", ThreadType.WORKER);
    private final int site = trace.callSite("app.Poll.start(Poll.java:7)");
    private final int poll = trace.body("app.Poll.run");
    private final int store = trace.body("app.Store.run");
    private final long pool = trace.newId();

    private void begin() {
        ThreadScript.beginAll(main);
        worker.begin()
                .pool(THREAD_POOL_EXECUTOR, BEGIN, "pool-1", pool, 0, site)
                .poolWorker(THREAD_POOL_EXECUTOR, BEGIN, pool);
    }

    private void end() {
        worker.poolWorker(THREAD_POOL_EXECUTOR, END, pool).end();
        ThreadScript.endAll(main);
    }

    private long schedule(int body) {
        return main.create(SCHEDULED_EXECUTOR, 0, site, body);
    }

    /** The worker runs a task that is due at this time; returns the task of the next run if it is periodic. */
    private long run(long task, int body, long dueNanos, long periodNanos, long takesNanos) {
        return run(worker, task, body, dueNanos, periodNanos, takesNanos);
    }

    private long run(ThreadScript thread, long task, int body, long dueNanos, long periodNanos, long takesNanos) {
        thread.start(THREAD_POOL_EXECUTOR, task);
        long late = trace.now() - dueNanos;
        if (late >= MILLI) {
            thread.late(SCHEDULED_EXECUTOR, late, periodNanos);
        }
        trace.pass(takesNanos);
        long next = periodNanos == 0 ? 0 : thread.create(SCHEDULED_EXECUTOR, 0, 0, body);
        thread.complete(THREAD_POOL_EXECUTOR);
        return next;
    }

    /** Ten runs of a task that is due every 10 ms. */
    private void runsThatTake(long nanos) {
        begin();
        long task = schedule(poll);
        long due = trace.now();
        for (int i = 0; i < 10; i++) {
            trace.pass(Math.max(0, due + i * 10 * MILLI - trace.now()));
            task = run(task, poll, due + i * 10 * MILLI, 10 * MILLI, nanos);
        }
        end();
    }

    /** A run with a task that takes longer than its period. */
    static Trace trace() throws IOException {
        LateTasksFindingTest run = new LateTasksFindingTest();
        run.runsThatTake(30 * MILLI);
        return run.trace.build();
    }

    @Test
    void taskThatTakesLongerThanItsPeriodMakesItselfLate() throws IOException {
        runsThatTake(30 * MILLI);

        // All runs except the first one are late; the second one is due after 10 ms, the last one begins after 270 ms.
        assertThat(ReportText.findings(trace.build()))
                .contains(
                        "Late tasks: 9 runs of scheduled tasks of pool-1 (made at Poll.start(Poll.java:7)) began"
                                + " later than due; at least one was due and had not begun for 260 ms, 86.7 % of a run of 300 ms.")
                .contains(
                        "Poll.run, due every 10.0 ms, scheduled at Poll.start(Poll.java:7): 9 of 10 runs were late, half of"
                                + " them by 100 ms or more, one by 180 ms.")
                .contains("Meanwhile \"pool-1-thread-1\" ran Poll.run (due every 10.0 ms) 100.0 %.")
                .contains(
                        "Poll.run takes 30.0 ms on average, longer than its period: try a longer period, or less to do in"
                                + " a run.");
        JsonNode finding = ReportData.of(trace.build()).at("/findings/0");
        assertThat(finding.path("kind").asText()).isEqualTo("late_tasks");
        assertThat(finding.path("threads").asInt()).isEqualTo(1);
        JsonNode task = finding.at("/tasks/0");
        assertThat(task.path("code").asText()).isEqualTo("app.Poll.run");
        assertThat(task.path("runs").asInt()).isEqualTo(10);
        assertThat(task.path("late").asInt()).isEqualTo(9);
        assertThat(task.path("period_ns").asLong()).isEqualTo(10 * MILLI);
        assertThat(finding.at("/meanwhile/0/code").asText()).isEqualTo("app.Poll.run");
        assertThat(finding.at("/meanwhile/0/ns").asLong())
                .isLessThanOrEqualTo(finding.path("cost_ns").asLong());
    }

    /** Which the average does not show. */
    @Test
    void oneLongRunMakesTheNextOnesLate() throws IOException {
        begin();
        long task = schedule(poll);
        long due = trace.now();
        for (int i = 0; i < 20; i++) {
            trace.pass(Math.max(0, due + i * 10 * MILLI - trace.now()));
            task = run(task, poll, due + i * 10 * MILLI, 10 * MILLI, i == 3 ? 100 * MILLI : MILLI);
        }
        end();

        assertThat(ReportText.findings(trace.build()))
                .contains("A run of it takes 5.95 ms on average, the longest took 100 ms: try less to do in a run");
        assertThat(ReportData.of(trace.build())
                        .at("/findings/0/tasks/0/longest_run_ns")
                        .asLong())
                .isBetween(100 * MILLI, 101 * MILLI);
    }

    /** The executor runs it no more, and nobody asks for its result. */
    @Test
    void periodicTaskThatThrowsIsNamed() throws IOException {
        begin();
        long task = run(schedule(poll), poll, trace.now(), 10 * MILLI, MILLI);
        trace.pass(9 * MILLI);
        worker.start(THREAD_POOL_EXECUTOR, task)
                .error(THREAD_POOL_EXECUTOR, Severity.WARNING, "java.lang.IllegalStateException: no answer")
                .complete(THREAD_POOL_EXECUTOR);
        trace.pass(100 * MILLI);
        end();

        assertThat(ReportText.findings(trace.build()))
                .contains(
                        "An exception ended the periodic task Poll.run, scheduled at Poll.start(Poll.java:7), in run 2, after"
                                + " which it is not run any more: IllegalStateException at (unknown call site).");
    }

    /** Its thread ends. */
    @Test
    void timerOfWhichATaskThrowsRunsNoneAnyMore() throws IOException {
        ThreadScript timer = trace.thread("ticker", ThreadType.OTHER);
        ThreadScript.beginAll(main, timer);
        timer.start(TIMER, main.create(TIMER, 0, site, poll));
        long next = timer.create(TIMER, 0, 0, poll);
        timer.complete(TIMER)
                .start(TIMER, next)
                .error(TIMER, Severity.WARNING, "app.NoAnswer")
                .complete(TIMER);
        ThreadScript.endAll(main, timer);

        assertThat(ReportText.findings(trace.build()))
                .contains(
                        "in run 2, after which it is not run any more, nor any other task of its timer: NoAnswer at ");
    }

    /** It may be one that was to run once. */
    @Test
    void taskThatThrowsInItsOnlyRunIsNotSaidToBePeriodic() throws IOException {
        begin();
        worker.start(THREAD_POOL_EXECUTOR, schedule(poll))
                .error(THREAD_POOL_EXECUTOR, Severity.WARNING, "java.lang.IllegalStateException")
                .complete(THREAD_POOL_EXECUTOR);
        end();

        assertThat(ReportText.findings(trace.build())).doesNotContain("periodic");
    }

    /** Each of two threads is idle while the other one runs the task: a run waits for the previous run, not for a thread. */
    @Test
    void runsThatThreadsTakeInTurnMakeEachOtherLate() throws IOException {
        begin();
        ThreadScript other = trace.thread("pool-1-thread-2", ThreadType.WORKER)
                .begin()
                .poolWorker(THREAD_POOL_EXECUTOR, BEGIN, pool);
        long task = schedule(poll);
        long due = trace.now();
        for (int i = 0; i < 10; i++) {
            task = run(i % 2 == 0 ? worker : other, task, poll, due + i * 10 * MILLI, 10 * MILLI, 30 * MILLI);
        }
        other.poolWorker(THREAD_POOL_EXECUTOR, END, pool).end();
        end();

        assertThat(ReportText.findings(trace.build()))
                .contains("at least one was due and had not begun for 260 ms, 86.7 % of a run of 300 ms.")
                .contains("9 of 10 runs were late, half of them by 100 ms or more, one by 180 ms.")
                .contains("Meanwhile the threads that began them ran Poll.run (due every 10.0 ms) 100.0 %.")
                .contains("longer than its period: try a longer period, or less to do in a run.");
    }

    /** Two tasks of the same code, for example of a framework, are distinguished by their waits. */
    @Test
    void waitsOfTheRunsThatDelayedOthersAreShown() throws IOException {
        int wait = trace.callSite("app.Report.write(Report.java:11)");
        begin();
        long task = schedule(poll);
        for (int i = 0; i < 3; i++) {
            long due = trace.now();
            worker.start(THREAD_POOL_EXECUTOR, task);
            trace.pass(10 * MILLI);
            worker.wait(SLEEP, State.WAIT_SLEEP, BEGIN, 0, wait);
            trace.pass(90 * MILLI);
            worker.wait(SLEEP, State.WAIT_SLEEP, END, 0, wait);
            worker.complete(THREAD_POOL_EXECUTOR);
            long late = schedule(store);
            run(late, store, due + MILLI, 10 * MILLI, MILLI);
            task = schedule(poll);
        }
        end();

        assertThat(ReportText.findings(trace.build()))
                .contains(
                        "Poll.run ran 100 ms on average, waiting 90.0 % of that time: sleep 90.0 % at Report.write(Report.java:11).");
        JsonNode meanwhile = ReportData.of(trace.build()).at("/findings/0/meanwhile/0");
        assertThat(meanwhile.path("mean_run_ns").asLong()).isBetween(100 * MILLI, 101 * MILLI);
        assertThat(meanwhile.at("/waits/0/state").asText()).isEqualTo("wait_sleep");
        assertThat(meanwhile.at("/waits/0/ns").asLong()).isBetween(270 * MILLI, 271 * MILLI);
    }

    @Test
    void taskThatIsShorterThanItsPeriodIsNotLate() throws IOException {
        runsThatTake(9 * MILLI);

        assertThat(ReportText.findings(trace.build())).doesNotContain("Late tasks");
    }

    /** The worker runs a task for 200 ms, and then the task that was due meanwhile. */
    private void slowThenLate(long lateNanos, long periodNanos) throws IOException {
        begin();
        long slow = schedule(store);
        long late = schedule(poll);
        trace.pass(10 * MILLI);
        run(slow, store, trace.now(), 0, 200 * MILLI);
        run(late, poll, trace.now() - lateNanos, periodNanos, MILLI);
        end();
    }

    @Test
    void slowTaskMakesAnotherOneLate() throws IOException {
        slowThenLate(150 * MILLI, -1_000 * MILLI);

        assertThat(ReportText.findings(trace.build()))
                .contains("Late tasks: 1 run of scheduled tasks of pool-1 ")
                .contains("at least one was due and had not begun for 150 ms, ")
                .contains(
                        "Poll.run, due 1.00 s after its last run, scheduled at Poll.start(Poll.java:7): 1 of 1 run was"
                                + " late, by 150 ms.")
                .contains("Meanwhile \"pool-1-thread-1\" ran Store.run 100.0 %.")
                .contains("Try more threads in the pool, or to run Store.run elsewhere.");
    }

    /** The lateness is too short, less than a tenth of the period, or the task was due when it was submitted, so that it was only queued. */
    @ParameterizedTest
    @CsvSource({"40, 0", "150, 1600", "201, 0"})
    void littleLatenessAndQueuesAreNoFinding(long lateMillis, long periodMillis) throws IOException {
        slowThenLate(lateMillis * MILLI + (lateMillis > 200 ? 10 * MILLI : 0), periodMillis * MILLI);

        assertThat(ReportText.findings(trace.build())).doesNotContain("Late tasks");
    }

    /** If the worker was idle, the machine or a pause of the JVM is the cause. */
    @Test
    void lateTaskOfAnIdleWorkerIsNoFinding() throws IOException {
        begin();
        long task = schedule(poll);
        long due = trace.now();
        for (int i = 0; i < 3; i++) {
            trace.pass(200 * MILLI);
            task = run(task, poll, due + i * 210 * MILLI, 210 * MILLI, MILLI);
        }
        end();

        assertThat(ReportText.findings(trace.build())).doesNotContain("Late tasks");
    }

    @Test
    void whatIsScheduledWithTwoPeriodsIsTwo() throws IOException {
        begin();
        long slow = schedule(store);
        long one = schedule(poll);
        long other = schedule(poll);
        run(slow, store, trace.now(), 0, 200 * MILLI);
        run(one, poll, trace.now() - 150 * MILLI, 300 * MILLI, MILLI);
        run(other, poll, trace.now() - 150 * MILLI, 400 * MILLI, MILLI);
        end();

        assertThat(ReportText.findings(trace.build()))
                .contains("Poll.run, due every 300 ms, scheduled at Poll.start(Poll.java:7): 1 of 1 run was late, ")
                .contains("Poll.run, due every 400 ms, scheduled at Poll.start(Poll.java:7): 1 of 1 run was late, ");
    }

    /** A class of a library wraps two tasks: a slow one, every 200 ms, makes a quick one, every 50 ms, late. */
    @Test
    void slowScheduleOfTheSameCodeIsToldFromTheOneThatItMakesLate() throws IOException {
        begin();
        long slow = schedule(poll);
        long quick = schedule(poll);
        long due = trace.now();
        for (int i = 0; i < 5; i++) {
            slow = run(slow, poll, due + i * 200 * MILLI, 200 * MILLI, 180 * MILLI);
            for (int j = 0; j < 4; j++) {
                quick = run(quick, poll, due + (i * 200 + j * 50) * MILLI, 50 * MILLI, 10 * MILLI);
            }
        }
        end();

        assertThat(ReportText.findings(trace.build()))
                .contains(
                        "Poll.run, due every 50.0 ms, scheduled at Poll.start(Poll.java:7): 20 of 20 runs were late, ")
                .contains("Poll.run, due every 200 ms, scheduled at Poll.start(Poll.java:7): 4 of 5 runs were late, ")
                .contains("\"pool-1-thread-1\" ran Poll.run (due every 200 ms) ", ", Poll.run (due every 50.0 ms) ")
                .contains("Try more threads in the pool, or to run Poll.run elsewhere.");
    }

    @Test
    void olderTracesDoNotTellOfLateTasks() throws IOException {
        trace.version(10);
        runsThatTake(9 * MILLI);

        assertThat(ReportText.findings(trace.build()))
                .contains("Not looked for: late tasks, which this trace does not contain.");
    }

    @Test
    void timerHasOneThread() throws IOException {
        ThreadScript timer = trace.thread("ticker", ThreadType.OTHER);
        ThreadScript.beginAll(main, timer);
        long slow = main.create(TIMER, 0, site, store);
        long late = main.create(TIMER, 0, site, poll);
        trace.pass(10 * MILLI);
        timer.start(TIMER, slow);
        trace.pass(200 * MILLI);
        timer.complete(TIMER).start(TIMER, late).late(TIMER, 150 * MILLI, -300 * MILLI);
        timer.complete(TIMER);
        ThreadScript.endAll(main, timer);

        assertThat(ReportText.findings(trace.build()))
                .contains("Late tasks: 1 run of scheduled tasks of the timer \"ticker\" began later than due")
                .contains("Poll.run, due 300 ms after the begin of its last run, scheduled at ")
                .contains("A timer has one thread: try a ScheduledThreadPoolExecutor with several, or to run Store.run"
                        + " elsewhere.");
    }

    /** The timer catches up on a hundred runs that were due before the task was scheduled: no other task has made them late. */
    @Test
    void timeOfThePastIsNoLateness() throws IOException {
        ThreadScript timer = trace.thread("ticker", ThreadType.OTHER);
        ThreadScript.beginAll(main, timer);
        trace.pass(2_000 * MILLI);
        long task = main.create(TIMER, 0, site, poll);
        long due = trace.now() - 1_000 * MILLI;
        for (int i = 0; i < 100; i++) {
            timer.start(TIMER, task).late(TIMER, trace.now() - due - i * 10 * MILLI, 10 * MILLI);
            trace.pass(5 * MILLI);
            task = timer.create(TIMER, 0, 0, poll);
            timer.complete(TIMER);
        }
        ThreadScript.endAll(main, timer);

        assertThat(ReportText.findings(trace.build())).doesNotContain("Late tasks");
    }
}
