package org.ompt4j.tools.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.ompt4j.ompt.Construct.SYNCHRONIZED;

import java.io.IOException;
import java.util.List;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.ompt4j.ompt.RecordSink;

/** Mutexes of one class that are waited for at one place, and which of them stand out. */
class AlikeMutexesFindingTest extends MutexFixture {

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
                        "Waiting for Session #15 took", "Waiting for Session #16 took", "Waiting for Session #17 took");
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
}
