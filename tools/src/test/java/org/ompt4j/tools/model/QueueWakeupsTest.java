package org.ompt4j.tools.model;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.ompt4j.tools.model.QueueWakeups.Wakeup;

class QueueWakeupsTest {
    private final QueueWakeups<String> wakeups = new QueueWakeups<>();

    private Wakeup<String> claim(long sinceNanos) {
        return wakeups.claim(sinceNanos, "waiter"::equals);
    }

    @Test
    void eachIsForOneWait() {
        wakeups.add(10, "a");
        wakeups.add(20, "b");

        assertThat(claim(0)).isEqualTo(new Wakeup<>(20, "b"));
        assertThat(claim(0)).isEqualTo(new Wakeup<>(10, "a"));
        assertThat(claim(0)).isNull();
    }

    @Test
    void noWaitIsEndedByWhatCameBefore() {
        wakeups.add(10, "a");

        assertThat(claim(11)).isNull();
        assertThat(claim(10)).isNotNull();
    }

    @Test
    void onlyOneOfAThreadIsFoundIfAllAreKept() {
        wakeups.add(5, "a");
        wakeups.add(10, "a");
        wakeups.add(20, "b");
        wakeups.add(30, "b");

        assertThat(wakeups.only(6, 40, "a"::equals)).isEqualTo(new Wakeup<>(10, "a"));
        assertThat(wakeups.only(0, 40, "a"::equals)).isNull();
        assertThat(wakeups.only(6, 40, "b"::equals)).isNull();
        assertThat(wakeups.only(6, 25, "b"::equals)).isEqualTo(new Wakeup<>(20, "b"));
        for (int i = 0; i < 1_000; i++) {
            wakeups.add(50 + i, "c");
        }
        wakeups.add(2_000, "d");
        assertThat(wakeups.only(6, 3_000, "d"::equals)).isNull();
        assertThat(wakeups.only(1_990, 3_000, "d"::equals)).isNotNull();
    }

    @Test
    void nobodyWakesItself() {
        wakeups.add(10, "a");
        wakeups.add(20, "waiter");

        assertThat(claim(0)).isEqualTo(new Wakeup<>(10, "a"));
        assertThat(claim(0)).isNull();
    }

    /** The first wakeup is left over, since its thread had given up at the same time. */
    @Test
    void oneThatIsLeftOverIsNotTakenForALaterOne() {
        wakeups.add(10, "for one that gave up");
        for (int i = 2; i < 1_000; i++) {
            wakeups.add(10 * i, "a");

            assertThat(claim(0)).isEqualTo(new Wakeup<>(10 * i, "a"));
        }
    }
}
