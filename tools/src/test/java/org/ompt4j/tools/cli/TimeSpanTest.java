package org.ompt4j.tools.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.ompt4j.text.Quantity;
import picocli.CommandLine.TypeConversionException;

class TimeSpanTest {
    private static long nanos(String text) {
        return new TimeSpan.Converter().convert(text).nanos();
    }

    @ParameterizedTest
    @CsvSource({
        "1000,1000",
        "1.5s,1500000000",
        "0.25 ms,250000",
        "2min,120000000000",
        "9223372036854775807,9223372036854775807"
    })
    void fractionsAndPlainNanosecondsAreTimes(String text, long nanos) {
        assertThat(nanos(text)).isEqualTo(nanos);
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "500ns", "10us", "10\u00b5s", "5MS", "5 ms", "1s"})
    void whatSettingsTakeIsATimeToo(String text) {
        assertThat(nanos(text)).isEqualTo(Quantity.nanos(text)).isNotEqualTo(Quantity.INVALID);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "s", "-1s", "1.s", "1,5s", "1h", "1e3"})
    void restIsNone(String text) {
        assertThatThrownBy(() -> nanos(text))
                .isInstanceOf(TypeConversionException.class)
                .hasMessageContaining("'" + text + "' is no time");
    }

    @Test
    void whatNoLongHoldsIsTooLong() {
        assertThatThrownBy(() -> nanos("10000000000s"))
                .isInstanceOf(TypeConversionException.class)
                .hasMessage("'10000000000s' is too long: there are 292 years at most");
    }
}
