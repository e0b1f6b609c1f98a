package org.ompt4j.agent.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

class MainTest {

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @Test
    void effectivePrintsEveryKeyWithItsSource() {
        assertThat(run("config", "--effective", "profile=full")).isZero();
        assertThat(out.toString())
                .containsPattern("(?m)^profile=full +# agent argument$")
                .containsPattern("(?m)^mutex.detail=full +# default with profile=full$")
                .containsPattern("(?m)^tool=trace +# default$");
        assertThat(err.toString()).isEmpty();
    }

    /** Outside of its jar the agent has no native library. */
    @Test
    void effectiveSaysThatMonitorsAreRewrittenThoughTheJvmIsToTellOfThem() {
        assertThat(run("config", "--effective", "native=off")).isZero();
        assertThat(run("config", "--effective", "profile=full")).isZero();
        assertThat(out.toString()).doesNotContain("monitors");

        assertThat(run("config", "--effective")).isZero();
        assertThat(out.toString())
                .containsPattern("(?m)^native=auto +# default$")
                .containsPattern("(?m)^# monitors are observed by rewriting classes: .+$");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    profile=full              | native=off           | default with profile=full
                    mutex.detail=full         | native=off           | default with mutex.detail=full
                    tool=conformance          | native=off           | default with tool=conformance
                    constructs=-synchronized  | native=off           | default with constructs=-synchronized
                    native=auto,profile=full  | native=off           | native=auto, agent argument, with profile=full
                    native=off,profile=full   | native=off           | agent argument
                    profile=default           | native=auto          | default
                    profile=full              | throttle=off         | default with profile=full
                    profile=default           | throttle=10000/10us  | default with profile=default
                    throttle=20000/10us       | throttle=20000/10us  | agent argument
                    """)
    void effectiveSaysWhatAutoComesToInTheRun(String arguments, String setting, String source) {
        assertThat(run("config", "--effective", arguments)).isZero();
        assertThat(out.toString().lines())
                .anyMatch(each -> each.startsWith(setting + " ") && each.endsWith(" # " + source));
    }

    @Test
    void effectiveNamesErrorsAsTheAgentDoes() {
        assertThat(run("config", "--effective", "profile=fulll")).isEqualTo(2);
        assertThat(err.toString())
                .isEqualToNormalizingNewlines("ompt4j: agent argument: profile: \"fulll\" is none of states, default,"
                        + " full; the nearest is \"full\"\n");
    }

    @Test
    void helpIsACommandToo() {
        assertThat(run("help")).isZero();
        assertThat(out.toString()).contains("Usage: java -jar ompt-agent.jar").contains("  report ");

        assertThat(run("help", "attach")).isZero();
        assertThat(out.toString()).contains("Usage: java -jar ompt-agent.jar attach");
        assertThat(err.toString()).isEmpty();
    }

    @Test
    void initWritesAFileOnce(@TempDir Path directory) throws IOException {
        Path file = directory.resolve("ompt.properties");

        assertThat(run("config", "--init", "--output", file.toString())).isZero();
        assertThat(Files.readString(file)).contains("#profile=default\n");

        assertThat(run("config", "--init", "--output", file.toString())).isEqualTo(1);
        assertThat(err.toString()).contains(file + " exists already");
    }

    @Test
    void initPrintsTheFileWithoutOutput() {
        assertThat(run("config", "--init")).isZero();
        assertThat(out.toString()).contains("#mutex.detail=\n");
    }

    @Test
    void configNamesTheOptionsOfWhichOneIsMissing() {
        assertThat(run("config")).isEqualTo(2);
        assertThat(err.toString()).startsWith("ompt4j: Missing required option: one of --init | --effective");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "config",
                "config --init --effective",
                "config --int",
                "cnfig",
                "print",
                "check",
                "run",
                "run --",
                "run profile=full",
                "top",
                "top 1 --interval 0",
                "top 1 -n none"
            })
    void wrongUsageIsExitCode2AndSaysHow(String line) {
        assertThat(run(line.isEmpty() ? new String[0] : line.split(" "))).isEqualTo(2);
        assertThat(err.toString())
                .containsAnyOf(
                        "Try 'java -jar ompt-agent.jar --help'",
                        "Try 'java -jar ompt-agent.jar " + line.split(" ")[0] + " --help'");
        assertThat(out.toString()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"--help", "config --help", "print --help", "check --help", "run --help", "top --help"})
    void helpIsGood(String line) {
        assertThat(run(line.split(" "))).isZero();
        assertThat(out.toString()).contains("Usage: java -jar ompt-agent.jar").contains("Exit codes:");
    }

    @Test
    void wrongSettingStartsNoCommand() {
        assertThat(run("run", "profile=fulll", "--", "no-such-command")).isEqualTo(2);
        assertThat(err.toString())
                .startsWith("ompt4j: agent argument: profile: ")
                .hasLineCount(1);
    }

    private int run(String... arguments) {
        CommandLine commandLine = Main.commandLine();
        commandLine.setOut(new PrintWriter(out, true)).setErr(new PrintWriter(err, true));
        return commandLine.execute(arguments);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "-jar app.jar -h",
                "-cp lib Main --help",
                "-Dkey=value -XX:+UseSerialGC -verbose:gc Main",
                "-hello Main",
                "-Version Main",
                "profile=full -- java -jar app.jar",
                "profile=full -jar app.jar",
                "sh @words"
            })
    void wordsOfTheCommandToRunAreItsOwn(String line) {
        assertThat(wordsToRun(line.split(" "))).containsExactly(line.split(" "));
    }

    @Test
    void fileThatAWordOfTheCommandNamesIsNotReadForIt(@TempDir Path directory) throws IOException {
        Path file = Files.writeString(directory.resolve("words"), "one two");

        assertThat(wordsToRun("java", "@" + file)).containsExactly("java", "@" + file);
        assertThat(wordsToRun("@" + file)).containsExactly("@" + file);
    }

    private static List<String> wordsToRun(String... words) {
        List<String> arguments = new ArrayList<>(List.of("run"));
        arguments.addAll(List.of(words));
        return Main.commandLine()
                .parseArgs(arguments.toArray(new String[0]))
                .subcommand()
                .matchedPositionalValue(0, List.of());
    }
}
