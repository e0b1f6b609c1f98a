package org.ompt4j.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JdksTest {
    @TempDir
    private Path directory = Path.of("");

    @Test
    void jdksThatTheTestsRunOnAreTaken() throws IOException {
        assertThat(Jdks.found("a" + File.pathSeparator + "b", directory)).containsExactly(Path.of("a"), Path.of("b"));
    }

    @Test
    void jdksBesideTheRunningOneAreFoundIfTheyAreNewEnough() throws IOException {
        Path running = jdk("running", "17.0.1");
        Path newer = jdk("newer", "25");
        jdk("older", "11.0.2");
        Files.createDirectories(directory.resolve("no-jdk"));

        assertThat(Jdks.found(null, running)).containsExactlyInAnyOrder(running, running, newer);
    }

    private Path jdk(String name, String version) throws IOException {
        Path home = directory.resolve(name);
        Path compiler = Files.createDirectories(home.resolve("bin")).resolve("javac");
        Files.createFile(compiler);
        assertThat(compiler.toFile().setExecutable(true)).isTrue();
        Files.writeString(home.resolve("release"), "JAVA_VERSION=\"" + version + "\"\n");
        return home;
    }
}
