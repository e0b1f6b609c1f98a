package org.ompt4j.tools.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.ompt4j.ompt.Construct.READ_WRITE_LOCK;
import static org.ompt4j.ompt.Construct.REENTRANT_LOCK;
import static org.ompt4j.ompt.Construct.SLEEP;
import static org.ompt4j.ompt.Construct.SYNCHRONIZED;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.MutexImpl;
import org.ompt4j.ompt.MutexKind;
import org.ompt4j.ompt.RecordSink;
import org.ompt4j.ompt.ScopeEndpoint;
import org.ompt4j.ompt.State;
import org.ompt4j.tools.testing.ReportData;
import org.ompt4j.tools.testing.ThreadScript;

/** What to try against the waiting for a mutex, according to what its holder did. */
class MutexAdviceTest extends MutexFixture {

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
        trace.pass(100 * MILLI);
        giveLock(left, "app.Left.hold(Left.java:9)");
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

    /** Nobody holds the lock meanwhile. */
    @Test
    void whoOnlyWakesUpAfterAWaitForAConditionDoesNotWaitForTheLock() throws IOException {
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

        assertThat(findings()).doesNotContain("Waiting for");
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
}
