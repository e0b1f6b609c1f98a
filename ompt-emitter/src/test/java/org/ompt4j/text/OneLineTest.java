package org.ompt4j.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class OneLineTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "pool-1-thread-1",
                "C:\\temp\\new run",
                "Gr\u00fc\u00dfe \u00b5s \u2026",
                "\u6f22\u5b57",
                "\ud83d\ude80 launch"
            })
    void whatATerminalShowsStaysTheSameObject(String text) {
        assertThat(OneLine.of(text)).isSameAs(text);
    }

    /** The numbers are code points, since editors and version control could change the characters themselves. */
    @ParameterizedTest
    @CsvSource({
        "1b, \\u001b",
        "07, \\u0007",
        "08, \\u0008",
        "0d, \\r",
        "0a, \\n",
        "09, \\t",
        "00, \\u0000",
        "7f, \\u007f",
        "85, \\u0085",
        "9b, \\u009b",
        "61c, \\u061c",
        "200e, \\u200e",
        "202e, \\u202e",
        "2066, \\u2066",
        "2069, \\u2069",
        "2028, \\u2028",
        "2029, \\u2029",
        "feff, \\ufeff",
        "d800, \\ud800",
        "dc00, \\udc00",
        "e0041, \\udb40\\udc41",
    })
    void whatATerminalObeysIsWrittenAsAnEscape(String codePoint, String escape) {
        String text = "a" + Character.toString(Integer.parseInt(codePoint, 16)) + "b";

        assertThat(OneLine.of(text)).isEqualTo("a" + escape + "b");
    }

    @Test
    void aNameCannotForgeALine() {
        assertThat(OneLine.of("w\nompt4j: trace written")).isEqualTo("w\\nompt4j: trace written");
    }

    @Test
    void aMessageOfSeveralLinesIsJoined() {
        assertThat(OneLine.joined("no luck \r\n  today\u001b[2J\n")).isEqualTo("no luck today\\u001b[2J");
    }

    @Test
    void aThrowableIsShownWithItsCause() {
        Throwable thrown = new IllegalStateException("first\nline", new RuntimeException("\u0007"));

        assertThat(OneLine.of(thrown))
                .isEqualTo(
                        "java.lang.IllegalStateException: first line, caused by java.lang.RuntimeException: \\u0007");
    }

    @Test
    void aThrowableThatCannotBeDescribedIsShownByItsClass() {
        assertThat(OneLine.of(new Mute())).isEqualTo(Mute.class.getName());
    }

    private static final class Mute extends RuntimeException {
        private static final long serialVersionUID = 1;

        @Override
        public String toString() {
            throw new IllegalStateException();
        }

        @Override
        public synchronized Throwable getCause() {
            throw new IllegalStateException();
        }
    }
}
