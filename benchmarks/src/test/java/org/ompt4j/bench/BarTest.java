package org.ompt4j.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BarTest {
    @TempDir
    private Path directory = Path.of("");

    private Figures figures;

    @BeforeEach
    void begin() throws IOException {
        figures = new Figures(RawData.begin(directory.resolve("raw.csv")), 17);
    }

    @Test
    void medianDecides() {
        assertThat(verdict(2, 1, 2)).isEqualTo("holds");
        assertThat(verdict(2.1, 2.01, 2.2)).isEqualTo("**missed**");
    }

    @Test
    void barWithPairsOnBothSidesIsClose() {
        assertThat(verdict(1.9, 1, 2.1)).isEqualTo("holds, close");
        assertThat(verdict(2.1, 2, 2.2)).isEqualTo("**missed**, close");
    }

    @Test
    void whatWasNotMeasuredIsNoSuccess() {
        Bar bar = new Bar("a", 2, Numbers::percent, each -> Optional.empty());

        assertThat(bar.verdict(figures)).isEqualTo("not measured");
        assertThat(bar.cell(figures)).isEmpty();
    }

    @Test
    void limitIsShownLikeTheValuesButBare() {
        assertThat(new Bar("a", 2, Numbers::percent, each -> Optional.empty()).limitText())
                .isEqualTo("2 %");
        assertThat(new Bar("a", 1.6, Numbers::plain, each -> Optional.empty()).limitText())
                .isEqualTo("1.60");
        assertThat(new Bar("a", 150, Numbers::added, each -> Optional.empty()).limitText())
                .isEqualTo("150");
    }

    private String verdict(double median, double low, double high) {
        return new Bar("a", 2, Numbers::percent, each -> Optional.of(new Spread(median, low, high, 30, 3)))
                .verdict(figures);
    }
}
