package org.ompt4j.tools.trace;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RecordLayoutTest {
    @Test
    void numbersOfEveryLengthTakeWhatTheySayAndLeaveZerosBehind() {
        for (int bits = 0; bits <= 64; bits++) {
            long most = bits == 0 ? 0 : -1L >>> 64 - bits;
            for (long value : new long[] {most, most - most / 2, most & 0x5555_5555_5555_5555L}) {
                ByteBuffer buffer = ByteBuffer.allocate(32).order(ByteOrder.LITTLE_ENDIAN);
                int end = RecordLayout.putNumber(buffer, 1, value);
                assertThat(end - 1)
                        .isEqualTo(RecordLayout.sizeOfNumber(value))
                        .isEqualTo(RecordLayout.numberBytes(buffer.get(1)));
                assertThat(buffer.get(0)).isZero();
                for (int i = end; i < 32; i++) {
                    assertThat(buffer.get(i)).isZero();
                }
            }
        }
    }

    @Test
    void aNumberIsShortUpToSevenBitsPerByte() {
        assertThat(RecordLayout.sizeOfNumber(127)).isEqualTo(1);
        assertThat(RecordLayout.sizeOfNumber(128)).isEqualTo(2);
        assertThat(RecordLayout.sizeOfNumber((1L << 56) - 1)).isEqualTo(8);
        assertThat(RecordLayout.sizeOfNumber(1L << 56)).isEqualTo(9);
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 1, 2, 1000, (1L << 53) - 1, Long.MAX_VALUE})
    void relativeIdsComeBack(long id) {
        for (long base : new long[] {0, 1, 999, (1L << 53) - 1, Long.MAX_VALUE}) {
            assertThat(RecordLayout.absolute(RecordLayout.relative(id, base), base))
                    .isEqualTo(id);
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 1, -1, Long.MIN_VALUE, Long.MAX_VALUE})
    void signedValuesComeBack(long value) {
        assertThat(RecordLayout.unsigned(RecordLayout.signed(value))).isEqualTo(value);
    }
}
