package org.ompt4j.agent.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** The tables of options are generated from {@link ConfigKey}; {@code -Dompt.docs=update} rewrites them. */
class ConfigurationDocTest {

    private static final String BEGIN = "<!-- options, made by ConfigurationDocTest -->\n";
    private static final String EXPERTS = "<!-- options for experts, made by ConfigurationDocTest -->\n";
    private static final String END = "<!-- end of options -->\n";
    private static final Path PAGE = Path.of("../docs/configuration.md");

    @Test
    void tableOfOptionsIsThatOfTheProgram() throws IOException {
        compare(PAGE, BEGIN, table(false, key -> key.doc() + " `" + key.example() + "`"));
    }

    @Test
    void tableOfOptionsForExpertsIsThatOfTheProgram() throws IOException {
        compare(PAGE, EXPERTS, table(true, key -> key.doc() + " `" + key.example() + "`"));
    }

    @Test
    void tableOfTheFirstPageHasTheFirstSentenceOfEachOption() throws IOException {
        compare(Path.of("../README.md"), BEGIN, table(false, key -> firstSentence(key.doc())));
    }

    private static void compare(Path file, String beginning, String table) throws IOException {
        String text = Files.readString(file).replace("\r\n", "\n");
        int begin = text.indexOf(beginning);
        int end = text.indexOf(END, begin);
        assertThat(begin).as("place of the table").isPositive().isLessThan(end);
        String current = text.substring(0, begin + beginning.length()) + table + text.substring(end);
        if ("update".equals(System.getProperty("ompt.docs"))) {
            Files.writeString(file, current);
        }
        assertThat(text).as(file + ", to be updated with -Dompt.docs=update").isEqualTo(current);
    }

    private static String table(boolean forExperts, Function<ConfigKey, String> meaning) {
        StringBuilder table = new StringBuilder("| key | values | default | meaning |\n|---|---|---|---|\n");
        for (ConfigKey key : ConfigKey.values()) {
            if (key.isForExperts() == forExperts) {
                String byDefault = key.defaultText().isEmpty() ? "" : "`" + key.defaultText() + "`";
                table.append("| `" + key.key() + "` | " + key.type().describe() + " | " + byDefault + " | "
                        + meaning.apply(key) + " |\n");
            }
        }
        return table.toString();
    }

    private static String firstSentence(String text) {
        int end = text.indexOf(". ");
        return end < 0 ? text : text.substring(0, end + 1);
    }
}
