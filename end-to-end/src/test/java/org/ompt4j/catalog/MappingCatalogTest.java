package org.ompt4j.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.ompt4j.mappings.ConstructMapping;
import org.ompt4j.mappings.Mappings;
import org.ompt4j.ompt.Construct;

/**
 * Every mapping has a unit test, an end-to-end test, a program that uses its construct, a page, and a row in the table of constructs. The contract of
 * the unit tests checks that its hooks and the methods of the JDK exist.
 */
class MappingCatalogTest {
    private static final Path ROOT = Path.of("").toAbsolutePath().getParent();
    private static final Path UNIT_TESTS = ROOT.resolve("mappings/src/test/java");
    private static final Path END_TO_END_TESTS = ROOT.resolve("end-to-end/src/test/java");
    private static final Path APPS = ROOT.resolve("test-apps/src/main/java");
    private static final Path PAGES = ROOT.resolve("docs/mappings");
    private static final Path TABLE = ROOT.resolve("docs/mappings.md");

    static List<ConstructMapping> mappings() {
        return Mappings.all();
    }

    @Test
    void eachConstructHasOneMapping() {
        assertThat(mappings())
                .extracting(ConstructMapping::construct)
                .isNotEmpty()
                .doesNotHaveDuplicates();
    }

    @Test
    void mappingsOfAFamilyAreSortedById() {
        assertThat(mappings())
                .isSortedAccordingTo((one, other) -> sameFamily(one, other) ? id(one).compareTo(id(other)) : 0);
    }

    private static boolean sameFamily(ConstructMapping one, ConstructMapping other) {
        return one.getClass().getPackage().equals(other.getClass().getPackage());
    }

    @ParameterizedTest
    @MethodSource("mappings")
    void saysWhatItIsAbout(ConstructMapping mapping) {
        Construct construct = mapping.construct();

        assertThat(construct.title()).isNotBlank();
        assertThat(construct.raised().events()).isNotEmpty();
        assertThat(construct.sections()).startsWith("4.");
        assertThat(construct.since()).matches("\\d+\\.\\d+\\.\\d+");
    }

    @ParameterizedTest
    @MethodSource("mappings")
    void hasAUnitTestThatKeepsTheContract(ConstructMapping mapping) throws IOException {
        Path test = onlyFile(UNIT_TESTS, mapping.getClass().getSimpleName() + "Test.java");

        assertThat(Files.readString(test)).containsPattern("extends (Jdk|Application)MappingContract");
    }

    @ParameterizedTest
    @MethodSource("mappings")
    void hasAnEndToEndTestThatKeepsTheContract(ConstructMapping mapping) throws IOException {
        Path test = onlyFile(END_TO_END_TESTS, mapping.getClass().getSimpleName() + "IT.java");

        assertThat(keepsTheContract(test)).as("%s", test).isTrue();
    }

    /** Whether a test extends the contract, directly or through a common superclass of several tests. */
    private static boolean keepsTheContract(Path test) throws IOException {
        Matcher general = Pattern.compile("class \\w+ extends (\\w+)").matcher(Files.readString(test));
        return general.find()
                && (general.group(1).equals("ConstructContract")
                        || keepsTheContract(onlyFile(END_TO_END_TESTS, general.group(1) + ".java")));
    }

    @ParameterizedTest
    @MethodSource("mappings")
    void hasAProgramThatUsesItsConstruct(ConstructMapping mapping) throws IOException {
        assertThat(Files.readString(program(mapping))).contains("void main(");
    }

    private static Path program(ConstructMapping mapping) {
        String construct = mapping.getClass().getSimpleName().replaceFirst("Mapping$", "");
        return onlyFile(APPS, construct + "App.java");
    }

    @ParameterizedTest
    @MethodSource("mappings")
    void hasAPageThatNamesItsClasses(ConstructMapping mapping) throws IOException {
        Path page = PAGES.resolve(id(mapping) + ".md");

        assertThat(page).isRegularFile();
        assertThat(Files.readString(page))
                .startsWith("# " + id(mapping) + ": ")
                .contains(mapping.getClass().getName(), mapping.getClass().getSimpleName() + "IT");
    }

    /** Read-write locks use only the hooks of synchronizers and conditions. */
    @ParameterizedTest
    @MethodSource("mappings")
    void hasHooksOfItsName(ConstructMapping mapping) throws IOException {
        assumeFalse(mapping.construct() == Construct.READ_WRITE_LOCK);
        String hooks = mapping.getClass().getSimpleName().replaceFirst("Mapping$", "Hooks");

        assertThat(Files.readString(PAGES.resolve(id(mapping) + ".md"))).contains(hooks + "`");
    }

    @ParameterizedTest
    @MethodSource("mappings")
    void standsInTheTableOfTheReadme(ConstructMapping mapping) throws IOException {
        assertThat(Files.readString(ROOT.resolve("README.md"))).contains("| `" + id(mapping) + "` |");
    }

    @ParameterizedTest
    @MethodSource("mappings")
    void eachCaseIsShownOrSaidNotToBeThere(ConstructMapping mapping) {
        Cases cases = Cases.of(mapping);
        for (Case each : Case.values()) {
            List<String> reasons = cases.reasons(each);

            assertThat(reasons)
                    .as("reasons why there is no case '%s', which scenarios %s show", each, cases.scenarios(each))
                    .hasSize(cases.scenarios(each).isEmpty() ? 1 : 0)
                    .allSatisfy(reason -> assertThat(reason).isNotBlank());
        }
    }

    @ParameterizedTest
    @MethodSource("mappings")
    void eachScenarioThatShowsACaseIsOneOfTheProgram(ConstructMapping mapping) throws IOException {
        String program = Files.readString(program(mapping));

        assertThat(Cases.of(mapping).scenarios())
                .allSatisfy(each -> assertThat(program).contains(".add(\"" + each + "\","));
    }

    @Test
    void everyPageIsAboutAMappingOrDefinedConstructs() throws IOException {
        try (Stream<Path> pages = Files.list(PAGES)) {
            assertThat(pages.map(each -> each.getFileName().toString()))
                    .isSubsetOf(Stream.concat(
                                    Stream.of("defined"), mappings().stream().map(MappingCatalogTest::id))
                            .map(each -> each + ".md")
                            .toList());
        }
    }

    @Test
    void tableOfConstructsIsWhatTheMappingsSay() throws IOException {
        String expected = MappingTable.text(mappings());
        if (Boolean.getBoolean("ompt.regenerate")) {
            Files.writeString(TABLE, expected);
        }

        assertThat(Files.readString(TABLE).replace("\r\n", "\n"))
                .as("%s; it says how to make it again", TABLE)
                .isEqualTo(expected);
    }

    private static String id(ConstructMapping mapping) {
        return mapping.construct().id();
    }

    private static Path onlyFile(Path below, String name) {
        try (Stream<Path> files = Files.walk(below)) {
            List<Path> found = files.filter(each -> each.endsWith(name)).toList();
            assertThat(found).as(name).hasSize(1);
            return found.get(0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
