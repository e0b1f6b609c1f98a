package org.ompt4j.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.junit.jupiter.api.Test;

class NumbersTest {

    @Test
    void digitsAreAsManyAsMeanSomething() {
        assertThat(Numbers.plain(1.2345)).isEqualTo("1.23");
        assertThat(Numbers.plain(-12.345)).isEqualTo("-12.3");
        assertThat(Numbers.plain(1234.5)).isEqualTo("1235");
        assertThat(Numbers.added(12.345)).isEqualTo("+12.3");
        assertThat(Numbers.added(-12.345)).isEqualTo("-12.3");
    }

    @Test
    void percentBecomeAFactorWhereTheyAreMany() {
        assertThat(Numbers.percent(1.25)).isEqualTo("+1.3 %");
        assertThat(Numbers.percent(-3)).isEqualTo("-3.0 %");
        assertThat(Numbers.percent(150)).isEqualTo("x 2.50");
    }

    @Test
    void cellsShowTheSpreadIfThereIsOne() {
        assertThat(Numbers.cell(Optional.of(new Spread(2, 1, 3, 30, 3)), Numbers::plain))
                .isEqualTo("2.00 (1.00 to 3.00)");
        assertThat(Numbers.cell(Optional.of(new Spread(2, 2, 2, 10, 1)), Numbers::plain))
                .isEqualTo("2.00");
        assertThat(Numbers.cell(Optional.empty(), Numbers::plain)).isEmpty();
    }
}
