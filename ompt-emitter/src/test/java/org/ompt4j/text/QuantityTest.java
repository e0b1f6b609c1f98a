package org.ompt4j.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class QuantityTest {

    @ParameterizedTest
    @CsvSource({
        "17, 17",
        "17b, 17",
        "64k, 65536",
        "64KB, 65536",
        "' 2M ', 2097152",
        "200mb, 209715200",
        "200 mb, 209715200",
        "3g, 3221225472",
        "1GB, 1073741824",
    })
    void sizesHaveSuffixesInUnitsOf1024(String text, long bytes) {
        assertThat(Quantity.bytes(text)).isEqualTo(bytes);
    }

    @ParameterizedTest
    @CsvSource({"10ms, 10000000", "1s, 1000000000", "500us, 500000", "7ns, 7", "3\u00b5s, 3000", "0, 0", "0ms, 0"})
    void durationsHaveUnits(String text, long nanos) {
        assertThat(Quantity.nanos(text)).isEqualTo(nanos);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "k", "-1", "1.5g", "1t", "1kk", "99999999999g", "1000000000000000000"})
    void whatIsNoSizeIsInvalid(String text) {
        assertThat(Quantity.bytes(text)).isEqualTo(Quantity.INVALID);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "10", "ms", "1h", "99999999999s"})
    void whatIsNoDurationIsInvalid(String text) {
        assertThat(Quantity.nanos(text)).isEqualTo(Quantity.INVALID);
    }

    @ParameterizedTest
    @CsvSource({"10000, 10000", "10k, -1", "off, -1"})
    void countsHaveNoUnit(String text, long count) {
        assertThat(Quantity.count(text)).isEqualTo(count);
    }
}
