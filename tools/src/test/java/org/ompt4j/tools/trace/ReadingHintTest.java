package org.ompt4j.tools.trace;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.ompt4j.text.OneLine;

class ReadingHintTest {

    @Test
    void commandCanBeCopied() {
        assertThat(ReadingHint.of(new File("run.ompt"))).isEqualTo("java -jar ompt-agent.jar report run.ompt");
    }

    @Test
    void whatEndsAnAttachIsTheSameJar() {
        assertThat(ReadingHint.ofDetach(4711)).isEqualTo("java -jar ompt-agent.jar detach 4711");
    }

    @Test
    void pathWithBlanksIsQuoted() {
        String quote = File.separatorChar == '\\' ? "\"" : "'";
        assertThat(ReadingHint.of(new File("my run.ompt"))).endsWith(" report " + quote + "my run.ompt" + quote);
    }

    /** A shell runs the quoted text: its argument must be the path, and nothing else may be executed. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "my run.ompt",
                "it's.ompt",
                "$(touch owned).ompt",
                "`touch owned`.ompt",
                "a;touch owned;.ompt",
                "a\"b$HOME\\.ompt",
                "a|b>c<d&e.ompt",
                "*.ompt",
                "!!.ompt",
                "a\nb.ompt",
                "a\u001b[2J\u202e7.ompt",
                "\u00fc \u00df.ompt",
                "'\n'\\7.ompt",
            })
    @DisabledOnOs(OS.WINDOWS)
    void shellTakesAnyPathAsItIs(String path) throws Exception {
        String word = ReadingHint.forShell(path);
        Process bash = new ProcessBuilder("bash", "-c", "printf %s " + word).start();
        byte[] output = bash.getInputStream().readAllBytes();

        assertThat(bash.waitFor()).isZero();
        assertThat(new String(output, StandardCharsets.UTF_8)).isEqualTo(path);
        assertThat(OneLine.of(word)).isEqualTo(word);
        assertThat(new File("owned")).doesNotExist();
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void pathIsNeitherAnOptionNorAFileOfArguments() {
        assertThat(ReadingHint.forShell("-h.ompt")).isEqualTo("./-h.ompt");
        assertThat(ReadingHint.forShell("@run.ompt")).isEqualTo("./@run.ompt");
    }
}
