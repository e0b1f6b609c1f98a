package org.ompt4j.tools.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.ompt4j.ompt.Construct.READ_WRITE_LOCK;
import static org.ompt4j.ompt.Construct.REENTRANT_LOCK;
import static org.ompt4j.ompt.Construct.SYNCHRONIZED;
import static org.ompt4j.ompt.Construct.THREAD;

import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.MutexImpl;
import org.ompt4j.ompt.MutexKind;
import org.ompt4j.tools.testing.ThreadScript;

/** Mutexes that are taken in both orders, which can become a deadlock. */
class LockOrderFindingTest extends MutexFixture {
    private final long index = trace.waitId(READ_WRITE_LOCK, "app.Index");

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

    /** When a started thread begins is chance: it could have begun before the other one took the mutexes. */
    @Test
    void threadLivesFromItsStartOn() throws IOException {
        left.begin().initialTaskBegin();
        long started = left.create(THREAD, 0, 0, 0);
        both(left, a, b, "Left");
        right.begin().initialTaskBegin().start(THREAD, started);
        both(right, b, a, "Right");
        right.complete(THREAD).initialTaskEnd().end();
        left.initialTaskEnd().end();

        assertThat(findings()).contains("Can deadlock: A #");
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
}
