package org.ompt4j.tools.read;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.function.LongUnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class IdFileTest {
    /** More ids than are kept in memory. */
    private static final int MANY = 300_000;

    private static void allAreFound(int count, LongUnaryOperator id) throws IOException {
        try (IdFile ids = new IdFile()) {
            for (int i = 1; i <= count; i++) {
                ids.put(id.applyAsLong(i), i);
            }

            assertThat(ids.size()).isEqualTo(count);
            for (int i = 1; i <= count; i++) {
                assertThat(ids.get(id.applyAsLong(i))).isEqualTo(i);
            }
            assertThat(ids.get(id.applyAsLong(count + 1))).isEqualTo(-1);
            assertThat(ids.get(0)).isEqualTo(-1);
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 255, 256, 4096, 1L << 20, 1L << 33})
    void idsAreFoundHoweverFarApart(long step) throws IOException {
        allAreFound(10_000, i -> i * step);
    }

    @Test
    void idsAreFoundInAFileToo() throws IOException {
        allAreFound(MANY, i -> i);
        allAreFound(MANY, i -> i * 1_048_583 & Long.MAX_VALUE);
    }

    @Test
    void theLastNumberOfAnIdCounts() throws IOException {
        try (IdFile ids = new IdFile()) {
            ids.put(7, 1);
            ids.put(-7, 3);
            ids.put(7, 2);

            assertThat(ids.get(7)).isEqualTo(2);
            assertThat(ids.get(-7)).isEqualTo(3);
            assertThat(ids.size()).isEqualTo(2);
        }
    }
}
