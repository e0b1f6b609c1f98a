package org.ompt4j.tools.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.ompt4j.ompt.Construct.IO;
import static org.ompt4j.ompt.Construct.SLEEP;
import static org.ompt4j.ompt.ScopeEndpoint.BEGIN;
import static org.ompt4j.ompt.ScopeEndpoint.END;

import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.ompt4j.ompt.State;
import org.ompt4j.ompt.ThreadType;
import org.ompt4j.tools.testing.ReportText;
import org.ompt4j.tools.testing.ThreadScript;
import org.ompt4j.tools.testing.TraceBuilder;

/** Virtual threads that are pinned to their carriers while they wait, and similar ones that are not. */
class PinnedFindingTest {
    private static final long MILLI = 1_000_000;

    private final TraceBuilder trace = new TraceBuilder();
    private final ThreadScript main =
            trace.thread("main", ThreadType.INITIAL).begin().initialTaskBegin();
    private final ThreadScript carrier =
            trace.thread("carrier", ThreadType.WORKER).begin();
    private final int site = trace.callSite("app.Main.fetch(Main.java:20)");
    private final ThreadScript virtual = trace.virtualThread(
                    main.createVirtual(trace.callSite("app.Main.run(Main.java:5)"), trace.body("app.Main.fetch")))
            .mount(carrier);

    @Test
    void virtualThreadThatKeepsItsCarrierWhileItSleepsStandsOut() throws IOException {
        sleeps(60);
        sleeps(40);
        virtual.unmount();

        assertThat(report()).contains("""
                        Findings (worst first)
                          Virtual threads kept their carriers while they waited, for 100 ms in all, in a run of 100 ms: \
                        sleep 100.0 % at Main.fetch(Main.java:20).
                            Something that they were in pinned them, such as native code or the initialization of a class, \
                        before JDK 24 a monitor too; which of these it was this trace does not tell.
                            The JDK's event jdk.VirtualThreadPinned has the stack, and on JDK 25 the reason: \
                        -XX:StartFlightRecording records it for waits of 20 ms or more.
                        """);
    }

    private void sleeps(long millis) {
        virtual.wait(SLEEP, State.WAIT_SLEEP, BEGIN, 0, site);
        trace.pass(millis * MILLI);
        virtual.wait(SLEEP, State.WAIT_SLEEP, END, 0, site);
    }

    @Test
    void whoGivesItsCarrierAwayMaySleep() throws IOException {
        virtual.wait(SLEEP, State.WAIT_SLEEP, BEGIN, 0, site);
        trace.pass(60 * MILLI);
        virtual.unmount();
        trace.pass(100 * MILLI);
        virtual.mount(carrier).wait(SLEEP, State.WAIT_SLEEP, END, 0, site);
        virtual.unmount();

        assertThat(report()).contains("Nothing stands out.");
    }

    @Test
    void inputIsNoSuchWait() throws IOException {
        virtual.wait(IO, State.WAIT_IO, BEGIN, 0, site);
        trace.pass(100 * MILLI);
        virtual.wait(IO, State.WAIT_IO, END, 0, site);
        virtual.unmount();

        assertThat(report()).contains("Nothing stands out.");
    }

    private String report() throws IOException {
        carrier.end();
        main.initialTaskEnd().end();
        return ReportText.of(trace.build(), 250);
    }
}
