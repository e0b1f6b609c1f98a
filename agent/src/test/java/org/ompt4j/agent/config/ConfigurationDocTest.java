package org.ompt4j.agent.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The tables of options are made from {@link ConfigKey}; {@code -Dompt.docs=update} writes them anew. */
class ConfigurationDocTest {

    private static final String BEGIN = "<!-- options, made by ConfigurationDocTest -->\n";
    private static final String END = "<!-- end of options -->\n";

    @ParameterizedTest
    @ValueSource(strings = {"../README.md", "../docs/configuration.md"})
    void tableOfOptionsIsThatOfTheProgram(String fileName) throws IOException {
        Path file = Path.of(fileName);
        String text = Files.readString(file).replace("\r\n", "\n");
        String current = withTable(text);
        if ("update".equals(System.getProperty("ompt.docs"))) {
            Files.writeString(file, current);
        }
        assertThat(text).as(file + ", to be updated with -Dompt.docs=update").isEqualTo(current);
    }

    private static String withTable(String text) {
        int begin = text.indexOf(BEGIN);
        int end = text.indexOf(END);
        assertThat(begin).as("place of the table").isPositive().isLessThan(end);
        return text.substring(0, begin + BEGIN.length()) + table() + text.substring(end);
    }

    private static String table() {
        StringBuilder table = new StringBuilder("| key | values | default | meaning |\n|---|---|---|---|\n");
        for (ConfigKey key : ConfigKey.values()) {
            table.append("| `").append(key.key()).append("` | ");
            table.append(key.type().describe()).append(" | ");
            table.append(key.defaultText().isEmpty() ? "" : "`" + key.defaultText() + "`")
                    .append(" | ");
            table.append(key.doc());
            String example = key.example();
            table.append(example == null ? "" : " `" + example + "`").append(" |\n");
        }
        return table.toString();
    }
}
