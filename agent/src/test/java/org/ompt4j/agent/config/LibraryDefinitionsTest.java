package org.ompt4j.agent.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Definitions of libraries are added to those of the user, as far as they are valid. */
class LibraryDefinitionsTest {
    @TempDir
    Path directory;

    private final List<Path> libraries = new ArrayList<>();

    private void jar(String text) throws IOException {
        Path jar = directory.resolve("library-" + libraries.size() + ".jar");
        try (OutputStream out = Files.newOutputStream(jar);
                ZipOutputStream zip = new ZipOutputStream(out)) {
            zip.putNextEntry(new ZipEntry(LibraryDefinitions.NAME));
            zip.write(text.getBytes(StandardCharsets.UTF_8));
        }
        libraries.add(jar);
    }

    private Configuration load(String arguments) throws IOException {
        List<URL> urls = new ArrayList<>();
        for (Path each : libraries) {
            urls.add(each.toUri().toURL());
        }
        try (URLClassLoader loader = new URLClassLoader(urls.toArray(new URL[0]), null)) {
            return ConfigurationLoader.load(arguments, loader);
        }
    }

    @Test
    void eachLibraryAddsItsDefinitionsBehindThoseOfTheUser() throws IOException {
        jar("# What waits here.\ndefine = barrier:a.Gate.await, \\\n  lock: a.Latch.acquire/release\n");
        jar("define=task:b.Job.run;barrier:a.Gate.await\n");

        Configuration configuration = load("define=task:own.Work.run");

        assertThat(configuration.errors()).isEmpty();
        assertThat(configuration.warnings()).isEmpty();
        assertThat(configuration.settings().definitions())
                .extracting(each -> each.kind().id() + ":" + each.methods())
                .containsExactly(
                        "task:own.Work.run", "barrier:a.Gate.await", "lock:a.Latch.acquire/release", "task:b.Job.run");
        assertThat(configuration.isOfLibrary("define=lock:a.Latch.acquire/release"))
                .isTrue();
        assertThat(configuration.isOfLibrary("define=task:own.Work.run")).isFalse();
    }

    @Test
    void whatTheUserDefinesTooIsTheUsers() throws IOException {
        jar("define=barrier:a.Gate.await");

        assertThat(load("define=barrier:a.Gate.await").isOfLibrary("define=barrier:a.Gate.await"))
                .isFalse();
    }

    @Test
    void libraryThatTheAgentHasDefinitionsOfIsAskedForByName() throws IOException {
        jar("define=barrier:a.Gate.await");

        Configuration configuration = load("define=[task:own.Work.run,netty]");

        assertThat(configuration.errors()).isEmpty();
        assertThat(configuration.warnings()).isEmpty();
        assertThat(configuration.settings().definitions())
                .extracting(each -> each.methods())
                .startsWith("own.Work.run", "io.netty.util.concurrent.SingleThreadEventExecutor.execute/io.netty.*")
                .endsWith("io.netty.channel.nio.NioEventLoop.processSelectedKey", "a.Gate.await");
        assertThat(configuration.isOfLibrary("define=run:io.netty.util.concurrent.AbstractEventExecutor.runTask"))
                .isTrue();
        assertThat(configuration.isOfLibrary("define=task:own.Work.run")).isFalse();
        assertThat(load("define=nety").errors())
                .singleElement()
                .asString()
                .contains("\"nety\" does not say what it is")
                .contains("netty");
    }

    @Test
    void everyLibraryThatTheAgentHasDefinitionsOfHasSomeThatAreRight() throws IOException {
        for (String each : ShippedDefinitions.NAMES) {
            Configuration configuration = load("define=" + each);
            assertThat(configuration.warnings()).isEmpty();
            assertThat(configuration.settings().definitions()).as(each).isNotEmpty();
            assertThat(ConfigKey.DEFINE
                            .type()
                            .problem(configuration.value(ConfigKey.DEFINE).text()))
                    .isNull();
        }
    }

    @Test
    void libraryCannotAskForTheDefinitionsOfAnother() throws IOException {
        jar("define=netty");

        Configuration configuration = load("");

        assertThat(configuration.warnings()).singleElement().asString().contains("can only be set by the user");
        assertThat(configuration.settings().definitions()).isEmpty();
    }

    @Test
    void theKeySwitchesThemOff() throws IOException {
        jar("define=barrier:a.Gate.await");

        assertThat(load("library-define=false").settings().definitions()).isEmpty();
        assertThat(load("library-define=true").settings().definitions()).hasSize(1);
    }

    @Test
    void withoutLibrariesNothingChanges() throws IOException {
        assertThat(load(null).value(ConfigKey.DEFINE))
                .isEqualTo(new Setting(ConfigKey.DEFINE.key(), "", ConfigurationLoader.DEFAULT_SOURCE));
    }

    @Test
    void whatIsWrongInALibraryIsSaidAndLeftOutAndEndsNothing() throws IOException {
        jar("output=/somewhere\ndefine=barrier:Gate\n");
        jar("define=task:b.Job.run");
        jar("x".repeat((1 << 20) + 1));

        Configuration configuration = load("");

        assertThat(configuration.errors()).isEmpty();
        String first = "jar:" + libraries.get(0).toUri().toURL() + "!/" + LibraryDefinitions.NAME;
        assertThat(configuration.warnings())
                .hasSize(3)
                .contains(
                        first + ":1: \"output\": a library can only define; it is left out",
                        first
                                + ":2: define: \"Gate\" needs class and method, such as com.acme.Gate.await; it is left out")
                .allMatch(each -> each.endsWith("; it is left out"))
                .anyMatch(each -> each.contains("library-2.jar!/" + LibraryDefinitions.NAME + ": is larger than "));
        assertThat(configuration.settings().definitions())
                .extracting(each -> each.methods())
                .containsExactly("b.Job.run");
    }
}
