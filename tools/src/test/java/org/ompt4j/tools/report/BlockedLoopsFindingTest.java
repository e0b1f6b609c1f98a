package org.ompt4j.tools.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.ScopeEndpoint;
import org.ompt4j.ompt.State;
import org.ompt4j.ompt.ThreadType;
import org.ompt4j.tools.read.Trace;
import org.ompt4j.tools.testing.ReportText;
import org.ompt4j.tools.testing.ThreadScript;
import org.ompt4j.tools.testing.TraceBuilder;

/** Event loops whose handlers block. */
class BlockedLoopsFindingTest {
    private static final long MILLI = 1_000_000;
    private static final String FOUND = "Event loops were blocked";

    private final TraceBuilder trace = new TraceBuilder();
    private final ThreadScript loop =
            trace.thread("loop", ThreadType.INITIAL).begin().initialTaskBegin();
    private final long selector = trace.waitId(Construct.IO, "java.nio.channels.Selector");

    /** A loop that sleeps after each select. */
    static Trace trace(int selects, long sleptMillis) {
        BlockedLoopsFindingTest test = new BlockedLoopsFindingTest();
        for (int i = 0; i < selects; i++) {
            test.selects();
            test.sleeps(sleptMillis);
        }
        test.selects();
        return test.trace.build();
    }

    private void selects() {
        selects(loop, selector);
    }

    private void selects(ThreadScript thread, long polled) {
        waits(thread, Construct.IO, State.WAIT_IO, polled, 0, 10);
    }

    private void sleeps(long millis) {
        waits(loop, Construct.SLEEP, State.WAIT_SLEEP, 0, trace.callSite("app.Handler.read(Handler.java:7)"), millis);
    }

    private void waits(ThreadScript thread, Construct construct, State state, long waitId, int site, long millis) {
        thread.wait(construct, state, ScopeEndpoint.BEGIN, waitId, site);
        trace.pass(millis * MILLI);
        thread.wait(construct, state, ScopeEndpoint.END, waitId, site);
    }

    @Test
    void loopThatSleepsInWhatItRunsStandsOut() throws IOException {
        assertThat(ReportText.of(trace(12, 20), 130)).contains("""
                Findings (worst first)
                  Event loops were blocked, for 240 ms in all, in a run of 370 ms: sleep 100.0 % at Handler.read(Handler.java:7).
                    1 thread, the longest time 20.0 ms of "loop".
                    What came to these loops meanwhile had to wait: try to have other threads do what blocks.
                """);
    }

    @Test
    void waitForItsSelectorIsWhatALoopIsFor() throws IOException {
        assertThat(ReportText.of(trace(100, 0), 130)).doesNotContain(FOUND);
    }

    /** A thread that wakes the selector up holds the lock of the selector meanwhile. */
    @Test
    void waitOfTheSelectorForItsOwnLockIsAPartOfPolling() throws IOException {
        int site = trace.callSite("sun.nio.ch.EPollSelectorImpl.clearInterrupt(EPollSelectorImpl.java:268)");
        for (int i = 0; i < 20; i++) {
            selects();
            waits(loop, Construct.BLOCKING_QUEUE, State.WAIT_QUEUE, 0, site, 20);
        }

        assertThat(ReportText.of(trace.build(), 130)).doesNotContain(FOUND);
    }

    @Test
    void whoSelectsNowAndThenServesNothing() throws IOException {
        assertThat(ReportText.of(trace(8, 100), 130)).doesNotContain(FOUND);
    }

    @Test
    void whatComesBeforeTheFirstLookOrAfterTheLastKeepsNothingWaiting() throws IOException {
        sleeps(500);
        for (int i = 0; i < 20; i++) {
            selects();
        }
        sleeps(500);

        assertThat(ReportText.of(trace.build(), 130)).doesNotContain(FOUND);
    }

    /** Such a thread may read from files, or wait for a single answer. */
    @Test
    void whoReadsWithoutASelectorIsNoLoop() throws IOException {
        for (int i = 0; i < 20; i++) {
            waits(loop, Construct.IO, State.WAIT_IO, 0, 0, 10);
            sleeps(20);
        }

        assertThat(ReportText.of(trace.build(), 130)).doesNotContain(FOUND);
    }

    /** As in Jetty: who has found something to do leaves the selector to another thread. */
    @Test
    void threadsThatTakeTurnsAtASelectorDoNotLeaveItAlone() throws IOException {
        ThreadScript other = trace.thread("other", ThreadType.INITIAL).begin().initialTaskBegin();
        for (int i = 0; i < 20; i++) {
            selects();
            selects(other, selector);
            sleeps(20);
        }

        assertThat(ReportText.of(trace.build(), 130)).doesNotContain(FOUND);
    }

    @Test
    void whoPollsAnotherSelectorKeepsNothingWaitingAtThisOne() throws IOException {
        ThreadScript other = trace.thread("other", ThreadType.INITIAL).begin().initialTaskBegin();
        long second = trace.waitId(Construct.IO, "java.nio.channels.Selector");
        for (int i = 0; i < 20; i++) {
            selects();
            selects(other, second);
            sleeps(20);
        }

        assertThat(ReportText.of(trace.build(), 130)).contains(FOUND);
    }
}
