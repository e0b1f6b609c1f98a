package org.ompt4j.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.ompt4j.apps.inquiry.LastingStatesApp;
import org.ompt4j.ompt.State;
import org.ompt4j.tools.check.TraceChecker;
import org.ompt4j.tools.read.Trace;
import org.ompt4j.tools.read.TraceEvent;
import org.ompt4j.tools.read.Traces;

/** The report shows what a thread does until a signal ends the program, from events and from samples. */
@DisabledOnOs(OS.WINDOWS)
@AnotherRun
@Order(2)
class LastingStatesIT {

    /** Threads whose names begin with this, their state in the trace, and the report's column for it. */
    private record Lasting(String thread, State state, String column) {}

    private static final List<Lasting> EXPECTED = List.of(
            new Lasting("monitor-", State.WAIT_CRITICAL, "monitor"),
            new Lasting("lock-", State.WAIT_LOCK, "lock"),
            new Lasting("condition-", State.WAIT_CONDITION, "condition"),
            new Lasting("queue-take", State.WAIT_QUEUE, "queue"),
            new Lasting("queue-put", State.WAIT_QUEUE_FULL, "queue full"),
            new Lasting("barrier-", State.WAIT_BARRIER_EXPLICIT, "barrier"),
            new Lasting("taskwait-", State.WAIT_TASKWAIT, "taskwait"),
            new Lasting("serial-", State.WORK_SERIAL, "serial"),
            // Workers of pools, with a task outside of regions.
            new Lasting("agent-", State.WORK_FREE_AGENT, "task"),
            new Lasting("idle-", State.IDLE, "idle"));

    private static final int THREADS = 24;
    private static final double LEAST_SHARE = 80;

    @OnEveryJdk
    void reportOfATraceSaysWhatEachThreadDid(Jdk jdk) throws Exception {
        assertReport(program(jdk));
    }

    @OnEveryJdk
    void reportOfAFullTraceSaysWhatEachThreadDid(Jdk jdk) throws Exception {
        assertReport(program(jdk).profile(Profile.FULL));
    }

    /** Waits that are reported only after some time, and have not ended, are reported when the run ends. */
    @OnEveryJdk
    void reportOfLongWaitsSaysWhatEachThreadDid(Jdk jdk) throws Exception {
        assertReport(program(jdk).with("min-wait", "1ms"));
    }

    @OnEveryJdk
    void reportOfSamplesSaysTheSame(Jdk jdk) throws Exception {
        Path file = run(program(jdk).with("tool", "sample"));

        assertShares(threads(
                CommandLineRun.here("report", "--top", "100", file.toString()).stdout()));
    }

    /** The run is ten times as long as the program needs to start its threads. */
    private static AppRun program(Jdk jdk) {
        return AppRun.of(LastingStatesApp.class).on(jdk).jvm(ForkedJvm.BRIEF);
    }

    private static void assertReport(AppRun app) throws Exception {
        Path file = run(app);
        try (Trace trace = Traces.open(file)) {
            assertThat(trace.losses().finished()).isTrue();
            assertThat(TraceChecker.check(trace).violations()).isEmpty();
            assertLastStates(trace);
        }
        String report =
                CommandLineRun.here("report", "--top", "100", file.toString()).stdout();
        assertShares(threads(report));
        assertThat(report.lines().filter(each -> each.contains("still waiting at the end")))
                .as("two monitors, two locks and what else has a row of its own")
                .hasSizeGreaterThanOrEqualTo(4);
        assertThat(report).as("nobody gave up").doesNotContainPattern("[1-9]\\d* attempts? without success");
    }

    /** Runs the program until its threads have been in their states for long; returns the trace. */
    private static Path run(AppRun app) throws Exception {
        Path directory = app.newDirectory();
        try (ForkedJvm jvm = app.start(directory)) {
            await().pollInterval(Duration.ofMillis(10))
                    .atMost(Duration.ofMinutes(4))
                    .until(() -> !jvm.isAlive() || jvm.stdout().contains("lasting"));
            assertThat(jvm.isAlive()).as(jvm.stderr()).isTrue();
            jvm.signal("TERM");
            assertThat(jvm.exitCode()).isEqualTo(128 + 15);
        }
        return ObservedRun.traceFiles(directory).get(0);
    }

    /** Checks the trace without the report: the state in which each thread was longest. */
    private static void assertLastStates(Trace trace) throws Exception {
        List<TraceEvent> events = new ArrayList<>();
        trace.events().forEachRemaining(events::add);
        StateTimeline timeline = new StateTimeline(events);
        Map<String, State> longest = new TreeMap<>();
        for (Trace.TraceThread each : trace.threads()) {
            Map<State, Long> times = new LinkedHashMap<>();
            for (StateTimeline.Span span : timeline.spans(each.id())) {
                times.merge(stateOf(span), span.toNanos() - span.fromNanos(), Long::sum);
            }
            times.entrySet().stream()
                    .max(Map.Entry.comparingByValue())
                    .ifPresent(most -> longest.put(each.name(), most.getKey()));
        }
        Map<String, State> expected = new TreeMap<>();
        for (String name : longest.keySet()) {
            EXPECTED.stream()
                    .filter(each -> name.startsWith(each.thread()))
                    .forEach(each -> expected.put(name, each.state()));
        }
        assertThat(expected).hasSize(THREADS);
        assertThat(longest).containsAllEntriesOf(expected);
    }

    /** The state of a worker between two tasks, for which there is no event: it is idle, or runs code of the pool. */
    private static State stateOf(StateTimeline.Span span) {
        if (span.states().contains(State.IDLE)) {
            return State.IDLE;
        }
        return span.states().size() == 1 ? span.states().iterator().next() : State.OVERHEAD;
    }

    private static void assertShares(Map<String, Map<String, Double>> threads) {
        Map<String, Double> wrong = new TreeMap<>();
        int found = 0;
        for (Lasting each : EXPECTED) {
            for (Map.Entry<String, Map<String, Double>> row : threads.entrySet()) {
                if (row.getKey().startsWith(each.thread())) {
                    found++;
                    double share = row.getValue().getOrDefault(each.column(), 0.0);
                    if (share < LEAST_SHARE) {
                        wrong.put(row.getKey() + " " + each.column() + " of " + row.getValue(), share);
                    }
                }
            }
        }
        assertThat(wrong).isEmpty();
        assertThat(found).isEqualTo(THREADS);
    }

    /**
     * Parses the table of threads: the shares of each thread by column. Numbers end where the heads of their columns end; names come after them, or on
     * the line before if there are many columns.
     */
    private static Map<String, Map<String, Double>> threads(String report) {
        List<String> lines = report.lines().toList();
        int at = 0;
        while (!lines.get(at).startsWith("Threads")) {
            at++;
        }
        boolean namesBefore = lines.get(at + 1).strip().equals("thread");
        at += namesBefore ? 2 : 1;
        String heads = lines.get(at) + " ";
        Map<String, Map<String, Double>> rows = new TreeMap<>();
        String name = "";
        for (at++; at < lines.size() && !lines.get(at).isBlank(); at++) {
            String line = lines.get(at);
            if (line.strip().startsWith("also ")) {
                continue;
            }
            if (namesBefore && line.charAt(2) != ' ') {
                name = line.strip();
            } else {
                rows.put(namesBefore ? name : line.strip().replaceFirst(".* ", ""), shares(heads, line + " "));
            }
        }
        return rows;
    }

    private static Map<String, Double> shares(String heads, String line) {
        Map<String, Double> shares = new LinkedHashMap<>();
        for (Lasting each : EXPECTED) {
            int head = heads.indexOf(" " + each.column() + " ");
            int end = head + 1 + each.column().length();
            if (head >= 0 && end <= line.length()) {
                String cell = line.substring(line.lastIndexOf(' ', end - 1) + 1, end);
                shares.put(each.column(), Double.parseDouble(cell.replace("<", "")));
            }
        }
        return shares;
    }
}
