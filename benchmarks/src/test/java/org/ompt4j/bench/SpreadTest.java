package org.ompt4j.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Map;
import org.junit.jupiter.api.Test;

class SpreadTest {

    @Test
    void medianIsTheMiddleValueOrTheMeanOfTheTwoInTheMiddle() {
        assertThat(Spread.median(3, 1, 2)).isEqualTo(2);
        assertThat(Spread.median(4, 1, 3, 2)).isEqualTo(2.5);
        assertThat(Spread.median(7)).isEqualTo(7);
    }

    @Test
    void medianIsOfAllRoundsAndTheSpreadIsOfThePairs() {
        Spread spread = Spread.of(Map.of(0, new double[] {1, 2, 3}, 1, new double[] {11, 12, 13}))
                .orElseThrow();

        assertThat(spread).isEqualTo(new Spread(7, 2, 12, 6, 2));
    }

    @Test
    void roundsAreComparedWithTheirCounterpartsInTheSamePair() {
        Map<Integer, double[]> off = Map.of(0, new double[] {10, 20}, 1, new double[] {100, 200});
        Map<Integer, double[]> on = Map.of(0, new double[] {11, 22}, 1, new double[] {130, 260});

        assertThat(Spread.of(off, on, Spread.RATIO)).hasValueSatisfying(spread -> {
            assertThat(spread.median()).isEqualTo(1.2, within(1e-9));
            assertThat(spread.low()).isEqualTo(1.1, within(1e-9));
            assertThat(spread.high()).isEqualTo(1.3, within(1e-9));
        });
        assertThat(Spread.of(off, on, Spread.DIFFERENCE).orElseThrow().high()).isEqualTo(45);
    }

    @Test
    void whatHasNoCounterpartIsLeftOut() {
        Map<Integer, double[]> off = Map.of(0, new double[] {10, 20});
        Map<Integer, double[]> on = Map.of(0, new double[] {20}, 1, new double[] {1_000});

        assertThat(Spread.of(off, on, Spread.RATIO)).contains(new Spread(2, 2, 2, 1, 1));
        assertThat(Spread.of(Map.of(), on, Spread.RATIO)).isEmpty();
        assertThat(Spread.of(Map.of(0, new double[0]))).isEmpty();
    }

    @Test
    void ratioBecomesPerCentOverOne() {
        Spread percent = new Spread(1.02, 0.99, 1.5, 10, 3).percentOver();

        assertThat(percent.median()).isEqualTo(2, within(1e-9));
        assertThat(percent.low()).isEqualTo(-1, within(1e-9));
        assertThat(percent.high()).isEqualTo(50, within(1e-9));
        assertThat(percent.pairs()).isEqualTo(3);
    }
}
