package org.ompt4j.tools.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.MutexImpl;
import org.ompt4j.ompt.MutexKind;
import org.ompt4j.ompt.ThreadType;
import org.ompt4j.tools.testing.ReportText;
import org.ompt4j.tools.testing.RichTrace;
import org.ompt4j.tools.testing.ThreadScript;
import org.ompt4j.tools.testing.TraceBuilder;

/** The table of threads. */
class ThreadSectionTest {
    private static final int WIDTH = 120;

    @Test
    void noCellIsBlankAndEveryStateIsInOneColumnOfItsNameOrNamedUnderTheRow() throws IOException {
        for (int width : new int[] {60, 80, 120}) {
            List<String> lines = ReportText.of(RichTrace.build(), width).lines().toList();
            int head = lines.indexOf("Threads (share of each state in %, busiest first)") + 2;
            String[] states = lines.get(head).trim().split("  +");
            for (int row = head + 2; !lines.get(row).isEmpty(); row++) {
                boolean isUnderARow = lines.get(row).matches(" {12}\\S.*");
                if (lines.get(row).startsWith("   ") && !isUnderARow) {
                    assertThat(lines.get(row).trim().split("  +")).hasSameSizeAs(states);
                }
            }
            assertThat(String.join("\n", lines)).containsPattern("condition|also [^\n]*condition 1.6");
        }
    }

    @Test
    void mutexThatIsReleasedAndAcquiredInOneLineIsNoCondition() throws IOException {
        TraceBuilder trace = new TraceBuilder();
        oneLine(trace);

        assertThat(ReportText.of(trace.build(), WIDTH)).containsPattern("time +serial .*\\n +5.00 s +100.0 .*main");
    }

    @Test
    void traceOfAVersionThatCannotTellSaysSo() throws IOException {
        TraceBuilder trace = new TraceBuilder().version(5);
        oneLine(trace);

        assertThat(ReportText.of(trace.build(), WIDTH))
                .containsPattern("unknown +thread\\n +5.00 s +<0.1 .* 100.0 +main");
    }

    private static void oneLine(TraceBuilder trace) {
        ThreadScript main = trace.thread("main", ThreadType.INITIAL);
        long monitor = trace.waitId(Construct.SYNCHRONIZED, "app.Log");
        int site = trace.callSite("app.Log.write(Log.java:12)");
        main.begin().initialTaskBegin();
        main.released(Construct.SYNCHRONIZED, MutexKind.CRITICAL, monitor, site);
        trace.pass(5_000_000_000L);
        main.acquire(Construct.SYNCHRONIZED, MutexKind.CRITICAL, MutexImpl.MONITOR, monitor, site);
        main.acquired(Construct.SYNCHRONIZED, MutexKind.CRITICAL, monitor, site);
        main.initialTaskEnd().end();
    }
}
