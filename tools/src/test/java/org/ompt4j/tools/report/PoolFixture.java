package org.ompt4j.tools.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.ompt4j.ompt.Construct.THREAD_POOL_EXECUTOR;
import static org.ompt4j.ompt.ScopeEndpoint.BEGIN;
import static org.ompt4j.ompt.ScopeEndpoint.END;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.ThreadType;
import org.ompt4j.tools.testing.ReportText;
import org.ompt4j.tools.testing.ThreadScript;
import org.ompt4j.tools.testing.TraceBuilder;

/** A pool whose workers run tasks as a test writes it. */
abstract class PoolFixture {
    static final long MILLI = 1_000_000;
    final TraceBuilder trace = new TraceBuilder();
    final ThreadScript main = trace.thread("main", ThreadType.INITIAL).begin().initialTaskBegin();
    final List<ThreadScript> workers = new ArrayList<>();
    final long pool = trace.newId();

    void pool(int size) {
        pool(pool, "pool", size, size);
    }

    void pool(long id, String name, int size, int requested) {
        pool(THREAD_POOL_EXECUTOR, id, name, size, requested);
    }

    void pool(Construct construct, long id, String name, int size, int requested) {
        for (int i = 0; i < size; i++) {
            ThreadScript worker =
                    trace.thread(name + "-" + i, ThreadType.WORKER).begin();
            if (i == 0) {
                int site = trace.callSite("app.Main.pool(Main.java:12)");
                worker.pool(construct, BEGIN, name, id, requested, site);
            }
            workers.add(worker.poolWorker(construct, BEGIN, id));
        }
    }

    List<Long> submit(Construct construct, int count) {
        return submit(construct, false, count);
    }

    List<Long> submit(Construct construct, boolean hasDependences, int count) {
        List<Long> tasks = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            tasks.add(main.create(
                    construct,
                    0,
                    hasDependences,
                    trace.callSite("app.Main.submit(Main.java:13)"),
                    trace.body("app.Main.fetch")));
        }
        return tasks;
    }

    void end() {
        for (int i = 0; i < workers.size(); i++) {
            if (i == workers.size() - 1) {
                workers.get(i).pool(THREAD_POOL_EXECUTOR, END, "pool", pool, 2, 0);
            }
            workers.get(i).poolWorker(THREAD_POOL_EXECUTOR, END, pool).end();
        }
        main.initialTaskEnd().end();
    }

    void assertNothingStandsOut() throws IOException {
        assertThat(ReportText.of(trace.build(), 200)).contains("Nothing stands out.");
    }
}
