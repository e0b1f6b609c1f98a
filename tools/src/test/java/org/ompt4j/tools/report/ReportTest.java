package org.ompt4j.tools.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.MutexImpl;
import org.ompt4j.ompt.MutexKind;
import org.ompt4j.ompt.ScopeEndpoint;
import org.ompt4j.ompt.State;
import org.ompt4j.ompt.TaskStatus;
import org.ompt4j.ompt.ThreadType;
import org.ompt4j.ompt.UnobservedUse;
import org.ompt4j.ompt.UnobservedUse.Reason;
import org.ompt4j.tools.read.CountedEvents;
import org.ompt4j.tools.read.Pause;
import org.ompt4j.tools.read.Trace;
import org.ompt4j.tools.testing.RichTrace;
import org.ompt4j.tools.testing.SampledTrace;
import org.ompt4j.tools.testing.ThreadScript;
import org.ompt4j.tools.testing.TraceBuilder;
import org.ompt4j.tools.testing.TraceInMemory;
import org.ompt4j.tools.testing.TraceWithEvents;
import org.ompt4j.tools.testing.VirtualThreadTrace;

class ReportTest {

    @Test
    void showsWhatARunDid() throws IOException {
        assertThat(report(RichTrace.build(), 80)).isEqualTo(expected("rich.txt"));
        assertThat(report(RichTrace.build(), 120)).isEqualTo(expected("wide.txt"));
    }

    @Test
    void whatStandsOutComesRightBehindOneLineHoweverLongTheCommandWas() throws IOException {
        String path = "/home/me/.m2/repository/com/acme/part/1.0/part-1.0.jar:".repeat(60);
        String report = report(
                new TraceBuilder().command("java", "-cp", path, "app.Main").build(), 80);

        assertThat(report.lines()).startsWith("run.ompt: 0 ns, 0 events on 0 threads, profile full", "", "Findings");
        assertThat(report.lines().filter(each -> each.contains("com/acme/part")))
                .hasSize(1);
        assertThat(report.replaceAll("\\s+", " "))
                .contains("Command java -cp /home/me/.m2/")
                .contains("... (3,220 characters more) app.Main");
    }

    @Test
    void virtualThreadsAreTasksWhoseWaitsAreAsLongAsTheyWereOnWhateverCarriers() throws IOException {
        String report = report(VirtualThreadTrace.build(), 120);

        assertThat(report).isEqualTo(expected("virtual.txt"));
    }

    @Test
    void showsSamples() throws IOException {
        assertThat(report(SampledTrace.build(), 80)).isEqualTo(expected("sampled.txt"));
    }

    @Test
    void showsWhatAnEmptyTraceIsMissing() throws IOException {
        Trace trace = new TraceBuilder()
                .killed()
                .dropped(3, "the disk is full")
                .failed("IllegalStateException in hook fork", 2)
                .configure("include", "com.acme.*")
                .configure("mutex.detail", "contended")
                .notObserved("Locks inside JDK classes.")
                .build();

        assertThat(report(trace, 80)).isEqualTo(expected("empty.txt"));
    }

    @Test
    void listsWhatTheProgramUsedThatWasNotObserved() throws IOException {
        Trace trace = new TraceBuilder()
                .classes(1_234)
                .uses(new UnobservedUse(Reason.BY_REFERENCE, "thread", "calls through references", 1, 1, 0))
                .uses(new UnobservedUse(Reason.BY_REFLECTION, "reentrant-lock", "calls by reflection", 0, 0, 7))
                .uses(new UnobservedUse(Reason.NOT_MAPPED, "timer", "tasks of java.util.Timer", 2, 1, 0))
                .uses(new UnobservedUse(Reason.NOT_MAPPED, "semaphore", "permits of Semaphore", 2_000, 12, 5_000))
                .uses(new UnobservedUse(Reason.SWITCHED_OFF, "phaser", "barriers and arrivals", 3, 2, 0))
                .uses(new UnobservedUse(Reason.LEFT_OUT, "phaser", "barriers and arrivals", 4, 4, 0))
                .build();

        assertThat(report(trace)).endsWith(expected("unobserved.txt"));
    }

    @Test
    void saysThatNothingWasMissedOnlyWhereThatIsKnown() throws IOException {
        String unknown = report(new TraceBuilder().build());
        String known = report(new TraceBuilder().classes(3).build());

        assertThat(unknown).contains("Which constructs the program used that are not observed is not known.");
        assertThat(known).contains("Nothing was dropped, nothing failed, nothing was switched off.");
        assertThat(known).contains("Not observed: nothing that the 3 classes of the program and its libraries use");
    }

    @Test
    void whatAnAgentCouldNotObserveIsASentenceUnlessItBeginsWithAName() throws IOException {
        String report = report(new TraceBuilder()
                .classes(1)
                .notObserved("when monitors are released is not observed")
                .notObserved("app.Main is not observed: the JVM refused it")
                .build());

        assertThat(report)
                .contains("\n  When monitors are released is not observed.\n")
                .contains("\n  app.Main is not observed: the JVM refused it.\n")
                .contains("nothing that the one class of the program uses,");
    }

    @Test
    void whatIsNotSeenInsideTheJdkDependsOnWhereMutexesAreTold() throws IOException {
        String inDefault = report(
                new TraceBuilder().classes(3).configure("profile", "default").build());
        String inFull = report(new TraceBuilder().classes(3).build());

        assertThat(inDefault).contains("Not observed inside the JDK: monitors, which need native=auto.\n");
        assertThat(inFull)
                .contains("Not observed inside the JDK: monitors, whose waits count as what the thread does; locks,");
    }

    @Test
    void constructsOnRequestAreNoLoss() throws IOException {
        String all =
                report(new TraceBuilder().configure("constructs", "all,fence").build());
        String some = report(
                new TraceBuilder().configure("constructs", "-phaser,fence").build());

        assertThat(all).doesNotContain("lets through");
        assertThat(some).contains("Only what the setting constructs=-phaser,fence lets through.");
    }

    @Test
    void saysHowLongItWasPausedAndCountsNothingOfThatTime() throws IOException {
        TraceBuilder builder = new TraceBuilder();
        ThreadScript main = builder.thread("main", ThreadType.INITIAL);
        main.begin().initialTaskBegin();
        builder.pass(1_000_000);
        long from = builder.now();
        builder.pass(500_000_000);
        long to = builder.now();
        main.initialTaskEnd().end();
        TraceInMemory trace = builder.build();
        String report = report(new TraceWithEvents(trace, trace.eventList(), List.of(new Pause(from, to))));

        assertThat(report)
                .containsPattern("^run\\.ompt: .*; paused 1 time, 500 ms in all,")
                .contains("Paused    1 time, 500 ms in all");
        assertThat(report).containsPattern("1\\.0[0-9]? ms .* main");
    }

    @Test
    void saysWhatWasCountedInsteadOfTraced() throws IOException {
        TraceBuilder builder = new TraceBuilder();
        ThreadScript main = builder.thread("main", ThreadType.INITIAL);
        main.begin().initialTaskBegin().initialTaskEnd().end();
        int site = builder.callSite("com.acme.Main.run(Main.java:7)");
        builder.configure("throttle", "10000/10us");
        TraceInMemory trace = builder.build();
        CountedEvents one = new CountedEvents(
                1, Event.MUTEX_ACQUIRED, null, Construct.REENTRANT_LOCK, site, 12_000, 24_000_000, 9_000, 0, 1);
        CountedEvents two = new CountedEvents(
                2, Event.MUTEX_ACQUIRED, null, Construct.REENTRANT_LOCK, site, 345, 690_000, 9_900, 0, 1);
        String report = report(new TraceWithEvents(trace, trace.eventList(), List.of(), List.of(one, two)));

        assertThat(report)
                .contains("Counted   throttled: 12,345 events at 1 call site counted, not traced\n")
                .contains("Throttled (counted, not traced; by call site, most events first)\n")
                .containsPattern(
                        "12,345 +24\\.7 ms +2\\.0[0-9]? us +9\\.90 us +mutex_acquired +com\\.acme\\.Main\\.run\\(Main\\.java:7\\)")
                .contains("counted, not traced (throttle=10000/10us).");
    }

    @Test
    void whatTookNoTimeHasNoTimes() throws IOException {
        TraceBuilder builder = new TraceBuilder();
        int site = builder.callSite("com.acme.Main.run(Main.java:7)");
        TraceInMemory trace = builder.build();
        Construct lock = Construct.REENTRANT_LOCK;
        List<CountedEvents> counted = List.of(
                new CountedEvents(1, Event.MUTEX_ACQUIRED, null, lock, site, 12_000, 0, 0, 0, 1),
                new CountedEvents(1, Event.MUTEX_RELEASED, null, lock, site, 11_000, 0, 0, 0, 1),
                new CountedEvents(
                        1, Event.DISPATCH, null, Construct.PARALLEL_STREAM, site, 10_000, 20_000_000, 9_000, 0, 1));
        String report = report(new TraceWithEvents(trace, trace.eventList(), List.of(), counted));

        assertThat(report)
                .containsPattern("12,000 +- +- +- +mutex_acquired +com")
                .containsPattern("11,000 +- +- +- +mutex_released +com")
                .containsPattern("10,000 +20.0 ms +2.00 us +9.00 us +dispatch +com");
    }

    @Test
    void whatWasNotObservedKeepsItsNameHoweverNarrowThePage() throws IOException {
        String missing = "calls of Executor and ExecutorService that do not reach a ForkJoinPool";
        Trace trace = new TraceBuilder()
                .classes(1)
                .uses(new UnobservedUse(Reason.NOT_MAPPED, "executor", missing, 9, 1, 0))
                .build();

        for (int width : new int[] {60, 80, 120}) {
            assertThat(report(trace, width)).containsPattern("(?m)^ +9 +1 +executor$");
            assertThat(report(trace, width).replaceAll("\\s+", " ")).contains("executor " + missing);
            assertThat(report(trace, width).lines()).allMatch(each -> each.length() <= width);
        }
    }

    @Test
    void aNumberAndItsUnitStandInOneLine() {
        assertThat(Page.broken("", "  ", "1 wait, the longest 2.58 s.", 26))
                .containsExactly("1 wait, the longest", "  2.58 s.");
        assertThat(Page.broken("", "  ", "in all of them 2.5 % of it", 20))
                .containsExactly("in all of them 2.5 %", "  of it");
        assertThat(Page.broken("", "  ", "all of the 12 stages", 15)).containsExactly("all of the 12", "  stages");
    }

    @Test
    void linesFitATerminalWhateverTheNames() throws IOException {
        String deep = "com.acme." + "some.deep.package.".repeat(8);
        TraceBuilder trace = new TraceBuilder();
        ThreadScript main = trace.thread("a thread with a very long name " + "x".repeat(150), ThreadType.INITIAL);
        main.begin().initialTaskBegin();
        long lock = trace.waitId(Construct.DEFINED, deep + "Latch");
        int site = trace.callSite(deep + "Main.run(Main.java:7)");
        main.acquire(Construct.REENTRANT_LOCK, MutexKind.NEST_LOCK, MutexImpl.REENTRANT_FAIR, lock, site);
        trace.pass(123_456_789);
        main.acquired(Construct.REENTRANT_LOCK, MutexKind.NEST_LOCK, lock, site);
        main.create(Construct.DEFINED, 0, site, trace.body(deep + "Main.lambda$run$" + "y".repeat(150)));
        main.initialTaskEnd().end();

        for (int width : new int[] {80, 100, 120, 200}) {
            assertThat(report(trace.build(), width).lines()).allMatch(each -> each.length() <= width);
        }
        assertThat(report(trace.build(), 80).lines())
                .anyMatch(each -> each.endsWith("Latch #4"))
                .anyMatch(each -> each.endsWith("Main.run(Main.java:7)"));
    }

    @Test
    void noCellIsBlankAndEveryStateIsInOneColumnOfItsNameOrNamedUnderTheRow() throws IOException {
        for (int width : new int[] {60, 80, 120}) {
            List<String> lines = report(RichTrace.build(), width).lines().toList();
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
    void threadThatWaitsForeverIsShownAsWaiting() throws IOException {
        TraceBuilder trace = new TraceBuilder().killed();
        ThreadScript main = trace.thread("main", ThreadType.INITIAL);
        ThreadScript other = trace.thread("other", ThreadType.INITIAL);
        long monitor = trace.waitId(Construct.SYNCHRONIZED, "app.Log");
        int site = trace.callSite("app.Log.write(Log.java:12)");
        int waitSite = trace.callSite("app.Log.read(Log.java:40)");
        main.begin().initialTaskBegin();
        other.begin().initialTaskBegin();
        main.acquire(Construct.SYNCHRONIZED, MutexKind.CRITICAL, MutexImpl.MONITOR, monitor, site);
        main.acquired(Construct.SYNCHRONIZED, MutexKind.CRITICAL, monitor, site);
        other.acquire(Construct.SYNCHRONIZED, MutexKind.CRITICAL, MutexImpl.MONITOR, monitor, waitSite);
        trace.pass(5_000_000_000L);
        main.wakeup(Construct.SYNCHRONIZED, monitor, site);

        assertThat(report(trace.build()))
                .containsPattern("1 +1 +5.00 s +5.00 s .* app.Log #3")
                .contains("100.0 % waited at app.Log.read(Log.java:40)")
                .contains("100.0 % while held from app.Log.write(Log.java:12)")
                .contains("1 thread still waiting at the end");
    }

    @Test
    void semaphoreIsNotSaidToBeHeldByWhoAcquiredItLast() throws IOException {
        TraceBuilder trace = new TraceBuilder();
        ThreadScript main = trace.thread("main", ThreadType.INITIAL);
        ThreadScript other = trace.thread("other", ThreadType.INITIAL);
        long semaphore = trace.waitId(Construct.SEMAPHORE, "app.Slots");
        int site = trace.callSite("app.Slots.take(Slots.java:12)");
        main.begin().initialTaskBegin();
        other.begin().initialTaskBegin();
        main.acquire(Construct.SEMAPHORE, MutexKind.LOCK, MutexImpl.SEMAPHORE_FAIR, semaphore, site);
        main.acquired(Construct.SEMAPHORE, MutexKind.LOCK, semaphore, site);
        other.acquire(Construct.SEMAPHORE, MutexKind.LOCK, MutexImpl.SEMAPHORE_FAIR, semaphore, site);
        trace.pass(5_000_000_000L);
        main.released(Construct.SEMAPHORE, MutexKind.LOCK, semaphore, trace.callSite("app.Slots.give(Slots.java:20)"));
        other.acquired(Construct.SEMAPHORE, MutexKind.LOCK, semaphore, site);

        assertThat(report(trace.build()))
                .contains("100.0 % until released at app.Slots.give(Slots.java:20)")
                .doesNotContain("while held from");
    }

    @Test
    void whoWaitsToWriteIsHeldUpByTheLastReaderThatReadsThen() throws IOException {
        TraceBuilder trace = new TraceBuilder();
        ThreadScript main = trace.thread("main", ThreadType.INITIAL);
        ThreadScript brief = trace.thread("brief", ThreadType.INITIAL);
        ThreadScript writer = trace.thread("writer", ThreadType.INITIAL);
        Construct construct = Construct.READ_WRITE_LOCK;
        long lock = trace.waitId(construct, "app.Cache");
        int site = trace.callSite("app.Cache.get(Cache.java:12)");
        int briefSite = trace.callSite("app.Cache.peek(Cache.java:14)");
        main.begin().initialTaskBegin();
        brief.begin().initialTaskBegin();
        writer.begin().initialTaskBegin();
        main.acquire(construct, MutexKind.LOCK, MutexImpl.READ_FAIR, lock, site);
        main.acquired(construct, MutexKind.LOCK, lock, site);
        brief.acquire(construct, MutexKind.LOCK, MutexImpl.READ_FAIR, lock, briefSite);
        brief.acquired(construct, MutexKind.LOCK, lock, briefSite);
        brief.released(construct, MutexKind.LOCK, lock, briefSite);
        int writes = trace.callSite("app.Cache.put(Cache.java:20)");
        writer.acquire(construct, MutexKind.NEST_LOCK, MutexImpl.WRITE_FAIR, lock, writes);
        trace.pass(5_000_000_000L);
        main.released(construct, MutexKind.LOCK, lock, site);
        writer.acquired(construct, MutexKind.NEST_LOCK, lock, writes);

        assertThat(report(trace.build()))
                .contains("100.0 % waited at app.Cache.put(Cache.java:20)")
                .contains("100.0 % while held from app.Cache.get(Cache.java:12)");
    }

    @Test
    void whatIsReportedOnBehalfOfAStuckThreadEndsNoWait() throws IOException {
        TraceBuilder trace = new TraceBuilder();
        ThreadScript main = trace.thread("main", ThreadType.INITIAL);
        ThreadScript stuck = trace.thread("stuck", ThreadType.INITIAL);
        long monitor = trace.waitId(Construct.SYNCHRONIZED, "app.Log");
        int site = trace.callSite("app.Log.write(Log.java:12)");
        main.begin().initialTaskBegin();
        long body = main.create(Construct.THREAD, 0, site, trace.body("app.Writer.run"));
        stuck.begin().initialTaskBegin().start(Construct.THREAD, body);
        stuck.acquire(Construct.SYNCHRONIZED, MutexKind.CRITICAL, MutexImpl.MONITOR, monitor, site);
        trace.pass(5_000_000_000L);
        stuck.finish(Construct.THREAD, TaskStatus.CANCEL).initialTaskEnd().end();
        main.initialTaskEnd().end();

        assertThat(report(trace.build()))
                .containsPattern("5.00 s +<0.1 +100.0 +(0 +)*stuck")
                .contains("1 thread still waiting at the end")
                .contains("0 attempts without success");
    }

    @Test
    void mutexThatIsReleasedAndAcquiredInOneLineIsNoCondition() throws IOException {
        TraceBuilder trace = new TraceBuilder();
        oneLine(trace);

        assertThat(report(trace.build())).containsPattern("time +serial .*\\n +5.00 s +100.0 .*main");
    }

    @Test
    void traceOfAVersionThatCannotTellSaysSo() throws IOException {
        TraceBuilder trace = new TraceBuilder().version(5);
        oneLine(trace);

        assertThat(report(trace.build())).containsPattern("unknown +thread\\n +5.00 s +<0.1 .* 100.0 +main");
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

    @Test
    void monitorThatNobodyIsSeenToHoldIsNotWaitedFor() throws IOException {
        TraceBuilder trace = new TraceBuilder().configure("mutex.detail", "contended");
        ThreadScript main = trace.thread("main", ThreadType.INITIAL);
        long monitor = trace.waitId(Construct.SYNCHRONIZED, "app.Log");
        int site = trace.callSite("app.Log.write(Log.java:12)");
        main.begin().initialTaskBegin();
        main.acquire(Construct.SYNCHRONIZED, MutexKind.CRITICAL, MutexImpl.MONITOR, monitor, site);
        trace.pass(99_000);
        main.acquired(Construct.SYNCHRONIZED, MutexKind.CRITICAL, monitor, site);
        main.initialTaskEnd().end();

        assertThat(report(trace.build()))
                .contains("Locks and monitors: none")
                .contains(
                        "1 attempt took 100 us in all, of which it is unknown whether they waited: nobody was seen to hold the object");
    }

    @Test
    void monitorThatTheJvmSaysIsWaitedForIs() throws IOException {
        TraceBuilder trace =
                new TraceBuilder().configure("mutex.detail", "contended").configure("native", "auto");
        ThreadScript main = trace.thread("main", ThreadType.INITIAL);
        long monitor = trace.waitId(Construct.SYNCHRONIZED, "app.Log");
        int site = trace.callSite("app.Log.write(Log.java:12)");
        main.begin().initialTaskBegin();
        main.acquire(Construct.SYNCHRONIZED, MutexKind.CRITICAL, MutexImpl.MONITOR, monitor, site);
        trace.pass(5_000_000_000L);
        main.acquired(Construct.SYNCHRONIZED, MutexKind.CRITICAL, monitor, site);
        main.initialTaskEnd().end();

        assertThat(report(trace.build())).containsPattern("1 +1 +5.00 s +5.00 s .* app.Log #");
    }

    @Test
    void monitorThatTheJvmTellsOfIsBlamedOnWhoHeldItFirst() throws IOException {
        TraceBuilder trace =
                new TraceBuilder().configure("mutex.detail", "contended").configure("native", "auto");
        ThreadScript holder = trace.thread("holder", ThreadType.INITIAL);
        ThreadScript first = trace.thread("first", ThreadType.INITIAL);
        ThreadScript second = trace.thread("second", ThreadType.INITIAL);
        long monitor = trace.waitId(Construct.SYNCHRONIZED, "app.Log");
        int site = trace.callSite("app.Log.write(Log.java:12)");
        int end = trace.callSite("app.Log.close(Log.java:30)");
        for (ThreadScript each : List.of(holder, first, second)) {
            each.begin().initialTaskBegin();
        }
        first.acquire(Construct.SYNCHRONIZED, MutexKind.CRITICAL, MutexImpl.MONITOR, monitor, site, holder.id());
        second.acquire(Construct.SYNCHRONIZED, MutexKind.CRITICAL, MutexImpl.MONITOR, monitor, site, 0);
        trace.pass(2_000_000_000L);
        first.acquired(Construct.SYNCHRONIZED, MutexKind.CRITICAL, monitor, end);
        trace.pass(3_000_000_000L);
        second.acquired(Construct.SYNCHRONIZED, MutexKind.CRITICAL, monitor, site);

        // Of seven seconds the first two are the holder's for one thread, unknown for the other; the last three are of
        // who got it.
        assertThat(report(trace.build()))
                .contains("2.00 s: \"first\" waited at Log.write(Log.java:12) while, at first, \"holder\" held it.")
                .containsPattern(
                        "3.00 s: \"second\" waited at .*Log.java:12\\) while, at first, \"first\" held it from\\s+Log.close")
                .contains("2.00 s: \"second\" waited at Log.write(Log.java:12); who held it is not known.")
                .contains("28.6 % first held by \"holder\"")
                .contains("42.9 % first held from app.Log.close(Log.java:30)");
    }

    @Test
    void monitorThatTheJvmTellsOfIsBlamedOnWhoReleasesItWhereNobodyElseIsKnown() throws IOException {
        TraceBuilder trace =
                new TraceBuilder().configure("mutex.detail", "contended").configure("native", "auto");
        ThreadScript waits = trace.thread("waits", ThreadType.INITIAL);
        ThreadScript other = trace.thread("other", ThreadType.INITIAL);
        long monitor = trace.waitId(Construct.SYNCHRONIZED, "app.Log");
        int site = trace.callSite("app.Log.write(Log.java:12)");
        int await = trace.callSite("app.Log.await(Log.java:30)");
        waits.begin().initialTaskBegin();
        other.begin().initialTaskBegin();
        waits.acquire(Construct.SYNCHRONIZED, MutexKind.CRITICAL, MutexImpl.MONITOR, monitor, site);
        trace.pass(4_000_000_000L);
        other.released(Construct.SYNCHRONIZED, MutexKind.CRITICAL, monitor, await);
        trace.pass(1_000_000_000L);
        waits.acquired(Construct.SYNCHRONIZED, MutexKind.CRITICAL, monitor, site);

        assertThat(report(trace.build()))
                .contains("80.0 % until released at app.Log.await(Log.java:30)")
                .contains("1.00 s: ", "; who held it is not known.");
    }

    @Test
    void waitForAMonitorAfterItsConditionIsAWaitOfItsOwn() throws IOException {
        TraceBuilder trace = new TraceBuilder().configure("mutex.detail", "contended");
        ThreadScript main = trace.thread("main", ThreadType.INITIAL);
        long monitor = trace.waitId(Construct.SYNCHRONIZED, "app.Log");
        int site = trace.callSite("app.Log.write(Log.java:12)");
        main.begin().initialTaskBegin();
        main.released(Construct.SYNCHRONIZED, MutexKind.CRITICAL, monitor, site);
        main.wait(Construct.SYNCHRONIZED, State.WAIT_CONDITION, ScopeEndpoint.BEGIN, monitor, site);
        trace.pass(3_000_000_000L);
        main.wait(Construct.SYNCHRONIZED, State.WAIT_CONDITION, ScopeEndpoint.END, monitor, site);
        main.acquire(Construct.SYNCHRONIZED, MutexKind.CRITICAL, MutexImpl.MONITOR, monitor, site);
        trace.pass(1_000_000_000L);
        main.acquired(Construct.SYNCHRONIZED, MutexKind.CRITICAL, monitor, site);
        main.initialTaskEnd().end();

        assertThat(report(trace.build()))
                .containsPattern("1 +1 +1.00 s +1.00 s .* app.Log #")
                .containsPattern("monitor +condition +thread\n +4.00 s +<0.1 +25.0 +75.0 +main");
    }

    @Test
    void attemptThatFailedAfterAWaitCountsAsOne() throws IOException {
        TraceBuilder trace = new TraceBuilder();
        ThreadScript main = trace.thread("main", ThreadType.INITIAL);
        long lock = trace.waitId(Construct.REENTRANT_LOCK, "app.Lock");
        int site = trace.callSite("app.Log.write(Log.java:12)");
        main.begin().initialTaskBegin();
        main.acquire(Construct.REENTRANT_LOCK, MutexKind.TEST_NEST_LOCK, MutexImpl.REENTRANT_NONFAIR, lock, site);
        trace.pass(5_000_000_000L);
        main.wait(Construct.REENTRANT_LOCK, State.WAIT_LOCK, ScopeEndpoint.END, lock, site);
        main.initialTaskEnd().end();

        assertThat(report(trace.build()))
                .containsPattern("0 +1 +5.00 s +5.00 s .* app.Lock #")
                .containsPattern("5.00 s +<0.1 +100.0 +main")
                .contains("0 acquisitions reported, 1 attempt without success");
    }

    @Test
    void contendedTraceBlamesOnlyWhoWasSeenToRelease() throws IOException {
        TraceBuilder trace = new TraceBuilder().configure("mutex.detail", "contended");
        ThreadScript main = trace.thread("main", ThreadType.INITIAL);
        ThreadScript other = trace.thread("other", ThreadType.INITIAL);
        long monitor = trace.waitId(Construct.SYNCHRONIZED, "app.Log");
        int early = trace.callSite("app.Log.early(Log.java:1)");
        int late = trace.callSite("app.Log.late(Log.java:2)");
        main.begin().initialTaskBegin();
        other.begin().initialTaskBegin();
        main.acquire(Construct.SYNCHRONIZED, MutexKind.CRITICAL, MutexImpl.MONITOR, monitor, early);
        main.acquired(Construct.SYNCHRONIZED, MutexKind.CRITICAL, monitor, early);
        other.acquire(Construct.SYNCHRONIZED, MutexKind.CRITICAL, MutexImpl.MONITOR, monitor, late);
        main.released(Construct.SYNCHRONIZED, MutexKind.CRITICAL, monitor, late);
        other.acquired(Construct.SYNCHRONIZED, MutexKind.CRITICAL, monitor, late);

        assertThat(report(trace.build()))
                .contains("until released at app.Log.late")
                .doesNotContain("while held from");
    }

    @Test
    void busyTimeOfATaskAndOfItsPoolLeavesOutSleepParkAndInput() throws IOException {
        TraceBuilder trace = new TraceBuilder();
        ThreadScript main = trace.thread("main", ThreadType.INITIAL);
        ThreadScript worker = trace.thread("pool-1-worker-1", ThreadType.WORKER);
        int site = trace.callSite("app.Main.run(Main.java:7)");
        main.begin().initialTaskBegin();
        long pool = trace.newId();
        main.pool(Construct.FORK_JOIN_POOL, ScopeEndpoint.BEGIN, "pool-1", pool, 1, site);
        worker.begin().poolWorker(Construct.FORK_JOIN_POOL, ScopeEndpoint.BEGIN, pool);
        long task = main.create(Construct.FORK_JOIN_POOL, 0, site, trace.body("app.Main.lambda$run$0"));
        worker.start(Construct.FORK_JOIN_POOL, task);
        trace.pass(3_000_000_000L);
        waits(trace, worker, Construct.SLEEP, State.WAIT_SLEEP);
        waits(trace, worker, Construct.PARK, State.WAIT_PARK);
        waits(trace, worker, Construct.IO, State.WAIT_IO);
        worker.complete(Construct.FORK_JOIN_POOL);

        assertThat(report(trace.build()))
                .containsPattern("1 +1( +3\\.00 s){6} +app\\.Main\\.lambda\\$run\\$0")
                .containsPattern("1 +1 +1 +30\\.0 % +70\\.0 % +<0\\.1 % +10\\.0 s");
    }

    private static void waits(TraceBuilder trace, ThreadScript thread, Construct construct, State state) {
        thread.wait(construct, state, ScopeEndpoint.BEGIN, 0, 0);
        trace.pass(7_000_000_000L / 3);
        thread.wait(construct, state, ScopeEndpoint.END, 0, 0);
    }

    @Test
    void imbalanceIsTheNumberOfMembersIfOneDoesEverything() throws IOException {
        assertThat(report(RegionOfTwo.oneDoesEverything())).containsPattern("1 .* 2.0 of 2 .* 2.00  app.Main.run");
        assertThat(report(RegionOfTwo.bothDoTheSame())).containsPattern("1 .* 2.0 of 2 .* 1.00  app.Main.run");
    }

    @Test
    void whatAFormerMemberRunsAsAFreeAgentIsOfTheRegionToo() throws IOException {
        TraceBuilder trace = new TraceBuilder();
        ThreadScript main = trace.thread("main", ThreadType.INITIAL);
        ThreadScript worker = trace.thread("pool-1-worker-1", ThreadType.WORKER);
        int site = trace.callSite("app.Main.run(Main.java:7)");
        main.begin().initialTaskBegin();
        worker.begin();
        long region = main.parallelBegin(Construct.PARALLEL_STREAM, 2, site, 0);
        main.join(Construct.PARALLEL_STREAM, region, 2, 0);
        long first = main.create(Construct.FORK_JOIN_TASK, 0, site, 0);
        long second = main.create(Construct.FORK_JOIN_TASK, 0, site, 0);
        worker.join(Construct.PARALLEL_STREAM, region, 2, 1).start(Construct.FORK_JOIN_TASK, first);
        trace.pass(1_000_000);
        worker.complete(Construct.FORK_JOIN_TASK).leave(Construct.PARALLEL_STREAM, 1);
        worker.start(Construct.FORK_JOIN_TASK, second);
        trace.pass(3_000_000);
        worker.complete(Construct.FORK_JOIN_TASK);
        main.leave(Construct.PARALLEL_STREAM, 0);
        main.parallelEnd(Construct.PARALLEL_STREAM, region, main.task(), 2, site);

        assertThat(report(trace.build())).containsPattern("2\\.0 of 2 +2 +.*app.Main.run");
    }

    @Test
    void topLimitsTheRowsOfATable() throws IOException {
        assertThat(report(RichTrace.build(), 1, 80))
                .contains("Parallel regions (by call site, most time first, 1 of 3)")
                .contains("app.Main.sum")
                .doesNotContain("app.Main.outer");
    }

    private static String report(Trace trace) throws IOException {
        return report(trace, 120);
    }

    private static String report(Trace trace, int width) throws IOException {
        return report(trace, 10, width);
    }

    private static String report(Trace trace, int top, int width) throws IOException {
        StringWriter out = new StringWriter();
        Report.write(trace, null, "run.ompt", top, width, out);
        return out.toString().replace("\r\n", "\n");
    }

    private static String expected(String name) throws IOException {
        try (InputStream text = ReportTest.class.getResourceAsStream(name)) {
            assertThat(text).as(name).isNotNull();
            return new String(text.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    /** A region in which main and one worker run tasks. */
    private static final class RegionOfTwo {

        static TraceInMemory oneDoesEverything() {
            return run(10_000_000, 0);
        }

        static TraceInMemory bothDoTheSame() {
            return run(10_000_000, 10_000_000);
        }

        private static TraceInMemory run(long mainNanos, long workerNanos) {
            TraceBuilder trace = new TraceBuilder();
            ThreadScript main = trace.thread("main", ThreadType.INITIAL);
            ThreadScript worker = trace.thread("worker", ThreadType.WORKER);
            int site = trace.callSite("app.Main.run(Main.java:1)");
            Construct stream = Construct.PARALLEL_STREAM;
            main.begin().initialTaskBegin();
            worker.begin();
            long parent = main.task();
            long region = main.parallelBegin(stream, 2, site, 0);
            main.join(stream, region, 2, 0);
            long task = main.create(stream, 0, site, 0);
            worker.join(stream, region, 2, 1).start(stream, task);
            trace.pass(workerNanos);
            worker.complete(stream);
            worker.leave(stream, 1);
            trace.pass(mainNanos - workerNanos);
            main.leave(stream, 0).parallelEnd(stream, region, parent, 2, site);
            return trace.build();
        }
    }
}
