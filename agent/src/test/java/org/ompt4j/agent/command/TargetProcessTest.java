package org.ompt4j.agent.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class TargetProcessTest {

    @Test
    void aProcessThatHasEndedIsNone() throws IOException, InterruptedException {
        Process ended = java("-version");
        ended.waitFor();

        assertThat(TargetProcess.of(ended.pid()).problem()).isEqualTo("there is no such process");
    }

    @Test
    void noProcessHasANumberBelowOne() {
        assertThat(TargetProcess.of(0).problem()).isEqualTo("there is no such process");
        assertThat(TargetProcess.of(-5).problem()).isEqualTo("there is no such process");
    }

    @Test
    void nobodyAttachesToTheCommandItself() {
        assertThat(TargetProcess.of(ProcessHandle.current().pid()).problem()).isEqualTo("that is this command itself");
    }

    @Test
    void aProcessThatRunsNoCodeOfAJvmIsNotDisturbed() throws IOException {
        assumeTrue(Files.exists(Path.of("/proc/self/maps")), "the system says what a process runs");
        Process other = new ProcessBuilder("sleep", "60").start();
        try {
            assertThat(TargetProcess.of(other.pid()).problem()).startsWith("it is not a JVM");
            assertThat(other.isAlive()).isTrue();
        } finally {
            other.destroyForcibly();
        }
    }

    @Test
    void runningJvmHasNoProblem() throws IOException {
        // A JVM that waits for a source file on its stdin.
        Process jvm = java("--source", "17", "/dev/stdin");
        try {
            // The launcher's process is no JVM at first.
            await().atMost(Duration.ofMinutes(1))
                    .until(() -> TargetProcess.of(jvm.pid()).problem() == null);
            assertThat(jvm.isAlive()).isTrue();
        } finally {
            jvm.destroyForcibly();
        }
    }

    private static Process java(String... arguments) throws IOException {
        String[] command = new String[arguments.length + 1];
        command[0] = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        System.arraycopy(arguments, 0, command, 1, arguments.length);
        return new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
    }
}
