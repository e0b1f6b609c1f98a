package org.ompt4j.tools.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class UnitsTest {
    @Test
    void sizesHaveSuffixes() {
        assertThat(Units.bytes("17")).isEqualTo(17);
        assertThat(Units.bytes("64k")).isEqualTo(65_536);
        assertThat(Units.bytes(" 2M ")).isEqualTo(2 << 20);
        assertThat(Units.bytes("3g")).isEqualTo(3L << 30);
    }

    @Test
    void periodsHaveUnits() {
        assertThat(Units.nanos("10ms")).isEqualTo(10_000_000);
        assertThat(Units.nanos("1s")).isEqualTo(1_000_000_000);
        assertThat(Units.nanos("500us")).isEqualTo(500_000);
        assertThat(Units.nanos("7ns")).isEqualTo(7);
        assertThat(Units.nanos("3\u00b5s")).isEqualTo(3_000);
        assertThat(Units.nanos("0")).isZero();
        assertThatThrownBy(() -> Units.nanos("10")).hasMessageContaining("needs a unit");
    }
}
