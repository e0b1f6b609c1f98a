package org.ompt4j.tools.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ompt4j.tools.testing.TestRuntime;

class OutputFileTest {
    @TempDir
    Path directory;

    private File in(String name) {
        return directory.resolve(name).toFile();
    }

    private static File create(File wanted) throws IOException {
        OutputFile.Created created = OutputFile.create(new TestRuntime(), wanted, new byte[0]);
        created.channel().close();
        return created.file();
    }

    @Test
    void onlyTheOwnerMayReadTheFile() throws IOException {
        assumeTrue(FileSystems.getDefault().supportedFileAttributeViews().contains("posix"));
        File created = create(in("a.ompt"));
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(created.toPath())))
                .isEqualTo("rw-------");
    }

    @Test
    void anExistingFileIsNeverTouched() throws IOException {
        Files.writeString(directory.resolve("run.ompt"), "precious");
        assertThat(create(in("run.ompt"))).isEqualTo(in("run-1.ompt"));
        assertThat(create(in("run.ompt"))).isEqualTo(in("run-2.ompt"));
        assertThat(directory.resolve("run.ompt")).hasContent("precious");
    }

    @Test
    void aNameWithoutExtensionGetsItsNumberAtTheEnd() throws IOException {
        create(in("run"));
        assertThat(create(in("run"))).isEqualTo(in("run-1"));
    }

    @Test
    void missingDirectoriesAreCreated() throws IOException {
        assertThat(create(in("new/ä ö/run.ompt"))).exists();
    }

    @Test
    void aDirectoryIsNoOutput() {
        assertThatThrownBy(() -> OutputFile.requireUsable(directory.toFile())).hasMessage("it is a directory");
    }

    @Test
    void patternsAreReplaced() {
        String name = OutputFile.wanted("a-%p-%t-%h-%%-%x.ompt").getName();
        assertThat(name).matches("a-" + ProcessHandle.current().pid() + "-\\d{8}-\\d{6}-[\\w.-]+-%-%x\\.ompt");
    }

    @Test
    void theDefaultNamesMainClassAndProcess() {
        String name = OutputFile.wanted("ompt-%m-%p.ompt").getName();
        assertThat(name).matches("ompt-[\\w.-]+-" + ProcessHandle.current().pid() + "\\.ompt");
    }

    @Test
    void anOutputThatCannotBeWrittenGoesToTheTemporaryDirectoryWithOneMessage() throws IOException {
        Path file = Files.writeString(directory.resolve("file"), "");
        TestRuntime runtime = TestRuntime.writing(file.resolve("fallback-" + System.nanoTime() + ".ompt"), "trace");
        assertThat(runtime.start(new TraceTool())).isTrue();
        runtime.end();
        assertThat(runtime.messages).hasSize(2);
        assertThat(runtime.messages.get(0)).startsWith("cannot write " + file).contains("): the trace goes to ");
        String path = runtime.messages.get(0).replaceFirst(".*the trace goes to ", "");
        assertThat(runtime.messages.get(1))
                .isEqualTo("trace written to " + path + "; to read it: " + ReadingHint.of(new File(path)));
        assertThat(new File(path))
                .hasParent(System.getProperty("java.io.tmpdir"))
                .isNotEmpty();
        Files.delete(Path.of(path));
    }
}
