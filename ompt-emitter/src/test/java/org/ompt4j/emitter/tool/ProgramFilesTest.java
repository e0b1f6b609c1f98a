package org.ompt4j.emitter.tool;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProgramFilesTest {

    @Test
    void theClassPathHasWhatLiesOnIt() {
        String own = ProgramFilesTest.class.getName().replace('.', '/') + ".class";

        assertThat(ProgramFiles.has(ClassLoader.getSystemClassLoader(), own)).isTrue();
        assertThat(ProgramFiles.has(ClassLoader.getSystemClassLoader(), "META-INF/services/no.such.Service"))
                .isFalse();
    }

    /** Modules of the JDK never have the files of tools. */
    @Test
    void theModulesOfTheJdkAreNotAsked() {
        ClassLoader system = ClassLoader.getSystemClassLoader();

        assertThat(system.getResource("java/lang/Object.class")).isNotNull();
        assertThat(ProgramFiles.has(system, "java/lang/Object.class")).isFalse();
    }

    @Test
    void otherLoadersAreAskedAsAlways(@TempDir Path folder) throws Exception {
        Files.writeString(folder.resolve("offered.txt"), "");
        try (URLClassLoader loader =
                new URLClassLoader(new URL[] {folder.toUri().toURL()}, ClassLoader.getSystemClassLoader())) {
            assertThat(ProgramFiles.has(loader, "offered.txt")).isTrue();
            assertThat(ProgramFiles.has(loader, "java/lang/Object.class")).isTrue();
            assertThat(ProgramFiles.has(loader, "missing.txt")).isFalse();
        }
    }
}
