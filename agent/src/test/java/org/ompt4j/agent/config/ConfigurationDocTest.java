package org.ompt4j.agent.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The tables of options are made from {@link ConfigKey}; {@code -Dompt.docs=update} writes them anew. */
class ConfigurationDocTest {

    private static final String BEGIN = "<!-- options, made by ConfigurationDocTest -->\n";
    private static final String EXPERTS = "<!-- options for experts, made by ConfigurationDocTest -->\n";
    private static final String END = "<!-- end of options -->\n";

    @ParameterizedTest
    @ValueSource(strings = {"../README.md", "../docs/configuration.md"})
    void tableOfOptionsIsThatOfTheProgram(String fileName) throws IOException {
        compare(Path.of(fileName), BEGIN, false);
    }

    @Test
    void tableOfOptionsForExpertsIsThatOfTheProgram() throws IOException {
        compare(Path.of("../docs/configuration.md"), EXPERTS, true);
    }

    private static void compare(Path file, String beginning, boolean forExperts) throws IOException {
        String text = Files.readString(file).replace("\r\n", "\n");
        String current = withTable(text, beginning, forExperts);
        if ("update".equals(System.getProperty("ompt.docs"))) {
            Files.writeString(file, current);
        }
        assertThat(text).as(file + ", to be updated with -Dompt.docs=update").isEqualTo(current);
    }

    private static String withTable(String text, String beginning, boolean forExperts) {
        int begin = text.indexOf(beginning);
        int end = text.indexOf(END, begin);
        assertThat(begin).as("place of the table").isPositive().isLessThan(end);
        return text.substring(0, begin + beginning.length()) + table(forExperts) + text.substring(end);
    }

    private static String table(boolean forExperts) {
        StringBuilder table = new StringBuilder("| key | values | default | meaning |\n|---|---|---|---|\n");
        for (ConfigKey key : ConfigKey.values()) {
            if (key.isForExperts() == forExperts) {
                append(key, table);
            }
        }
        return table.toString();
    }

    private static void append(ConfigKey key, StringBuilder table) {
        table.append("| `").append(key.key()).append("` | ");
        table.append(key.type().describe()).append(" | ");
        table.append(key.defaultText().isEmpty() ? "" : "`" + key.defaultText() + "`")
                .append(" | ");
        table.append(key.doc()).append(" `").append(key.example()).append("` |\n");
    }
}
