package org.ompt4j.tools.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.ompt4j.ompt.Construct.BLOCKING_QUEUE;
import static org.ompt4j.ompt.Construct.SLEEP;
import static org.ompt4j.ompt.Construct.THREAD;
import static org.ompt4j.ompt.ScopeEndpoint.BEGIN;
import static org.ompt4j.ompt.ScopeEndpoint.END;

import java.io.IOException;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.ScopeEndpoint;
import org.ompt4j.ompt.State;
import org.ompt4j.ompt.SyncRegionKind;
import org.ompt4j.ompt.ThreadType;
import org.ompt4j.tools.testing.ReportText;
import org.ompt4j.tools.testing.ThreadScript;
import org.ompt4j.tools.testing.TraceBuilder;

/** A main thread and those that it starts, whose steps a test writes, and how it reads who made whom wait. */
abstract class BlameFixture {
    static final long MILLI = 1_000_000;
    final TraceBuilder trace = new TraceBuilder();
    final ThreadScript main = trace.thread("main", ThreadType.INITIAL).begin().initialTaskBegin();

    int site(String method) {
        return trace.callSite("app.Main." + method + "(Main.java:7)");
    }

    /** Starts a thread that runs a method of this name. */
    ThreadScript start(String code) {
        long task = main.create(THREAD, 0, site("start"), trace.body("app.Main." + code));
        return trace.thread(code, ThreadType.INITIAL).begin().initialTaskBegin().start(THREAD, task);
    }

    void sleeps(ThreadScript thread, long millis, String at) {
        thread.wait(SLEEP, State.WAIT_SLEEP, BEGIN, 0, site(at));
        trace.pass(millis * MILLI);
        thread.wait(SLEEP, State.WAIT_SLEEP, END, 0, site(at));
    }

    void waits(ThreadScript thread, ScopeEndpoint endpoint, long queue) {
        waits(thread, endpoint, queue, "take");
    }

    void waits(ThreadScript thread, ScopeEndpoint endpoint, long queue, String at) {
        thread.wait(BLOCKING_QUEUE, State.WAIT_QUEUE, endpoint, queue, site(at));
    }

    void syncs(
            ThreadScript thread,
            Construct construct,
            SyncRegionKind kind,
            ScopeEndpoint endpoint,
            long id,
            String method) {
        if (endpoint == BEGIN) {
            thread.sync(construct, kind, BEGIN, id, site(method));
            thread.syncWait(construct, kind, BEGIN, id, site(method));
        } else {
            thread.syncWait(construct, kind, END, id, site(method));
            thread.sync(construct, kind, END, id, site(method));
        }
    }

    /** The lines of the table from the row with this name to the next row. */
    String blamed(String row) throws IOException {
        String report = ReportText.of(trace.build(), 200);
        int table = report.indexOf("\nWho made whom wait");
        assertThat(table).as(report).isPositive();
        String lines = report.substring(table, report.indexOf("\n\n", table + 1) + 1);
        int begin = lines.indexOf(row);
        assertThat(begin).as(lines).isPositive();
        return lines.substring(begin)
                        .replaceFirst("(?s)(\n {12}[^\n]*)\n {0,9}\\S.*", "$1")
                        .replaceAll("\n +", "\n")
                        .stripTrailing()
                + "\n";
    }

    static String lines(String row, String... causes) {
        StringBuilder lines = new StringBuilder("app.Main.").append(row).append('\n');
        for (String each : causes) {
            lines.append(each.strip()).append('\n');
        }
        return lines.toString();
    }
}
