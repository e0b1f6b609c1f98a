package org.ompt4j.emitter;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Which events share a reading of the clock, and that times never decrease. */
class EventClockTest {
    private final RecordedEvents events = new RecordedEvents();
    private final EventClock clock = new EventClock();

    @AfterEach
    void listenNoMore() {
        events.close();
    }

    @Test
    void fulfillmentOfATaskThatWasDetachedHereSharesTheReadingOfTheCombination() {
        clock.markDetached(7);
        long combined = combine();
        awaitNextNano();

        assertThat(clock.fulfillmentTime(7)).isEqualTo(combined);
        assertThat(clock.fulfillmentTime(7)).isEqualTo(combined);
    }

    @Test
    void fulfillmentOfATaskThatWasDetachedElsewhereHasItsOwnAndWhatComesNextSharesThat() {
        long combined = combine();
        awaitNextNano();

        long fulfilled = clock.fulfillmentTime(7);

        assertThat(fulfilled).isGreaterThan(combined);
        awaitNextNano();
        assertThat(clock.afterCombination()).isEqualTo(fulfilled);
    }

    @Test
    void fulfillmentWithoutACombinationHasItsOwn() {
        clock.markDetached(7);
        long before = clock.now();
        awaitNextNano();

        assertThat(clock.fulfillmentTime(7)).isGreaterThan(before);
    }

    @Test
    void onlyTheLatestEightAreKnown() {
        for (long task = 1; task <= 9; task++) {
            clock.markDetached(task);
        }
        long combined = combine();
        awaitNextNano();

        for (long task = 2; task <= 9; task++) {
            assertThat(clock.fulfillmentTime(task)).isEqualTo(combined);
        }
        assertThat(clock.fulfillmentTime(1)).isGreaterThan(combined);
    }

    @Test
    void whatWasToldLateHasItsOwnTimeUnlessTheThreadHasALaterOne() {
        long happened = System.nanoTime();
        awaitNextNano();

        assertThat(clock.at(happened)).isEqualTo(happened);
        long told = clock.now();

        assertThat(told).isGreaterThan(happened);
        assertThat(clock.at(happened)).isEqualTo(told);
        awaitNextNano();
        assertThat(clock.at(0)).isGreaterThan(told);
    }

    private long combine() {
        long time = clock.now();
        clock.markCombined();
        return time;
    }

    private static void awaitNextNano() {
        long before = System.nanoTime();
        while (System.nanoTime() == before) {
            Thread.onSpinWait();
        }
    }
}
