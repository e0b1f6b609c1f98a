package org.ompt4j.tools.read;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JavaCommandTest {

    @ParameterizedTest
    @CsvSource({
        "java -ea -cp lib/a.jar com.acme.Main x y, Main x y",
        "java -jar /opt/app.jar x, app.jar x",
        "java -m com.acme/com.acme.Main, Main",
        "java dir/Main.java x, Main.java x",
        "java com.acme.Outer$Inner, Outer$Inner",
        "java -version, ''",
        "java -jar, ''",
        "java, ''"
    })
    void programIsNamedShortly(String words, String name) {
        assertThat(new JavaCommand(List.of(words.split(" "))).shortly()).isEqualTo(name);
    }

    @Test
    void longArgumentsAreCutOff() {
        assertThat(new JavaCommand(List.of("java", "Main", "x".repeat(100))).shortly())
                .hasSize(60)
                .startsWith("Main xxx")
                .endsWith("x..");
    }

    @Test
    void optionsAreThoseBeforeTheProgram() {
        assertThat(new JavaCommand(List.of("java", "-Da=b", "-cp", "-Dno", "Main", "-Dc=d")).options())
                .containsExactly("-Da=b", "-cp");
    }

    @Test
    void commandThatIsNotStoredHasNoName() {
        assertThat(new JavaCommand(List.of()).shortly()).isEmpty();
    }
}
