package org.ompt4j.tools.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.ompt4j.ompt.Construct.THREAD_POOL_EXECUTOR;
import static org.ompt4j.ompt.ScopeEndpoint.BEGIN;
import static org.ompt4j.ompt.ScopeEndpoint.END;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.ompt4j.ompt.ThreadType;
import org.ompt4j.tools.read.Trace;
import org.ompt4j.tools.testing.ReportData;
import org.ompt4j.tools.testing.ReportText;
import org.ompt4j.tools.testing.ThreadScript;
import org.ompt4j.tools.testing.TraceBuilder;

/** Pools that are created again and again and never shut down. */
class AbandonedPoolsFindingTest {
    private static final long MILLI = 1_000_000;
    private static final int FEWEST = 10;
    private static final String SAYS = "Left behind: ";

    private final TraceBuilder trace = new TraceBuilder();
    private final int made = trace.callSite("app.Main.request(Main.java:3)");
    private final int submitted = trace.callSite("app.Main.request(Main.java:5)");
    private final List<Pool> pools = new ArrayList<>();
    private final ThreadScript main =
            trace.thread("main", ThreadType.INITIAL).begin().initialTaskBegin();

    private record Pool(long id, ThreadScript worker) {}

    private void makes(int count) {
        for (int i = 0; i < count; i++) {
            long id = trace.newId();
            ThreadScript worker = trace.thread("pool-" + id + "-thread-1", ThreadType.WORKER)
                    .begin()
                    .pool(THREAD_POOL_EXECUTOR, BEGIN, "pool-" + id, id, 1, made)
                    .poolWorker(THREAD_POOL_EXECUTOR, BEGIN, id);
            pools.add(new Pool(id, worker));
            uses(worker);
        }
    }

    private void uses(ThreadScript worker) {
        worker.start(THREAD_POOL_EXECUTOR, main.create(THREAD_POOL_EXECUTOR, 0, submitted, 0));
        trace.pass(10 * MILLI);
        worker.complete(THREAD_POOL_EXECUTOR);
    }

    private void tellsEnd(ThreadScript teller, Pool pool) {
        teller.pool(THREAD_POOL_EXECUTOR, END, "pool-" + pool.id, pool.id, 1, made);
    }

    private void endsWorker(Pool pool) {
        pool.worker.poolWorker(THREAD_POOL_EXECUTOR, END, pool.id).end();
    }

    /** Ends all pools and then their workers, in the order of the runtime. */
    private Trace end() {
        pools.forEach(each -> tellsEnd(main, each));
        pools.forEach(this::endsWorker);
        main.initialTaskEnd().end();
        return trace.build();
    }

    private static String findings(Trace ended) throws IOException {
        return ReportText.findings(ended).replaceAll("\\s+", " ");
    }

    /** One pool more than the threshold, since the last one may still be used. */
    static Trace trace() {
        AbandonedPoolsFindingTest run = new AbandonedPoolsFindingTest();
        run.makes(FEWEST + 1);
        return run.end();
    }

    @Test
    void poolsThatTheRunEndsAreTold() throws IOException {
        assertThat(findings(trace()))
                .contains(
                        SAYS + "11 pools made at Main.request(Main.java:3) were still there at the end of the run, with"
                                + " 11 threads that had no task. 10 of them had done their last task before the last one was made.");
        JsonNode finding = ReportData.of(trace()).get("findings").get(0);
        assertThat(finding.get("kind").asText()).isEqualTo("abandoned_pools");
        assertThat(finding.get("made_at").asText()).isEqualTo("app.Main.request(Main.java:3)");
        assertThat(finding.get("pools").asInt()).isEqualTo(11);
        assertThat(finding.get("threads").asInt()).isEqualTo(11);
        assertThat(finding.get("abandoned").asInt()).isEqualTo(10);
    }

    /** The trace of a killed program has no ends of pools. */
    @Test
    void poolsWhoseEndIsNotToldAreThere() throws IOException {
        makes(FEWEST + 1);

        assertThat(findings(trace.build())).contains(SAYS + "11 pools");
    }

    /** The missing events may be ends of pools. */
    @Test
    void whereEventsAreMissingItIsNotKnownWhichAreThere() throws IOException {
        makes(FEWEST + 1);
        trace.dropped(1, "the disk is full");

        assertThat(findings(trace.build()))
                .doesNotContain(SAYS)
                .contains(
                        "Not looked for, since events are missing: pools that wait for themselves or are left behind");
    }

    @Test
    void fewerMayBeMeantToStay() throws IOException {
        makes(FEWEST);

        assertThat(findings(end())).doesNotContain(SAYS);
    }

    @Test
    void poolsThatAreUsedAgainAreMeantToStay() throws IOException {
        makes(FEWEST + 1);
        pools.forEach(each -> uses(each.worker));

        assertThat(findings(end())).doesNotContain(SAYS);
    }

    @Test
    void poolsThatAProgramMakesAsItStartsAreMeantToStay() throws IOException {
        makes(FEWEST + 1);
        long of = pools.size() * 10 * MILLI;
        trace.pass(9 * of);

        assertThat(findings(end())).doesNotContain(SAYS);
    }

    /** A thread that finds a pool terminated may report its end before the last worker has ended. */
    @Test
    void poolThatIsFoundTerminatedIsNotLeft() throws IOException {
        for (int i = 0; i <= FEWEST + 1; i++) {
            makes(1);
            tellsEnd(main, pools.get(0));
            endsWorker(pools.remove(0));
        }

        assertThat(findings(end())).doesNotContain(SAYS);
    }

    /** The last worker of a pool may report the end of the pool too. */
    @Test
    void poolThatItsWorkerEndsIsNotLeft() throws IOException {
        makes(FEWEST + 1);
        pools.forEach(each -> tellsEnd(each.worker, each));
        pools.forEach(this::endsWorker);
        pools.clear();

        assertThat(findings(end())).doesNotContain(SAYS);
    }
}
