package org.ompt4j.agent.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

class VerboseInitTest {

    @TempDir
    Path folder;

    private final PrintStream realOut = System.out;
    private final PrintStream realErr = System.err;
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private final ByteArrayOutputStream messages = new ByteArrayOutputStream();
    private final AgentOutput output = new AgentOutput(new PrintStream(messages, true, StandardCharsets.UTF_8), false);

    private void say(String value) {
        System.setOut(new PrintStream(out, true, StandardCharsets.UTF_8));
        System.setErr(new PrintStream(err, true, StandardCharsets.UTF_8));
        VerboseInit.of(value, output).say("searching");
    }

    @AfterEach
    void giveTheStreamsBack() {
        System.setOut(realOut);
        System.setErr(realErr);
    }

    private static String text(ByteArrayOutputStream stream) {
        return stream.toString(StandardCharsets.UTF_8);
    }

    @ParameterizedTest
    @NullSource
    @ValueSource(strings = {"", " ", "disabled", " Disabled "})
    void disabledIsTheDefaultAndSaysNothing(String value) {
        say(value);

        assertThat(text(out)).isEmpty();
        assertThat(text(err)).isEmpty();
        assertThat(text(messages)).isEmpty();
    }

    @Test
    void stdoutGoesToStandardOutput() {
        say("STDOUT");

        assertThat(text(out)).isEqualTo("ompt4j: searching" + System.lineSeparator());
        assertThat(text(err)).isEmpty();
    }

    @Test
    void stderrGoesToStandardError() {
        say(" stderr");

        assertThat(text(err)).isEqualTo("ompt4j: searching" + System.lineSeparator());
        assertThat(text(out)).isEmpty();
    }

    @Test
    void anythingElseIsTheNameOfAFileThatIsAppendedTo() throws IOException {
        Path file = folder.resolve("Tool Search.txt");
        say(file.toString());
        say(file.toString());

        assertThat(Files.readAllLines(file)).containsExactly("searching", "searching");
        assertThat(text(out)).isEmpty();
        assertThat(text(err)).isEmpty();
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void noLinkLeadsToAnotherFile() throws IOException {
        Path victim = Files.writeString(folder.resolve("victim"), "precious");
        say(Files.createSymbolicLink(folder.resolve("link"), victim).toString());
        assertThat(victim).hasContent("precious");
        assertThat(text(messages)).contains("cannot write").contains("link");
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void pipeIsRefusedInsteadOfWaitedFor() throws Exception {
        Path pipe = folder.resolve("pipe");
        assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor())
                .isZero();

        say(pipe.toString());

        assertThat(text(messages).lines())
                .singleElement()
                .asString()
                .contains("OMP_TOOL_VERBOSE_INIT: cannot write " + pipe + " (it is no regular file)");
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void fileThatIsMadeIsTheOwnersAlone() throws IOException {
        Path file = folder.resolve("search.txt");

        say(file.toString());

        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
    }

    @Test
    void fileThatCannotBeWrittenCostsOneLine() {
        say(folder.resolve("missing").resolve("file").toString());

        assertThat(text(messages).lines()).singleElement().asString().contains("OMP_TOOL_VERBOSE_INIT: cannot write");
    }
}
