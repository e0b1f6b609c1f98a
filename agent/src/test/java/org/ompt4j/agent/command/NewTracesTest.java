package org.ompt4j.agent.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NewTracesTest {

    @ParameterizedTest
    @CsvSource({
        "ompt-%m-%p.ompt, ompt-Main-12.ompt",
        "ompt-%m-%p.ompt, ompt-Main-12-3.ompt",
        "run.ompt, run-1.ompt",
        "run, run-1",
        "100%%.ompt, 100%.ompt",
        "%h/%m/run.ompt, my.host/Main/run.ompt"
    })
    void fileOfThatNameIsFound(String output, String name, @TempDir Path directory) throws IOException {
        NewTraces traces = NewTraces.of(directory.resolve(output).toString());
        Path file = directory.resolve(name);
        Files.createDirectories(file.getParent());
        Files.createFile(file);

        assertThat(traces.found()).containsExactly(file);
    }

    @Test
    void othersAreNot(@TempDir Path directory) throws IOException {
        Files.createFile(directory.resolve("ompt-Main-1.ompt"));
        NewTraces traces = NewTraces.of(directory.resolve("ompt-%m-%p.ompt").toString());
        Files.createFile(directory.resolve("ompt-Main-1.txt"));
        Files.createFile(directory.resolve("other.ompt"));

        assertThat(traces.found()).isEmpty();
        assertThat(traces).hasToString(directory.resolve("ompt-%m-%p.ompt").toString());
    }

    /** The agent writes there if it cannot write to the working directory; so can other programs, with the same name of the file. */
    @Test
    void fileInTheTemporaryDirectoryCountsIfThereIsNoOther(@TempDir Path directory) throws IOException {
        String name = directory.getFileName() + ".ompt";
        Path temporary = Path.of(System.getProperty("java.io.tmpdir"), name);
        NewTraces traces = NewTraces.of(directory.resolve("run").resolve(name).toString());
        try {
            Files.createFile(temporary);
            List<Path> alone = traces.found();
            Path file = Files.createDirectory(directory.resolve("run")).resolve(name);
            Files.createFile(file);

            assertThat(alone).containsExactly(temporary);
            assertThat(traces.found()).containsExactly(file);
        } finally {
            Files.delete(temporary);
        }
    }

    @Test
    void directoryNeedNotBeThere(@TempDir Path directory) {
        assertThat(NewTraces.of(directory.resolve("none/run.ompt").toString()).found())
                .isEmpty();
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void linkToADirectoryIsFollowed(@TempDir Path directory) throws IOException {
        Path real = Files.createDirectory(directory.resolve("real"));
        Path link = Files.createSymbolicLink(directory.resolve("link"), real);
        NewTraces direct = NewTraces.of(link.resolve("run.ompt").toString());
        NewTraces below = NewTraces.of(directory.resolve("%h/run.ompt").toString());
        Files.createFile(real.resolve("run.ompt"));

        assertThat(direct.found()).containsExactly(link.resolve("run.ompt"));
        assertThat(below.found()).contains(link.resolve("run.ompt"));
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void entryThatCannotBeReadHidesNoOther(@TempDir Path directory) throws IOException {
        NewTraces traces = NewTraces.of(directory.resolve("%h/run.ompt").toString());
        Files.createSymbolicLink(directory.resolve("gone"), directory.resolve("nowhere"));
        Files.createDirectory(
                directory.resolve("closed"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("---------")));
        Path file = Files.createDirectory(directory.resolve("host")).resolve("run.ompt");
        Files.createFile(file);

        assertThat(traces.found()).containsExactly(file);
    }
}
