package org.ompt4j.tools.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.ompt4j.ompt.Construct.READ_WRITE_LOCK;
import static org.ompt4j.ompt.Construct.REENTRANT_LOCK;
import static org.ompt4j.ompt.Construct.SYNCHRONIZED;

import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.MutexImpl;
import org.ompt4j.ompt.MutexKind;
import org.ompt4j.ompt.TaskStatus;
import org.ompt4j.ompt.UnobservedUse;
import org.ompt4j.ompt.UnobservedUse.Reason;
import org.ompt4j.tools.testing.ReportData;

/** Deadlocks: threads that wait for each other when the trace ends. */
class DeadlockFindingTest extends MutexFixture {

    private void leftAndRightWaitForEachOther() {
        take(left, a, "app.Left.outer(Left.java:1)");
        take(right, b, "app.Right.outer(Right.java:1)");
        ask(left, b, "app.Left.inner(Left.java:2)");
        ask(right, a, "app.Right.inner(Right.java:2)");
    }

    @Test
    void threadsThatWaitForEachOtherWhenTheTraceEndsAreADeadlock() throws IOException {
        begin();
        leftAndRightWaitForEachOther();
        trace.pass(4_000 * MILLI);

        assertThat(findings(150)).startsWith("""
                        Findings (worst first)
                          Deadlock: 2 threads wait for each other, since 4.00 s before the end.
                            "left" waits at Left.inner(Left.java:2) for B #5, which "right" acquired at Right.outer(Right.java:1).
                            "right" waits at Right.inner(Right.java:2) for A #4, which "left" acquired at Left.outer(Left.java:1).
                        """);
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
        leftAndRightWaitForEachOther();

        assertThat(findings(60).lines()).allMatch(line -> line.length() <= 60);
    }

    @Test
    void whatIsReportedOnBehalfOfTheStuckThreadsEndsNoDeadlock() throws IOException {
        left.begin().initialTaskBegin();
        long body = left.create(Construct.THREAD, 0, 0, trace.body("app.Right.run"));
        right.begin().initialTaskBegin().start(Construct.THREAD, body);
        leftAndRightWaitForEachOther();
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
        leftAndRightWaitForEachOther();

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
        leftAndRightWaitForEachOther();

        assertThat(findings()).doesNotContain("Deadlock").contains("since events are missing");
    }
}
