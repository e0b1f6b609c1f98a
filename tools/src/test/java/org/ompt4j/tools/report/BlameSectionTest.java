package org.ompt4j.tools.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.ompt4j.ompt.Construct.BLOCKING_QUEUE;
import static org.ompt4j.ompt.Construct.COUNT_DOWN_LATCH;
import static org.ompt4j.ompt.Construct.CYCLIC_BARRIER;
import static org.ompt4j.ompt.Construct.THREAD;
import static org.ompt4j.ompt.ScopeEndpoint.BEGIN;
import static org.ompt4j.ompt.ScopeEndpoint.END;
import static org.ompt4j.ompt.SyncRegionKind.BARRIER_EXPLICIT;
import static org.ompt4j.ompt.SyncRegionKind.TASKWAIT;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.ompt4j.ompt.RecordSink;
import org.ompt4j.ompt.WaitOutcome;
import org.ompt4j.tools.testing.ReportData;
import org.ompt4j.tools.testing.ThreadScript;

/** Who made whom wait: chains of waits, barriers, and how waits are counted and divided. */
class BlameSectionTest extends BlameFixture {

    @Test
    void singleWaitsAreCountedByTheirLength() throws IOException {
        long queue = trace.waitId(BLOCKING_QUEUE, "app.Queue");
        ThreadScript consumer = start("consume");
        ThreadScript producer = start("produce");
        // Each wait is longer by two events of 1 us.
        for (long micros : new long[] {1, 2, 30, 200, 7_000, 8_000, 9_000, 150_000}) {
            waits(consumer, BEGIN, queue);
            trace.pass(1_000 * micros);
            producer.wakeup(BLOCKING_QUEUE, queue, site("put"));
            waits(consumer, END, queue);
        }

        assertThat(blamed("app.Main.take"))
                .contains("single waits: 2 of <10 us, 1 of 10-100 us, 1 of 0.1-1 ms, 3 of 1-10 ms, 1 of >=100 ms\n");
        JsonNode row = ReportData.table(ReportData.of(trace.build()), "who_made_whom_wait")
                .at("/rows/0");
        assertThat(row.get("histogram").findValuesAsText("waits")).containsExactly("2", "1", "1", "3", "0", "1");
        assertThat(row.get("waits").asLong()).isEqualTo(8);
    }

    @Test
    void blameGoesOnToTheEndOfTheChain() throws IOException {
        long queue = trace.waitId(BLOCKING_QUEUE, "app.Queue");
        long latch = trace.waitId(COUNT_DOWN_LATCH, "app.Latch");
        ThreadScript middle = start("relay");
        ThreadScript producer = start("produce");
        syncs(main, COUNT_DOWN_LATCH, TASKWAIT, BEGIN, latch, "await");
        trace.pass(20 * MILLI);
        waits(middle, BEGIN, queue);
        trace.pass(70 * MILLI);
        producer.wakeup(BLOCKING_QUEUE, queue, site("put"));
        waits(middle, END, queue);
        trace.pass(10 * MILLI);
        middle.wakeup(COUNT_DOWN_LATCH, latch, site("countDown"));
        syncs(main, COUNT_DOWN_LATCH, TASKWAIT, END, latch, "await");

        assertThat(blamed("app.Main.await"))
                .startsWith(lines(
                        "await(Main.java:7) [taskwait]",
                        "  70.0 % work in app.Main.produce",
                        "  30.0 % work in app.Main.relay"));
    }

    @Test
    void longWaitIsDividedExactlyWhateverHappensMeanwhile() throws IOException {
        long queue = trace.waitId(BLOCKING_QUEUE, "app.Queue");
        long latch = trace.waitId(COUNT_DOWN_LATCH, "app.Latch");
        ThreadScript producer = start("produce");
        ThreadScript consumer = start("consume");
        syncs(main, COUNT_DOWN_LATCH, TASKWAIT, BEGIN, latch, "await");
        for (int i = 0; i < 2_000; i++) {
            trace.pass(MILLI);
            waits(consumer, BEGIN, queue);
            trace.pass(MILLI);
            sleeps(producer, 3, "fetch");
            producer.wakeup(BLOCKING_QUEUE, queue, site("put"));
            waits(consumer, END, queue);
        }
        consumer.wakeup(COUNT_DOWN_LATCH, latch, site("countDown"));
        syncs(main, COUNT_DOWN_LATCH, TASKWAIT, END, latch, "await");

        // In each 5 ms the consumer works for 1 ms and waits for 4 ms, during which the producer sleeps for 3 ms.
        assertThat(blamed("app.Main.await"))
                .startsWith(lines(
                        "await(Main.java:7) [taskwait]",
                        "  60.0 % sleep at app.Main.fetch(Main.java:7)",
                        "  20.0 % work in app.Main.produce",
                        "  20.0 % work in app.Main.consume"))
                .doesNotContain("unknown");
    }

    @Test
    void barrierWaitsAreDueToThoseThatAreMissing() throws IOException {
        long barrier = trace.waitId(CYCLIC_BARRIER, "app.Barrier");
        ThreadScript first = start("quick");
        ThreadScript second = start("middle");
        ThreadScript last = start("slow");
        syncs(first, CYCLIC_BARRIER, BARRIER_EXPLICIT, BEGIN, barrier, "first");
        trace.pass(40 * MILLI);
        syncs(second, CYCLIC_BARRIER, BARRIER_EXPLICIT, BEGIN, barrier, "second");
        trace.pass(60 * MILLI);
        comesLast(last, barrier);
        syncs(first, CYCLIC_BARRIER, BARRIER_EXPLICIT, END, barrier, "first");
        syncs(second, CYCLIC_BARRIER, BARRIER_EXPLICIT, END, barrier, "second");

        assertThat(blamed("app.Main.first"))
                .startsWith(lines(
                        "first(Main.java:7) [barrier]",
                        "  80.0 % work in app.Main.slow",
                        "  20.0 % work in app.Main.middle"));
        assertThat(blamed("app.Main.second"))
                .startsWith(lines("second(Main.java:7) [barrier]", " 100.0 % work in app.Main.slow"));
    }

    /** The thread arrives last at the barrier: its wait takes no time. */
    private void comesLast(ThreadScript thread, long barrier) {
        thread.sync(CYCLIC_BARRIER, BARRIER_EXPLICIT, BEGIN, barrier, site("last"));
        thread.syncWait(CYCLIC_BARRIER, BARRIER_EXPLICIT, BEGIN, barrier, site("last"));
        trace.pass(-1_000);
        thread.syncWait(CYCLIC_BARRIER, BARRIER_EXPLICIT, END, barrier, site("last"));
        thread.sync(CYCLIC_BARRIER, BARRIER_EXPLICIT, END, barrier, site("last"));
    }

    @Test
    void nobodyIsToBlameWhereAThreadGaveUp() throws IOException {
        long barrier = trace.waitId(CYCLIC_BARRIER, "app.Barrier");
        ThreadScript first = start("quick");
        ThreadScript second = start("middle");
        syncs(first, CYCLIC_BARRIER, BARRIER_EXPLICIT, BEGIN, barrier, "first");
        trace.pass(40 * MILLI);
        syncs(second, CYCLIC_BARRIER, BARRIER_EXPLICIT, BEGIN, barrier, "second");
        trace.pass(60 * MILLI);
        syncs(first, CYCLIC_BARRIER, BARRIER_EXPLICIT, END, barrier, "first");

        assertThat(blamed("app.Main.first"))
                .startsWith(lines("first(Main.java:7) [barrier]", " 100.0 % <unknown>: no event tells"));
        assertThat(blamed("app.Main.second"))
                .startsWith(lines("second(Main.java:7) [barrier]", " 100.0 % not over at the end"));
    }

    @Test
    void whoInterruptsAPartyOfABarrierIsToBlameForItsWait() throws IOException {
        long barrier = trace.waitId(CYCLIC_BARRIER, "app.Barrier");
        ThreadScript one = start("one");
        ThreadScript stop = start("stop");
        syncs(one, CYCLIC_BARRIER, BARRIER_EXPLICIT, BEGIN, barrier, "one");
        trace.pass(100 * MILLI);
        stop.wakeup(THREAD, RecordSink.permitOf(one.id()), site("interrupt"));
        one.syncWaitEnds(CYCLIC_BARRIER, BARRIER_EXPLICIT, WaitOutcome.INTERRUPT, barrier, site("one"));

        assertThat(blamed("app.Main.one"))
                .startsWith(lines("one(Main.java:7) [barrier]", " 100.0 % work in app.Main.stop"));
    }
}
