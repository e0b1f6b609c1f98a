package org.ompt4j.emitter.monitor;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PlacesTest {

    @Test
    void placesAreFoundUntilThereIsNoRoomForMore() {
        Places places = new Places();
        int copies = 0;
        for (int i = 1; i <= Places.MOST; i++) {
            assertThat(places.isFull()).isFalse();
            assertThat(places.find(i)).isEqualTo(Places.MISSING);
            Places now = places.with(i, 10 * i);
            copies += now == places ? 0 : 1;
            places = now;
        }

        assertThat(places.isFull()).isTrue();
        assertThat(copies).isLessThan(10);
        for (int i = 1; i <= Places.MOST; i++) {
            assertThat(places.find(i)).isEqualTo(10 * i);
        }
        assertThat(places.find(Places.MOST + 1)).isEqualTo(Places.MISSING);
    }

    @Test
    void whoLooksUpMeanwhileFindsTheNumberOrNothing() throws InterruptedException {
        Places[] shared = {new Places()};
        int[] wrong = new int[1];
        Thread reader = new Thread(() -> {
            for (int i = 1; i <= Places.MOST; i++) {
                int found = shared[0].find(i);
                wrong[0] += found == Places.MISSING || found == 10 * i ? 0 : 1;
            }
        });
        reader.start();
        for (int i = 1; i <= Places.MOST; i++) {
            shared[0] = shared[0].with(i, 10 * i);
        }
        reader.join();

        assertThat(wrong[0]).isZero();
    }
}
