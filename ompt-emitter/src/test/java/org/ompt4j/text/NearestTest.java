package org.ompt4j.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NearestTest {

    @ParameterizedTest
    @CsvSource({"ring,ring,0", "rng,ring,1", "rings,ring,1", "rinf,ring,1", "rnig,ring,1", "'',ring,4", "a,'',1"})
    void distanceCountsInsertionsDeletionsReplacementsAndSwaps(String from, String to, int distance) {
        assertThat(Nearest.distance(from, to)).isEqualTo(distance);
    }

    @Test
    void nearestWordHasTheSmallestDistance() {
        assertThat(Nearest.of("mutx", List.of("tool", "mutex.detail"))).isEqualTo("mutex.detail");
        assertThat(Nearest.of("min-wiat", List.of("max-size", "min-wait", "ring")))
                .isEqualTo("min-wait");
    }

    @ParameterizedTest
    @CsvSource({"executor, phaser", "flamegraph, trace", "x, g", "yes, true", "everything, ring"})
    void wordThatIsFarFromAllHasNoNearest(String text, String word) {
        assertThat(Nearest.of(text, List.of(word))).isNull();
    }
}
