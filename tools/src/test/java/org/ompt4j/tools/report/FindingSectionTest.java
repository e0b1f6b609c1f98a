package org.ompt4j.tools.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.ompt4j.ompt.Construct.READ_WRITE_LOCK;
import static org.ompt4j.ompt.Construct.REENTRANT_LOCK;
import static org.ompt4j.ompt.Construct.SLEEP;
import static org.ompt4j.ompt.Construct.SYNCHRONIZED;

import java.io.IOException;
import java.util.List;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.MutexImpl;
import org.ompt4j.ompt.MutexKind;
import org.ompt4j.ompt.RecordSink;
import org.ompt4j.ompt.ScopeEndpoint;
import org.ompt4j.ompt.State;
import org.ompt4j.ompt.TaskStatus;
import org.ompt4j.ompt.ThreadType;
import org.ompt4j.ompt.UnobservedUse;
import org.ompt4j.ompt.UnobservedUse.Reason;
import org.ompt4j.tools.read.CountedEvents;
import org.ompt4j.tools.read.Trace;
import org.ompt4j.tools.testing.ReportData;
import org.ompt4j.tools.testing.ReportText;
import org.ompt4j.tools.testing.ThreadScript;
import org.ompt4j.tools.testing.TraceBuilder;
import org.ompt4j.tools.testing.TraceWithEvents;

/** For each kind of finding a run that has it, and similar runs that do not have it. */
class FindingSectionTest {
    private static final long MILLI = 1_000_000;

    private final TraceBuilder trace = new TraceBuilder();
    private final ThreadScript left = trace.thread("left", ThreadType.INITIAL);
    private final ThreadScript right = trace.thread("right", ThreadType.INITIAL);
    private final ThreadScript third = trace.thread("third", ThreadType.INITIAL);
    private final long a = trace.waitId(SYNCHRONIZED, "app.A");
    private final long b = trace.waitId(SYNCHRONIZED, "app.B");
    private final long gate = trace.waitId(SYNCHRONIZED, "app.Gate");
    private final long lock = trace.waitId(REENTRANT_LOCK, "app.Lock");
    private final long cache = trace.waitId(READ_WRITE_LOCK, "app.Cache");
    private final long index = trace.waitId(READ_WRITE_LOCK, "app.Index");

    private void begin() {
        ThreadScript.beginAll(left, right, third);
    }

    private void end() {
        ThreadScript.endAll(left, right, third);
    }

    // ---------------------------------------------------------------- deadlock

    @Test
    void threadsThatWaitForEachOtherWhenTheTraceEndsAreADeadlock() throws IOException {
        begin();
        take(left, a, "app.Left.outer(Left.java:1)");
        take(right, b, "app.Right.outer(Right.java:1)");
        ask(left, b, "app.Left.inner(Left.java:2)");
        ask(right, a, "app.Right.inner(Right.java:2)");
        trace.pass(4_000 * MILLI);

        assertThat(findings(150)).startsWith("""
                        Findings (worst first)
                          Deadlock: 2 threads wait for each other, since 4.00 s before the end.
                            "left" waits at Left.inner(Left.java:2) for B #5, which "right" acquired at Right.outer(Right.java:1).
                            "right" waits at Right.inner(Right.java:2) for A #4, which "left" acquired at Left.outer(Left.java:1).
                        """);
    }

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

    @Test
    void whereHoldersAreNotToldWhoHeldAMutexAsTheWaitBeganMakesADeadlockProbable() throws IOException {
        trace.configure("mutex.detail", "contended");
        begin();
        left.acquire(
                SYNCHRONIZED,
                MutexKind.CRITICAL,
                MutexImpl.MONITOR,
                b,
                callSite("app.Left.in(Left.java:1)"),
                right.id());
        right.acquire(
                SYNCHRONIZED,
                MutexKind.CRITICAL,
                MutexImpl.MONITOR,
                a,
                callSite("app.Right.in(Right.java:2)"),
                left.id());
        trace.pass(4_000 * MILLI);

        assertThat(findings(150)).startsWith("""
                        Findings (worst first)
                          Probably a deadlock: 2 threads wait for each other, since 4.00 s before the end.
                            "left" waits at Left.in(Left.java:1) for B #5, which "right" was last seen to hold.
                            "right" waits at Right.in(Right.java:2) for A #4, which "left" was last seen to hold.
                            Whether it was released since then, and where it was acquired, profile=full tells.
                          Not looked for: lock orders,""");
        assertThat(ReportData.of(trace.build()).at("/findings/0/sure").asBoolean(true))
                .isFalse();
    }

    @Test
    void whoHeldALockAtFirstIsNamedAndNothingSaidOfMonitors() throws IOException {
        trace.configure("mutex.detail", "contended").configure("native", "auto");
        begin();
        int site = callSite("app.Right.in(Right.java:2)");
        right.acquire(REENTRANT_LOCK, MutexKind.NEST_LOCK, MutexImpl.REENTRANT_FAIR, lock, site, left.id());
        trace.pass(100 * MILLI);

        assertThat(findings())
                .contains("\"right\" waited at Right.in(Right.java:2) while, at first, \"left\" held it.")
                .doesNotContain("monitor");
    }

    @Test
    void linesOfAFindingFitThePage() throws IOException {
        begin();
        take(left, a, "app.Left.outer(Left.java:1)");
        take(right, b, "app.Right.outer(Right.java:1)");
        ask(left, b, "app.Left.inner(Left.java:2)");
        ask(right, a, "app.Right.inner(Right.java:2)");

        assertThat(findings(60).lines()).allMatch(line -> line.length() <= 60);
    }

    @Test
    void whatIsReportedOnBehalfOfTheStuckThreadsEndsNoDeadlock() throws IOException {
        left.begin().initialTaskBegin();
        long body = left.create(Construct.THREAD, 0, 0, trace.body("app.Right.run"));
        right.begin().initialTaskBegin().start(Construct.THREAD, body);
        take(left, a, "app.Left.outer(Left.java:1)");
        take(right, b, "app.Right.outer(Right.java:1)");
        ask(left, b, "app.Left.inner(Left.java:2)");
        ask(right, a, "app.Right.inner(Right.java:2)");
        right.finish(Construct.THREAD, TaskStatus.CANCEL).initialTaskEnd().end();
        left.initialTaskEnd().end();

        assertThat(findings()).contains("Deadlock: 2 threads wait for each other");
    }

    @Test
    void threadsInACircleOfThreeAreOneDeadlock() throws IOException {
        begin();
        take(left, a, "app.Left.outer(Left.java:1)");
        take(right, b, "app.Right.outer(Right.java:1)");
        take(third, gate, "app.Third.outer(Third.java:1)");
        ask(left, b, "app.Left.inner(Left.java:2)");
        ask(right, gate, "app.Right.inner(Right.java:2)");
        ask(third, a, "app.Third.inner(Third.java:2)");

        assertThat(findings()).containsOnlyOnce("Deadlock").contains("Deadlock: 3 threads");
    }

    @Test
    void whoWaitsForAThreadOfTheCircleIsNoPartOfIt() throws IOException {
        begin();
        take(left, a, "app.Left.outer(Left.java:1)");
        take(right, b, "app.Right.outer(Right.java:1)");
        ask(third, a, "app.Third.outer(Third.java:1)");
        ask(left, b, "app.Left.inner(Left.java:2)");
        ask(right, a, "app.Right.inner(Right.java:2)");

        assertThat(findings()).contains("Deadlock: 2 threads").doesNotContain("\"third\" waits");
    }

    @Test
    void readerThatWantsToWriteWaitsForItself() throws IOException {
        begin();
        int site = trace.callSite("app.Cache.get(Cache.java:1)");
        left.acquire(READ_WRITE_LOCK, MutexKind.LOCK, MutexImpl.READ_NONFAIR, cache, site);
        left.acquired(READ_WRITE_LOCK, MutexKind.LOCK, cache, site);
        left.acquire(READ_WRITE_LOCK, MutexKind.NEST_LOCK, MutexImpl.WRITE_NONFAIR, cache, site);
        trace.pass(MILLI);

        assertThat(findings())
                .contains("Deadlock: a thread waits for what it holds itself")
                .contains("Try to release it before, as a reader that wants to write has to.");
    }

    @Test
    void waitThatEndedIsNoDeadlock() throws IOException {
        begin();
        take(left, a, "app.Left.outer(Left.java:1)");
        take(right, b, "app.Right.outer(Right.java:1)");
        ask(left, b, "app.Left.inner(Left.java:2)");
        release(right, b);
        get(left, b, "app.Left.inner(Left.java:2)");
        ask(right, a, "app.Right.inner(Right.java:2)");
        trace.pass(MILLI);

        assertThat(findings()).doesNotContain("Deadlock");
    }

    @Test
    void attemptThatGivesUpSomeTimeIsNoDeadlock() throws IOException {
        begin();
        take(left, a, "app.Left.outer(Left.java:1)");
        takeLock(right, "app.Right.outer(Right.java:1)");
        int site = trace.callSite("app.Left.inner(Left.java:2)");
        left.acquire(REENTRANT_LOCK, MutexKind.TEST_NEST_LOCK, MutexImpl.REENTRANT_FAIR, lock, site);
        ask(right, a, "app.Right.inner(Right.java:2)");
        trace.pass(MILLI);

        assertThat(findings()).doesNotContain("Deadlock");
    }

    @Test
    void whereHoldersAreNotKnownNothingIsSaidOfDeadlocks() throws IOException {
        trace.configure("mutex.detail", "contended");
        begin();
        take(left, a, "app.Left.outer(Left.java:1)");
        take(right, b, "app.Right.outer(Right.java:1)");
        ask(left, b, "app.Left.inner(Left.java:2)");
        ask(right, a, "app.Right.inner(Right.java:2)");

        assertThat(findings())
                .doesNotContain("Deadlock")
                .doesNotContain("Can deadlock")
                .contains("Not looked for: lock orders, which only profile=full tells; deadlocks only");
    }

    @Test
    void whatOnlyFullTellsIsSaidOnceWhereEventsAreMissingToo() throws IOException {
        trace.configure("mutex.detail", "contended").dropped(1, "no memory");
        begin();

        assertThat(findings())
                .containsOnlyOnce("lock orders")
                .contains("Events are missing: waits for mutexes may be missing too.");
    }

    @Test
    void lockThatMayBeReleasedByAReferenceIsHeldByNobodyForSure() throws IOException {
        trace.classes(2).uses(new UnobservedUse(Reason.BY_REFERENCE, "reentrant-lock", "calls", 1, 1, 0));
        begin();
        takeLock(right, "app.Right.outer(Right.java:1)");
        take(left, a, "app.Left.outer(Left.java:1)");
        left.acquire(REENTRANT_LOCK, MutexKind.NEST_LOCK, MutexImpl.REENTRANT_FAIR, lock, 1);
        ask(right, a, "app.Right.inner(Right.java:2)");

        assertThat(findings()).doesNotContain("eadlock:").contains("released where nobody looks (reentrant-lock)");
    }

    @Test
    void whereEventsAreMissingNothingIsSaidOfDeadlocks() throws IOException {
        trace.dropped(1, "");
        begin();
        take(left, a, "app.Left.outer(Left.java:1)");
        take(right, b, "app.Right.outer(Right.java:1)");
        ask(left, b, "app.Left.inner(Left.java:2)");
        ask(right, a, "app.Right.inner(Right.java:2)");

        assertThat(findings()).doesNotContain("Deadlock").contains("since events are missing");
    }

    // ---------------------------------------------------------------- lock order

    @Test
    void mutexesTakenInBothOrdersCanDeadlock() throws IOException {
        begin();
        both(left, a, b, "Left");
        both(right, b, a, "Right");
        end();

        assertThat(findings(150)).startsWith("""
                        Findings (worst first)
                          Can deadlock: A #4 and B #5 are taken in both orders.
                            "left" takes B #5 at Left.inner(X.java:2) while it holds A #4 from Left.outer(X.java:1).
                            "right" takes A #4 at Right.inner(X.java:2) while it holds B #5 from Right.outer(X.java:1).
                        """);
    }

    @Test
    void pairsAtTheSameCallSitesAreOneFinding() throws IOException {
        begin();
        both(left, a, b, "Left");
        both(right, b, a, "Right");
        both(left, a, gate, "Left");
        both(right, gate, a, "Right");
        end();

        assertThat(findings()).containsOnlyOnce("Can deadlock").contains("as is 1 other pair at these call sites.");
    }

    private static final String PART_OF_THE_LOCKS = "Lock orders were looked for in a part of the locks only";

    @Test
    void manyWaysToTakeAPairInOneOrderLeaveNothingOut() throws IOException {
        begin();
        takeInManyWays();
        end();

        assertThat(findings()).doesNotContain(PART_OF_THE_LOCKS);
    }

    @Test
    void manyWaysToTakeAPairInBothOrdersLeaveSomethingOut() throws IOException {
        begin();
        takeInManyWays();
        both(left, b, a, "Left");
        end();

        assertThat(findings()).doesNotContain("Can deadlock").contains(PART_OF_THE_LOCKS);
    }

    private void takeInManyWays() {
        for (int i = 0; i < 20; i++) {
            long besides = trace.waitId(SYNCHRONIZED, "app.Besides");
            take(left, besides, "app.Gate.in(Gate.java:1)");
            both(left, a, b, "Left");
            release(left, besides);
        }
    }

    @Test
    void bothOrdersUnderOneGateCannotDeadlock() throws IOException {
        begin();
        take(left, gate, "app.Gate.in(Gate.java:1)");
        both(left, a, b, "Left");
        release(left, gate);
        take(right, gate, "app.Gate.in(Gate.java:1)");
        both(right, b, a, "Right");
        release(right, gate);
        end();

        assertThat(findings()).contains("Nothing stands out.");
    }

    @Test
    void gateThatOnlyOneOfThemPassesKeepsNobodyApart() throws IOException {
        begin();
        take(left, gate, "app.Gate.in(Gate.java:1)");
        both(left, a, b, "Left");
        release(left, gate);
        both(right, b, a, "Right");
        end();

        assertThat(findings()).contains("Can deadlock: A #4 and B #5");
    }

    @Test
    void sameOrderCannotDeadlock() throws IOException {
        begin();
        both(left, a, b, "Left");
        both(right, a, b, "Right");
        end();

        assertThat(findings()).contains("Nothing stands out.");
    }

    @Test
    void bothOrdersInOneThreadCannotDeadlock() throws IOException {
        begin();
        both(left, a, b, "Left");
        both(left, b, a, "Right");
        end();

        assertThat(findings()).contains("Nothing stands out.");
    }

    @Test
    void threadsThatNeverLiveAtOneTimeCannotDeadlock() throws IOException {
        left.begin().initialTaskBegin();
        both(left, a, b, "Left");
        right.begin().initialTaskBegin();
        both(right, b, a, "Right");
        left.initialTaskEnd().end();
        right.initialTaskEnd().end();

        assertThat(findings()).contains("Nothing stands out.");
    }

    /** As a thread does that starts another, waits for its end, and goes on. */
    @Test
    void threadThatTakesThemBeforeAndAfterTheOtherLivesCannotDeadlock() throws IOException {
        left.begin().initialTaskBegin();
        both(left, a, b, "Left");
        right.begin().initialTaskBegin();
        both(right, b, a, "Right");
        right.initialTaskEnd().end();
        both(left, a, b, "Left");
        left.initialTaskEnd().end();

        assertThat(findings()).contains("Nothing stands out.");
    }

    @Test
    void threadThatTakesThemAgainWhileTheOtherLivesCanDeadlock() throws IOException {
        left.begin().initialTaskBegin();
        both(left, a, b, "Left");
        right.begin().initialTaskBegin();
        both(right, b, a, "Right");
        both(left, a, b, "Left");
        right.initialTaskEnd().end();
        left.initialTaskEnd().end();

        assertThat(findings()).contains("Can deadlock: A #4 and B #5");
    }

    @Test
    void whatIsTakenOnlyIfItIsFreeIsNoOrder() throws IOException {
        begin();
        both(left, a, lock, "Left", REENTRANT_LOCK, MutexKind.TEST_NEST_LOCK);
        takeLock(right, "app.Right.outer(Right.java:1)");
        take(right, a, "app.Right.inner(Right.java:2)");
        release(right, a);
        right.released(REENTRANT_LOCK, MutexKind.NEST_LOCK, lock, 1);
        trace.pass(1_000 * MILLI);
        end();

        assertThat(findings()).contains("Nothing stands out.");
    }

    @Test
    void readersCannotKeepEachOtherOut() throws IOException {
        begin();
        readBoth(left, cache, index);
        readBoth(right, index, cache);
        trace.pass(1_000 * MILLI);
        end();

        assertThat(findings()).contains("Nothing stands out.");
    }

    @Test
    void readersAndWritersCanKeepEachOtherOut() throws IOException {
        begin();
        readBoth(left, cache, index);
        read(right, index);
        int site = trace.callSite("app.Cache.put(Cache.java:7)");
        right.acquire(READ_WRITE_LOCK, MutexKind.NEST_LOCK, MutexImpl.WRITE_FAIR, cache, site);
        right.acquired(READ_WRITE_LOCK, MutexKind.NEST_LOCK, cache, site);
        right.released(READ_WRITE_LOCK, MutexKind.NEST_LOCK, cache, site);
        right.released(READ_WRITE_LOCK, MutexKind.LOCK, index, site);

        // A reader of the index does not exclude other readers.
        assertThat(findings()).doesNotContain("Can deadlock");

        writeBoth(third, index, cache);
        end();
        assertThat(findings()).contains("Can deadlock: Cache #8 and Index #9");
    }

    private void readBoth(ThreadScript thread, long outer, long inner) {
        read(thread, outer);
        read(thread, inner);
        thread.released(READ_WRITE_LOCK, MutexKind.LOCK, inner, 0);
        thread.released(READ_WRITE_LOCK, MutexKind.LOCK, outer, 0);
    }

    private void read(ThreadScript thread, long id) {
        int site = trace.callSite("app.Cache.get(Cache.java:1)");
        thread.acquire(READ_WRITE_LOCK, MutexKind.LOCK, MutexImpl.READ_FAIR, id, site);
        thread.acquired(READ_WRITE_LOCK, MutexKind.LOCK, id, site);
    }

    private void writeBoth(ThreadScript thread, long outer, long inner) {
        for (long each : new long[] {outer, inner}) {
            int site = trace.callSite("app.Cache.put(Cache.java:7)");
            thread.acquire(READ_WRITE_LOCK, MutexKind.NEST_LOCK, MutexImpl.WRITE_FAIR, each, site);
            thread.acquired(READ_WRITE_LOCK, MutexKind.NEST_LOCK, each, site);
        }
        thread.released(READ_WRITE_LOCK, MutexKind.NEST_LOCK, inner, 0);
        thread.released(READ_WRITE_LOCK, MutexKind.NEST_LOCK, outer, 0);
    }

    // ---------------------------------------------------------------- waits

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

    /** A thread waits for many locks, for less than a hundredth of the run each. */
    private void waitForEachOf(int sessions, IntFunction<@Nullable String> site) {
        begin();
        for (int i = 0; i < sessions; i++) {
            long session = trace.waitId(SYNCHRONIZED, "app.Session");
            take(left, session, "app.Session.use(Session.java:7)");
            ask(right, session, site.apply(i));
            sleep(left, i == 3 ? 5 : 4);
            release(left, session);
            get(right, session, site.apply(i));
            release(right, session);
            trace.pass(26 * MILLI);
        }
        end();
    }

    @Test
    void manyMutexesOfOneClassThatAreWaitedForAtOnePlaceAreOneFinding() throws IOException {
        waitForEachOf(20, i -> "app.Session.close(Session.java:9)");

        assertThat(findings())
                .contains("Waiting for 20 objects like Session #")
                .contains(" took 81.1 ms in all, in a run of 601 ms: 20 waits, the longest 5.0")
                .contains(
                        "81.1 ms: \"right\" waited at Session.close(Session.java:9) while \"left\" held it from Session.use(")
                .contains("In the hold: sleep at Session.use(Session.java:7) 100.0 %.")
                .contains(
                        "Without these waits the run would be at most 81.1 ms shorter, 13.5 %. Who held it mostly slept:");
    }

    /** When a bin grows, the map locks an object of another class for it. */
    @Test
    void binsOfAConcurrentHashMapAreOneFinding() throws IOException {
        begin();
        for (String each : List.of("ReservationNode", "Node", "TreeBin")) {
            long bin = trace.waitId(SYNCHRONIZED, "java.util.concurrent.ConcurrentHashMap$" + each);
            String site = "java.util.concurrent.ConcurrentHashMap.computeIfAbsent(ConcurrentHashMap.java:1743)";
            take(left, bin, site);
            ask(right, bin, site);
            sleep(left, each.equals("Node") ? 200 : 100);
            release(left, bin);
            get(right, bin, site);
            release(right, bin);
        }
        end();

        assertThat(findings())
                .containsOnlyOnce("Waiting for ")
                .contains("Waiting for bins of ConcurrentHashMap (3 objects such as ConcurrentHashMap$Node #")
                .contains(") took 400 ms in all, in a run of 400 ms: 3 waits, the longest 200 ms.");
    }

    /** As when a server starts: each of its threads comes to the same lock once. */
    @Test
    void shortHoldForWhichManyThreadsWaitIsNoFinding() throws IOException {
        String site = "app.Session.close(Session.java:9)";
        begin();
        take(left, a, site);
        ask(right, a, site);
        ask(third, a, site);
        sleep(left, 4);
        release(left, a);
        get(right, a, site);
        release(right, a);
        get(third, a, site);
        release(third, a);
        trace.pass(500 * MILLI);
        end();

        assertThat(findings()).doesNotContain("Waiting for ");
    }

    /** Two threads wait at the same time for one mutex, and one thread waits longer for another one. */
    @Test
    void mutexThatDelaysTheRunMoreComesFirstHoweverManyThreadsWait() throws IOException {
        begin();
        take(left, a, "app.Brief.use(Brief.java:1)");
        ask(right, a, "app.Brief.use(Brief.java:1)");
        ask(third, a, "app.Brief.use(Brief.java:1)");
        sleep(left, 60);
        release(left, a);
        get(right, a, "app.Brief.use(Brief.java:1)");
        release(right, a);
        get(third, a, "app.Brief.use(Brief.java:1)");
        release(third, a);
        take(left, b, "app.Long.use(Long.java:1)");
        ask(right, b, "app.Long.use(Long.java:1)");
        sleep(left, 80);
        release(left, b);
        get(right, b, "app.Long.use(Long.java:1)");
        release(right, b);
        trace.pass(200 * MILLI);
        end();

        assertThat(findings()).containsSubsequence("Waiting for B #", "80.0 ms", "Waiting for A #", "120 ms");
    }

    @Test
    void fewMutexesThatStandOutAreEachOneFinding() throws IOException {
        waitForEachOf(3, i -> "app.Session.close(Session.java:9)");

        assertThat(findings())
                .doesNotContain("objects like")
                .contains(
                        "Waiting for Session #16 took", "Waiting for Session #17 took", "Waiting for Session #18 took");
    }

    @Test
    void mutexesThatAreWaitedForAtDifferentPlacesAreNotAlike() throws IOException {
        waitForEachOf(20, i -> "app.Session.close(Session.java:" + (9 + i) + ")");

        assertThat(findings()).contains("Nothing stands out.");
    }

    @Test
    void mutexesOfWhichNobodyKnowsWhereTheyWereWaitedForAreNotAlike() throws IOException {
        waitForEachOf(20, i -> null);

        assertThat(findings()).contains("Nothing stands out.");
    }

    @Test
    void whatToTryFollowsFromWhatTheHolderDid() throws IOException {
        begin();
        takeLock(left, "app.Left.hold(Left.java:1)");
        ask(third, "app.Third.wait(Third.java:1)");
        sleep(left, 300);
        giveLock(left, "app.Left.hold(Left.java:9)");
        get(third, "app.Third.wait(Third.java:1)");
        giveLock(third, "app.Third.wait(Third.java:9)");
        trace.pass(300 * MILLI);
        end();

        assertThat(findings())
                .contains("Without these waits the run would be at most 300 ms shorter, 50.0 %."
                        + " Who held it mostly slept: try to release it before that.");
    }

    @Test
    void nothingIsToBeTriedWhereNoCauseTookMostOfIt() throws IOException {
        begin();
        takeLock(left, "app.Left.hold(Left.java:1)");
        ask(third, "app.Third.wait(Third.java:1)");
        sleep(left, 100);
        left.wait(Construct.PARK, State.WAIT_PARK, ScopeEndpoint.BEGIN, 0, 1);
        trace.pass(100 * MILLI);
        left.wait(Construct.PARK, State.WAIT_PARK, ScopeEndpoint.END, 0, 1);
        trace.pass(100 * MILLI);
        giveLock(left, "app.Left.hold(Left.java:9)");
        get(third, "app.Third.wait(Third.java:1)");
        end();

        assertThat(findings())
                .contains("Without these waits the run would be at most 200 ms")
                .doesNotContain("try to");
    }

    @Test
    void timeToWakeUpIsAReasonToTakeALockLessOften() throws IOException {
        begin();
        takeLock(left, "app.Left.hold(Left.java:1)");
        ask(third, "app.Third.wait(Third.java:1)");
        giveLock(left, "app.Left.hold(Left.java:9)");
        trace.pass(100 * MILLI);
        get(third, "app.Third.wait(Third.java:1)");
        giveLock(third, "app.Third.wait(Third.java:9)");
        end();

        assertThat(findings()).contains("Most of it took threads to wake up: try to take the lock less often.");
    }

    /** As of a permit that is released, taken at once by another thread, and never given back. */
    @Test
    void waitThatNobodyEndedTookNoTimeToWakeUp() throws IOException {
        trace.configure("mutex.detail", "contended");
        begin();
        ask(third, "app.Third.wait(Third.java:1)");
        giveLock(left, "app.Left.hold(Left.java:9)");
        trace.pass(300 * MILLI);

        assertThat(findings(150))
                .contains("300 ms: \"third\" waited at Third.wait(Third.java:1); who held it is not known.")
                .doesNotContain("wake up", "between a release");
    }

    /** Whichever thread it is. */
    @Test
    void readersThatTryToWriteAreToldThatTheyWaitForThemselves() throws IOException {
        begin();
        int site = trace.callSite("app.Cache.get(Cache.java:1)");
        for (ThreadScript each : List.of(left, right)) {
            each.acquire(READ_WRITE_LOCK, MutexKind.LOCK, MutexImpl.READ_NONFAIR, cache, site);
            each.acquired(READ_WRITE_LOCK, MutexKind.LOCK, cache, site);
            each.acquire(READ_WRITE_LOCK, MutexKind.TEST_NEST_LOCK, MutexImpl.WRITE_NONFAIR, cache, site);
            trace.pass(100 * MILLI);
            each.wait(READ_WRITE_LOCK, State.WAIT_LOCK, ScopeEndpoint.END, cache, site);
            each.released(READ_WRITE_LOCK, MutexKind.LOCK, cache, site);
        }
        end();

        assertThat(findings())
                .contains("Who waited held it itself, as a reader does that wants to write: try to release it before.");
        assertThat(ReportData.of(trace.build()).at("/findings/0/mostly").asText())
                .isEqualTo("own");
    }

    /** Though the call that the program sees is its own. */
    @Test
    void lockThatBelongsToAClassOfTheJdkIsNoneOfTheProgram() throws IOException {
        long cacheOfJdk = trace.waitId(REENTRANT_LOCK, "sun.net.www.http.KeepAliveCache's ReentrantLock");
        int site = trace.callSite("app.Client.get(Client.java:1)");
        begin();
        for (ThreadScript each : List.of(left, third)) {
            each.acquire(REENTRANT_LOCK, MutexKind.NEST_LOCK, MutexImpl.REENTRANT_FAIR, cacheOfJdk, site);
        }
        left.acquired(REENTRANT_LOCK, MutexKind.NEST_LOCK, cacheOfJdk, site);
        trace.pass(100 * MILLI);
        left.released(REENTRANT_LOCK, MutexKind.NEST_LOCK, cacheOfJdk, site);
        third.acquired(REENTRANT_LOCK, MutexKind.NEST_LOCK, cacheOfJdk, site);
        end();

        assertThat(findings())
                .contains("100 ms: \"third\" waited at Client.get(Client.java:1) while \"left\" held it")
                .contains("The JDK's code takes the lock: try to call it less often, or on fewer threads at a time.")
                .doesNotContain("try to do less in the hold");
    }

    @Test
    void whoWasWokenFromAWaitForAConditionHasNoAdviceOnLocks() throws IOException {
        int site = trace.callSite("app.Third.await(Third.java:1)");
        begin();
        third.wait(Construct.REENTRANT_LOCK, State.WAIT_CONDITION, ScopeEndpoint.BEGIN, lock, site);
        takeLock(left, "app.Left.hold(Left.java:1)");
        third.wait(Construct.REENTRANT_LOCK, State.WAIT_CONDITION, ScopeEndpoint.END, lock, site);
        ask(third, "app.Third.await(Third.java:1)");
        giveLock(left, "app.Left.hold(Left.java:9)");
        trace.pass(100 * MILLI);
        get(third, "app.Third.await(Third.java:1)");
        giveLock(third, "app.Third.await(Third.java:9)");
        end();

        assertThat(findings())
                .contains("Most of it was waited after a wait for a condition: who is woken needs the lock again.")
                .doesNotContain("try to");
        assertThat(ReportData.of(trace.build())
                        .at("/findings/0/after_condition_ns")
                        .asLong())
                .isGreaterThanOrEqualTo(100 * MILLI);
    }

    private void sleep(ThreadScript thread, long millis) {
        thread.wait(Construct.SLEEP, State.WAIT_SLEEP, ScopeEndpoint.BEGIN, 0, 1);
        trace.pass(millis * MILLI);
        thread.wait(Construct.SLEEP, State.WAIT_SLEEP, ScopeEndpoint.END, 0, 1);
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

    // ---------------------------------------------------------------- steps

    private void both(ThreadScript thread, long outer, long inner, String name) {
        both(thread, outer, inner, name, SYNCHRONIZED, MutexKind.CRITICAL);
    }

    private void both(ThreadScript thread, long outer, long inner, String name, Construct construct, MutexKind kind) {
        take(thread, outer, "app." + name + ".outer(X.java:1)");
        int site = trace.callSite("app." + name + ".inner(X.java:2)");
        MutexImpl impl = construct == SYNCHRONIZED ? MutexImpl.MONITOR : MutexImpl.REENTRANT_FAIR;
        thread.acquire(construct, kind, impl, inner, site).acquired(construct, kind, inner, site);
        thread.released(construct, kind.withoutTest(), inner, site);
        release(thread, outer);
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

    /** The first holder has released the lock when the other thread begins to wait. */
    @Test
    void nothingIsToBeTriedWhereAFirstHolderWasIdleMeanwhile() throws IOException {
        trace.configure("profile", "default").configure("native", "auto");
        long lock = trace.waitId(SYNCHRONIZED, "jdk.jfr.internal.MetadataRepository");
        begin();
        int site = trace.callSite("app.Right.in(Right.java:2)");
        right.acquire(SYNCHRONIZED, MutexKind.CRITICAL, MutexImpl.MONITOR, lock, site, left.id());
        left.wait(Construct.THREAD, State.IDLE, ScopeEndpoint.BEGIN, 0, 0);
        trace.pass(100 * MILLI);
        left.wait(Construct.THREAD, State.IDLE, ScopeEndpoint.END, 0, 0);
        get(right, lock, "app.Right.in(Right.java:2)");
        end();

        assertThat(findings(150))
                .contains("while, at first, \"left\" held it. Meanwhile: idle 100.0 %.")
                .contains("100.0 %.\n")
                .doesNotContain("if it held it still")
                .contains("Objects of jdk.jfr are the Flight Recorder's, which tool=profile has the JVM start.");
    }

    @Test
    void functionThatAMapCallsIsToBeDoneBeforeTheCall() throws IOException {
        trace.configure("profile", "default").configure("native", "auto");
        long bin = trace.waitId(SYNCHRONIZED, "java.util.concurrent.ConcurrentHashMap$ReservationNode");
        String waits = "java.util.concurrent.ConcurrentHashMap.computeIfAbsent(ConcurrentHashMap.java:1743)";
        int loads = trace.callSite("app.Left.load(Left.java:3)");
        begin();
        right.acquire(SYNCHRONIZED, MutexKind.CRITICAL, MutexImpl.MONITOR, bin, trace.callSite(waits), left.id());
        left.wait(SLEEP, State.WAIT_SLEEP, ScopeEndpoint.BEGIN, 0, loads);
        trace.pass(100 * MILLI);
        left.wait(SLEEP, State.WAIT_SLEEP, ScopeEndpoint.END, 0, loads);
        get(right, bin, waits);
        end();

        assertThat(findings(300))
                .contains(
                        "Who held it at first mostly slept meanwhile: if that was in a function of computeIfAbsent, compute or"
                                + " merge, during which the map holds a bin, try to do it before the call, or to keep futures in the map.")
                .doesNotContain("try to call it less often");
    }

    /** The trace does not tell the work of the function from that of the map. */
    @Test
    void functionThatAMapCallsMayBeWhatWorkedInTheHold() throws IOException {
        trace.configure("profile", "default").configure("native", "auto");
        long bin = trace.waitId(SYNCHRONIZED, "java.util.concurrent.ConcurrentHashMap$Node");
        String waits = "java.util.concurrent.ConcurrentHashMap.merge(ConcurrentHashMap.java:2048)";
        begin();
        right.acquire(SYNCHRONIZED, MutexKind.CRITICAL, MutexImpl.MONITOR, bin, trace.callSite(waits), left.id());
        trace.pass(100 * MILLI);
        get(right, bin, waits);
        end();

        assertThat(findings(300))
                .contains(
                        "Who held it at first mostly worked meanwhile: if that was in a function of computeIfAbsent, compute or"
                                + " merge, during which the map holds a bin, try to do it before the call, or to keep futures"
                                + " in the map; else try to call the")
                .doesNotContain("The program may take it too");
    }

    @Test
    void waitForTheLoadingOfAClassIsCalledSoAndHasNoAdviceOnLocks() throws IOException {
        long monitor = trace.waitId(SYNCHRONIZED, "java.lang.Object");
        String loads = "jdk.internal.loader.BuiltinClassLoader.loadClassOrNull(BuiltinClassLoader.java:579)";
        begin();
        take(left, monitor, loads);
        ask(right, monitor, loads);
        trace.pass(100 * MILLI);
        release(left, monitor);
        get(right, monitor, loads);
        end();

        assertThat(findings())
                .contains("Waiting for classes that other threads load, link or initialize took 100 ms in all")
                .contains(
                        "Where the JDK loads a class, others that need it wait, longer than without the agent, which rewrites it then.")
                .doesNotContain("do less in the hold");
    }

    @Test
    void waitsForClassesAreOneFinding() throws IOException {
        long loader = trace.waitId(SYNCHRONIZED, "java.lang.Object");
        long first = trace.waitId(SYNCHRONIZED, RecordSink.INITIALIZATION_OF_CLASS);
        long second = trace.waitId(SYNCHRONIZED, RecordSink.INITIALIZATION_OF_CLASS);
        begin();
        waitFor(loader, "java.lang.ClassLoader.loadClass(ClassLoader.java:600)");
        waitFor(first, "app.Right.first(Right.java:1)");
        waitFor(second, "app.Right.second(Right.java:2)");
        end();

        assertThat(findings())
                .contains("Waiting for classes that other threads load, link or initialize took 300 ms in all")
                .contains("waited at Right.first(Right.java:1)")
                .doesNotContain("Waiting for initialization")
                .doesNotContain("try to");
    }

    /** As of a worker that loads a class that it needs to wait for its next task. */
    @Test
    void idlenessOfWhoHoldsALockOfAClassIsNotWhatItDid() throws IOException {
        trace.configure("mutex.detail", "contended").configure("native", "auto");
        long loads = trace.waitId(SYNCHRONIZED, RecordSink.INITIALIZATION_OF_CLASS);
        int site = callSite("app.Right.in(Right.java:2)");
        begin();
        left.wait(Construct.THREAD, State.IDLE, ScopeEndpoint.BEGIN, 0, 0);
        right.acquire(SYNCHRONIZED, MutexKind.CRITICAL, MutexImpl.MONITOR, loads, site, left.id());
        trace.pass(100 * MILLI);
        right.acquired(SYNCHRONIZED, MutexKind.CRITICAL, loads, site);
        left.wait(Construct.THREAD, State.IDLE, ScopeEndpoint.END, 0, 0);
        end();

        assertThat(findings())
                .contains("Waiting for classes that other threads load, link or initialize took 100 ms in all")
                .contains("while, at first, \"left\" held it.\n")
                .doesNotContain("idle");
    }

    @Test
    void anArrayOfTheProgramsIsALockAsAnyOther() throws IOException {
        long array = trace.waitId(SYNCHRONIZED, "[I");
        begin();
        waitFor(array, "app.Right.in(Right.java:2)");
        end();

        assertThat(findings())
                .contains("Waiting for int[] #" + array + " took 100 ms in all")
                .contains("do less in the hold");
    }

    @Test
    void nobodyIsToldToChangeTheJdksCode() throws IOException {
        long table = trace.waitId(SYNCHRONIZED, "java.util.Hashtable");
        begin();
        waitFor(table, "java.util.Hashtable.get(Hashtable.java:380)", "java.util.Hashtable.put(Hashtable.java:475)");
        end();

        assertThat(findings())
                .contains("The JDK's code takes the lock: try to call it less often, or on fewer threads at a time.\n")
                .doesNotContain("do less in the hold");
    }

    /** As it does that iterates over a {@code Collections.synchronizedMap}, for which others wait in the JDK's code. */
    @Test
    void codeOfTheProgramThatHoldsALockOfTheJdksCodeIsToldToDoLessInTheHold() throws IOException {
        long map = trace.waitId(SYNCHRONIZED, "java.util.Collections$SynchronizedMap");
        begin();
        waitFor(map, "java.util.Collections$SynchronizedMap.get(Collections.java:2672)");
        end();

        assertThat(findings())
                .contains("while \"left\" held it from Left.in(Left.java:1)")
                .contains("try to do less in the hold")
                .doesNotContain("The JDK's code takes the lock");
    }

    @Test
    void whereWhoHeldALockAtFirstTookItIsNotKnownTheProgramMayTakeItToo() throws IOException {
        trace.configure("mutex.detail", "contended").configure("native", "auto");
        long map = trace.waitId(SYNCHRONIZED, "java.util.Collections$SynchronizedMap");
        int site = callSite("java.util.Collections$SynchronizedMap.get(Collections.java:2672)");
        begin();
        right.acquire(SYNCHRONIZED, MutexKind.CRITICAL, MutexImpl.MONITOR, map, site, left.id());
        trace.pass(100 * MILLI);
        right.acquired(SYNCHRONIZED, MutexKind.CRITICAL, map, site);
        end();

        assertThat(findings(240))
                .contains("while, at first, \"left\" held it.")
                .contains(
                        "The JDK's code takes the lock: try to call it less often, or on fewer threads at a time. The program may take it too: where who held it at first took it is not known.");
    }

    private void waitFor(long mutex, String site) {
        waitFor(mutex, site, "app.Left.in(Left.java:1)");
    }

    private void waitFor(long mutex, String site, String heldFrom) {
        take(left, mutex, heldFrom);
        ask(right, mutex, site);
        trace.pass(100 * MILLI);
        release(left, mutex);
        get(right, mutex, site);
    }

    private void take(ThreadScript thread, long monitor, String site) {
        ask(thread, monitor, site);
        get(thread, monitor, site);
    }

    private void ask(ThreadScript thread, long monitor, @Nullable String site) {
        thread.acquire(SYNCHRONIZED, MutexKind.CRITICAL, MutexImpl.MONITOR, monitor, callSite(site));
    }

    private void get(ThreadScript thread, long monitor, @Nullable String site) {
        thread.acquired(SYNCHRONIZED, MutexKind.CRITICAL, monitor, callSite(site));
    }

    private int callSite(@Nullable String text) {
        return text == null ? 0 : trace.callSite(text);
    }

    private void release(ThreadScript thread, long monitor) {
        thread.released(SYNCHRONIZED, MutexKind.CRITICAL, monitor, 0);
    }

    private void takeLock(ThreadScript thread, String site) {
        // An acquisition without a wait takes no time, but the builder adds one microsecond for each event.
        trace.pass(-1_000);
        ask(thread, site);
        trace.pass(-1_000);
        get(thread, site);
    }

    private void ask(ThreadScript thread, String site) {
        thread.acquire(REENTRANT_LOCK, MutexKind.NEST_LOCK, MutexImpl.REENTRANT_FAIR, lock, trace.callSite(site));
    }

    private void get(ThreadScript thread, String site) {
        thread.acquired(REENTRANT_LOCK, MutexKind.NEST_LOCK, lock, trace.callSite(site));
    }

    private void giveLock(ThreadScript thread, String site) {
        thread.released(REENTRANT_LOCK, MutexKind.NEST_LOCK, lock, trace.callSite(site));
    }

    private String findings() throws IOException {
        return findings(240);
    }

    private String findings(int width) throws IOException {
        return findings(trace.build(), width);
    }

    private static String findings(Trace trace, int width) throws IOException {
        String report = ReportText.of(trace, width);
        int begin = report.indexOf("\n\nFindings") + 2;
        return report.substring(begin, report.indexOf("\n\n", begin) + 1);
    }
}
