package org.ompt4j.tools.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.ompt4j.ompt.Construct.SLEEP;
import static org.ompt4j.ompt.Construct.THREAD;
import static org.ompt4j.ompt.Construct.VIRTUAL_THREAD;
import static org.ompt4j.ompt.ScopeEndpoint.BEGIN;
import static org.ompt4j.ompt.ScopeEndpoint.END;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.ompt4j.ompt.State;
import org.ompt4j.ompt.ThreadType;
import org.ompt4j.tools.read.Trace;
import org.ompt4j.tools.testing.ReportData;
import org.ompt4j.tools.testing.ReportText;
import org.ompt4j.tools.testing.ThreadScript;
import org.ompt4j.tools.testing.TraceBuilder;

/** Virtual threads that could run while carriers run other threads. */
class CarrierWaitsFindingTest {
    private static final int WIDTH = 120;
    private static final long MILLI = 1_000_000;

    private final TraceBuilder trace = new TraceBuilder();
    private final ThreadScript main =
            trace.thread("main", ThreadType.INITIAL).begin().initialTaskBegin();
    private final ThreadScript carrier =
            trace.thread("carrier", ThreadType.WORKER).begin();
    private final int site = trace.callSite("app.Main.beat(Main.java:20)");

    private ThreadScript virtual(String code) {
        return trace.virtualThread(
                main.createVirtual(trace.callSite("app.Main.run(Main.java:5)"), trace.body("app.Main." + code)));
    }

    /** A thread sleeps and runs again too late, after another thread has computed for 100 ms in all. Then it works for 10 ms. */
    private Trace beatsLate(long lateMillis) {
        return beatsLate(lateMillis, 10, 0);
    }

    /** As before, but the carrier is idle for some time before the other thread computes. */
    private Trace beatsLate(long lateMillis, long workedMillis, long idleMillis) {
        ThreadScript beat = virtual("beat");
        ThreadScript compute = virtual("compute");
        beat.mount(carrier).wait(SLEEP, State.WAIT_SLEEP, BEGIN, 0, site).unmount();
        trace.pass(idleMillis * MILLI);
        compute.mount(carrier);
        trace.pass(100 * MILLI);
        compute.complete(THREAD);
        beat.mount(carrier);
        if (lateMillis > 0) {
            beat.late(VIRTUAL_THREAD, lateMillis * MILLI, 0);
        }
        beat.wait(SLEEP, State.WAIT_SLEEP, END, 0, site);
        trace.pass(workedMillis * MILLI);
        beat.complete(THREAD);
        return trace.build();
    }

    static Trace trace() {
        return new CarrierWaitsFindingTest().beatsLate(80);
    }

    @Test
    void whatWaitedAndWhatRanMeanwhileIsTold() throws IOException {
        assertThat(ReportText.findings(trace()).replaceAll("\\s+", " "))
                .contains(
                        "Virtual threads waited 80.0 ms in all for a carrier after what they had waited for was over: "
                                + "1 time, once for 80.0 ms. At least one did for 80.0 ms")
                .contains("What waited: Main.beat 100.0 %.")
                .contains("What their carriers ran meanwhile: Main.compute 100.0 %.");
        JsonNode finding = ReportData.of(trace()).get("findings").get(0);
        assertThat(finding.get("kind").asText()).isEqualTo("carrier_waits");
        assertThat(finding.get("meanwhile").get(0).get("ns").asLong()).isBetween(79 * MILLI, 80 * MILLI);
    }

    @Test
    void adviceIsForWhatKeepsCarriersForLongAndNotForManyThreadsThatGoOnAtOnce() throws IOException {
        assertThat(ReportText.findings(trace()).replaceAll("\\s+", " "))
                .contains("try to have what keeps carriers for long done by a pool of platform threads");

        String many = ReportText.findings(manyGoOnAtOnce(2_000, 50_000)).replaceAll("\\s+", " ");

        assertThat(many)
                .contains("Many could go on at the same time, and each needed a carrier for a moment only.")
                .doesNotContain("try to have what keeps carriers");
    }

    private Trace manyGoOnAtOnce(int count, long eachNanos) {
        List<ThreadScript> all = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            ThreadScript each = virtual("beat");
            each.mount(carrier).wait(SLEEP, State.WAIT_SLEEP, BEGIN, 0, site).unmount();
            all.add(each);
        }
        for (int i = 0; i < count; i++) {
            ThreadScript each = all.get(i).mount(carrier);
            if (i * eachNanos >= MILLI) {
                each.late(VIRTUAL_THREAD, i * eachNanos, 0);
            }
            each.wait(SLEEP, State.WAIT_SLEEP, END, 0, site);
            trace.pass(eachNanos);
            each.complete(THREAD);
        }
        return trace.build();
    }

    @Test
    void lessThanTheLeastIsNoFinding() throws IOException {
        assertThat(ReportText.findings(beatsLate(50))).contains("Nothing stands out.");
    }

    @Test
    void whatCarriersRanIsNotKnownOfAllTheTime() throws IOException {
        assertThat(ReportText.findings(beatsLate(125, 10, 30)).replaceAll("\\s+", " "))
                .contains("What their carriers ran meanwhile: Main.compute 80.0 %; for the rest nothing, or it is not"
                        + " known.");
    }

    @Test
    void noAdviceIsGivenWhereCarriersAreKnownToHaveRunOthersForLessThanHalfOfTheTime() throws IOException {
        assertThat(ReportText.findings(beatsLate(250, 10, 155)).replaceAll("\\s+", " "))
                .contains("A virtual thread leaves its carrier only where it waits, and if nothing pins it.")
                .doesNotContain("try to have what keeps carriers");
    }

    /** This is normal if processors are busy and all threads get their turn. */
    @Test
    void whoWorksLongerThanItWaitsForACarrierIsNoFinding() throws IOException {
        assertThat(ReportText.findings(beatsLate(80, 90, 0))).contains("Nothing stands out.");
    }

    @Test
    void whoStillWorksWhenTheRecordingEndsHasWorkedToo() throws IOException {
        ThreadScript beat = virtual("beat");
        beat.mount(carrier).wait(SLEEP, State.WAIT_SLEEP, BEGIN, 0, site).unmount();
        trace.pass(100 * MILLI);
        beat.mount(carrier).late(VIRTUAL_THREAD, 80 * MILLI, 0).wait(SLEEP, State.WAIT_SLEEP, END, 0, site);
        trace.pass(200 * MILLI);
        main.wakeup(SLEEP, 0, site);

        assertThat(ReportText.findings(trace.build())).contains("Nothing stands out.");
    }

    @Test
    void tableOfVirtualThreadsHasTheTimeForACarrierApart() throws IOException {
        assertThat(ReportText.of(trace(), WIDTH))
                .containsPattern("started +mounts +mounted +waiting +late +code\n")
                .containsPattern(" 1 +2 +10\\.0 ms +100 ms +80\\.0 ms +app\\.Main\\.beat\n");
    }

    @Test
    void pathGoesOnThroughWhatTheCarrierRan() throws IOException {
        assertThat(ReportText.of(trace(), WIDTH))
                .containsPattern("100 ms +90\\.9 % +task in +app\\.Main\\.compute")
                .doesNotContainPattern(" ms .*sleep at");
    }

    @Test
    void whoCouldNotGoOnBeforeTheCarrierWasFreeSlept() throws IOException {
        assertThat(ReportText.of(beatsLate(0), WIDTH)).containsPattern("100 ms +90\\.9 % +sleep at");
    }
}
