package org.ompt4j.tools.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.ompt4j.ompt.Construct.THREAD_POOL_EXECUTOR;
import static org.ompt4j.ompt.ScopeEndpoint.BEGIN;
import static org.ompt4j.ompt.ScopeEndpoint.END;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.ompt4j.ompt.ThreadType;
import org.ompt4j.tools.read.Pause;
import org.ompt4j.tools.read.Trace;
import org.ompt4j.tools.testing.ReportData;
import org.ompt4j.tools.testing.ThreadScript;
import org.ompt4j.tools.testing.TraceBuilder;
import org.ompt4j.tools.testing.TraceInMemory;
import org.ompt4j.tools.testing.TraceWithEvents;

/** The lengths of queues of pools, in runs for which they are known except for the microseconds between events. */
class QueueLengthOfPoolsTest {
    private static final long MILLI = 1_000_000;

    private final TraceBuilder trace = new TraceBuilder();
    private final ThreadScript main =
            trace.thread("main", ThreadType.INITIAL).begin().initialTaskBegin();

    private long create() {
        return main.create(THREAD_POOL_EXECUTOR, 0, 0, 0);
    }

    private void run(ThreadScript worker, long task, long millis) {
        worker.start(THREAD_POOL_EXECUTOR, task);
        trace.pass(millis * MILLI);
        worker.complete(THREAD_POOL_EXECUTOR);
    }

    private ThreadScript worker(long pool, String name) {
        ThreadScript worker =
                trace.thread(name + "-thread-1", ThreadType.WORKER).begin();
        worker.pool(THREAD_POOL_EXECUTOR, BEGIN, name, pool, 1, 0);
        return worker.poolWorker(THREAD_POOL_EXECUTOR, BEGIN, pool);
    }

    private static void assertLength(JsonNode row, double mean, int most) {
        assertThat(row.get("queue_length").asDouble()).isCloseTo(mean, within(0.001));
        assertThat(row.get("queue_length_max").asInt()).isEqualTo(most);
    }

    @Test
    void isWeightedByTimeOverTheLifeOfThePool() throws IOException {
        long pool = trace.newId();
        ThreadScript worker = worker(pool, "pool-1");
        ThreadScript other = worker(trace.newId(), "pool-2");
        long first = create();
        long second = create();
        long third = create();
        run(worker, second, 30); // Meanwhile two other tasks are queued.
        run(worker, first, 20); // Meanwhile one task is queued.
        run(other, create(), 50);
        run(worker, third, 0);
        trace.pass(20 * MILLI);
        worker.pool(THREAD_POOL_EXECUTOR, END, "pool-1", pool, 1, 0);
        worker.poolWorker(THREAD_POOL_EXECUTOR, END, pool).end();
        trace.pass(500 * MILLI);
        main.initialTaskEnd();

        JsonNode report = ReportData.of(trace.build());
        // The length is 2 for 30 ms, 1 for 20 and 50 ms, and 0 for 20 ms.
        assertLength(ReportData.row(report, "pools", "pool", "pool-1"), (2 * 30 + 20 + 50) / 120.0, 3);
        assertLength(ReportData.row(report, "pools", "pool", "pool-2"), 0, 1);
    }

    @Test
    void timeThatIsNotRecordedDoesNotCount() throws IOException {
        ThreadScript worker = worker(trace.newId(), "pool-1");
        long first = create();
        trace.pass(10 * MILLI);
        run(worker, first, 30);
        long from = trace.now();
        trace.pass(1_000 * MILLI);
        long to = trace.now();
        trace.pass(60 * MILLI);
        main.initialTaskEnd();

        TraceInMemory whole = trace.build();
        Trace paused = new TraceWithEvents(whole, whole.eventList(), List.of(new Pause(from, to)));
        JsonNode report = ReportData.of(paused);
        assertLength(ReportData.row(report, "pools", "pool", "pool-1"), 10 / 100.0, 1);
    }
}
