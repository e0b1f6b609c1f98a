package org.ompt4j.tools.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.ompt4j.ompt.Construct.BLOCKING_QUEUE;
import static org.ompt4j.ompt.ScopeEndpoint.BEGIN;
import static org.ompt4j.ompt.ScopeEndpoint.END;

import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.ompt4j.ompt.State;
import org.ompt4j.tools.testing.ReportText;
import org.ompt4j.tools.testing.ThreadScript;

/** Who made whom wait in queues, and which side or stage is the slow one. */
class QueueBlameTest extends BlameFixture {

    /** A put that has waited for room wakes a thread that waits for an element, before its own wait is reported as ended. */
    @Test
    void nobodyEndsItsOwnWaitInAQueue() throws IOException {
        long queue = trace.waitId(BLOCKING_QUEUE, "app.Queue");
        ThreadScript producer = start("produce");
        ThreadScript consumer = start("consume");
        waits(producer, BEGIN, queue);
        trace.pass(50 * MILLI);
        consumer.wakeup(BLOCKING_QUEUE, queue, site("take"));
        producer.wakeup(BLOCKING_QUEUE, queue, site("put"));
        waits(producer, END, queue);

        assertThat(blamed("app.Main.take"))
                .startsWith(lines("take(Main.java:7) [queue]", " 100.0 % work in app.Main.consume"));
    }

    @Test
    void consumerWaitsForWhatTheProducerDid() throws IOException {
        long queue = trace.waitId(BLOCKING_QUEUE, "app.Queue");
        ThreadScript consumer = start("consume");
        ThreadScript producer = start("produce");
        waits(consumer, BEGIN, queue);
        trace.pass(30 * MILLI);
        sleeps(producer, 60, "fetch");
        trace.pass(9 * MILLI);
        producer.wakeup(BLOCKING_QUEUE, queue, site("put"));
        trace.pass(MILLI);
        waits(consumer, END, queue);

        assertThat(blamed("app.Main.take"))
                .isEqualTo(lines(
                        "take(Main.java:7) [queue]",
                        "  60.0 % sleep at app.Main.fetch(Main.java:7)",
                        "  39.0 % work in app.Main.produce",
                        "   1.0 % until it ran again"));
    }

    /** The consumer takes items of the producer, which sleeps for a part of the time that it needs for an item. */
    private String findings(int items, long producedMillis, long sleptMillis, long consumedMillis) throws IOException {
        long queue = trace.waitId(BLOCKING_QUEUE, "app.Queue");
        ThreadScript consumer = start("consume");
        ThreadScript producer = start("produce");
        for (int i = 0; i < items; i++) {
            waits(consumer, BEGIN, queue);
            trace.pass((producedMillis - sleptMillis - consumedMillis) * MILLI);
            if (sleptMillis > 0) {
                sleeps(producer, sleptMillis, "fetch");
            }
            producer.wakeup(BLOCKING_QUEUE, queue, site("put"));
            waits(consumer, END, queue);
            trace.pass(consumedMillis * MILLI);
        }
        return ReportText.of(trace.build(), 200);
    }

    @Test
    void queueOfWhichOneSideWaitsForTheWorkOfTheOtherStandsOut() throws IOException {
        assertThat(findings(12, 40, 0, 10)).contains("""
                Findings (worst first)
                  Threads waited 360 ms in all in Queue #4 at Main.take(Main.java:7), in a run of 480 ms: 12 waits, the longest 30.0 ms. The other side is slower.
                    360 ms: work in Main.produce.
                    Between these waits those that waited worked for 110 ms.
                """);
    }

    /** The consumer waits for the producer; every third wait has no call site. */
    @Test
    void waitsInAQueueWithoutACallSiteBelongToThoseForTheSameWork() throws IOException {
        long queue = trace.waitId(BLOCKING_QUEUE, "app.Queue");
        ThreadScript consumer = start("consume");
        ThreadScript producer = start("produce");
        for (int i = 0; i < 36; i++) {
            int at = i % 3 == 2 ? 0 : site("take");
            consumer.wait(BLOCKING_QUEUE, State.WAIT_QUEUE, BEGIN, queue, at);
            trace.pass(30 * MILLI);
            producer.wakeup(BLOCKING_QUEUE, queue, site("put"));
            consumer.wait(BLOCKING_QUEUE, State.WAIT_QUEUE, END, queue, at);
            trace.pass(10 * MILLI);
        }

        assertThat(ReportText.of(trace.build(), 200))
                .contains("""
                Findings (worst first)
                  Threads waited 1.08 s in all in Queue #4 at Main.take(Main.java:7), in a run of 1.44 s: 36 waits, the longest 30.0 ms. The other side is slower.
                    1.08 s: work in Main.produce.
                    Of 360 ms the call site is not known: that was waited for the same queue and the same work.
                    Between these waits those that waited worked for 350 ms.
                """)
                .doesNotContain("in Queue #4 at (unknown call site)");
    }

    @Test
    void consumerWithHardlyAnyWorkWaitsForWhatComesNowAndThen() throws IOException {
        assertThat(findings(12, 40, 0, 1)).contains("Nothing stands out.");
    }

    @Test
    void producerThatSleepsCouldNotBeFaster() throws IOException {
        assertThat(findings(12, 40, 25, 10)).contains("Nothing stands out.");
    }

    @Test
    void fewWaitsSayNothingOfHowFastTwoSidesAre() throws IOException {
        assertThat(findings(9, 40, 0, 10)).contains("Nothing stands out.");
    }

    /** The producer always has the next item at once; the consumer is slow, whether it works or waits. */
    @Test
    void whoWaitsForRoomWouldGoOnHoweverLittleItHasToDo() throws IOException {
        long queue = trace.waitId(BLOCKING_QUEUE, "app.Queue");
        ThreadScript producer = start("produce");
        ThreadScript consumer = start("consume");
        for (int i = 0; i < 12; i++) {
            producer.wait(BLOCKING_QUEUE, State.WAIT_QUEUE_FULL, BEGIN, queue, site("put"));
            trace.pass(10 * MILLI);
            sleeps(consumer, 20, "store");
            consumer.wakeup(BLOCKING_QUEUE, queue, site("take"));
            producer.wait(BLOCKING_QUEUE, State.WAIT_QUEUE_FULL, END, queue, site("put"));
        }

        assertThat(ReportText.of(trace.build(), 200)).contains("""
                Findings (worst first)
                  Threads waited 360 ms in all for room in Queue #4 at Main.put(Main.java:7), in a run of 360 ms: 12 waits, the longest 30.0 ms. Who takes is slower.
                    240 ms: sleep at Main.store(Main.java:7).
                    120 ms: work in Main.consume.
                """);
    }

    /** A stage takes items from one queue and puts them into another one; the source waits to put, and the sink waits to take. */
    private String stages(ThreadScript ofIn, ThreadScript ofOut) throws IOException {
        long in = trace.waitId(BLOCKING_QUEUE, "app.In");
        long out = trace.waitId(BLOCKING_QUEUE, "app.Out");
        ThreadScript source = start("read");
        ThreadScript sink = start("write");
        for (int i = 0; i < 12; i++) {
            source.wait(BLOCKING_QUEUE, State.WAIT_QUEUE_FULL, BEGIN, in, site("put"));
            sink.wait(BLOCKING_QUEUE, State.WAIT_QUEUE, BEGIN, out, site("take"));
            trace.pass(40 * MILLI);
            ofIn.wakeup(BLOCKING_QUEUE, in, site("next"));
            source.wait(BLOCKING_QUEUE, State.WAIT_QUEUE_FULL, END, in, site("put"));
            ofOut.wakeup(BLOCKING_QUEUE, out, site("done"));
            sink.wait(BLOCKING_QUEUE, State.WAIT_QUEUE, END, out, site("take"));
            trace.pass(10 * MILLI);
        }
        return ReportText.of(trace.build(), 200);
    }

    @Test
    void stageThatBothItsNeighboursWaitForStandsOutOnce() throws IOException {
        ThreadScript stage = start("transform");

        assertThat(stages(stage, stage)).contains("""
                Findings (worst first)
                  Slow stage: work in Main.transform kept threads waiting in 2 queues for 960 ms of 960 ms that they waited there, in a run of 600 ms.
                    480 ms: waited at Main.take(Main.java:7) in Out #9, 12 times, the longest 40.0 ms.
                    480 ms: waited at Main.put(Main.java:7) in In #8, 12 times, the longest 40.0 ms.
                """).doesNotContain("is slower");
    }

    @Test
    void twoQueuesThatWaitForDifferentThreadsHaveNoSlowStage() throws IOException {
        assertThat(stages(start("transform"), start("other")))
                .doesNotContain("Slow stage")
                .contains("in In #", "in Out #");
    }
}
