package org.ompt4j.tools.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.ompt4j.ompt.Construct.READ_WRITE_LOCK;
import static org.ompt4j.ompt.Construct.REENTRANT_LOCK;
import static org.ompt4j.ompt.Construct.SYNCHRONIZED;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.MutexImpl;
import org.ompt4j.ompt.MutexKind;
import org.ompt4j.ompt.ScopeEndpoint;
import org.ompt4j.ompt.State;
import org.ompt4j.tools.read.CountedEvents;
import org.ompt4j.tools.read.Trace;
import org.ompt4j.tools.testing.ReportData;
import org.ompt4j.tools.testing.ThreadScript;
import org.ompt4j.tools.testing.TraceWithEvents;

/** What is said of waits for mutexes, of those who held them, and of what is not known. */
class FindingSectionTest extends MutexFixture {

    @Test
    void waitsThatHadNotEndedWhenTheRecordingDidAreCounted() throws IOException {
        begin();
        take(left, a, "app.Left.outer(Left.java:1)");
        ask(right, a, "app.Right.inner(Right.java:2)");
        ask(third, a, "app.Right.inner(Right.java:2)");
        trace.pass(100 * MILLI);
        release(left, a);
        get(right, a, "app.Right.inner(Right.java:2)");
        trace.pass(100 * MILLI);

        assertThat(findings(150)).contains("    1 of these waits had not ended when the recording did.\n");
        assertThat(ReportData.of(trace.build()).at("/findings/0/not_ended").asInt())
                .isEqualTo(1);
    }

    /** A wait that has not ended has not made the run longer. */
    @Test
    void nothingIsSavedWhereNoWaitHasEnded() throws IOException {
        begin();
        take(left, a, "app.Left.outer(Left.java:1)");
        ask(right, a, "app.Right.inner(Right.java:2)");
        trace.pass(100 * MILLI);

        assertThat(findings(150))
                .contains("    This wait had not ended when the recording did.\n")
                .doesNotContain("Without these waits");
    }

    /** There are nine holds of 10 ms at different call sites: five of them are more than half of the waiting. */
    @Test
    void asManyPartsAreShownAsMakeUpHalfOfTheWaiting() throws IOException {
        begin();
        for (int i = 0; i < 9; i++) {
            takeLock(left, "app.Left.hold(Left.java:" + (i + 1) + ")");
            ask(third, "app.Third.wait(Third.java:1)");
            trace.pass(10 * MILLI);
            giveLock(left, "app.Left.give(Left.java:9)");
            get(third, "app.Third.wait(Third.java:1)");
            giveLock(third, "app.Third.give(Third.java:9)");
        }
        end();

        assertThat(findings(150)).contains("    40.0 ms: 5 smaller parts.");
        assertThat(findings(150).lines().filter(each -> each.contains("while \"left\" held it")))
                .hasSize(5);
    }

    @Test
    void waitIsDividedAmongThoseWhoHeldTheLockMeanwhile() throws IOException {
        begin();
        takeLock(left, "app.Left.hold(Left.java:1)");
        ask(third, "app.Third.wait(Third.java:1)");
        ask(right, "app.Right.hold(Right.java:1)");
        trace.pass(300 * MILLI);
        giveLock(left, "app.Left.hold(Left.java:9)");
        get(right, "app.Right.hold(Right.java:1)");
        trace.pass(100 * MILLI);
        giveLock(right, "app.Right.hold(Right.java:9)");
        trace.pass(20 * MILLI);
        get(third, "app.Third.wait(Third.java:1)");
        giveLock(third, "app.Third.wait(Third.java:9)");
        end();

        assertThat(findings(150))
                .contains("Waiting for Lock #7 took 720 ms in all, in a run of 420 ms: 2 waits, the longest 420 ms.")
                .contains("300 ms: \"third\" waited at Third.wait(Third.java:1) while \"left\" held it from Left.hold")
                .contains("300 ms: \"right\" waited at Right.hold(Right.java:1) while \"left\" held it from Left.hold")
                .contains("100 ms: \"third\" waited at Third.wait(Third.java:1) while \"right\" held it from Right")
                .contains("20.0 ms: 2 smaller parts.")
                // During all of the 420 ms at least one thread waited, but four processors need 135 ms for the work.
                .contains("Without these waits the run would be at most 285 ms shorter, ")
                .contains("Who held it mostly worked: try to do less in the hold");
    }

    /** A sleep in the hold would be counted as work, although it needs no processor. */
    @Test
    void whereSettingsLeaveOutWaitsWhatAHolderDidIsNotKnown() throws IOException {
        trace.configure("constructs", "all,-sleep").configure("exclude", "app.Other");
        begin();
        takeLock(left, "app.Left.hold(Left.java:1)");
        ask(third, "app.Third.wait(Third.java:1)");
        trace.pass(300 * MILLI);
        giveLock(left, "app.Left.hold(Left.java:9)");
        get(third, "app.Third.wait(Third.java:1)");
        giveLock(third, "app.Third.wait(Third.java:9)");
        end();

        assertThat(findings(150))
                .contains("Without these waits the run would be at most 300 ms shorter, ")
                .contains("Who held it mostly worked, or waited in what settings leave out: try to")
                .contains("Waits that settings leave out count as work: constructs (sleep), exclude.");
    }

    @Test
    void contendedTraceBlamesWhoReleased() throws IOException {
        trace.configure("mutex.detail", "contended");
        begin();
        ask(third, "app.Third.wait(Third.java:1)");
        ask(right, "app.Right.hold(Right.java:1)");
        trace.pass(300 * MILLI);
        giveLock(left, "app.Left.hold(Left.java:9)");
        get(right, "app.Right.hold(Right.java:1)");
        trace.pass(100 * MILLI);
        giveLock(right, "app.Right.hold(Right.java:9)");
        get(third, "app.Third.wait(Third.java:1)");
        end();

        assertThat(findings(150))
                .contains(
                        "300 ms: \"third\" waited at Third.wait(Third.java:1) until \"left\" released it at Left.hold")
                .contains("100 ms: \"third\" waited at Third.wait(Third.java:1) until \"right\" released it at Right")
                .contains("300 ms: \"right\" waited at Right.hold(Right.java:1) until \"left\" released it");
    }

    @Test
    void whereReleasesWereCountedTheHolderIsNotKnown() throws IOException {
        trace.configure("mutex.detail", "contended");
        begin();
        ask(third, "app.Third.wait(Third.java:1)");
        trace.pass(300 * MILLI);
        giveLock(left, "app.Left.hold(Left.java:9)");
        get(third, "app.Third.wait(Third.java:1)");
        end();
        Trace whole = trace.build();
        CountedEvents counted = new CountedEvents(
                right.id(), Event.MUTEX_RELEASED, null, REENTRANT_LOCK, 1, 9, 0, 0, 100 * MILLI, 200 * MILLI);

        assertThat(findings(new TraceWithEvents(whole, trace.build().eventList(), List.of(), List.of(counted)), 150))
                .contains("300 ms: \"third\" waited at Third.wait(Third.java:1); who held it is not known.");
    }

    /** A read-write lock that readers always hold while a writer waits has such a trace. */
    @Test
    void whereNoReleaseIsToldItIsSaidWhichProfileTellsTheHolder() throws IOException {
        trace.configure("mutex.detail", "contended");
        begin();
        ask(third, "app.Third.wait(Third.java:1)");
        trace.pass(300 * MILLI);
        get(third, "app.Third.wait(Third.java:1)");
        end();

        assertThat(findings(150))
                .contains("300 ms: \"third\" waited at Third.wait(Third.java:1); who held it is not known.")
                .contains("Who gets a lock without a wait for it is told with profile=full only.");
    }

    @Test
    void readersShareTheBlame() throws IOException {
        begin();
        for (ThreadScript each : List.of(left, right)) {
            int site = trace.callSite("app.Cache.get" + each.id() + "(Cache.java:1)");
            each.acquire(READ_WRITE_LOCK, MutexKind.LOCK, MutexImpl.READ_FAIR, cache, site);
            each.acquired(READ_WRITE_LOCK, MutexKind.LOCK, cache, site);
        }
        int put = trace.callSite("app.Cache.put(Cache.java:9)");
        third.acquire(READ_WRITE_LOCK, MutexKind.NEST_LOCK, MutexImpl.WRITE_FAIR, cache, put);
        trace.pass(200 * MILLI);
        left.released(READ_WRITE_LOCK, MutexKind.LOCK, cache, 1);
        trace.pass(100 * MILLI);
        right.released(READ_WRITE_LOCK, MutexKind.LOCK, cache, 2);
        third.acquired(READ_WRITE_LOCK, MutexKind.NEST_LOCK, cache, put);
        end();

        assertThat(findings(150))
                .contains("200 ms: \"third\" waited at Cache.put(Cache.java:9) while \"right\" held it from")
                .contains("100 ms: \"third\" waited at Cache.put(Cache.java:9) while \"left\" held it from");
    }

    @Test
    void whatEndedWithoutTheLockIsAWaitToo() throws IOException {
        begin();
        takeLock(left, "app.Left.hold(Left.java:1)");
        int site = trace.callSite("app.Third.wait(Third.java:1)");
        third.acquire(REENTRANT_LOCK, MutexKind.TEST_NEST_LOCK, MutexImpl.REENTRANT_FAIR, lock, site);
        trace.pass(300 * MILLI);
        third.wait(REENTRANT_LOCK, State.WAIT_LOCK, ScopeEndpoint.END, lock, site);
        trace.pass(300 * MILLI);
        giveLock(left, "app.Left.hold(Left.java:9)");
        end();

        assertThat(findings(150)).contains("300 ms: \"third\" waited at Third.wait(Third.java:1) while \"left\" held");
    }

    @Test
    void shortWaitStandsOutInNoRun() throws IOException {
        begin();
        takeLock(left, "app.Left.hold(Left.java:1)");
        ask(third, "app.Third.wait(Third.java:1)");
        trace.pass(49 * MILLI);
        giveLock(left, "app.Left.hold(Left.java:9)");
        get(third, "app.Third.wait(Third.java:1)");
        trace.pass(5_000 * MILLI);
        end();

        assertThat(findings()).contains("Nothing stands out.");
    }

    @Test
    void lockThatIsHeldLongWhileNobodyWaitsIsNoFinding() throws IOException {
        begin();
        takeLock(left, "app.Left.hold(Left.java:1)");
        trace.pass(900 * MILLI);
        giveLock(left, "app.Left.hold(Left.java:9)");
        takeLock(right, "app.Right.hold(Right.java:1)");
        giveLock(right, "app.Right.hold(Right.java:9)");
        end();

        assertThat(findings()).contains("Nothing stands out.");
    }

    /** Whose monitors and locks are observed with other settings, so a run with such waits would seem healthy. */
    @Test
    void whereEveryOperationIsTracedWaitsInsideTheJdkAreMissing() throws IOException {
        String missing =
                "Not looked for: waits for locks and monitors inside the JDK, as of a synchronizedMap, which profile=default tells.";

        assertThat(findings()).contains(missing);
        trace.configure("mutex.detail", "contended");
        assertThat(findings()).doesNotContain("inside the JDK");
    }

    @Test
    void traceWithoutMutexesSaysThatNothingCouldBeFound() throws IOException {
        trace.configure("mutex.detail", "off");

        assertThat(findings()).contains("Not looked for: deadlocks, lock orders and waits for mutexes");
    }

    @Test
    void onlyWhereAFirstHolderIsNamedItIsSaidThatReleasesAreNotTold() throws IOException {
        trace.configure("profile", "default").configure("native", "auto");
        begin();
        String without = findings();
        int site = trace.callSite("app.Right.in(Right.java:2)");
        right.acquire(SYNCHRONIZED, MutexKind.CRITICAL, MutexImpl.MONITOR, a, site, left.id());
        trace.pass(100 * MILLI);
        get(right, a, "app.Right.in(Right.java:2)");
        end();

        assertThat(without).contains("Nothing stands out").doesNotContain("monitor");
        assertThat(findings())
                .contains("\"right\" waited at Right.in(Right.java:2) while, at first, \"left\" held it.")
                .contains("Who held it at first mostly worked meanwhile: if it held it still, try to")
                .contains(
                        "Who held a monitor at first is known, not when it was released: native=off tells that of the");
        assertThat(ReportData.of(trace.build()).at("/findings/0/call_sites").toString())
                .isEqualTo("[\"app.Right.in(Right.java:2)\"]");
    }
}
