package org.ompt4j.tools.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ColumnsTest {
    @ParameterizedTest
    @CsvSource({"main, 4", "Größe, 5", "订单处理器, 10", "ﾊﾝ, 2", "é, 1", "🚀!, 3", "العربية, 7"})
    void wideCharactersTakeTwoColumnsAndMarksNone(String text, int columns) {
        assertThat(Columns.of(text)).isEqualTo(columns);
    }

    @Test
    void noCharacterIsDivided() {
        assertThat(Columns.fitting("a订单", 4)).isEqualTo(2);
        assertThat(Columns.fitting("e\u0301x", 1)).isEqualTo(2);
        assertThat("🚀🚀x".substring(Columns.fittingEnd("🚀🚀x", 4))).isEqualTo("🚀x");
        assertThat("ae\u0301".substring(Columns.fittingEnd("ae\u0301", 1))).isEqualTo("e\u0301");
        assertThat(Columns.fittingEnd("ab", 5)).isZero();
    }
}
