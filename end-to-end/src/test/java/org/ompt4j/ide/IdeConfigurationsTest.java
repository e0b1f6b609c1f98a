package org.ompt4j.ide;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.ompt4j.agent.config.Configuration;
import org.ompt4j.agent.config.ConfigurationLoader;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/** The run configurations of the three IDEs are well-formed, their classes exist, and the agent accepts their arguments. */
class IdeConfigurationsTest {

    private static final Path ROOT = Path.of("..");
    private static final String AGENT = "/target/ompt-agent.jar=";

    static List<Path> intelliJ() throws IOException {
        return files(ROOT.resolve(".run"), ".run.xml");
    }

    static List<Path> eclipse() throws IOException {
        return files(ROOT.resolve("test-apps/launch"), ".launch");
    }

    @ParameterizedTest
    @MethodSource("intelliJ")
    void intelliJRunsAClassThatExists(Path file) throws Exception {
        NodeList options = xml(file).getElementsByTagName("option");

        assertThat(file.getFileName().toString()).isEqualTo(nameIn(file) + ".run.xml");
        assertMainClass(value(options, "name", "MAIN_CLASS_NAME"));
        assertAgentArgument(value(options, "name", "VM_PARAMETERS"));
    }

    @ParameterizedTest
    @MethodSource("eclipse")
    void eclipseRunsAClassThatExists(Path file) throws Exception {
        NodeList attributes = xml(file).getElementsByTagName("stringAttribute");

        assertMainClass(value(attributes, "key", "org.eclipse.jdt.launching.MAIN_TYPE"));
        assertAgentArgument(value(attributes, "key", "org.eclipse.jdt.launching.VM_ARGUMENTS"));
    }

    @Test
    void visualStudioCodeRunsClassesThatExist() throws Exception {
        List<String> classes = strings(ROOT.resolve(".vscode/launch.json"), "mainClass");
        assertThat(classes).hasSizeGreaterThan(1);
        for (String each : classes) {
            assertMainClass(each);
        }
        for (String each : strings(ROOT.resolve(".vscode/launch.json"), "vmArgs")) {
            assertAgentArgument(each);
        }
    }

    @Test
    void everyTaskThatVisualStudioCodeRunsBeforehandIsThere() throws IOException {
        assertThat(strings(ROOT.resolve(".vscode/tasks.json"), "label"))
                .containsAll(strings(ROOT.resolve(".vscode/launch.json"), "preLaunchTask"));
    }

    @Test
    void theThreeOfferTheSamePrograms() throws Exception {
        List<String> code = strings(ROOT.resolve(".vscode/launch.json"), "name");
        List<String> ideaNames = new ArrayList<>();
        for (Path each : intelliJ()) {
            ideaNames.add(nameIn(each));
        }
        assertThat(ideaNames).containsExactlyInAnyOrderElementsOf(code);
        for (Path each : eclipse()) {
            assertThat(code).contains(each.getFileName().toString().replace(".launch", ""));
        }
    }

    private static void assertMainClass(String name) throws ClassNotFoundException {
        assertThat(Class.forName(name, false, IdeConfigurationsTest.class.getClassLoader()))
                .hasDeclaredMethods("main");
    }

    private static void assertAgentArgument(String argument) {
        if (argument.isEmpty()) {
            return;
        }
        assertThat(argument).contains("-javaagent:").contains(AGENT);
        String settings =
                argument.substring(argument.indexOf(AGENT) + AGENT.length()).replace("\"", "");
        Configuration configuration =
                ConfigurationLoader.load(settings, java.util.Map.of(), new java.util.Properties());
        assertThat(configuration.errors()).isEmpty();
    }

    private static List<Path> files(Path directory, String suffix) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(each -> each.toString().endsWith(suffix))
                    .sorted()
                    .collect(Collectors.toList());
        }
    }

    private static Document xml(Path file) throws Exception {
        return DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(file.toFile());
    }

    private static String nameIn(Path file) throws Exception {
        return ((Element) xml(file).getElementsByTagName("configuration").item(0)).getAttribute("name");
    }

    /** The value of the element whose attribute has this value; empty if there is none. */
    private static String value(NodeList elements, String attribute, String wanted) {
        for (int i = 0; i < elements.getLength(); i++) {
            Element each = (Element) elements.item(i);
            if (each.getAttribute(attribute).equals(wanted)) {
                return each.getAttribute("value");
            }
        }
        return "";
    }

    /** The strings of all fields of this name, single ones and those in arrays. */
    private static List<String> strings(Path file, String field) throws IOException {
        List<String> found = new ArrayList<>();
        try (JsonParser parser = new JsonFactory().createParser(file.toFile())) {
            for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
                boolean inArray = parser.getParsingContext().inArray();
                String name = inArray
                        ? parser.getParsingContext().getParent().getCurrentName()
                        : parser.getParsingContext().getCurrentName();
                if (token == JsonToken.VALUE_STRING && field.equals(name)) {
                    found.add(parser.getText());
                }
            }
        }
        return found;
    }
}
