package org.ompt4j.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.lang.reflect.Field;
import java.nio.file.FileVisitOption;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.ompt4j.ompt.OmptCallback;

/**
 * The example projects, built and run by exactly the commands of their READMEs. Only the first command, which installs OMPT4J itself, is replaced,
 * since it would build the tested project a second time.
 */
@DisabledOnOs(OS.WINDOWS)
@Order(2)
class ExampleToolIT {

    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    private static final Path EXAMPLES = ROOT.resolve("examples");
    private static final Path PRINT_EVENTS = EXAMPLES.resolve("print-events");
    private static final Path CHECK_CALLBACKS = EXAMPLES.resolve("check-callbacks");
    private static final Path OBSERVED_TESTS = EXAMPLES.resolve("observed-tests");
    private static final Pattern COMMANDS = Pattern.compile("```sh\n(.*?)```", Pattern.DOTALL);

    @TempDir
    Path folder;

    @OnEveryJdk
    void builtAsItsReadmeSaysItPrintsTheEventsOfAProgram(Jdk jdk) throws Exception {
        RunOutput run = buildAndRun(PRINT_EVENTS, jdk);

        assertThat(run.stdout()).isEqualTo("332833500\n");
        assertThat(run.stderr().lines())
                .anyMatch(line -> line.matches("main: thread_begin INITIAL #\\d+"))
                .anyMatch(line -> line.matches("main: implicit_task BEGIN #\\d+ #\\d+ 1 1 \\[initial]"))
                .anyMatch(line ->
                        line.matches("main: parallel_begin #\\d+ #\\d+ \\d+ .* Squares.main\\(Squares.java:6\\)"))
                .anyMatch(line -> line.matches("main: work TASKLOOP BEGIN #\\d+ #\\d+ 1000 .*Squares.java:6\\)"))
                .anyMatch(line -> line.matches(".*: dispatch #\\d+ #\\d+ TASKLOOP_CHUNK -?\\d+"))
                .anyMatch(line -> line.matches("main: sync_region_wait BARRIER_IMPLICIT_PARALLEL END .*"))
                .anyMatch(line -> line.matches("main: parallel_end #\\d+ #\\d+ .* Squares.main\\(Squares.java:6\\)"))
                .anyMatch(line -> line.matches(".*: thread_end #\\d+"))
                .last()
                .asString()
                .endsWith(": finalize");
    }

    @Test
    void builtAsItsReadmeSaysTheOtherOneJudgesTheSameProgram() throws Exception {
        RunOutput run = buildAndRun(CHECK_CALLBACKS, Jdks.oldest());

        assertThat(run.stdout()).isEqualTo("332833500\n");
        assertThat(run.stderr().lines())
                .last()
                .asString()
                .matches("check-callbacks: \\d{2,} callbacks, \\d+ rules, \\d+ of them broken");
    }

    /** The pom of the example has the configuration of docs/testing.md. */
    @Test
    void testsOfAProjectAreJudgedByWhatTheyAskFor() throws Exception {
        buildAndRun(OBSERVED_TESTS, Jdks.oldest());

        Path example = exampleOf(OBSERVED_TESTS);
        assertThat(Files.readString(example.resolve("target/surefire-reports/com.example.observedtests.CacheTest.txt")))
                .contains("Tests run: 1, Failures: 0, Errors: 0, Skipped: 0");
        try (Stream<Path> traces = Files.list(example.resolve("target"))) {
            assertThat(traces.map(each -> each.getFileName().toString()))
                    .filteredOn(each -> each.matches("tests-\\d+\\.ompt"))
                    .hasSize(1);
        }
        String pom = Files.readString(example.resolve("pom.xml"));
        String page = Files.readString(ROOT.resolve("docs/testing.md"));
        assertThat(xmlOf(page))
                .isNotEmpty()
                .allSatisfy(each -> assertThat(withoutIndent(pom)).contains(withoutIndent(each)));
    }

    private static List<String> xmlOf(String page) {
        return Pattern.compile("```xml\n(.*?)```", Pattern.DOTALL)
                .matcher(page)
                .results()
                .map(each -> each.group(1))
                .toList();
    }

    private static String withoutIndent(String xml) {
        return xml.replaceAll("(?m)^ +", "");
    }

    /** Runs all commands except the first one; returns the output of the last one. */
    private RunOutput buildAndRun(Path source, Jdk jdk) throws Exception {
        List<String> commands = commandsOfReadme(source);
        assertThat(commands).hasSizeGreaterThan(1);
        assertThat(commands.get(0)).endsWith(" install\n");
        copyAsInACheckout();
        Path example = exampleOf(source);
        install(example);
        int last = commands.size() - 1;
        for (int i = 1; i < last; i++) {
            type(commands.get(i), jdk, example, "build-" + i);
        }
        return type(commands.get(last), jdk, example, "run");
    }

    private Path exampleOf(Path source) {
        return folder.resolve("examples").resolve(source.getFileName());
    }

    /** The README of print-events promises all events, except those of devices, which only a mapping for a device raises. */
    @Test
    void listensToEveryEventOfTheHost() throws IOException {
        String source =
                Files.readString(PRINT_EVENTS.resolve("src/main/java/com/example/printevents/PrintEvents.java"));
        Set<String> events = Arrays.stream(OmptCallback.class.getFields())
                .map(Field::getName)
                .filter(each -> !each.matches("(TARGET|DEVICE).*"))
                .collect(Collectors.toCollection(TreeSet::new));

        Set<String> heard = Pattern.compile("\\bon\\(\\s*OmptCallback\\.(\\w+)")
                .matcher(source)
                .results()
                .map(each -> each.group(1))
                .collect(Collectors.toCollection(TreeSet::new));

        assertThat(heard).isEqualTo(events);
    }

    private static List<String> commandsOfReadme(Path example) throws IOException {
        List<String> commands = new ArrayList<>();
        Matcher blocks = COMMANDS.matcher(Files.readString(example.resolve("README.md")));
        while (blocks.find()) {
            commands.add(blocks.group(1));
        }
        return commands;
    }

    /** Copies the files of the examples and of the agent to the same relative paths as in a checkout. */
    private void copyAsInACheckout() throws IOException {
        Path copy = folder.resolve("examples");
        try (Stream<Path> files = Files.walk(EXAMPLES, new FileVisitOption[0])) {
            for (Path each : files.toList()) {
                Path relative = EXAMPLES.relativize(each);
                if (relative.getNameCount() < 2
                        || !relative.getName(1).toString().equals("target")) {
                    Files.copy(each, copy.resolve(relative.toString()));
                }
            }
        }
        Path agent = folder.resolve("agent/target/ompt-agent.jar");
        Files.createDirectories(agent.getParent());
        Files.copy(AppRun.shippedJar(), agent);
    }

    /**
     * Creates a local repository with those artifacts of OMPT4J that the examples need, as {@code mvn install} would put them there. Plugins come from
     * the local repository of the build that runs this test: no network is needed.
     */
    private void install(Path example) throws IOException {
        Path repository = folder.resolve("repository");
        install(repository, ROOT.resolve("pom.xml"), "ompt4j", ".pom");
        for (String each : List.of("ompt-binding", "ompt-control", "ompt-junit")) {
            install(repository, ROOT.resolve(each + "/pom.xml"), each, ".pom");
            install(repository, ROOT.resolve(each + "/target/" + each + "-" + version() + ".jar"), each, ".jar");
        }
        install(repository, ROOT.resolve("agent/pom.xml"), "agent", ".pom");
        install(repository, AppRun.shippedJar(), "agent", "-javaagent.jar");
        Path settings = folder.resolve("settings.xml");
        Files.writeString(settings, """
                <settings>
                  <localRepository>%s</localRepository>
                  <mirrors>
                    <mirror><id>central</id><mirrorOf>*</mirrorOf><url>%s</url></mirror>
                  </mirrors>
                </settings>
                """.formatted(
                repository, Path.of(System.getProperty("ompt.maven.repository")).toUri()));
        Files.writeString(
                Files.createDirectories(example.resolve(".mvn")).resolve("maven.config"), "-s\n" + settings + "\n-q\n");
    }

    private static void install(Path repository, Path file, String artifact, String end) throws IOException {
        Path directory = Files.createDirectories(repository.resolve("org/ompt4j/" + artifact + "/" + version()));
        Files.copy(file, directory.resolve(artifact + "-" + version() + end));
    }

    private static String version() {
        return System.getProperty("ompt.version");
    }

    private static RunOutput type(String commands, Jdk jdk, Path directory, String name) throws Exception {
        Path out = directory.resolve(name + ".out");
        Path err = directory.resolve(name + ".err");
        ProcessBuilder shell = new ProcessBuilder("sh", "-e", "-c", commands)
                .directory(directory.toFile())
                .redirectOutput(out.toFile())
                .redirectError(err.toFile());
        String path = jdk.home().resolve("bin")
                + File.pathSeparator
                + Path.of(System.getProperty("ompt.maven.home"), "bin")
                + File.pathSeparator;
        shell.environment().merge("PATH", path, (old, first) -> first + old);
        shell.environment().put("JAVA_HOME", jdk.home().toString());
        shell.environment().keySet().removeIf(each -> each.startsWith("OMP") || each.startsWith("MAVEN_"));
        shell.environment().put("MAVEN_OPTS", ForkedJvm.BRIEF);
        Process process = shell.start();
        if (!process.waitFor(5, TimeUnit.MINUTES)) {
            process.destroyForcibly();
        }
        RunOutput output = new RunOutput(process.waitFor(), Files.readString(out), Files.readString(err));
        assertThat(output.exitCode())
                .as("%s\n%s%s", commands, output.stdout(), output.stderr())
                .isZero();
        return output;
    }
}
