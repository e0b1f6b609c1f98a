package org.ompt4j.tools.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;
import static org.ompt4j.ompt.Construct.FORK_JOIN_TASK;
import static org.ompt4j.ompt.Construct.REENTRANT_LOCK;
import static org.ompt4j.ompt.Construct.SLEEP;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.MutexImpl;
import org.ompt4j.ompt.MutexKind;
import org.ompt4j.ompt.ScopeEndpoint;
import org.ompt4j.ompt.State;
import org.ompt4j.ompt.ThreadType;
import org.ompt4j.tools.read.Trace;
import org.ompt4j.tools.read.TraceEvent;
import org.ompt4j.tools.testing.PageData;
import org.ompt4j.tools.testing.ThreadScript;
import org.ompt4j.tools.testing.TraceBuilder;
import org.ompt4j.tools.testing.VirtualThreadTrace;

/** The trees of frames in the page of a report. */
class PathTimesTest {
    private static final long MILLI = 1_000_000;
    private static final String ENTRY = "java.util.concurrent.ForkJoinTask.doExec";
    private static final String RUN = "app.Main.run(Main.java:5)";

    private final TraceBuilder trace = new TraceBuilder();
    private final int site = trace.callSite(RUN);
    private final int fork = trace.callSite("app.Fib.compute(Main.java:9)");
    private final int body = trace.body("app.Fib.compute");
    private final ThreadScript main =
            trace.thread("main", ThreadType.INITIAL).begin().initialTaskBegin();
    private final ThreadScript worker = trace.thread("worker", ThreadType.WORKER);
    private final List<Sample> samples = new ArrayList<>();

    @Test
    void workStandsUnderTheCodeThatMadeItsTaskAndIdlenessUnderNothing() throws IOException {
        long task = main.create(FORK_JOIN_TASK, 0, site, body);
        worker.begin();
        long begun = trace.pass(3 * MILLI).now();
        worker.start(FORK_JOIN_TASK, task);
        long started = trace.now();
        trace.pass(5 * MILLI);
        worker.complete(FORK_JOIN_TASK);
        long done = trace.now();
        worker.end();

        PageData page = page(false);
        assertThat(page.frames("wall"))
                .contains(
                        entry(RUN + ";app.Fib.compute;<work>", done - started),
                        entry("<idle>", 3 * MILLI + started - begun + trace.now() - done - 2_000));
        assertThat(page.tree("samples").isMissingNode()).isTrue();
    }

    @Test
    void waitHasItsCallSiteAndTheClassOfItsLock() throws IOException {
        long task = main.create(FORK_JOIN_TASK, 0, site, body);
        worker.begin().start(FORK_JOIN_TASK, task);
        waits(worker, 4 * MILLI);
        worker.complete(FORK_JOIN_TASK).end();

        PageData page = page(false);
        String path = RUN + ";app.Fib.compute;app.Fib.lock;app.Fib.lock(Main.java:20);<lock wait: app.Lock>";
        assertThat(page.frames("waits"))
                .containsExactly(
                        entry("app.Main.hold;app.Main.hold(Main.java:30);<lock wait: app.Lock>", 1_000L),
                        entry(path, 4 * MILLI + 2_000));
        assertThat(page.frames("wall")).contains(entry(path, 4 * MILLI + 2_000));
    }

    /** The waiter waits for this time plus two events while main holds the lock; main waits from one event to the next. */
    private void waits(ThreadScript waiter, long nanos) {
        long lock = trace.waitId(REENTRANT_LOCK, "app.Lock");
        int holds = trace.callSite("app.Main.hold(Main.java:30)");
        int asks = trace.callSite("app.Fib.lock(Main.java:20)");
        main.acquire(REENTRANT_LOCK, MutexKind.LOCK, MutexImpl.REENTRANT_NONFAIR, lock, holds);
        main.acquired(REENTRANT_LOCK, MutexKind.LOCK, lock, holds);
        waiter.acquire(REENTRANT_LOCK, MutexKind.LOCK, MutexImpl.REENTRANT_NONFAIR, lock, asks);
        trace.pass(nanos);
        main.released(REENTRANT_LOCK, MutexKind.LOCK, lock, holds);
        waiter.acquired(REENTRANT_LOCK, MutexKind.LOCK, lock, asks);
        waiter.released(REENTRANT_LOCK, MutexKind.LOCK, lock, asks);
    }

    @Test
    void blameStandsUnderWhoHeldTheLockAndAddsUpToTheTableOfLocks() throws IOException {
        worker.begin();
        waits(worker, 4 * MILLI);
        worker.end();

        PageData page = page(false);
        String waiter = ";app.Fib.lock;app.Fib.lock(Main.java:20);<lock wait: app.Lock>";
        assertThat(page.frames("blame"))
                .containsExactly(
                        entry("<hand-off>" + waiter, 1_000L),
                        entry(
                                "<unknown holder>;app.Main.hold;app.Main.hold(Main.java:30);<lock wait: app.Lock>",
                                1_000L),
                        entry("app.Main.hold(Main.java:30) [acquired]" + waiter, 4 * MILLI + 1_000));
        assertThat(page.tree("blame").get("amount").asLong()).isEqualTo(page.sumOf("locks_and_monitors", "waited"));
    }

    /** The second wait has no stack, but the call site of the first one. */
    @Test
    void waitAndBlameStandUnderAllThatHadCalledToWait() throws IOException {
        long task = main.create(FORK_JOIN_TASK, 0, site, body);
        worker.begin().start(FORK_JOIN_TASK, task);
        waits(worker, 4 * MILLI);
        waits(worker, 2 * MILLI);
        worker.complete(FORK_JOIN_TASK).end();
        main.initialTaskEnd().end();
        Trace whole = trace.build();
        MadeStacks stacks = MadeStacks.of(whole);
        stacks.addWait(
                firstAcquireOf(worker, whole),
                trace.callSite("app.Fib.lock(Main.java:20)"),
                List.of("java.util.concurrent.locks.ReentrantLock.lock", "app.Fib.lock", "app.Fib.compute", ENTRY),
                false,
                worker.id());
        stacks.addWait(
                firstAcquireOf(main, whole),
                trace.callSite("app.Main.hold(Main.java:30)"),
                List.of("app.Main.hold", "app.Main.twice", "app.Main.main"),
                false,
                main.id());
        stacks.renumber(thread -> thread);

        PageData page = PageData.of(whole, Samples.of(samples, stacks, "running threads", JvmPauses.NONE));
        String wait = "app.Fib.lock;app.Fib.lock(Main.java:20);<lock wait: app.Lock>";
        String mainsWait =
                "app.Main.main;app.Main.twice;app.Main.hold;app.Main.hold(Main.java:30);<lock wait: app.Lock>";
        assertThat(page.frames("waits"))
                .containsExactly(
                        entry("app.Main.main;app.Main.hold;app.Main.hold(Main.java:30);<lock wait: app.Lock>", 1_000L),
                        entry("app.Main.main;" + RUN + ";app.Fib.compute;" + wait, 6 * MILLI + 4_000),
                        entry(mainsWait, 1_000L));
        assertThat(page.frames("blame"))
                .contains(
                        entry("app.Main.hold(Main.java:30) [acquired];" + wait, 2 * MILLI + 1_000),
                        entry(
                                "app.Main.hold(Main.java:30) [acquired];app.Main.main;" + RUN + ";app.Fib.compute;"
                                        + wait,
                                4 * MILLI + 1_000),
                        entry("<unknown holder>;" + mainsWait, 1_000L));
        assertThat(page.tree("blame").get("amount").asLong()).isEqualTo(page.sumOf("locks_and_monitors", "waited"));
        assertThat(page.tree("wall").get("amount").asLong()).isEqualTo(page.sumOf("threads", "time"));
    }

    private static long firstAcquireOf(ThreadScript thread, Trace trace) throws IOException {
        for (Iterator<TraceEvent> events = trace.events(); events.hasNext(); ) {
            TraceEvent each = events.next();
            if (each.threadId() == thread.id() && each.event() == Event.MUTEX_ACQUIRE) {
                return each.timeNanos();
            }
        }
        throw new IllegalStateException("it acquires nothing");
    }

    @Test
    void virtualThreadWaitsWithoutAThread() throws IOException {
        PageData page = PageData.of(VirtualThreadTrace.build());
        String path = "app.Main.start(Main.java:3);app.Main.second;app.Main.park;app.Main.park(Main.java:9);<park>";

        assertThat(page.frames("waits").get(path)).isGreaterThanOrEqualTo(VirtualThreadTrace.PARK_NANOS);
        assertThat(page.frames("wall").getOrDefault(path, 0L)).isLessThan(VirtualThreadTrace.PARK_NANOS);
        assertThat(page.tree("wall").get("amount").asLong()).isEqualTo(page.sumOf("threads", "time"));
    }

    @Test
    void tasksThatMakeTheirKindAreOneStep() throws IOException {
        long task = main.create(FORK_JOIN_TASK, 0, site, body);
        worker.begin().start(FORK_JOIN_TASK, task);
        for (int i = 0; i < 3; i++) {
            worker.start(FORK_JOIN_TASK, worker.create(FORK_JOIN_TASK, 0, fork, body));
        }
        trace.pass(MILLI);
        for (int i = 0; i < 4; i++) {
            worker.complete(FORK_JOIN_TASK);
        }
        worker.end();

        assertThat(page(false).frames("wall").keySet())
                .contains(RUN + ";app.Fib.compute(Main.java:9) [recursive];app.Fib.compute;<work>");
    }

    @Test
    void samplesDivideTheWorkOfTheirTaskAndNoMore() throws IOException {
        long sampled = main.create(FORK_JOIN_TASK, 0, site, body);
        long other = main.create(FORK_JOIN_TASK, 0, fork, body);
        worker.begin().start(FORK_JOIN_TASK, sampled);
        long started = trace.now();
        sample("app.Fib.left", "app.Fib.compute", ENTRY);
        sample("app.Fib.left", "app.Fib.compute", ENTRY);
        sample("app.Fib.right", "app.Fib.compute", ENTRY);
        worker.complete(FORK_JOIN_TASK);
        long worked = trace.now() - started;
        worker.start(FORK_JOIN_TASK, other);
        trace.pass(2 * MILLI);
        worker.complete(FORK_JOIN_TASK);
        sample("java.util.concurrent.ForkJoinPool.scan");
        sample();
        worker.end();

        PageData page = page(true);
        String compute = "<main>;" + RUN + ";app.Fib.compute;";
        assertThat(page.frames("samples"))
                .containsExactly(
                        entry("<idle>", 1L),
                        entry(compute + "app.Fib.left", 2L),
                        entry(compute + "app.Fib.right", 1L),
                        entry("<no stack: its stack could not be walked>", 1L));
        long right = page.frames("wall").get(compute + "app.Fib.right");
        assertThat(right).isBetween(worked / 3 - 1, worked / 3 + 1);
        assertThat(page.frames("wall"))
                .contains(
                        entry(compute + "app.Fib.left", worked - right),
                        entry("<main>;app.Fib.compute(Main.java:9);app.Fib.compute;<not sampled>", 2 * MILLI + 1_000));
        assertThat(page.tree("wall").get("amount").asLong()).isEqualTo(page.sumOf("threads", "time"));
    }

    @Test
    void fewSamplesDoNotStandForMuchWork() throws IOException {
        long sampled = main.create(FORK_JOIN_TASK, 0, site, body);
        long other = main.create(FORK_JOIN_TASK, 0, fork, body);
        worker.begin().start(FORK_JOIN_TASK, sampled);
        for (int i = 0; i < 10; i++) {
            sample("app.Fib.left", "app.Fib.compute", ENTRY);
        }
        worker.complete(FORK_JOIN_TASK).start(FORK_JOIN_TASK, other);
        sample("app.Fib.right", "app.Fib.compute", ENTRY);
        trace.pass(99 * MILLI);
        worker.complete(FORK_JOIN_TASK).end();

        // Two threads worked for 110 ms each and have eleven samples together: one in 20 ms.
        PageData page = page(true);
        String path = "<main>;app.Fib.compute(Main.java:9);app.Fib.compute;";
        long right = page.frames("wall").get(path + "app.Fib.right");
        assertThat(right).isBetween(40 * MILLI, 40 * MILLI + 10_000);
        assertThat(page.frames("wall")).contains(entry(path + "<not sampled>", 100 * MILLI + 1_000 - right));
        assertThat(page.tree("wall").get("amount").asLong()).isEqualTo(page.sumOf("threads", "time"));
    }

    @Test
    void frameHasTheLongestOfItsStretches() throws IOException {
        for (long each : new long[] {2, 6, 4}) {
            worker.wait(SLEEP, State.WAIT_SLEEP, ScopeEndpoint.BEGIN, 0, site);
            trace.pass(each * MILLI);
            worker.wait(SLEEP, State.WAIT_SLEEP, ScopeEndpoint.END, 0, site);
        }

        PageData page = page(false);
        assertThat(page.frames("waits")).containsExactly(entry("app.Main.run;" + RUN + ";<sleep>", 12 * MILLI + 3_000));
        assertThat(page.tree("waits").at("/longest/3").asLong()).isEqualTo(6 * MILLI + 1_000);
        assertThat(page.tree("waits").at("/thread/3").asLong()).isEqualTo(worker.id());
    }

    @ParameterizedTest
    @CsvSource({"19, wall", "20, samples"})
    void aFewSamplesAreNotWhatIsShownFirst(int count, String shown) throws IOException {
        long task = main.create(FORK_JOIN_TASK, 0, site, body);
        worker.begin().start(FORK_JOIN_TASK, task);
        for (int i = 0; i < count; i++) {
            sample("app.Fib.compute", ENTRY);
        }
        trace.pass(MILLI);
        worker.complete(FORK_JOIN_TASK).end();

        PageData page = page(true);
        JsonNode flames = page.json().at("/flames");
        assertThat(flames.at("/trees/" + flames.at("/first").asInt() + "/key").asText())
                .as("%s", page.frames("samples"))
                .isEqualTo(shown);
    }

    private void sample(String... frames) {
        trace.pass(MILLI);
        samples.add(new Sample(trace.now(), worker.id(), List.of(frames)));
    }

    private PageData page(boolean hasSamples) throws IOException {
        main.initialTaskEnd().end();
        return PageData.of(trace.build(), hasSamples ? Samples.of(samples, "running threads") : null);
    }
}
