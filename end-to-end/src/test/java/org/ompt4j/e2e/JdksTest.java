package org.ompt4j.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JdksTest {

    @TempDir
    private Path directory;

    private Path running;

    @BeforeEach
    void makeRunningJdk() throws IOException {
        running = jdk("running", "21.0.1");
    }

    @Test
    void findsJdksInUsualPlacesOldestFirstAndTheRunningOne() throws IOException {
        jdk("place/b", "25.0.3");
        jdk("place/a", "17.0.15");

        assertThat(found(Map.of())).containsExactly("17.0.15", "21.0.1", "25.0.3");
    }

    @Test
    void leavesOutJdksOlderThan17AndDirectoriesWithoutJdk() throws IOException {
        jdk("place/old", "1.8.0_402");
        jdk("place/eleven", "11.0.22");
        Files.createDirectories(directory.resolve("place/empty"));
        Files.createDirectories(directory.resolve("place/no-launcher"));
        Files.writeString(directory.resolve("place/no-launcher/release"), "JAVA_VERSION=\"19\"\n");

        assertThat(found(Map.of())).containsExactly("21.0.1");
    }

    @Test
    void takesOneJdkOfEachVersion() throws IOException {
        jdk("place/java-21", "21.0.1");
        jdk("place/java-1.21.0", "21.0.1");

        assertThat(found(Map.of())).containsExactly("21.0.1");
    }

    @Test
    void findsJdksOfTheEnvironment() throws IOException {
        Path home = jdk("home", "17.0.1");
        Path numbered = jdk("numbered", "18");
        Path onPath = jdk("on-path", "19");

        assertThat(found(Map.of(
                        "JAVA_HOME", home.toString(),
                        "JAVA_HOME_18_X64", numbered.toString(),
                        "PATH", "nowhere" + File.pathSeparator + onPath.resolve("bin"))))
                .containsExactly("17.0.1", "18", "19", "21.0.1");
    }

    @Test
    void findsTheHomeInsideABundleOfMacOs() throws IOException {
        jdk("place/temurin-23.jdk/Contents/Home", "23");

        assertThat(found(Map.of())).containsExactly("21.0.1", "23");
    }

    @Test
    void overrideReplacesTheSearch() throws IOException {
        jdk("place/a", "17.0.15");
        Path one = jdk("one", "25");
        Path two = jdk("two", "22");

        assertThat(found(Map.of("OMPT_TEST_JDKS", one + File.pathSeparator + two)))
                .containsExactly("25", "22");
    }

    @Test
    void overrideThatNamesNoJdkIsAnError() {
        assertThatThrownBy(() -> found(Map.of("OMPT_TEST_JDKS", directory.toString())))
                .hasMessageContaining("OMPT_TEST_JDKS")
                .hasMessageContaining(directory.toString());
    }

    @Test
    void findsTheJdkThatRunsTheTests() {
        assertThat(Jdks.all())
                .extracting(Jdk::major)
                .contains(
                        System.getenv(Jdks.OVERRIDE) == null
                                ? Runtime.version().feature()
                                : Jdks.oldest().major());
    }

    private List<String> found(Map<String, String> environment) {
        return Jdks.find(environment, running, List.of(directory.resolve("place"), directory.resolve("missing")))
                .stream()
                .map(Jdk::version)
                .toList();
    }

    private Path jdk(String name, String version) throws IOException {
        Path home = directory.resolve(name);
        Files.createDirectories(home.resolve("bin"));
        Files.createFile(home.resolve("bin").resolve("java"));
        Files.writeString(home.resolve("release"), "IMPLEMENTOR=\"x\"\nJAVA_VERSION=\"" + version + "\"\n");
        return home;
    }
}
