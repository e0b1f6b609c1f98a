package org.ompt4j.agent.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ProgramCommandTest {
    private static final String AGENT = "-javaagent:/opt/ompt-agent.jar";
    private static final String OWN_JAVA =
            Path.of(System.getProperty("java.home"), "bin", "java").toString();

    @Test
    void agentStandsRightBehindJava() {
        ProgramCommand command = new ProgramCommand(List.of("/usr/bin/java", "-Xmx1g", "-jar", "app.jar"));

        assertThat(command.isJava()).isTrue();
        assertThat(command.withAgent(AGENT).command())
                .containsExactly("/usr/bin/java", AGENT, "-Xmx1g", "-jar", "app.jar");
    }

    @ParameterizedTest
    @ValueSource(strings = {"-jar app.jar", "-cp x com.acme.Main", "com.acme.Main 1", "Main", "Main.java"})
    void javaCanBeLeftOut(String line) {
        ProgramCommand command = new ProgramCommand(List.of(line.split(" ")));

        assertThat(command.isJava()).isTrue();
        assertThat(command.withAgent(AGENT).command())
                .startsWith(OWN_JAVA, AGENT)
                .endsWith(line.substring(line.lastIndexOf(' ') + 1))
                .hasSize(2 + line.split(" ").length);
    }

    @ParameterizedTest
    @ValueSource(strings = {"mvn", "./gradlew", "/opt/Tool", "com.acme.main", "javac"})
    void otherCommandsAreLeftAsTheyAre(String word) {
        ProgramCommand command = new ProgramCommand(List.of(word, "-x"));

        assertThat(command.isJava()).isFalse();
        ProcessBuilder process = command.withVariable(AGENT);
        assertThat(process.command()).containsExactly(word, "-x");
        assertThat(process.environment().get("JAVA_TOOL_OPTIONS")).endsWith(AGENT);
    }

    @ParameterizedTest
    @CsvSource({
        "java -javaagent:x/ompt-agent.jar=profile=full Main, X, '', the command",
        "java -javaagent:x/other.jar Main, X, '',",
        "java Main -javaagent:x/ompt-agent.jar, X, '',",
        "java Main, JAVA_TOOL_OPTIONS, -Dx -javaagent:/y/ompt-agent.jar, JAVA_TOOL_OPTIONS",
        "java Main, JDK_JAVA_OPTIONS, -javaagent:/y/ompt-agent.jar, JDK_JAVA_OPTIONS",
        "mvn test, _JAVA_OPTIONS, -javaagent:/y/ompt-agent.jar, _JAVA_OPTIONS",
        "mvn -javaagent:x/ompt-agent.jar, X, '',"
    })
    void commandOrAVariableCanNameTheAgentItself(
            String line, String variable, String value, @Nullable String expected) {
        ProgramCommand command = new ProgramCommand(List.of(line.split(" ")));

        assertThat(command.givesAgent("/opt/ompt-agent.jar", Map.of(variable, value)))
                .isEqualTo(expected);
    }

    /** The JVM itself is asked how it splits {@code JAVA_TOOL_OPTIONS}. */
    @ParameterizedTest
    @ValueSource(strings = {"-Dx=plain", "-Dx=a b", "-Dx=a 'b' \"c\" d", "-Dx='"})
    void jvmReadsTheVariableAsItWasMeant(String option) throws IOException, InterruptedException {
        ProcessBuilder process = new ProcessBuilder(OWN_JAVA, "-XshowSettings:properties", "-version");
        process.environment().put("JAVA_TOOL_OPTIONS", ProgramCommand.quoted(option));
        Process java = process.redirectErrorStream(true).start();
        String output = new String(java.getInputStream().readAllBytes());

        assertThat(java.waitFor()).isZero();
        assertThat(output).containsPattern("(?m)^ +x = " + Pattern.quote(option.substring(4)) + "$");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "java -Dompt4j.output=x.ompt -jar app.jar -Dompt4j.output=y",
                "-cp lib -Dompt4j.output=x.ompt Main -Dompt4j.output=y",
                "java -Dompt4j.output=z --module-path lib -Dompt4j.output=x.ompt -m app/Main -Dompt4j.output=y"
            })
    void propertiesOfTheJvmAreToldFromThoseOfTheProgram(String line) {
        assertThat(new ProgramCommand(List.of(line.split(" "))).properties())
                .containsExactly(Map.entry("ompt4j.output", "x.ompt"));
    }

    @Test
    void otherCommandSetsNoProperties() {
        assertThat(new ProgramCommand(List.of("mvn", "-Dompt4j.output=x", "test")).properties())
                .isEmpty();
    }
}
