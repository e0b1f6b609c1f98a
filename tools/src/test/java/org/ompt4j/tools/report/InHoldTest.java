package org.ompt4j.tools.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.ompt4j.ompt.Construct.IO;
import static org.ompt4j.ompt.Construct.REENTRANT_LOCK;
import static org.ompt4j.ompt.Construct.SEMAPHORE;
import static org.ompt4j.ompt.Construct.SLEEP;
import static org.ompt4j.ompt.Construct.SYNCHRONIZED;
import static org.ompt4j.ompt.ScopeEndpoint.BEGIN;
import static org.ompt4j.ompt.ScopeEndpoint.END;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.MutexImpl;
import org.ompt4j.ompt.MutexKind;
import org.ompt4j.ompt.State;
import org.ompt4j.ompt.ThreadType;
import org.ompt4j.tools.profile.Sample;
import org.ompt4j.tools.profile.Samples;
import org.ompt4j.tools.testing.ReportData;
import org.ompt4j.tools.testing.ReportText;
import org.ompt4j.tools.testing.ThreadScript;
import org.ompt4j.tools.testing.TraceBuilder;

/** What holders of a mutex did while other threads waited, from events and from samples. */
class InHoldTest {
    private static final long MILLI = 1_000_000;
    private static final String HOLD = "app.Left.hold(Left.java:1)";
    private static final String FETCH = "app.Left.fetch(Left.java:5)";

    /** The time between two events of the builder, in nanoseconds. */
    private static final long STEP = 1_000;

    private final TraceBuilder trace = new TraceBuilder();
    private final ThreadScript left = trace.thread("left", ThreadType.INITIAL);
    private final ThreadScript right = trace.thread("right", ThreadType.INITIAL);
    private final ThreadScript third = trace.thread("third", ThreadType.INITIAL);
    private final long lock = trace.waitId(REENTRANT_LOCK, "app.Lock");
    private final long other = trace.waitId(REENTRANT_LOCK, "app.Other");
    private final long monitor = trace.waitId(SYNCHRONIZED, "app.Monitor");
    private final List<Sample> samples = new ArrayList<>();

    private void begin() {
        ThreadScript.beginAll(left, right, third);
    }

    private void end() {
        ThreadScript.endAll(left, right, third);
    }

    // ---------------------------------------------------------------- events

    @Test
    void whatTheHolderWaitedForItselfIsToldByEvents() throws IOException {
        begin();
        take(left, lock, HOLD);
        ask(third, lock, "app.Third.wait(Third.java:1)");
        waits(left, SLEEP, State.WAIT_SLEEP, 0, FETCH, 270 * MILLI);
        waits(left, IO, State.WAIT_IO, 0, "app.Left.read(Left.java:6)", 30 * MILLI);
        give(left, lock);
        get(third, lock, "app.Third.wait(Third.java:1)");
        end();

        assertThat(ReportText.findings(trace.build()))
                .contains("while \"left\" held it from Left.hold(Left.java:1). In the hold: sleep at "
                        + "Left.fetch(Left.java:5) 90.0 %, io at Left.read(Left.java:6) 10.0 %.\n");
        assertThat(lines(null))
                .containsSubsequence(
                        "100.0 % while held from app.Left.hold(Left.java:1)",
                        "in the hold 90.0 % sleep at app.Left.fetch(Left.java:5)",
                        "in the hold 10.0 % io at app.Left.read(Left.java:6)");
    }

    @Test
    void whereTheHolderWorkedNothingIsSaidWithoutSamples() throws IOException {
        holdsFor300Millis();

        assertThat(ReportText.findings(trace.build()))
                .contains("while \"left\" held it from Left.hold(Left.java:1).\n");
        assertThat(lines(null)).noneMatch(each -> each.startsWith("in the hold"));
    }

    @Test
    void onlyWhatWasDoneWhileOthersWaitedCounts() throws IOException {
        begin();
        take(left, lock, HOLD);
        waits(left, SLEEP, State.WAIT_SLEEP, 0, "app.Left.before(Left.java:3)", 500 * MILLI);
        ask(third, lock, "app.Third.wait(Third.java:1)");
        waits(left, SLEEP, State.WAIT_SLEEP, 0, FETCH, 100 * MILLI);
        give(left, lock);
        get(third, lock, "app.Third.wait(Third.java:1)");
        waits(left, SLEEP, State.WAIT_SLEEP, 0, "app.Left.after(Left.java:9)", 500 * MILLI);
        end();

        assertThat(ReportText.findings(trace.build()))
                .contains(" In the hold: sleep at Left.fetch(Left.java:5) 100.0 %.\n");
    }

    @Test
    void holderWithoutACallSiteOfItsWaitIsSaidToWaitForAnObject() throws IOException {
        begin();
        take(left, lock, HOLD);
        ask(third, lock, "app.Third.wait(Third.java:1)");
        left.acquire(REENTRANT_LOCK, MutexKind.NEST_LOCK, MutexImpl.REENTRANT_FAIR, other, 0);
        trace.pass(300 * MILLI);
        left.acquired(REENTRANT_LOCK, MutexKind.NEST_LOCK, other, 0);
        give(left, lock);
        get(third, lock, "app.Third.wait(Third.java:1)");
        end();

        assertThat(ReportText.findings(trace.build()))
                .contains(" In the hold: lock for Other #" + other + " 100.0 %.\n");
    }

    @Test
    void whatIsSaidOfOneHoldIsSaidOnceForAllThatWaited() throws IOException {
        begin();
        take(left, lock, HOLD);
        ask(third, lock, "app.Third.wait(Third.java:1)");
        ask(right, lock, "app.Right.wait(Right.java:1)");
        waits(left, SLEEP, State.WAIT_SLEEP, 0, FETCH, 300 * MILLI);
        give(left, lock);
        get(third, lock, "app.Third.wait(Third.java:1)");
        give(third, lock);
        get(right, lock, "app.Right.wait(Right.java:1)");
        end();

        assertThat(ReportText.findings(trace.build()))
                .containsOnlyOnce(" In the hold: sleep at Left.fetch(Left.java:5) 100.0 %.\n");
        for (JsonNode each : shares(null)) {
            if (each.path("culprit_at").asText().equals(HOLD)) {
                // Counted once, from the time when the first thread began to wait.
                assertThat(each.at("/in_hold/ns").asLong()).isEqualTo(300 * MILLI + 3 * STEP);
                assertThat(each.at("/in_hold/waits/0/ns").asLong()).isEqualTo(300 * MILLI);
            }
        }
    }

    @Test
    void whoReleasedIsHeldToHaveDoneItSinceTheWaitBegan() throws IOException {
        trace.configure("mutex.detail", "contended");
        begin();
        waits(left, SLEEP, State.WAIT_SLEEP, 0, "app.Left.before(Left.java:3)", 500 * MILLI);
        ask(third, lock, "app.Third.wait(Third.java:1)");
        waits(left, SLEEP, State.WAIT_SLEEP, 0, FETCH, 300 * MILLI);
        give(left, lock);
        get(third, lock, "app.Third.wait(Third.java:1)");
        end();

        assertThat(ReportText.findings(trace.build()))
                .contains("until \"left\" released it at (unknown call site). In the hold: sleep at "
                        + "Left.fetch(Left.java:5) 100.0 %.\n");
    }

    /** With {@code contended}: {@code third} continues to wait after {@code right} has released the lock. */
    private void waitsBeyondARelease() {
        trace.configure("mutex.detail", "contended");
        begin();
        ask(third, lock, "app.Third.wait(Third.java:1)");
        trace.pass(10 * MILLI);
        give(right, lock);
    }

    /** The thread that has released the lock gets it again before the thread that waits: no event shows since when it holds it. */
    @Test
    void whoGetsItBeforeThoseThatWaitNeedNotHaveHeldItAllTheTime() throws IOException {
        waitsBeyondARelease();
        waits(left, SLEEP, State.WAIT_SLEEP, 0, FETCH, 300 * MILLI);
        give(left, lock);
        get(third, lock, "app.Third.wait(Third.java:1)");
        end();

        assertThat(ReportText.findings(trace.build()))
                .contains(
                        "until \"left\" released it at (unknown call site); it had been taken ahead of the others, at a"
                                + " time that is not known. Meanwhile: sleep at Left.fetch(Left.java:5) 100.0 %.\n")
                .doesNotContain("Who held it mostly slept");
        assertThat(shares(null).get(0).path("because_of").asText()).isEqualTo("barger");
        assertThat(shares(null).get(1).path("because_of").asText()).isEqualTo("releaser");
    }

    /** If the thread works all the time, it works in the hold too. */
    @Test
    void whoGetsItBeforeThoseThatWaitAndOnlyWorksHasWorkedInTheHold() throws IOException {
        waitsBeyondARelease();
        trace.pass(300 * MILLI);
        give(left, lock);
        get(third, lock, "app.Third.wait(Third.java:1)");
        end();

        assertThat(ReportText.findings(trace.build()))
                .contains("Who held it mostly worked: try to do less in the hold");
    }

    /** The releasing thread has done something meanwhile, and it is not known whether it had a permit. */
    @ParameterizedTest
    @ValueSource(strings = {"contended", "full"})
    void whoReleasedASemaphoreNeedNotHaveHeldIt(String detail) throws IOException {
        trace.configure("mutex.detail", detail);
        long semaphore = trace.waitId(SEMAPHORE, "app.Permits");
        int asks = trace.callSite("app.Third.take(Third.java:1)");
        begin();
        third.acquire(SEMAPHORE, MutexKind.LOCK, MutexImpl.SEMAPHORE_FAIR, semaphore, asks);
        waits(left, SLEEP, State.WAIT_SLEEP, 0, FETCH, 300 * MILLI);
        left.released(SEMAPHORE, MutexKind.LOCK, semaphore, trace.callSite("app.Left.give(Left.java:9)"));
        third.acquired(SEMAPHORE, MutexKind.LOCK, semaphore, asks);
        left.acquire(SEMAPHORE, MutexKind.LOCK, MutexImpl.SEMAPHORE_FAIR, semaphore, 0);
        left.acquired(SEMAPHORE, MutexKind.LOCK, semaphore, 0);
        end();

        assertThat(ReportText.findings(trace.build()))
                .contains("until \"left\" released it at Left.give(Left.java:9). Meanwhile: sleep at "
                        + "Left.fetch(Left.java:5) 100.0 %.\n")
                .contains(
                        " Who released it mostly slept until then: try to release it earlier, or to have more permits if "
                                + "more threads may do that at a time.\n");
        assertThat(shares(null).get(0).path("because_of").asText()).isEqualTo("signaller");
    }

    // ---------------------------------------------------------------- samples

    @Test
    void samplesOfTheHolderInTheHoldSayWhereItWorked() throws IOException {
        begin();
        take(left, lock, HOLD);
        sample(left, "app.Left.before");
        ask(third, lock, "app.Third.wait(Third.java:1)");
        for (int i = 0; i < 9; i++) {
            trace.pass(30 * MILLI);
            sample(left, "java.lang.Math.sqrt", "app.Left.compute", "app.Left.hold");
            sample(right, "app.Right.compute");
        }
        sample(left, "app.Left.sum", "app.Left.hold");
        trace.pass(30 * MILLI);
        give(left, lock);
        get(third, lock, "app.Third.wait(Third.java:1)");
        sample(left, "app.Left.after");
        end();

        assertThat(ReportText.findings(trace.build(), samples()))
                .contains(" In the hold: Left.compute in 90 % and Left.sum in 10 % of 10 samples.\n");
        assertThat(lines(samples()))
                .containsSubsequence(
                        "in the hold 90 % of 10 samples in app.Left.compute",
                        "in the hold 10 % of 10 samples in app.Left.sum");
        JsonNode hold = shares(samples()).get(0).get("in_hold");
        assertThat(hold.get("samples").asLong()).isEqualTo(10);
        assertThat(hold.at("/code/0").toString()).isEqualTo("{\"samples\":9,\"name\":\"app.Left.compute\"}");
        assertThat(hold.get("worked_ns").asLong()).isEqualTo(hold.get("ns").asLong());
        JsonNode row = ReportData.table(json(samples()), "locks_and_monitors").at("/rows/0/portions");
        assertThat(row.get(row.size() - 1).get("in_hold")).isEqualTo(hold);
    }

    @Test
    void whileTheHolderWaitedEventsSayWhatItDidAndNotSamples() throws IOException {
        begin();
        take(left, lock, HOLD);
        ask(third, lock, "app.Third.wait(Third.java:1)");
        left.wait(IO, State.WAIT_IO, BEGIN, 0, trace.callSite(FETCH));
        trace.pass(200 * MILLI);
        sample(left, "sun.nio.ch.Net.poll", "app.Left.fetch");
        left.wait(IO, State.WAIT_IO, END, 0, trace.callSite(FETCH));
        trace.pass(100 * MILLI);
        sample(left, "app.Left.compute");
        trace.pass(100 * MILLI);
        give(left, lock);
        get(third, lock, "app.Third.wait(Third.java:1)");
        end();

        assertThat(ReportText.findings(trace.build(), samples()))
                .contains(
                        " In the hold: io at Left.fetch(Left.java:5) 50.0 %, work 50.0 %: Left.compute in 1 of 1 sample.\n");
    }

    /** Samples in hooks show the agent, not what the holder does. */
    @Test
    void samplesInTheAgentDoNotCount() throws IOException {
        begin();
        take(left, lock, HOLD);
        ask(third, lock, "app.Third.wait(Third.java:1)");
        trace.pass(100 * MILLI);
        sample(left, "org.ompt4j.emitter.lock.ReentrantLockHooks.lock", "app.Left.compute");
        trace.pass(100 * MILLI);
        give(left, lock);
        get(third, lock, "app.Third.wait(Third.java:1)");
        end();

        assertThat(ReportText.findings(trace.build(), samples()))
                .contains(" In the hold: <not sampled>.\n")
                .doesNotContain("observation");
        assertThat(lines(samples())).contains("in the hold work <not sampled>");
    }

    @Test
    void ofAFewSamplesTheirNumberIsSaid() throws IOException {
        begin();
        take(left, lock, HOLD);
        ask(third, lock, "app.Third.wait(Third.java:1)");
        for (int i = 0; i < 4; i++) {
            trace.pass(100 * MILLI);
            sample(left, i == 0 ? "app.Left.sum" : "app.Left.compute", "app.Left.hold");
        }
        give(left, lock);
        get(third, lock, "app.Third.wait(Third.java:1)");
        end();

        assertThat(ReportText.findings(trace.build(), samples()))
                .contains(" In the hold: Left.compute in 3 and Left.sum in 1 of 4 samples.\n");
        assertThat(lines(samples())).contains("in the hold 3 of 4 samples in app.Left.compute");
    }

    @Test
    void whereNoSampleMetTheHolderThatIsSaid() throws IOException {
        holdsFor300Millis();
        sample(right, "app.Right.compute");

        assertThat(ReportText.findings(trace.build(), samples())).contains(" In the hold: <not sampled>.\n");
        assertThat(lines(samples())).contains("in the hold work <not sampled>");
    }

    @Test
    void whoHadAMonitorAtFirstMayHaveReleasedItSince() throws IOException {
        trace.configure("mutex.detail", "contended").configure("native", "auto");
        begin();
        int site = trace.callSite("app.Third.wait(Third.java:1)");
        third.acquire(SYNCHRONIZED, MutexKind.CRITICAL, MutexImpl.MONITOR, monitor, site, left.id());
        trace.pass(100 * MILLI);
        sample(left, "app.Left.compute");
        trace.pass(100 * MILLI);
        sample(left, "app.Left.compute");
        trace.pass(100 * MILLI);
        third.acquired(SYNCHRONIZED, MutexKind.CRITICAL, monitor, site);
        // The holder's activity continues, and its event comes later.
        sample(left, "app.Left.after");
        trace.pass(100 * MILLI);
        end();

        assertThat(ReportText.findings(trace.build(), samples()))
                .contains("while, at first, \"left\" held it. Meanwhile: Left.compute in 2 of 2 samples.\n")
                .contains(
                        " Who held it at first mostly worked meanwhile: if it held it still, try to do less in the hold");
        JsonNode lock = json(samples()).at("/findings/0");
        assertThat(lock.path("mostly").asText()).isEqualTo("none");
        assertThat(lock.path("mostly_at_first").asText()).isEqualTo("work");
    }

    /** Counted separately, each of these threads would be a smaller part. */
    @Test
    void manyThreadsOfWhichNoMoreIsKnownAreOnePart() throws IOException {
        trace.configure("mutex.detail", "contended").configure("native", "auto");
        begin();
        int site = trace.callSite("app.Third.wait(Third.java:1)");
        for (int i = 0; i < 4; i++) {
            ThreadScript holder =
                    trace.thread("holder-" + i, ThreadType.INITIAL).begin().initialTaskBegin();
            third.acquire(SYNCHRONIZED, MutexKind.CRITICAL, MutexImpl.MONITOR, monitor, site, holder.id());
            waits(holder, SLEEP, State.WAIT_SLEEP, 0, FETCH, 100 * MILLI);
            third.acquired(SYNCHRONIZED, MutexKind.CRITICAL, monitor, site);
            holder.initialTaskEnd().end();
        }
        end();

        assertThat(ReportText.findings(trace.build()))
                .contains(
                        "400 ms: \"third\" waited at Third.wait(Third.java:1) while, at first, several threads held it."
                                + " Meanwhile: sleep at Left.fetch(Left.java:5) 100.0 %.\n")
                .doesNotContain("smaller part");
    }

    @Test
    void samplesThatWereLookedAtBeforeTheHolderWentOnCountOnce() throws IOException {
        trace.configure("mutex.detail", "contended").configure("native", "auto");
        begin();
        for (int i = 0; i < 3; i++) {
            int site = trace.callSite("app.Third.wait(Third.java:1)");
            third.acquire(SYNCHRONIZED, MutexKind.CRITICAL, MutexImpl.MONITOR, monitor, site, left.id());
            right.acquire(SYNCHRONIZED, MutexKind.CRITICAL, MutexImpl.MONITOR, monitor, site, left.id());
            trace.pass(100 * MILLI);
            sample(left, "app.Left.compute");
            trace.pass(100 * MILLI);
            third.acquired(SYNCHRONIZED, MutexKind.CRITICAL, monitor, site);
            right.acquired(SYNCHRONIZED, MutexKind.CRITICAL, monitor, site);
        }
        end();

        assertThat(ReportText.findings(trace.build(), samples()))
                .contains(" Meanwhile: Left.compute in 3 of 3 samples.\n");
    }

    @Test
    void virtualThreadThatHoldsOnHasSamplesOfItsOwn() throws IOException {
        ThreadScript carrier = trace.thread("ForkJoinPool-1-worker-1", ThreadType.WORKER);
        begin();
        carrier.begin();
        long task = left.createVirtual(trace.callSite("app.Main.run(Main.java:1)"), trace.body("app.Left.run"));
        ThreadScript virtual = trace.virtualThread(task).mount(carrier);
        take(virtual, lock, HOLD);
        ask(third, lock, "app.Third.wait(Third.java:1)");
        trace.pass(100 * MILLI);
        samples.add(new Sample(trace.now(), task, List.of("app.Left.compute")));
        waits(virtual, SLEEP, State.WAIT_SLEEP, 0, FETCH, 100 * MILLI);
        give(virtual, lock);
        get(third, lock, "app.Third.wait(Third.java:1)");
        virtual.unmount();
        end();

        assertThat(ReportText.findings(trace.build(), samples()))
                .contains(
                        " In the hold: sleep at Left.fetch(Left.java:5) 50.0 %, work 50.0 %: Left.compute in 1 of 1 sample.\n");
    }

    // ---------------------------------------------------------------- sums

    /** No part of a hold for which threads wait all the time is lost, however many threads begin to wait meanwhile. */
    @Test
    void holdOfManyWaitsIsKnownFromItsBegin() throws IOException {
        begin();
        take(left, lock, HOLD);
        ask(third, lock, "app.Third.wait(Third.java:1)");
        for (int i = 0; i < 3_000; i++) {
            waits(left, IO, State.WAIT_IO, 0, FETCH, MILLI);
            take(right, other, "app.Right.run(Right.java:1)");
            give(right, other);
        }
        give(left, lock);
        get(third, lock, "app.Third.wait(Third.java:1)");
        end();

        JsonNode hold = shares(null).get(0).get("in_hold");
        assertThat(hold.at("/waits/0/ns").asLong()).isEqualTo(3_000 * MILLI);
        assertSums(hold);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6})
    void whatHoldersDidAddsUpToHowLongTheyKeptOthersWaiting(long seed) throws IOException {
        begin();
        play(new Random(seed));
        end();

        int holds = 0;
        for (JsonNode row : ReportData.table(json(null), "locks_and_monitors").get("rows")) {
            for (JsonNode each : row.get("portions")) {
                if (each.has("in_hold")) {
                    holds++;
                    assertSums(each.get("in_hold"));
                    assertThat(each.at("/in_hold/ns").asLong())
                            .isLessThanOrEqualTo(each.get("ns").asLong());
                }
            }
        }
        assertThat(holds).isPositive();
    }

    /** The sums of a trace that was recorded from the beginning, so that nothing is unknown. */
    private static void assertSums(JsonNode hold) {
        long sum = hold.get("worked_ns").asLong();
        for (JsonNode each : hold.get("waits")) {
            sum += each.get("ns").asLong();
        }
        assertThat(sum).isEqualTo(hold.get("ns").asLong());
    }

    /** Threads acquire two locks one after the other, and sleep, while others wait. */
    private void play(Random random) {
        List<ThreadScript> threads = List.of(left, right, third);
        for (int round = 0; round < 500; round++) {
            int first = random.nextInt(threads.size());
            ThreadScript holder = threads.get(first);
            ThreadScript waiter = threads.get((first + 1) % threads.size());
            ThreadScript late = threads.get((first + 2) % threads.size());
            long id = random.nextBoolean() ? lock : other;
            String site = "app.Main.act(Main.java:" + random.nextInt(3) + ")";
            take(holder, id, site);
            trace.pass(random.nextInt(1_000));
            ask(waiter, id, site);
            for (int i = random.nextInt(3); i > 0; i--) {
                waits(holder, SLEEP, State.WAIT_SLEEP, 0, site, random.nextInt(10_000));
                trace.pass(random.nextInt(1_000));
            }
            boolean isLate = random.nextBoolean();
            if (isLate) {
                ask(late, id, site);
                waits(holder, IO, State.WAIT_IO, 0, site, random.nextInt(10_000));
            }
            give(holder, id);
            get(waiter, id, site);
            trace.pass(random.nextInt(1_000));
            give(waiter, id);
            if (isLate) {
                get(late, id, site);
                give(late, id);
            }
        }
    }

    // ---------------------------------------------------------------- steps

    private void holdsFor300Millis() {
        begin();
        take(left, lock, HOLD);
        ask(third, lock, "app.Third.wait(Third.java:1)");
        trace.pass(300 * MILLI);
        give(left, lock);
        get(third, lock, "app.Third.wait(Third.java:1)");
        end();
    }

    private void take(ThreadScript thread, long id, String site) {
        // An acquisition without a wait takes no time.
        trace.pass(-STEP);
        ask(thread, id, site);
        trace.pass(-STEP);
        get(thread, id, site);
    }

    private void ask(ThreadScript thread, long id, String site) {
        thread.acquire(REENTRANT_LOCK, MutexKind.NEST_LOCK, MutexImpl.REENTRANT_FAIR, id, trace.callSite(site));
    }

    private void get(ThreadScript thread, long id, String site) {
        thread.acquired(REENTRANT_LOCK, MutexKind.NEST_LOCK, id, trace.callSite(site));
    }

    private void give(ThreadScript thread, long id) {
        thread.released(REENTRANT_LOCK, MutexKind.NEST_LOCK, id, 0);
    }

    /** The time from the first to the last event of the wait is as specified. */
    private void waits(ThreadScript thread, Construct construct, State state, long id, String site, long nanos) {
        thread.wait(construct, state, BEGIN, id, trace.callSite(site));
        trace.pass(nanos - STEP);
        thread.wait(construct, state, END, id, trace.callSite(site));
    }

    private void sample(ThreadScript thread, String... frames) {
        samples.add(new Sample(trace.now(), thread.id(), List.of(frames)));
    }

    private Samples samples() {
        return Samples.of(samples, "running threads");
    }

    /** The lines below the rows of the table of locks. */
    private List<String> lines(@Nullable Samples taken) throws IOException {
        return ReportText.of(trace.build(), taken, 240)
                .lines()
                .map(String::strip)
                .toList();
    }

    private JsonNode json(@Nullable Samples taken) throws IOException {
        return ReportData.of(trace.build(), taken, 100);
    }

    private JsonNode shares(@Nullable Samples taken) throws IOException {
        return json(taken).at("/findings/0/shares");
    }
}
