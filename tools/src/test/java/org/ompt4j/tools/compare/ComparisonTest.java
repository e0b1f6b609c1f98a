package org.ompt4j.tools.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.ompt4j.ompt.Construct.BLOCKING_QUEUE;
import static org.ompt4j.ompt.Construct.REENTRANT_LOCK;
import static org.ompt4j.ompt.Construct.SLEEP;
import static org.ompt4j.ompt.Construct.SYNCHRONIZED;
import static org.ompt4j.ompt.Construct.THREAD_POOL_EXECUTOR;
import static org.ompt4j.ompt.ScopeEndpoint.BEGIN;
import static org.ompt4j.ompt.ScopeEndpoint.END;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.ompt4j.ompt.MutexImpl;
import org.ompt4j.ompt.MutexKind;
import org.ompt4j.ompt.Severity;
import org.ompt4j.ompt.State;
import org.ompt4j.ompt.ThreadType;
import org.ompt4j.tools.read.Pause;
import org.ompt4j.tools.read.Trace;
import org.ompt4j.tools.read.TraceEvent;
import org.ompt4j.tools.read.TraceHeader;
import org.ompt4j.tools.report.JsonReportTest;
import org.ompt4j.tools.report.Page;
import org.ompt4j.tools.testing.ReportData;
import org.ompt4j.tools.testing.RichTrace;
import org.ompt4j.tools.testing.SampledTrace;
import org.ompt4j.tools.testing.ThreadScript;
import org.ompt4j.tools.testing.TraceBuilder;
import org.ompt4j.tools.testing.TraceInMemory;
import org.ompt4j.tools.testing.TraceWithEvents;
import org.ompt4j.tools.testing.VirtualThreadTrace;

/** Comparisons of two runs with known differences. Their JSON conforms to docs/compare.md and its schema. */
class ComparisonTest {
    private static final long MILLI = 1_000_000;
    private static final double PERCENT = 10;
    private static final Path SCHEMA = Path.of("../docs/compare.schema.json");

    /** A program that waits for a lock and whose pool of one worker runs tasks; the test chooses how long each takes. */
    private static final class Program {
        final TraceBuilder trace = new TraceBuilder();
        long lockMillis = 100;
        long taskMillis = 10;
        int tasks = 10;
        int lockLine = 5;
        String code = "app.Main.work";
        boolean endsTasks = true;

        Program lock(long millis) {
            lockMillis = millis;
            return this;
        }

        Program tasks(int count, long millis) {
            tasks = count;
            taskMillis = millis;
            return this;
        }

        Trace run() {
            ThreadScript main = trace.thread("main", ThreadType.INITIAL).begin().initialTaskBegin();
            ThreadScript worker =
                    trace.thread("pool-1-thread-1", ThreadType.WORKER).begin();
            lock(main, worker);
            pool(main, worker);
            main.initialTaskEnd().end();
            return trace.build();
        }

        /** The worker holds the lock while main waits for it. */
        private void lock(ThreadScript main, ThreadScript worker) {
            long lock = trace.waitId(REENTRANT_LOCK, "app.Lock");
            int held = trace.callSite("app.Main.hold(Main.java:3)");
            int waits = trace.callSite("app.Main.lock(Main.java:" + lockLine + ")");
            acquire(worker, lock, held).acquired(REENTRANT_LOCK, MutexKind.NEST_LOCK, lock, held);
            acquire(main, lock, waits);
            trace.pass(lockMillis * MILLI);
            worker.released(REENTRANT_LOCK, MutexKind.NEST_LOCK, lock, held);
            main.acquired(REENTRANT_LOCK, MutexKind.NEST_LOCK, lock, waits);
            main.released(REENTRANT_LOCK, MutexKind.NEST_LOCK, lock, waits);
        }

        private static ThreadScript acquire(ThreadScript thread, long lock, int site) {
            return thread.acquire(REENTRANT_LOCK, MutexKind.NEST_LOCK, MutexImpl.REENTRANT_NONFAIR, lock, site);
        }

        private void pool(ThreadScript main, ThreadScript worker) {
            long pool = trace.newId();
            int made = trace.callSite("app.Main.pool(Main.java:9)");
            worker.pool(THREAD_POOL_EXECUTOR, BEGIN, "pool-1-thread", pool, 1, made);
            worker.poolWorker(THREAD_POOL_EXECUTOR, BEGIN, pool);
            int submit = trace.callSite("app.Main.submit(Main.java:10)");
            long[] ids = new long[tasks];
            for (int i = 0; i < tasks; i++) {
                ids[i] = main.create(THREAD_POOL_EXECUTOR, 0, submit, trace.body(code));
            }
            for (long each : ids) {
                worker.start(THREAD_POOL_EXECUTOR, each);
                trace.pass(taskMillis * MILLI);
                if (endsTasks) {
                    worker.complete(THREAD_POOL_EXECUTOR);
                }
            }
            worker.poolWorker(THREAD_POOL_EXECUTOR, END, pool).end();
        }
    }

    private static Program program() {
        return new Program();
    }

    /** A run with all things that are compared. */
    private static Trace everything() {
        TraceBuilder trace = new TraceBuilder();
        RichTrace.addTo(trace);
        VirtualThreadTrace.addTo(trace);
        return trace.build();
    }

    private static List<ComparedRun> runs(Trace... traces) {
        return Arrays.stream(traces).map(ComparisonTest::read).toList();
    }

    private static ComparedRun read(Trace trace) {
        try {
            return ComparedRun.read(trace, "run.ompt");
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static Comparison compare(Trace before, Trace after) {
        return new Comparison(runs(before), runs(after), PERCENT, null);
    }

    private static String text(Comparison comparison) throws IOException {
        StringWriter out = new StringWriter();
        comparison.write(new Page(out, 200, 10));
        return out.toString();
    }

    private static List<String> names(Comparison comparison, ComparedTable table) {
        return comparison.differences(table).stream()
                .map(each -> each.name().text())
                .toList();
    }

    // ---------------------------------------------------------------- what is read

    @ParameterizedTest
    @EnumSource(ComparedTable.class)
    void everyTableHasRowsOfWhatTheReportHas(ComparedTable table) {
        assertThat(compare(everything(), everything()).rows(table)).isNotEmpty();
    }

    @Test
    void figuresOfARunAddUpToThoseOfItsReport() throws IOException {
        Trace trace = everything();

        assertThat(sum(trace, ComparedTable.STATES)).isCloseTo(reported(trace, "threads", "time"), within(1.0));
        assertThat(sum(trace, ComparedTable.REGIONS)).isEqualTo(reported(trace, "parallel_regions", "total"));
        assertThat(sum(trace, ComparedTable.TASKS)).isEqualTo(reported(trace, "tasks", "total"));
        assertThat(sum(trace, ComparedTable.POOL_QUEUES)).isEqualTo(reported(trace, "pools", "queued"));
        assertThat(sum(trace, ComparedTable.VIRTUAL_THREADS)).isEqualTo(reported(trace, "virtual_threads", "waiting"));
        assertThat(sum(trace, ComparedTable.SYNCS)).isEqualTo(reported(trace, "barriers_and_joins", "waited"));
        assertThat(sum(trace, ComparedTable.WAITS)).isEqualTo(reported(trace, "who_made_whom_wait", "waited"));
        assertThat(sum(trace, ComparedTable.ERRORS))
                .isEqualTo(reported(trace, "exceptions_and_cancellations", "count"));
        double waited = reported(trace, "locks_and_monitors", "waited");
        assertThat(sum(trace, ComparedTable.MUTEX_CLASSES)).isEqualTo(waited);
        assertThat(sum(trace, ComparedTable.MUTEX_WAITS)).isEqualTo(waited);
    }

    private static double sum(Trace trace, ComparedTable table) {
        return compare(trace, trace).rows(table).stream()
                .mapToDouble(each -> each.before().median())
                .sum();
    }

    private static double reported(Trace trace, String table, String column) throws IOException {
        double sum = 0;
        for (JsonNode row : ReportData.table(ReportData.of(trace), table).get("rows")) {
            sum += row.get(column).asDouble();
        }
        assertThat(sum).as("%s.%s", table, column).isPositive();
        return sum;
    }

    // ---------------------------------------------------------------- what differs

    @Test
    void nothingDiffersBetweenARunAndItself() throws IOException {
        Comparison comparison = compare(everything(), everything());

        assertThat(text(comparison)).contains("\nNo table differs\n").doesNotContain("Not the same is ");
        for (ComparedTable each : ComparedTable.values()) {
            assertThat(comparison.differences(each)).isEmpty();
        }
    }

    @Test
    void whatBecameSlowerIsSaidByCallSiteWithBothValues() throws IOException {
        Comparison comparison =
                compare(program().run(), program().lock(300).tasks(20, 10).run());

        assertThat(names(comparison, ComparedTable.MUTEX_WAITS)).containsExactly("app.Main.lock(Main.java:5) [Lock]");
        assertThat(text(comparison)).contains("""
                Length    200 ms before, 500 ms after: +300 ms, 2.50 times as long
                """).contains("""
                Tasks (busy time in all, by the code they run; 1 of 1 differ, the largest difference first)
                  before   after  difference  times  code
                  100 ms  200 ms     +100 ms   2.00  app.Main.work
                            run 10 -> 20, mean 10.0 ms -> 10.0 ms, max 10.0 ms -> 10.0 ms
                """).contains("""
                Waits for locks and monitors (by their class; 1 of 1 differ, the largest difference first)
                  before   after  difference  times  class
                  100 ms  300 ms     +200 ms   3.00  app.Lock
                            waits 2 -> 2, mean 50.0 ms -> 150 ms, max 100 ms -> 300 ms, acquired 2 -> 2
                """).contains("""
                With one run a side it is not known how much runs differ by themselves.
                """);
        ComparedRow queue = comparison.differences(ComparedTable.POOL_QUEUES).get(0);
        assertThat(queue.name().text()).isEqualTo("app.Main.pool(Main.java:9)");
        // The tasks waited 0, 10, ... 90 ms, and in the other run up to 190 ms.
        assertThat(queue.before().median()).isCloseTo(450.0 * MILLI, within(1.0 * MILLI));
        assertThat(queue.after().median()).isCloseTo(1_900.0 * MILLI, within(1.0 * MILLI));
    }

    /** A consumer waits in a queue; the call site of the wait may be unknown. */
    private static Trace waitsInAQueue(long millis, String takenAt) {
        TraceBuilder trace = new TraceBuilder();
        ThreadScript main = trace.thread("main", ThreadType.INITIAL).begin().initialTaskBegin();
        ThreadScript producer =
                trace.thread("producer", ThreadType.INITIAL).begin().initialTaskBegin();
        long queue = trace.waitId(BLOCKING_QUEUE, "app.Queue");
        int at = takenAt.isEmpty() ? 0 : trace.callSite(takenAt);
        main.wait(BLOCKING_QUEUE, State.WAIT_QUEUE, BEGIN, queue, at);
        trace.pass(millis * MILLI);
        producer.wakeup(BLOCKING_QUEUE, queue, 0);
        main.wait(BLOCKING_QUEUE, State.WAIT_QUEUE, END, queue, at);
        trace.pass(MILLI);
        ThreadScript.endAll(main, producer);
        return trace.build();
    }

    @Test
    void whereAWaitForOthersBecameLongerIsSaid() throws IOException {
        String site = "app.Main.take(Main.java:7)";
        Comparison comparison = compare(waitsInAQueue(100, site), waitsInAQueue(300, site));

        assertThat(text(comparison)).contains("""
                Who made whom wait (waiting for other threads, by where and how they waited; 1 of 1 differ, the largest difference first)
                  before   after  difference  times  waited at
                  100 ms  300 ms     +200 ms   3.00  app.Main.take(Main.java:7) [queue]
                """);
        assertThat(names(compare(waitsInAQueue(100, ""), waitsInAQueue(300, "")), ComparedTable.WAITS))
                .containsExactly("app.Queue [queue]");
    }

    @Test
    void whatBecameFasterIsLessBySoMuch() {
        Comparison comparison = compare(program().lock(300).run(), program().run());

        ComparedRow row = comparison.differences(ComparedTable.MUTEX_WAITS).get(0);
        assertThat(row.difference()).isEqualTo(-200.0 * MILLI);
        assertThat(row.ratio()).isCloseTo(1.0 / 3, within(0.001));
    }

    @Test
    void whatDiffersLessThanTheThresholdIsNotShown() {
        Trace before = program().run();
        Trace little = program().lock(109).run();

        assertThat(names(compare(before, little), ComparedTable.MUTEX_WAITS)).isEmpty();
        assertThat(names(new Comparison(runs(before), runs(little), 8, null), ComparedTable.MUTEX_WAITS))
                .hasSize(1);
        assertThat(names(new Comparison(runs(before), runs(little), 8, 20 * MILLI), ComparedTable.MUTEX_WAITS))
                .isEmpty();
    }

    @Test
    void theLargestDifferenceIsFirst() {
        Program before = program();
        Program after = program().lock(150).tasks(10, 40);

        List<ComparedRow> rows = compare(before.run(), after.run()).differences(ComparedTable.STATES);

        assertThat(rows)
                .hasSizeGreaterThan(1)
                .isSortedAccordingTo(
                        (one, other) -> Double.compare(Math.abs(other.difference()), Math.abs(one.difference())));
    }

    @Test
    void aMethodWhoseLinesMovedIsTheSame() {
        Program moved = program().lock(300);
        moved.lockLine = 7;
        Program same = program();
        same.lockLine = 7;

        assertThat(names(compare(program().run(), moved.run()), ComparedTable.MUTEX_WAITS))
                .containsExactly("app.Main.lock(Main.java:7) [Lock] (was app.Main.lock(Main.java:5) [Lock])");
        assertThat(names(compare(program().run(), same.run()), ComparedTable.MUTEX_WAITS))
                .isEmpty();
    }

    /** Which thread held the monitor at first is chance, and of many threads none is named. */
    @Test
    void firstHoldersWhosePlaceIsNotKnownAreOneRow() throws IOException {
        String[] one = {"worker-1"};
        String[] all = {"worker-1", "worker-2", "worker-3", "worker-4", "worker-5"};

        Comparison comparison = compare(waitsForMonitorOf(one), waitsForMonitorOf(all));

        assertThat(comparison.rows(ComparedTable.MUTEX_HOLDERS))
                .extracting(each -> each.name().text())
                .containsExactly("(unknown call site) [first held from, Cache]");
    }

    /** A thread waits for a monitor once for each of the threads that hold it when the wait begins. */
    private static Trace waitsForMonitorOf(String... owners) {
        TraceBuilder trace =
                new TraceBuilder().configure("mutex.detail", "contended").configure("native", "auto");
        ThreadScript main = trace.thread("main", ThreadType.INITIAL).begin().initialTaskBegin();
        long monitor = trace.waitId(SYNCHRONIZED, "app.Cache");
        int waits = trace.callSite("app.Main.get(Main.java:7)");
        for (String each : owners) {
            ThreadScript owner = trace.thread(each, ThreadType.OTHER).begin();
            main.acquire(SYNCHRONIZED, MutexKind.CRITICAL, MutexImpl.MONITOR, monitor, waits, owner.id());
            trace.pass(100 * MILLI);
            main.acquired(SYNCHRONIZED, MutexKind.CRITICAL, monitor, waits);
            owner.end();
        }
        main.initialTaskEnd().end();
        return trace.build();
    }

    @Test
    void otherCodeIsNewAndWhatIsNotRunAnyMoreIsGone() throws IOException {
        Program other = program();
        other.code = "app.Main.other";

        Comparison comparison = compare(program().run(), other.run());

        assertThat(text(comparison))
                .containsPattern(" - +100 ms +\\+100 ms +new +app.Main.other\n")
                .containsPattern("100 ms +- +-100 ms +gone +app.Main.work\n");
    }

    // ---------------------------------------------------------------- several runs

    @Test
    void withSeveralRunsOnlyWhatNoRunOfTheOtherSideReachesDiffers() throws IOException {
        List<ComparedRun> before = runs(
                program().lock(100).run(),
                program().lock(180).run(),
                program().lock(110).run());
        List<ComparedRun> overlapping =
                runs(program().lock(170).run(), program().lock(300).run());
        List<ComparedRun> apart =
                runs(program().lock(190).run(), program().lock(300).run());

        assertThat(names(new Comparison(before, overlapping, PERCENT, null), ComparedTable.MUTEX_WAITS))
                .isEmpty();
        Comparison comparison = new Comparison(before, apart, PERCENT, null);
        assertThat(names(comparison, ComparedTable.MUTEX_WAITS)).hasSize(1);
        assertThat(text(comparison))
                .contains("only where all runs of one side have more than all of the other")
                .containsPattern("110 ms  245 ms +\\+135 ms +2.23  app.Lock\n"
                        + " +100 ms to 180 ms before, 190 ms to 300 ms after\n");
    }

    // ---------------------------------------------------------------- findings

    @Test
    void findingsThatCameAndWentAreSaid() throws IOException {
        Trace without = program().lock(0).tasks(1, 500).run();
        Trace with = program().lock(300).tasks(1, 500).run();

        assertThat(text(compare(without, with)))
                .contains("  New: Waiting for Lock #")
                .doesNotContain("  Gone: ");
        assertThat(text(compare(with, without)))
                .contains("  Gone: Waiting for Lock #")
                .doesNotContain("  New: ");
        assertThat(text(compare(with, with)))
                .contains("  Before (cost 300 ms) and after (cost 300 ms): Waiting for Lock #");
        assertThat(text(compare(without, without))).contains("Findings: none, neither before nor after\n");
        assertThat(text(new Comparison(runs(without, with, with), runs(with, with), PERCENT, null)))
                .contains(
                        "  Before (cost 300 ms, in 2 of 3 runs) and after (cost 300 ms, in 2 of 2 runs): Waiting for");
    }

    /** Both pools are made in one method; the one of the database was made larger. */
    @Test
    void findingsOfTwoPoolsAreNotMixedUp() throws IOException {
        Trace before = twoPools("db", 300, "web", 250);
        Trace after = twoPools("db", 0, "web", 100);
        Trace numbered = twoPools("pool-1", 200, "pool-2", 250);

        assertThat(text(compare(before, after)))
                .containsPattern("  Gone: \\d+ tasks waited .* in the queue of db ")
                .containsPattern("  Before .* tasks waited .* in the queue of web ");
        assertThat(text(compare(numbered, numbered)))
                .containsPattern("  Before .* tasks waited .* in the queue of pool-1 ")
                .containsPattern("  Before .* tasks waited .* in the queue of pool-2 ");
        assertThat(text(compare(numbered, twoPools("pool-1", 0, "pool-2", 250))))
                .containsPattern("  Gone: \\d+ tasks waited .* in the queue of pool-1 ")
                .containsPattern("  Before .* tasks waited .* in the queue of pool-2 ");
    }

    /** Each pool has one worker and four tasks that sleep for so long. */
    private static Trace twoPools(String one, long millis, String other, long otherMillis) {
        TraceBuilder trace = new TraceBuilder();
        ThreadScript main = trace.thread("main", ThreadType.INITIAL).begin().initialTaskBegin();
        pool(trace, main, one, millis, 3);
        pool(trace, main, other, otherMillis, 4);
        main.initialTaskEnd().end();
        return trace.build();
    }

    private static void pool(TraceBuilder trace, ThreadScript main, String name, long millis, int line) {
        long pool = trace.newId();
        ThreadScript worker = trace.thread(name + "-1", ThreadType.WORKER).begin();
        worker.pool(
                THREAD_POOL_EXECUTOR,
                BEGIN,
                name,
                pool,
                1,
                trace.callSite("app.Main.<clinit>(Main.java:" + line + ")"));
        worker.poolWorker(THREAD_POOL_EXECUTOR, BEGIN, pool);
        int submits = trace.callSite("app.Main.submit(Main.java:10)");
        int sleeps = trace.callSite("app.Main.task" + line + "(Main.java:2" + line + ")");
        List<Long> tasks = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            tasks.add(main.create(THREAD_POOL_EXECUTOR, 0, submits, trace.body("app.Main.work")));
        }
        for (long each : tasks) {
            worker.start(THREAD_POOL_EXECUTOR, each);
            worker.wait(SLEEP, State.WAIT_SLEEP, BEGIN, 0, sleeps);
            trace.pass(millis * MILLI);
            worker.wait(SLEEP, State.WAIT_SLEEP, END, 0, sleeps);
            worker.complete(THREAD_POOL_EXECUTOR);
        }
        worker.poolWorker(THREAD_POOL_EXECUTOR, END, pool).end();
    }

    /** The other side need not have looked for them, or not have their events. */
    @Test
    void findingsThatTheOtherSideMayHideAreNeitherNewNorGone() throws IOException {
        Trace with = program().lock(300).tasks(1, 500).run();
        Program other = program().lock(0).tasks(1, 500);
        other.trace.configure("profile", "default").configure("mutex.detail", "contended");
        Program dropped = program().lock(0).tasks(1, 500);
        dropped.trace.dropped(3, "the disk is full");

        assertThat(text(compare(other.run(), with)))
                .contains("  Only after: Waiting for Lock #")
                .doesNotContain("  New: ");
        assertThat(text(compare(with, dropped.run())))
                .contains("  Only before: Waiting for Lock #")
                .doesNotContain("  Gone: ");
        assertThat(text(compare(with, paused((TraceInMemory)
                        program().lock(0).tasks(1, 500).run()))))
                .contains("  Only before: Waiting for Lock #")
                .doesNotContain("  Gone: ");
    }

    private static Trace paused(TraceInMemory trace) {
        List<TraceEvent> events = trace.eventList();
        long middle = events.get(events.size() / 2).timeNanos();
        return new TraceWithEvents(trace, events, List.of(new Pause(middle, middle)));
    }

    // ---------------------------------------------------------------- what cannot be compared

    @Test
    void otherSettingsAreSaidAndWhatOneSideAloneHasIsLeftOut() throws IOException {
        Program other = program();
        other.code = "app.Main.other";
        other.trace.configure("profile", "default").configure("mutex.detail", "contended");

        Comparison comparison = compare(program().run(), other.run());

        assertThat(names(comparison, ComparedTable.TASKS)).isEmpty();
        assertThat(text(comparison))
                .contains("\nWhat may not be comparable\n")
                .contains("\n  Not the same is the setting profile: full before, default after.\n")
                .contains("So rows that only one side has are left out")
                .contains("run.ompt: Not looked for: lock orders, which only profile=full tells; deadlocks only");
    }

    @Test
    void ofCommandLinesOnlyWhatDiffersIsSaid() throws IOException {
        TraceInMemory one = (TraceInMemory) program().run();
        TraceInMemory other = (TraceInMemory) program().run();

        assertThat(text(compare(
                        withCommand(one, "java", "-javaagent:a.jar", "Main", "1"),
                        withCommand(other, "java", "Main", "2"))))
                .contains("Not the same is the command line: .. 1 before, .. 2 after.\n");
        assertThat(text(compare(withCommand(one, "java", "Main"), withCommand(other, "java", "Main", "2"))))
                .contains("Not the same is the command line: .. Main before, .. Main 2 after.\n");
        assertThat(text(compare(withCommand(one), withCommand(other, "java", "Main"))))
                .contains("Not the same is the command line: none before, java Main after.\n");
        assertThat(text(compare(
                        withCommand(one, "java", "-cp", "a.jar:b-1.jar:c.jar", "Main", "1"),
                        withCommand(other, "java", "-cp", "a.jar:b-2.jar:c.jar", "Main", "1"))))
                .contains("Not the same is the command line: .. b-1.jar .. before, .. b-2.jar .. after.\n");
        assertThat(text(compare(withCommand(one, "java", "x".repeat(1_000)), withCommand(other, "java", "Main"))))
                .contains("x... (920 characters more) before, .. Main after.");
    }

    /** A copy of a trace has another name, and is the same run. */
    @Test
    void runThatIsGivenMoreThanOnceIsSaid() throws IOException {
        Program other = program();
        other.trace.startedLater(1);
        ComparedRun one = ComparedRun.read(program().run(), "one.ompt");
        ComparedRun copy = ComparedRun.read(program().run(), "copy.ompt");
        ComparedRun later = ComparedRun.read(other.run(), "later.ompt");

        assertThat(doubts(List.of(one), List.of(copy)))
                .containsExactly("The same run is given more than once: one.ompt before, copy.ompt after.");
        assertThat(doubts(List.of(one, one), List.of(later)))
                .containsExactly("The same run is given more than once: one.ompt before, one.ompt before.");
        assertThat(doubts(List.of(one), List.of(later))).isEmpty();
    }

    private static List<String> doubts(List<ComparedRun> before, List<ComparedRun> after) {
        return new Comparison(before, after, PERCENT, null).doubts();
    }

    private static Trace withCommand(TraceInMemory trace, String... command) {
        TraceHeader header = trace.header();
        TraceHeader with = new TraceHeader(
                header.formatVersion(),
                header.agentVersion(),
                header.tool(),
                header.startedAt(),
                header.host(),
                header.pid(),
                header.javaVersion(),
                header.jvmName(),
                header.availableProcessors(),
                List.of(command),
                header.configuration(),
                header.settings(),
                header.notObserved(),
                header.classScan());
        return new TraceInMemory(
                with,
                trace.losses(),
                trace.callSites(),
                trace.bodies(),
                trace.waitObjects(),
                trace.threadList(),
                trace.eventList());
    }

    @Test
    void whatATraceHasLostIsSaid() throws IOException {
        Program killed = program();
        killed.trace.killed().dropped(3, "the disk is full");

        assertThat(text(compare(program().run(), killed.run())))
                .contains("run.ompt: Recording stopped early: the disk is full")
                .contains("run.ompt: The run was not finished");
    }

    /** What the rest of the run did is not known: its length is. */
    @Test
    void rowsThatARunThatWasRecordedInPartMayLackAreLeftOut() throws IOException {
        Program other = program().tasks(20, 10);
        other.code = "app.Main.other";
        other.trace.stopped("the trace reached max-size", 700 * MILLI);
        Trace whole = program().run();
        Trace part = other.run();

        Comparison gone = compare(whole, part);
        assertThat(text(gone))
                .contains("After     run.ompt, process 4711, 300 ms of 1.00 s\n")
                .contains("Length    200 ms before, 1.00 s after: +800 ms, 5.00 times as long\n")
                .contains("  Rows that only the runs before have are left out: the others lack events.");
        assertThat(gone.differences(ComparedTable.TASKS))
                .extracting(each -> each.name().text())
                .containsExactly("app.Main.other");
        Comparison added = compare(part, whole);
        assertThat(text(added)).contains("  Rows that only the runs after have are left out: the others lack events.");
        assertThat(added.differences(ComparedTable.TASKS))
                .extracting(each -> each.name().text())
                .containsExactly("app.Main.other");
    }

    @Test
    void tasksOfWhichNoneHasEndedHaveNoTimeToCompare() throws IOException {
        Trace ended = program().run();
        Program program = program().tasks(1, 10);
        program.endsTasks = false;
        Trace unfinished = program.run();

        assertThat(compare(ended, unfinished).rows(ComparedTable.TASKS)).isEmpty();
        assertThat(compare(unfinished, ended).rows(ComparedTable.TASKS)).isEmpty();
        assertThat(compare(ended, ended).rows(ComparedTable.TASKS)).hasSize(1);
    }

    @Test
    void samplesAndStatesHaveNothingToCompare() {
        assertThat(ComparedRun.whyNot(SampledTrace.build())).contains("samples");
        assertThat(ComparedRun.whyNot(
                        new TraceBuilder().configure("profile", "states").build()))
                .contains("profile=states");
        assertThat(ComparedRun.whyNot(program().run())).isNull();
    }

    // ---------------------------------------------------------------- as data

    @Test
    void jsonHasTheSame() throws IOException {
        Program after = program().lock(300);
        after.trace
                .thread("x", ThreadType.INITIAL)
                .begin()
                .error(THREAD_POOL_EXECUTOR, Severity.FATAL, "no")
                .end();
        JsonNode node = json(compare(program().run(), after.run()));
        assertThat(node.get("format").asText()).isEqualTo("ompt4j-comparison");
        assertThat(node.get("threshold_ns").asLong()).isCloseTo(2 * MILLI, within(MILLI / 10));
        assertThat(node.get("tables")).hasSize(ComparedTable.values().length);
        JsonNode waits = node.get("tables").get(ComparedTable.MUTEX_WAITS.ordinal());
        JsonNode row = waits.get("rows").get(0);
        assertThat(row.get("name_before").asText()).isEqualTo("app.Main.lock(Main.java:5) [Lock]");
        assertThat(row.get("before").get("median").asDouble()).isCloseTo(100.0 * MILLI, within(0.01 * MILLI));
        assertThat(row.get("difference").asDouble()).isEqualTo(200.0 * MILLI);
        JsonNode errors = node.get("tables").get(ComparedTable.ERRORS.ordinal());
        assertThat(errors.get("rows").get(0).get("name_before").isNull()).isTrue();
        assertThat(node.get("findings").get(0).get("before_runs").asInt()).isEqualTo(1);
    }

    @ParameterizedTest
    @MethodSource("org.ompt4j.tools.report.JsonReportTest#names")
    void jsonIsAsItsSchemaSays(String name) throws IOException {
        Trace trace = JsonReportTest.traces().get(name);
        if (ComparedRun.whyNot(trace) != null) {
            return;
        }

        assertThat(schema().validate(json(compare(everything(), trace)))).isEmpty();
        assertThat(schema().validate(json(compare(trace, program().lock(300).run()))))
                .isEmpty();
    }

    @Test
    void schemaHasEveryTableAndRefusesWhatItDoesNotKnow() throws IOException {
        JsonNode comparison = json(compare(everything(), program().run()));
        JsonNode defs = new ObjectMapper().readTree(Files.readString(SCHEMA)).get("$defs");

        assertThat(textsOf(defs.at("/table/properties/key/enum")))
                .containsExactlyElementsOf(lowerCase(ComparedTable.values()));
        for (String member : List.of("recorded_ns", "says", "median", "name_before", "ratio", "compared")) {
            JsonNode renamed =
                    new ObjectMapper().readTree(comparison.toString().replace("\"" + member + "\"", "\"other\""));
            assertThat(schema().validate(renamed)).as(member).isNotEmpty();
        }
    }

    private static List<String> lowerCase(Enum<?>[] values) {
        return Arrays.stream(values)
                .map(each -> each.name().toLowerCase(Locale.ROOT))
                .toList();
    }

    private static List<String> textsOf(JsonNode array) {
        List<String> texts = new ArrayList<>();
        array.forEach(each -> texts.add(each.asText()));
        return texts;
    }

    private static JsonSchema schema() throws IOException {
        return JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012).getSchema(Files.readString(SCHEMA));
    }

    private static JsonNode json(Comparison comparison) throws IOException {
        StringWriter out = new StringWriter();
        try (JsonGenerator json = new JsonFactory().createGenerator(out)) {
            comparison.writeJson(10, json);
        }
        return new ObjectMapper().readTree(out.toString());
    }
}
