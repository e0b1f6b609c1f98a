package org.ompt4j.emitter;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.CyclicBarrier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.ompt4j.emitter.barrier.CyclicBarrierHooks;

class CyclicBarrierHooksTest {
    private final RecordedEvents events = new RecordedEvents();

    @BeforeEach
    void clean() {
        events.forget();
    }

    @AfterEach
    void stop() {
        events.close();
    }

    /** Between its arrival and that it may have to wait for the barrier's lock. */
    @Test
    void lastPartyIsToldWhenItLetsTheOthersGo() throws InterruptedException {
        long[] opensNanos = new long[1];
        ThreadContext c = ObservedThread.run(t -> {
            int token = CyclicBarrierHooks.arrive(t, new CyclicBarrier(2));
            opensNanos[0] = System.nanoTime();
            CyclicBarrierHooks.opens(t, token);
            CyclicBarrierHooks.leave(t, token);
        });

        List<RecordedEvents.Delivered> waits = events.of(c).stream()
                .filter(each -> each.event().equals("syncRegionWait"))
                .toList();
        assertThat(waits)
                .extracting(RecordedEvents.Delivered::brief)
                .containsExactly("syncRegionWait begin", "syncRegionWait end");
        assertThat(waits).allMatch(each -> each.timeNanos() >= opensNanos[0]);
        assertThat(waits.get(0).timeNanos()).isEqualTo(waits.get(1).timeNanos());
    }
}
