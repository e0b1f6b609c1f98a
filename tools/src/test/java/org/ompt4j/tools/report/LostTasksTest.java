package org.ompt4j.tools.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.ompt4j.ompt.Construct.THREAD_POOL_EXECUTOR;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.ompt4j.ompt.ScopeEndpoint;
import org.ompt4j.ompt.SyncRegionKind;
import org.ompt4j.ompt.ThreadType;
import org.ompt4j.tools.testing.ReportData;
import org.ompt4j.tools.testing.ThreadScript;
import org.ompt4j.tools.testing.TraceBuilder;

/** More tasks are submitted and never run than the report keeps at the same time; later tasks are found nevertheless. */
class LostTasksTest {
    private static final int MOST = 200_000;
    private static final int NEVER_RUN = MOST + 100;
    private static final int RUN = 50;
    private static final long MILLI = 1_000_000;

    private final TraceBuilder trace = new TraceBuilder();
    private final int lost = trace.callSite("app.Main.lost(Main.java:5)");
    private final int submit = trace.callSite("app.Main.submit(Main.java:9)");
    private final int get = trace.callSite("app.Main.get(Main.java:10)");
    private final int body = trace.body("app.Work.run");

    private JsonNode report() throws IOException {
        long pool = trace.newId();
        ThreadScript main = trace.thread("main", ThreadType.INITIAL).begin().initialTaskBegin();
        main.pool(THREAD_POOL_EXECUTOR, ScopeEndpoint.BEGIN, "pool-1", pool, 1, lost);
        ThreadScript worker = trace.thread("pool-1-thread-1", ThreadType.WORKER)
                .begin()
                .poolWorker(THREAD_POOL_EXECUTOR, ScopeEndpoint.BEGIN, pool);
        for (int i = 0; i < NEVER_RUN; i++) {
            main.create(THREAD_POOL_EXECUTOR, 0, lost, 0);
        }
        for (int i = 0; i < RUN; i++) {
            long task = main.create(THREAD_POOL_EXECUTOR, 0, submit, body);
            wait(main, ScopeEndpoint.BEGIN, task);
            worker.start(THREAD_POOL_EXECUTOR, task);
            trace.pass(10 * MILLI);
            worker.complete(THREAD_POOL_EXECUTOR);
            wait(main, ScopeEndpoint.END, task);
        }
        worker.poolWorker(THREAD_POOL_EXECUTOR, ScopeEndpoint.END, pool).end();
        main.initialTaskEnd().end();
        return ReportData.of(trace.build());
    }

    private void wait(ThreadScript main, ScopeEndpoint endpoint, long task) {
        boolean begins = endpoint == ScopeEndpoint.BEGIN;
        if (begins) {
            main.sync(THREAD_POOL_EXECUTOR, SyncRegionKind.TASKWAIT, endpoint, task, get);
        }
        main.syncWait(THREAD_POOL_EXECUTOR, SyncRegionKind.TASKWAIT, endpoint, task, get);
        if (!begins) {
            main.sync(THREAD_POOL_EXECUTOR, SyncRegionKind.TASKWAIT, endpoint, task, get);
        }
    }

    @Test
    void tasksThatRunAreFollowedAndTheLossIsSaid() throws IOException {
        JsonNode report = report();

        JsonNode pool = ReportData.table(report, "pools").at("/rows/0");
        assertThat(pool.get("submitted").asInt()).isEqualTo(RUN);
        assertThat(pool.get("ran").asLong()).isGreaterThanOrEqualTo(RUN * 10 * MILLI);
        JsonNode waits = ReportData.table(report, "who_made_whom_wait");
        JsonNode cause = waits.at("/rows/0/portions/0");
        assertThat(cause.get("what").asText()).isEqualTo("work in");
        assertThat(cause.get("name").asText()).isEqualTo("app.Work.run");
        assertThat(cause.get("ns").asLong()).isGreaterThanOrEqualTo(RUN * 10 * MILLI);
        assertThat(waits.at("/notes/0/not_followed").asInt()).isEqualTo(NEVER_RUN + 1 - MOST);
        JsonNode path = ReportData.table(report, "critical_path");
        assertThat(path.toString()).contains("app.Work.run");
        assertThat(path.at("/notes").toString()).contains("\"not_followed\":" + (NEVER_RUN + 1 - MOST));
    }
}
