package org.ompt4j.tools.joint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.ompt4j.ompt.Construct.REENTRANT_LOCK;
import static org.ompt4j.ompt.Construct.SLEEP;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.ompt4j.ompt.MutexImpl;
import org.ompt4j.ompt.MutexKind;
import org.ompt4j.ompt.ScopeEndpoint;
import org.ompt4j.ompt.State;
import org.ompt4j.ompt.ThreadType;
import org.ompt4j.tools.read.Trace;
import org.ompt4j.tools.report.Page;
import org.ompt4j.tools.report.TracedRun;
import org.ompt4j.tools.testing.SampledTrace;
import org.ompt4j.tools.testing.ThreadScript;
import org.ompt4j.tools.testing.TraceBuilder;

/** Joint reports of several JVMs. */
class JointReportTest {
    private static final long MILLI = 1_000_000;
    private static final Path SCHEMA = Path.of("../docs/report-joint.schema.json");

    private final JointReport report = new JointReport();

    private void add(Trace trace, String name) throws IOException {
        report.add(new TracedRun(trace, null, name));
    }

    /** A thread waits for a lock of this class, at a line of this method. */
    private static Trace waits(String command, String lock, String method, long millis) {
        TraceBuilder trace = new TraceBuilder().command("java", "-cp", "lib/*", "-ea", command, "fast");
        ThreadScript holder = trace.thread("holder", ThreadType.INITIAL);
        ThreadScript waiter = trace.thread("waiter", ThreadType.INITIAL);
        ThreadScript.beginAll(holder, waiter);
        long id = trace.waitId(REENTRANT_LOCK, lock);
        acquire(holder, trace, id, "app.Main.hold(Main.java:3)");
        holder.acquired(REENTRANT_LOCK, MutexKind.NEST_LOCK, id, trace.callSite("app.Main.hold(Main.java:3)"));
        acquire(waiter, trace, id, method + "(Main.java:5)");
        trace.pass(millis * MILLI);
        holder.released(REENTRANT_LOCK, MutexKind.NEST_LOCK, id, trace.callSite("app.Main.hold(Main.java:3)"));
        waiter.acquired(REENTRANT_LOCK, MutexKind.NEST_LOCK, id, trace.callSite(method + "(Main.java:5)"));
        waiter.released(REENTRANT_LOCK, MutexKind.NEST_LOCK, id, 0);
        ThreadScript.endAll(holder, waiter);
        return trace.build();
    }

    private static void acquire(ThreadScript thread, TraceBuilder trace, long id, String site) {
        thread.acquire(REENTRANT_LOCK, MutexKind.NEST_LOCK, MutexImpl.REENTRANT_NONFAIR, id, trace.callSite(site));
    }

    /** Two threads wait for each other's lock. */
    private static Trace deadlock() {
        TraceBuilder trace =
                new TraceBuilder().command("java", "-jar", "/opt/stuck.jar").killed();
        ThreadScript one = trace.thread("one", ThreadType.INITIAL);
        ThreadScript other = trace.thread("other", ThreadType.INITIAL);
        ThreadScript.beginAll(one, other);
        long left = trace.waitId(REENTRANT_LOCK, "app.Left");
        long right = trace.waitId(REENTRANT_LOCK, "app.Right");
        for (ThreadScript each : new ThreadScript[] {one, other}) {
            long own = each == one ? left : right;
            acquire(each, trace, own, "app.Stuck.outer(Stuck.java:1)");
            each.acquired(REENTRANT_LOCK, MutexKind.NEST_LOCK, own, trace.callSite("app.Stuck.outer(Stuck.java:1)"));
        }
        acquire(one, trace, right, "app.Stuck.inner(Stuck.java:2)");
        acquire(other, trace, left, "app.Stuck.inner(Stuck.java:2)");
        trace.pass(MILLI);
        return trace.build();
    }

    private static Trace quiet() {
        TraceBuilder trace = new TraceBuilder();
        ThreadScript main = trace.thread("main", ThreadType.INITIAL);
        ThreadScript.beginAll(main);
        trace.pass(20 * MILLI);
        ThreadScript.endAll(main);
        return trace.build();
    }

    /** A thread sleeps for a part of 100 ms. */
    private static Trace sleeps(long millis) {
        TraceBuilder trace = new TraceBuilder();
        ThreadScript main = trace.thread("main", ThreadType.INITIAL);
        ThreadScript.beginAll(main);
        trace.pass((100 - millis) * MILLI);
        main.wait(SLEEP, State.WAIT_SLEEP, ScopeEndpoint.BEGIN, 0, trace.callSite("app.Main.nap(Main.java:9)"));
        trace.pass(millis * MILLI);
        main.wait(SLEEP, State.WAIT_SLEEP, ScopeEndpoint.END, 0, 0);
        ThreadScript.endAll(main);
        return trace.build();
    }

    @Test
    void whatMostOfSeveralRunsIsIsSaidOnce() throws IOException {
        add(sleeps(80), "a.ompt");
        add(sleeps(90), "b.ompt");
        add(quiet(), "c.ompt");

        StringWriter out = new StringWriter();
        report.write(new Page(out, 120, 10));
        assertThat(out.toString().replaceAll("\\s+", " "))
                .containsOnlyOnce("Most of the run's length")
                .contains(
                        "Most of the run's length is sleep at Main.nap(Main.java:9): see the critical path. (In 2 of 3 JVMs.)");
    }

    @Test
    void equalFindingsOfSeveralJvmsAreOneWithTheSumOfTheirCost() throws IOException {
        add(waits("app.Other", "app.Cache", "app.Main.other", 350), "c.ompt");
        add(waits("app.First", "app.Cache", "app.Main.get", 100), "a.ompt");
        add(waits("app.Second", "app.Lock", "app.Main.wait", 150), "b.ompt");
        add(waits("app.Third", "app.Lock", "app.Main.wait", 250), "d.ompt");

        assertThat(text(120))
                .startsWith("\n4 JVMs: 350 ms from the begin of the first to the end of the last, 850 ms added up\n")
                .containsSubsequence(
                        "Waiting for Cache #7 took 350 ms in all",
                        "In 2 JVMs, 450 ms in all; this is the one with most, Other fast, process 4711.",
                        "Waiting for Lock #7 took 250 ms in all",
                        "In 2 JVMs, 400 ms in all; this is the one with most, Third fast, process 4711.",
                        "\nJVMs (",
                        "  a.ompt: First fast, process 4711, 100 ms, 1 finding.\n")
                .doesNotContain("took 100 ms", "took 150 ms");
    }

    @Test
    void findingsOfDifferentCodeStandApart() throws IOException {
        add(waits("app.First", "app.Cache", "app.Main.get", 100), "a.ompt");
        add(waits("app.Second", "app.Lock", "app.Main.wait", 150), "b.ompt");

        assertThat(text(120))
                .containsSubsequence(
                        "took 150 ms in all",
                        "In Second fast, process",
                        "took 100 ms in all",
                        "In First fast, process");
    }

    @Test
    void whatStopsAProgramComesBeforeWhatCostsMore() throws IOException {
        add(waits("app.First", "app.Cache", "app.Main.get", 900), "a.ompt");
        add(deadlock(), "b.ompt");

        assertThat(text(120))
                .containsSubsequence("Deadlock: 2 threads", "In stuck.jar, process", "Waiting for Cache")
                .contains("b.ompt: stuck.jar, process 4711, 1.01 ms up to the last event; not finished (killed?), ");
    }

    @Test
    void jvmInWhichNothingStandsOutIsALineAndManyAreOneLine() throws IOException {
        for (int i = 0; i < 3; i++) {
            add(quiet(), "q" + i + ".ompt");
        }
        String three = text(120);
        add(quiet(), "q3.ompt");

        assertThat(three)
                .contains("Findings\n  Nothing stands out.\n")
                .contains("  q2.ompt: app.jar, process 4711, 20.0 ms, nothing stands out.\n");
        assertThat(text(120))
                .endsWith("  4 JVMs, 80.0 ms added up, in which nothing stands out: process 4711, 4711, 4711, 4711.\n")
                .doesNotContain("q0.ompt");
        add(deadlock(), "d.ompt");
        assertThat(text(120))
                .contains("  4 more, 80.0 ms added up, in which nothing stands out: process 4711, 4711, 4711, 4711.\n");
    }

    /** They all began at one time here, so that they stay in the order in which they are added. */
    @Test
    void quietJvmsStandBetweenTheOthersInTheOrderOfTheirBegin() throws IOException {
        add(quiet(), "first.ompt");
        add(deadlock(), "second.ompt");
        add(quiet(), "third.ompt");

        assertThat(text(120))
                .containsPattern("(?s)order in which they began.*first\\.ompt.*second\\.ompt.*third\\.ompt");
    }

    @Test
    void whatWasNotLookedForIsSaidOnceWithInHowManyJvms() throws IOException {
        add(quiet(), "a.ompt");
        Trace other = new TraceBuilder().configure("mutex.detail", "off").build();
        add(other, "b.ompt");
        add(SampledTrace.build(), "c.ompt");

        assertThat(text(200))
                .containsOnlyOnce("which this trace does not contain. (In 1 of 3 JVMs.)")
                .contains("samples alone, in which nothing is looked for.");
    }

    @Test
    void noMoreFindingsAreShownThanRequested() throws IOException {
        add(waits("app.First", "app.Cache", "app.Main.get", 100), "a.ompt");
        add(waits("app.Second", "app.Lock", "app.Main.wait", 150), "b.ompt");
        StringWriter out = new StringWriter();
        report.write(new Page(out, 120, 1));

        assertThat(out.toString())
                .contains(
                        "Findings (worst first, 1 of 2)",
                        "  1 more, 150 ms added up, in which something stands out or is missing.")
                .doesNotContain("Waiting for Cache");
    }

    @Test
    void linesFitThePage() throws IOException {
        add(waits("app.First", "app.Cache", "app.Main.get", 100), "a.ompt");
        add(deadlock(), "b.ompt");

        assertThat(text(60).lines()).allMatch(line -> line.length() <= 60);
    }

    @Test
    void jsonIsAsItsSchemaSays() throws IOException {
        add(waits("app.First", "app.Lock", "app.Main.wait", 100), "a.ompt");
        add(waits("app.Second", "app.Lock", "app.Main.wait", 150), "b.ompt");
        add(deadlock(), "c.ompt");
        JsonNode json = json();

        assertThat(JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012)
                        .getSchema(Files.readString(SCHEMA))
                        .validate(json))
                .isEmpty();
        assertThat(json.at("/findings/0/kind").asText()).isEqualTo("deadlock");
        assertThat(json.at("/findings/1/jvms/0/jvm").asInt()).isEqualTo(1);
        assertThat(json.at("/findings/1/jvms/1/jvm").asInt()).isZero();
        assertThat(json.at("/findings/1/cost_ns").asLong())
                .isEqualTo(json.at("/findings/1/jvms/0/cost_ns").asLong()
                        + json.at("/findings/1/jvms/1/cost_ns").asLong());
        assertThat(json.at("/jvms/2/finished").asBoolean()).isFalse();
    }

    @Test
    void pageLeadsToTheFindingInThePageOfItsJvmAndNoTextIsTakenForHtml() throws IOException {
        ByteArrayOutputStream own = new ByteArrayOutputStream();
        report.addWithPage(
                new TracedRun(waits("app.<First>", "app.Cache", "app.Main.get\u202e", 100), null, "a.ompt"),
                "./a.ompt.html",
                10,
                own);
        add(quiet(), "b.ompt");
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        report.writeHtml(10, out);
        String page = out.toString(StandardCharsets.UTF_8);

        assertThat(own.toString(StandardCharsets.UTF_8)).startsWith("<!DOCTYPE html>");
        assertThat(page)
                .startsWith("<!DOCTYPE html>")
                .contains("<h1>OMPT4J report of 2 JVMs</h1>")
                .containsPattern(
                        "<a href=\"./a.ompt.html#finding=0&amp;from=\\d+&amp;to=\\d+&amp;thread=2\">&lt;First&gt; ")
                .contains("<a href=\"./a.ompt.html\">&lt;First&gt; fast</a>", "<span>app.jar</span>")
                .doesNotContain("<script", "@policy@", "@style@", "@body@", "<First", "\u202e")
                .contains("Main.get\\u202e");
    }

    private String text(int width) throws IOException {
        StringWriter out = new StringWriter();
        report.write(new Page(out, width, 10));
        return out.toString();
    }

    private JsonNode json() throws IOException {
        StringWriter out = new StringWriter();
        try (JsonGenerator json = new JsonFactory().createGenerator(out)) {
            report.writeJson(10, json);
        }
        return new ObjectMapper().readTree(out.toString());
    }
}
