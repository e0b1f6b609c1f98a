package org.ompt4j.tools.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
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
import org.ompt4j.tools.read.CountedEvents;
import org.ompt4j.tools.testing.ReportText;
import org.ompt4j.tools.testing.ThreadScript;
import org.ompt4j.tools.testing.TraceBuilder;
import org.ompt4j.tools.testing.TraceInMemory;
import org.ompt4j.tools.testing.TraceWithEvents;

/** The table of locks and monitors: which threads waited for them, and for which holders. */
class MutexSectionTest {
    private static final int WIDTH = 120;

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

        assertThat(ReportText.of(trace.build(), WIDTH))
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

        assertThat(ReportText.of(trace.build(), WIDTH))
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

        assertThat(ReportText.of(trace.build(), WIDTH))
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

        assertThat(ReportText.of(trace.build(), WIDTH))
                .containsPattern("5.00 s +<0.1 +100.0 +(0 +)*stuck")
                .contains("1 thread still waiting at the end")
                .contains("0 attempts without success");
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

        assertThat(ReportText.of(trace.build(), WIDTH))
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

        assertThat(ReportText.of(trace.build(), WIDTH)).containsPattern("1 +1 +5.00 s +5.00 s .* app.Log #");
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

        // The waits are seven seconds in all. The holder is known for two seconds of one thread, and unknown for two of
        // the other;
        // in the last three seconds the thread that got the lock first holds it.
        assertThat(ReportText.of(trace.build(), WIDTH))
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

        assertThat(ReportText.of(trace.build(), WIDTH))
                .contains("80.0 % until released at app.Log.await(Log.java:30)")
                .contains("1.00 s: ", "; who held it is not known.");
    }

    /** Two threads wait for a lock one second after the run began, the first one for two seconds, the second one for five. */
    private static String reportOfTwoThatWait(boolean isReleaseTold, long countedFromNanos, long countedToNanos)
            throws IOException {
        TraceBuilder trace = new TraceBuilder().configure("mutex.detail", "contended");
        ThreadScript holder = trace.thread("holder", ThreadType.INITIAL);
        ThreadScript first = trace.thread("first", ThreadType.INITIAL);
        ThreadScript second = trace.thread("second", ThreadType.INITIAL);
        Construct lock = Construct.REENTRANT_LOCK;
        MutexKind kind = MutexKind.NEST_LOCK;
        long id = trace.waitId(lock, "java.util.concurrent.locks.ReentrantLock");
        int site = trace.callSite("app.Log.write(Log.java:12)");
        int end = trace.callSite("app.Log.close(Log.java:30)");
        for (ThreadScript each : List.of(holder, first, second)) {
            each.begin().initialTaskBegin();
        }
        trace.pass(1_000_000_000L);
        first.acquire(lock, kind, MutexImpl.REENTRANT_FAIR, id, site, holder.id());
        second.acquire(lock, kind, MutexImpl.REENTRANT_FAIR, id, site, holder.id());
        trace.pass(2_000_000_000L);
        if (isReleaseTold) {
            holder.released(lock, kind, id, end);
        }
        first.acquired(lock, kind, id, site);
        trace.pass(3_000_000_000L);
        second.acquired(lock, kind, id, site);
        TraceInMemory whole = trace.build();
        CountedEvents counted = new CountedEvents(
                holder.id(), Event.MUTEX_RELEASED, null, lock, site, 9, 0, 0, countedFromNanos, countedToNanos);
        return ReportText.of(new TraceWithEvents(whole, whole.eventList(), List.of(), List.of(counted)), WIDTH);
    }

    @Test
    void whatWasCountedBeforeAThreadWaitsDoesNotHideWhoReleasesALock() throws IOException {
        assertThat(reportOfTwoThatWait(true, 0, 500_000_000L))
                .contains("57.1 % until released at app.Log.close(Log.java:30)");
    }

    @Test
    void whereAReleaseMayHaveBeenCountedInsteadItIsKnownWhoHeldTheLockAtFirst() throws IOException {
        assertThat(reportOfTwoThatWait(true, 0, 2_000_000_000L)).contains("57.1 % first held by \"holder\"");
    }

    @Test
    void whoeverWaitsOnAfterALockWasAcquiredWaitsForWhoAcquiredItAtFirst() throws IOException {
        assertThat(reportOfTwoThatWait(false, 0, 6_000_000_000L))
                .contains(
                        "4.00 s: several threads waited at Log.write(Log.java:12) while, at first, \"holder\" held it.")
                .containsPattern(
                        "3.00 s: \"second\" waited at .*Log.java:12\\) while, at first, \"first\" held it from\\s+Log.write");
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

        assertThat(ReportText.of(trace.build(), WIDTH))
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

        assertThat(ReportText.of(trace.build(), WIDTH))
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

        assertThat(ReportText.of(trace.build(), WIDTH))
                .contains("until released at app.Log.late")
                .doesNotContain("while held from");
    }
}
