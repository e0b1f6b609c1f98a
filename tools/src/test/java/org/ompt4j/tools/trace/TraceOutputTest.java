package org.ompt4j.tools.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.MutexKind;
import org.ompt4j.tools.read.Trace;
import org.ompt4j.tools.read.TraceEvent;
import org.ompt4j.tools.read.TraceFormatException;
import org.ompt4j.tools.read.Traces;
import org.ompt4j.tools.testing.TestRuntime;
import org.ompt4j.tools.testing.TestThread;

class TraceOutputTest {
    private static final int RACES = 60;

    @TempDir
    Path directory;

    private TestThread thread = new TestThread(7);

    private Path file() {
        return directory.resolve("run.ompt");
    }

    private TestRuntime recording() {
        TestRuntime runtime = TestRuntime.writing(file(), "trace");
        assertThat(runtime.start(new TraceTool())).isTrue();
        thread = new TestThread(7);
        acquire(runtime, 1);
        return runtime;
    }

    private void acquire(TestRuntime runtime, long waitId) {
        runtime.events()
                .mutexAcquired(thread, System.nanoTime(), Construct.SYNCHRONIZED, MutexKind.CRITICAL, waitId, 0);
    }

    private static List<Long> waitIds(Path file) throws IOException {
        List<Long> ids = new ArrayList<>();
        try (Trace trace = Traces.open(file)) {
            for (Iterator<TraceEvent> events = trace.events(); events.hasNext(); ) {
                ids.add(events.next().waitId());
            }
        }
        return ids;
    }

    private List<Path> content() throws IOException {
        try (Stream<Path> all = Files.list(directory)) {
            return all.map(Path::getFileName).toList();
        }
    }

    private Path spoolDirectory() throws IOException {
        try (Stream<Path> all = Files.list(directory)) {
            return all.filter(each -> each.getFileName().toString().startsWith(".ompt4j-"))
                    .findAny()
                    .orElseThrow();
        }
    }

    @Test
    void nothingThatIsMappedLiesUnderTheNameWhileTheRunLasts() throws IOException {
        TestRuntime runtime = recording();

        try (Stream<Path> all = Files.list(directory)) {
            assertThat(all.filter(each -> each.getFileName().toString().contains(".ompt")))
                    .as("names that a pattern for the output's finds")
                    .containsExactlyInAnyOrder(file(), spoolDirectory());
        }
        assertThat(Files.size(file())).isLessThanOrEqualTo(2 * RecordLayout.PAGE_BYTES);
        runtime.end();
        assertThat(content()).containsExactly(file().getFileName());
    }

    @Test
    void aRunIsReadByTheNameItWillHave() throws IOException {
        TestRuntime runtime = recording();
        assertThat(waitIds(file())).containsExactly(1L);
        acquire(runtime, 2);
        runtime.end();
        assertThat(waitIds(file())).containsExactly(1L, 2L);
    }

    @Test
    void aNameThatWasCutIsReadAllTheSameAndGetsItsTrace() throws IOException {
        TestRuntime runtime = recording();
        Files.write(file(), new byte[0]);

        assertThat(waitIds(file())).as("as after a kill").containsExactly(1L);
        acquire(runtime, 2);
        runtime.end();
        assertThat(waitIds(file())).containsExactly(1L, 2L);
        assertThat(content()).containsExactly(file().getFileName());
    }

    @Test
    void aNameThatWasDeletedIsReadAllTheSameAndGetsItsTrace() throws IOException {
        TestRuntime runtime = recording();
        Files.delete(file());

        assertThat(waitIds(file())).as("as after a kill").containsExactly(1L);
        acquire(runtime, 2);
        runtime.end();
        assertThat(waitIds(file())).containsExactly(1L, 2L);
    }

    @Test
    void theLatestOfSeveralKilledRunsIsReadWhereTheirNamesWereDeleted() throws IOException {
        recording();
        Files.delete(file());
        long before = System.currentTimeMillis();
        while (System.currentTimeMillis() == before) {
            Thread.onSpinWait();
        }
        acquire(recording(), 2);
        Files.delete(file());

        assertThat(waitIds(file())).containsExactly(1L, 2L);
    }

    @Test
    void aFileThatTookTheNameIsNotTouched() throws IOException {
        TestRuntime runtime = recording();
        Files.delete(file());
        Files.writeString(file(), "precious");
        runtime.end();

        assertThat(file()).hasContent("precious");
        assertThat(waitIds(directory.resolve("run-1.ompt"))).containsExactly(1L);
        assertThat(runtime.messages.get(0))
                .contains("was replaced while the trace was written")
                .endsWith("run-1.ompt");
    }

    @Test
    void aNameThatWasMovedAwaySaysWhatItIsAfterTheEnd() throws IOException {
        TestRuntime runtime = recording();
        Path moved = Files.move(file(), directory.resolve("run.ompt.1"));
        assertThat(waitIds(moved)).containsExactly(1L);
        runtime.end();

        assertThat(waitIds(file())).containsExactly(1L);
        assertThatThrownBy(() -> Traces.open(moved))
                .isInstanceOf(TraceFormatException.class)
                .hasMessageContaining("the name of a trace that was written beside it");
    }

    @Test
    void aTraceThatWasDeletedIsSaidToBe() throws IOException {
        TestRuntime runtime = recording();
        Files.delete(spoolDirectory().resolve(RecordLayout.SPOOL_FILE));
        Files.delete(spoolDirectory());
        runtime.end();

        assertThat(runtime.messages).singleElement().asString().contains("moved or deleted while it was written");
    }

    @Test
    void aDirectoryThatWasMovedIsReadWhereItIs() throws IOException {
        Path output = Files.createDirectory(directory.resolve("output"));
        TestRuntime runtime = TestRuntime.writing(output.resolve("run.ompt"), "trace");
        runtime.start(new TraceTool());
        acquire(runtime, 1);
        Path moved = Files.move(output, directory.resolve("moved"));
        runtime.end();

        assertThat(runtime.messages).singleElement().asString().contains("moved or deleted while it was written");
        assertThat(waitIds(moved.resolve("run.ompt"))).containsExactly(1L);
    }

    @Test
    void aFileFromElsewhereHasNoOtherFileRead() throws IOException {
        Path secret = Files.createDirectory(directory.resolve("secret"));
        TestRuntime runtime = recording();
        Files.copy(spoolDirectory().resolve(RecordLayout.SPOOL_FILE), secret.resolve(RecordLayout.SPOOL_FILE));
        RunHeader header = RunHeader.of(runtime, "trace");
        for (String place :
                new String[] {"secret", "../" + directory.getFileName() + "/secret", ".ompt4j-1/../secret"}) {
            Path forged = Files.write(directory.resolve("forged.ompt"), header.bytes(RecordLayout.TEXT_SPOOL, place));
            assertThatThrownBy(() -> Traces.open(forged)).hasMessageContaining("its header is damaged");
        }
        runtime.end();
    }

    @Test
    void aDeviceIsNoOutput() {
        Path device = Path.of("/dev/null");
        assumeTrue(Files.exists(device));
        TestRuntime runtime = TestRuntime.writing(device, "trace");

        assertThat(runtime.start(new TraceTool())).isFalse();
        assertThat(runtime.messages)
                .containsExactly("no trace is written: /dev/null is a device or a pipe, no file;"
                        + " tool=none observes without a trace");
    }

    @Test
    void onlyTheOwnerMayEnterTheDirectoriesThatAreMade() throws IOException {
        assumeTrue(FileSystems.getDefault().supportedFileAttributeViews().contains("posix"));
        Path file = directory.resolve("new/deep/run.ompt");
        TestRuntime runtime = TestRuntime.writing(file, "trace");
        runtime.start(new TraceTool());

        for (Path each : List.of(directory.resolve("new"), directory.resolve("new/deep"))) {
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(each)))
                    .isEqualTo("rwx------");
        }
        runtime.end();
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
    }

    /** Another user who may write to the directory puts links to one of the user's files where the agent creates files. */
    @Test
    void aLinkThatIsPutInTheWayNeverHasAnotherFileWritten() throws Exception {
        Path victim = Files.writeString(
                Files.createDirectory(directory.resolve("home")).resolve("victim"), "precious");
        Path shared = Files.createDirectory(directory.resolve("shared"));
        Swapper swapper = new Swapper(shared, victim);
        String temporary = System.getProperty("java.io.tmpdir");
        System.setProperty("java.io.tmpdir", directory.toString());
        swapper.start();
        try {
            for (int i = 0; i < RACES; i++) {
                record(shared.resolve("run.ompt"));
            }
        } finally {
            System.setProperty("java.io.tmpdir", temporary);
            swapper.over = true;
            swapper.join();
        }

        assertThat(swapper.swapped).isPositive();
        assertThat(victim).hasContent("precious");
    }

    private void record(Path file) {
        TestRuntime runtime = TestRuntime.writing(file, "trace");
        if (runtime.start(new TraceTool())) {
            thread = new TestThread(7);
            acquire(runtime, 1);
            runtime.end();
        }
    }

    private static final class Swapper extends Thread {
        private final Path shared;
        private final Path victim;
        volatile boolean over;
        int swapped;

        Swapper(Path shared, Path victim) {
            this.shared = shared;
            this.victim = victim;
        }

        @Override
        public void run() {
            for (int i = 0; !over; i++) {
                swapFile(shared.resolve("run.ompt"));
                if (i % 8 == 0) {
                    swapDirectories();
                }
            }
        }

        private void swapFile(Path found) {
            try {
                Files.deleteIfExists(found);
                Files.createSymbolicLink(found, victim);
                swapped++;
            } catch (IOException tooLate) {
                // The agent was faster.
            }
        }

        private void swapDirectories() {
            for (String name : shared.toFile().list()) {
                if (name.startsWith(".")) {
                    swapDirectory(shared.resolve(name));
                }
            }
        }

        private void swapDirectory(Path found) {
            try {
                Files.move(found, shared.resolveSibling("taken-" + swapped++));
                Files.createDirectory(found);
                Files.createSymbolicLink(found.resolve(RecordLayout.SPOOL_FILE), victim);
            } catch (IOException tooLate) {
                // The agent was faster.
            }
        }
    }
}
