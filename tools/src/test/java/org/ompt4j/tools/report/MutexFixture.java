package org.ompt4j.tools.report;

import static org.ompt4j.ompt.Construct.READ_WRITE_LOCK;
import static org.ompt4j.ompt.Construct.REENTRANT_LOCK;
import static org.ompt4j.ompt.Construct.SYNCHRONIZED;

import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.MutexImpl;
import org.ompt4j.ompt.MutexKind;
import org.ompt4j.ompt.ScopeEndpoint;
import org.ompt4j.ompt.State;
import org.ompt4j.ompt.ThreadType;
import org.ompt4j.tools.read.Trace;
import org.ompt4j.tools.testing.ReportText;
import org.ompt4j.tools.testing.ThreadScript;
import org.ompt4j.tools.testing.TraceBuilder;

/** Threads that take mutexes as a test writes it, and how it reads the findings. */
abstract class MutexFixture {
    static final long MILLI = 1_000_000;
    final TraceBuilder trace = new TraceBuilder();
    final ThreadScript left = trace.thread("left", ThreadType.INITIAL);
    final ThreadScript right = trace.thread("right", ThreadType.INITIAL);
    final ThreadScript third = trace.thread("third", ThreadType.INITIAL);
    final long a = trace.waitId(SYNCHRONIZED, "app.A");
    final long b = trace.waitId(SYNCHRONIZED, "app.B");
    final long gate = trace.waitId(SYNCHRONIZED, "app.Gate");
    final long lock = trace.waitId(REENTRANT_LOCK, "app.Lock");
    final long cache = trace.waitId(READ_WRITE_LOCK, "app.Cache");

    void begin() {
        ThreadScript.beginAll(left, right, third);
    }

    void end() {
        ThreadScript.endAll(left, right, third);
    }

    void sleep(ThreadScript thread, long millis) {
        thread.wait(Construct.SLEEP, State.WAIT_SLEEP, ScopeEndpoint.BEGIN, 0, 1);
        trace.pass(millis * MILLI);
        thread.wait(Construct.SLEEP, State.WAIT_SLEEP, ScopeEndpoint.END, 0, 1);
    }

    void waitFor(long mutex, String site) {
        waitFor(mutex, site, "app.Left.in(Left.java:1)");
    }

    void waitFor(long mutex, String site, String heldFrom) {
        take(left, mutex, heldFrom);
        ask(right, mutex, site);
        trace.pass(100 * MILLI);
        release(left, mutex);
        get(right, mutex, site);
    }

    void take(ThreadScript thread, long monitor, String site) {
        ask(thread, monitor, site);
        get(thread, monitor, site);
    }

    void ask(ThreadScript thread, long monitor, @Nullable String site) {
        thread.acquire(SYNCHRONIZED, MutexKind.CRITICAL, MutexImpl.MONITOR, monitor, callSite(site));
    }

    void get(ThreadScript thread, long monitor, @Nullable String site) {
        thread.acquired(SYNCHRONIZED, MutexKind.CRITICAL, monitor, callSite(site));
    }

    int callSite(@Nullable String text) {
        return text == null ? 0 : trace.callSite(text);
    }

    void release(ThreadScript thread, long monitor) {
        thread.released(SYNCHRONIZED, MutexKind.CRITICAL, monitor, 0);
    }

    void takeLock(ThreadScript thread, String site) {
        // An acquisition without a wait takes no time, but the builder adds one microsecond for each event.
        trace.pass(-1_000);
        ask(thread, site);
        trace.pass(-1_000);
        get(thread, site);
    }

    void ask(ThreadScript thread, String site) {
        thread.acquire(REENTRANT_LOCK, MutexKind.NEST_LOCK, MutexImpl.REENTRANT_FAIR, lock, trace.callSite(site));
    }

    void get(ThreadScript thread, String site) {
        thread.acquired(REENTRANT_LOCK, MutexKind.NEST_LOCK, lock, trace.callSite(site));
    }

    void giveLock(ThreadScript thread, String site) {
        thread.released(REENTRANT_LOCK, MutexKind.NEST_LOCK, lock, trace.callSite(site));
    }

    String findings() throws IOException {
        return findings(240);
    }

    String findings(int width) throws IOException {
        return findings(trace.build(), width);
    }

    static String findings(Trace trace, int width) throws IOException {
        String report = ReportText.of(trace, width);
        int begin = report.indexOf("\n\nFindings") + 2;
        return report.substring(begin, report.indexOf("\n\n", begin) + 1);
    }
}
