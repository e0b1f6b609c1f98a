package org.ompt4j.tools.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.ompt4j.ompt.Construct.FORK_JOIN_POOL;
import static org.ompt4j.ompt.Construct.SCHEDULED_EXECUTOR;
import static org.ompt4j.ompt.Construct.THREAD_POOL_EXECUTOR;
import static org.ompt4j.ompt.ScopeEndpoint.BEGIN;
import static org.ompt4j.ompt.ScopeEndpoint.END;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.ThreadType;
import org.ompt4j.tools.read.Trace;
import org.ompt4j.tools.testing.ReportData;
import org.ompt4j.tools.testing.ReportText;
import org.ompt4j.tools.testing.ThreadScript;
import org.ompt4j.tools.testing.TraceBuilder;

/** A thread that makes a pool for each of its calls. */
class BriefPoolsFindingTest {
    private static final long MICRO = 1_000;
    private static final int MANY = 100;
    private static final String SAYS = "Brief pools: ";

    private final TraceBuilder trace = new TraceBuilder();
    private final int made = trace.callSite("app.Main.call(Main.java:3)");
    private final int submitted = trace.callSite("app.Main.call(Main.java:5)");
    private final ThreadScript main =
            trace.thread("main", ThreadType.INITIAL).begin().initialTaskBegin();

    /** Pools that are brief. */
    static Trace trace() {
        BriefPoolsFindingTest run = new BriefPoolsFindingTest();
        run.calls(MANY, 600, 200);
        return run.end();
    }

    private Trace end() {
        main.initialTaskEnd().end();
        return trace.build();
    }

    private void calls(int pools, long beginningMicros, long ranMicros) {
        for (int i = 0; i < pools; i++) {
            calls(i, beginningMicros, ranMicros, THREAD_POOL_EXECUTOR, THREAD_POOL_EXECUTOR);
        }
    }

    /** One pool, whose only thread runs two tasks. Each event takes a microsecond. */
    private void calls(int number, long beginningMicros, long ranMicros, Construct pool, Construct task) {
        long id = trace.newId();
        String name = "pool-" + number;
        long first = main.create(task, 0, submitted, 0);
        long second = main.create(task, 0, submitted, 0);
        trace.pass((beginningMicros - 5) * MICRO);
        ThreadScript worker = trace.thread(name + "-thread-1", ThreadType.WORKER)
                .begin()
                .pool(pool, BEGIN, name, id, 1, made)
                .poolWorker(pool, BEGIN, id)
                .start(task, first);
        trace.pass((ranMicros - 1) * MICRO);
        worker.complete(task).start(task, second).complete(task);
        worker.poolWorker(pool, END, id).end();
        main.pool(pool, END, name, id, 1, made);
    }

    private static String findings(Trace ended) throws IOException {
        return ReportText.findings(ended).replaceAll("\\s+", " ");
    }

    @Test
    void poolsThatLastHardlyLongerThanTheyTakeToBeginTheirThreadsAreTold() throws IOException {
        Trace brief = trace();

        assertThat(findings(brief))
                .contains(
                        SAYS
                                + "100 of 100 pools made at Main.call(Main.java:3) lasted less than 10.0 ms each; the 100 pools"
                                + " lasted 207 us on average and made 100 threads.",
                        "For 60.0 ms, ",
                        "at least one task waited for a thread that its pool made for it.");
        JsonNode finding = ReportData.of(brief).at("/findings/0");
        assertThat(finding.path("kind").asText()).isEqualTo("brief_pools");
        assertThat(finding.path("made_at").asText()).isEqualTo("app.Main.call(Main.java:3)");
        assertThat(finding.path("pools").asLong()).isEqualTo(MANY);
        assertThat(finding.path("brief").asLong()).isEqualTo(MANY);
        assertThat(finding.path("threads").asLong()).isEqualTo(MANY);
        assertThat(finding.path("cost_ns").asLong()).isEqualTo(60_000 * MICRO);
        assertThat(finding.path("mean_lasted_ns").asLong()).isEqualTo(207 * MICRO);
    }

    @ParameterizedTest
    @CsvSource({"99, 600, 200", "100, 600, 10000", "100, 400, 200"})
    void fewerThatLastLongerOrHaveTheirThreadsSoonAreNone(int pools, long beginningMicros, long ranMicros)
            throws IOException {
        calls(pools, beginningMicros, ranMicros);

        assertThat(findings(end())).doesNotContain(SAYS);
    }

    @Test
    void poolsForForkAndJoinAreTold() throws IOException {
        for (int i = 0; i < MANY; i++) {
            calls(i, 600, 200, FORK_JOIN_POOL, FORK_JOIN_POOL);
        }

        assertThat(findings(end())).contains(SAYS + "100 of 100 pools made at ");
    }

    /** A task with a delay does not wait for a thread. */
    @Test
    void scheduledTasksDoNotWaitForThreads() throws IOException {
        for (int i = 0; i < MANY; i++) {
            calls(i, 600, 200, THREAD_POOL_EXECUTOR, SCHEDULED_EXECUTOR);
        }

        assertThat(findings(end())).doesNotContain(SAYS);
    }

    /** One that is due at once waits for its turn in a queue. */
    @Test
    void scheduledTasksThatAreDueAtOnceDoNotCountEither() throws IOException {
        for (int i = 0; i < MANY; i++) {
            long id = trace.newId();
            long task = main.create(SCHEDULED_EXECUTOR, 0, submitted, 0);
            trace.pass(2_000 * MICRO);
            trace.thread("pool-" + i + "-thread-1", ThreadType.WORKER)
                    .begin()
                    .pool(THREAD_POOL_EXECUTOR, BEGIN, "pool-" + i, id, 1, made)
                    .poolWorker(THREAD_POOL_EXECUTOR, BEGIN, id)
                    .start(SCHEDULED_EXECUTOR, task)
                    .late(SCHEDULED_EXECUTOR, 2_000 * MICRO, 0)
                    .complete(SCHEDULED_EXECUTOR)
                    .poolWorker(THREAD_POOL_EXECUTOR, END, id)
                    .end();
            main.pool(THREAD_POOL_EXECUTOR, END, "pool-" + i, id, 1, made);
        }

        assertThat(findings(end())).doesNotContain(SAYS);
    }

    /** Its first task may have waited for the other worker. */
    @Test
    void secondWorkerOfAForkJoinPoolMayNotBeMadeForItsFirstTask() throws IOException {
        for (int i = 0; i < MANY; i++) {
            long id = trace.newId();
            ThreadScript first = trace.thread("pool-" + i + "-worker-1", ThreadType.WORKER)
                    .begin()
                    .pool(FORK_JOIN_POOL, BEGIN, "pool-" + i, id, 2, made)
                    .poolWorker(FORK_JOIN_POOL, BEGIN, id);
            long task = main.create(FORK_JOIN_POOL, 0, submitted, 0);
            trace.pass(2_000 * MICRO);
            trace.thread("pool-" + i + "-worker-2", ThreadType.WORKER)
                    .begin()
                    .poolWorker(FORK_JOIN_POOL, BEGIN, id)
                    .start(FORK_JOIN_POOL, task)
                    .complete(FORK_JOIN_POOL)
                    .poolWorker(FORK_JOIN_POOL, END, id)
                    .end();
            first.poolWorker(FORK_JOIN_POOL, END, id).end();
            main.pool(FORK_JOIN_POOL, END, "pool-" + i, id, 2, made);
        }

        assertThat(findings(end())).doesNotContain(SAYS);
    }

    /** The time in which several tasks wait for the threads of several pools counts once. */
    @Test
    void poolsThatBeginAtOnceCostTheTimeUntilTheLastOneBegins() throws IOException {
        long[] tasks = new long[MANY];
        for (int i = 0; i < MANY; i++) {
            tasks[i] = main.create(THREAD_POOL_EXECUTOR, 0, submitted, 0);
        }
        trace.pass(60_000 * MICRO);
        for (int i = 0; i < MANY; i++) {
            long id = trace.newId();
            trace.thread("pool-" + i + "-thread-1", ThreadType.WORKER)
                    .begin()
                    .pool(THREAD_POOL_EXECUTOR, BEGIN, "pool-" + i, id, 1, made)
                    .poolWorker(THREAD_POOL_EXECUTOR, BEGIN, id)
                    .start(THREAD_POOL_EXECUTOR, tasks[i])
                    .complete(THREAD_POOL_EXECUTOR)
                    .poolWorker(THREAD_POOL_EXECUTOR, END, id)
                    .end();
            main.pool(THREAD_POOL_EXECUTOR, END, "pool-" + i, id, 1, made);
        }

        assertThat(ReportData.of(end()).at("/findings/0/cost_ns").asLong()).isBetween(60_000 * MICRO, 62_000 * MICRO);
    }

    /** The end of a pool can be among the events that are missing. */
    @Test
    void whereEventsAreMissingItIsNotLookedFor() throws IOException {
        calls(MANY, 600, 200);
        trace.dropped(1, "the disk is full");

        assertThat(findings(end())).doesNotContain(SAYS).contains("brief threads and pools");
    }
}
