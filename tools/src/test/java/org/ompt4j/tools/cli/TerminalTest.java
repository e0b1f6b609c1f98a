package org.ompt4j.tools.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.concurrent.CountDownLatch;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.ompt4j.tools.testing.RichTrace;

class TerminalTest {

    @ParameterizedTest
    @CsvSource({
        "100,    ,        100",
        "100,    24 132,  100",
        ",       24 132,  132",
        "'',     24 132,  132",
        "wide,   24 132,  132",
        ",       ,        80",
        ",       0 0,     80",
        ",       nonsense,80",
        "7,      ,        60",
        "9999,   ,        240"
    })
    void widthIsThatOfTheVariableOrOfTheTerminalOrEighty(@Nullable String columns, @Nullable String answer, int width) {
        assertThat(Terminal.widthOf(columns, () -> answer)).isEqualTo(width);
    }

    @Test
    void progressIsShownOnATerminalAndTakenAwayAgain() {
        StringWriter err = new StringWriter();
        try (Progress progress = new Progress(terminal(true, new CountDownLatch(1)), new PrintWriter(err), 0)) {
            progress.reads(RichTrace.build());
            Awaitility.await().until(() -> err.toString().contains("\rompt4j: reading the trace, 0 % "));
        }

        assertThat(err.toString()).endsWith(" \r").doesNotContain("\n");
    }

    @Test
    void progressIsSilentWhereNoTerminalIs() throws InterruptedException {
        StringWriter err = new StringWriter();
        CountDownLatch asked = new CountDownLatch(1);
        try (Progress progress = new Progress(terminal(false, asked), new PrintWriter(err), 0)) {
            progress.reads(RichTrace.build());
            asked.await();
        }

        assertThat(err.toString()).isEmpty();
    }

    private static Terminal terminal(boolean shows, CountDownLatch asked) {
        return new Terminal() {
            @Override
            public int width() {
                return DEFAULT_WIDTH;
            }

            @Override
            public boolean showsOutput() {
                return shows;
            }

            @Override
            public boolean showsErrors() {
                asked.countDown();
                return shows;
            }
        };
    }
}
