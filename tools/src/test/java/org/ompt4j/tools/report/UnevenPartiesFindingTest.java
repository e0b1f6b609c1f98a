package org.ompt4j.tools.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.ompt4j.ompt.Construct.CYCLIC_BARRIER;
import static org.ompt4j.ompt.ScopeEndpoint.BEGIN;
import static org.ompt4j.ompt.ScopeEndpoint.END;
import static org.ompt4j.ompt.SyncRegionKind.BARRIER_EXPLICIT;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.ompt4j.ompt.ScopeEndpoint;
import org.ompt4j.ompt.ThreadType;
import org.ompt4j.ompt.WaitOutcome;
import org.ompt4j.tools.read.Trace;
import org.ompt4j.tools.testing.ReportData;
import org.ompt4j.tools.testing.ReportText;
import org.ompt4j.tools.testing.ThreadScript;
import org.ompt4j.tools.testing.TraceBuilder;

/** Three threads use a barrier again and again, and one of them mostly arrives last. */
class UnevenPartiesFindingTest {
    private static final long MILLI = 1_000_000;

    private final TraceBuilder trace = new TraceBuilder();
    private final ThreadScript[] parties = {
        trace.thread("one", ThreadType.INITIAL),
        trace.thread("two", ThreadType.INITIAL),
        trace.thread("three", ThreadType.INITIAL)
    };
    private final long barrier = trace.waitId(CYCLIC_BARRIER, "java.util.concurrent.CyclicBarrier");
    private final int site = trace.callSite("app.Step.await(Step.java:3)");

    /** A run in which one of the parties mostly arrives last. */
    static Trace trace() {
        UnevenPartiesFindingTest run = new UnevenPartiesFindingTest();
        run.partyComesLast(1);
        return run.trace.build();
    }

    private void partyComesLast(int last) {
        ThreadScript.beginAll(parties);
        for (int i = 0; i < 20; i++) {
            meet(last);
        }
        ThreadScript.endAll(parties);
    }

    private void arrives(ThreadScript party) {
        party.sync(CYCLIC_BARRIER, BARRIER_EXPLICIT, BEGIN, barrier, site);
        waits(party, BEGIN);
    }

    private void leaves(ThreadScript party) {
        waits(party, END);
        party.sync(CYCLIC_BARRIER, BARRIER_EXPLICIT, END, barrier, site);
    }

    private void waits(ThreadScript party, ScopeEndpoint endpoint) {
        party.syncWait(CYCLIC_BARRIER, BARRIER_EXPLICIT, endpoint, barrier, site);
    }

    /** Two parties arrive, and after 10 ms the last one. */
    private void meet(int last) {
        for (int i = 1; i < parties.length; i++) {
            arrives(parties[(last + i) % parties.length]);
        }
        trace.pass(10 * MILLI);
        arrives(parties[last]);
        for (ThreadScript each : parties) {
            leaves(each);
        }
    }

    @Test
    void partyThatAlwaysComesLastIsNamed() throws IOException {
        partyComesLast(1);

        assertThat(ReportText.findings(trace.build()))
                .contains("Uneven parties: at CyclicBarrier #" + barrier
                        + " 3 threads waited 400 ms in all for one another, in a run of 200 ms, ")
                .contains(
                        "\"two\" waited 60.0 us, the others 200 ms on average, at Step.await(Step.java:3), the longest time 10.0 ms.")
                .contains("Try to give it less to do before they meet.");
        JsonNode finding = ReportData.of(trace.build()).at("/findings/0");
        assertThat(finding.path("kind").asText()).isEqualTo("uneven_parties");
        assertThat(finding.path("last").asText()).isEqualTo("two");
        assertThat(finding.path("passes").asLong()).isEqualTo(60);
        assertThat(finding.path("cost_ns").asLong())
                .isEqualTo(finding.path("waited_ns").asLong()
                        - 3 * finding.path("last_waited_ns").asLong());
    }

    /** At an exchanger the partner may never come. */
    @Test
    void waitsWhoseTimeIsOverHaveMetNobody() throws IOException {
        ThreadScript.beginAll(parties);
        for (int i = 0; i < 20; i++) {
            for (ThreadScript each : parties) {
                arrives(each);
                leaves(each);
            }
            arrives(parties[0]);
            trace.pass(10 * MILLI);
            parties[0].syncWaitEnds(CYCLIC_BARRIER, BARRIER_EXPLICIT, WaitOutcome.TIMEOUT, barrier, site);
            parties[0].sync(CYCLIC_BARRIER, BARRIER_EXPLICIT, END, barrier, site);
        }
        ThreadScript.endAll(parties);

        assertThat(ReportText.findings(trace.build())).contains("Nothing stands out.");
    }

    @Test
    void virtualThreadThatWaitsIsNamedAndNotItsCarrier() throws IOException {
        ThreadScript.beginAll(parties);
        long task = parties[0].createVirtual(0, 0);
        ThreadScript virtual = trace.virtualThread(task).mount(parties[0]);
        for (int i = 0; i < 20; i++) {
            arrives(virtual);
            trace.pass(10 * MILLI);
            arrives(parties[1]);
            leaves(parties[1]);
            leaves(virtual);
        }
        virtual.unmount();

        // The first finding is that the virtual thread is pinned while it waits.
        JsonNode finding = ReportData.of(trace.build()).at("/findings/1");
        assertThat(finding.path("kind").asText()).isEqualTo("uneven_parties");
        assertThat(finding.path("last").asText()).isEqualTo("two");
        assertThat(finding.at("/interval/thread_id").asLong()).isEqualTo(task);
    }

    @Test
    void partiesThatComeLastInTurnAreEven() throws IOException {
        ThreadScript.beginAll(parties);
        for (int i = 0; i < 21; i++) {
            meet(i % parties.length);
        }
        ThreadScript.endAll(parties);

        assertThat(ReportText.findings(trace.build())).doesNotContain("Uneven parties");
    }

    /** In a few rounds a thread can be last by chance. */
    @Test
    void fewRoundsSayNothing() throws IOException {
        ThreadScript.beginAll(parties);
        for (int i = 0; i < 19; i++) {
            meet(1);
        }
        ThreadScript.endAll(parties);

        assertThat(ReportText.findings(trace.build())).doesNotContain("Uneven parties");
    }
}
