package org.ompt4j.e2e;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Another user, without privileges, for tests that may run programs as another user. */
final class OtherUser {
    private static final List<String> LAUNCHER = List.of("setpriv", "--reuid=65534", "--regid=65534", "--clear-groups");
    private static final long LIMIT_SECONDS = 60;

    private OtherUser() {}

    /** Skips the test where no other user can run this JDK. */
    static OtherUser assumed(Jdk jdk) {
        OtherUser other = new OtherUser();
        assumeTrue(
                other.succeeds(jdk.java().toString(), "-XX:-UsePerfData", "-version"), "may run Java as another user");
        return other;
    }

    /** The beginning of a command that runs as that user. */
    List<String> launcher() {
        return LAUNCHER;
    }

    /** Whether that user can read this file or directory. */
    boolean canRead(Path path) {
        return succeeds("test", "-r", path.toString());
    }

    /** Lets all users read and write this file or directory of the tests' user; returns it. */
    static Path letIn(Path path) throws IOException {
        if (Files.getFileAttributeView(path, PosixFileAttributeView.class) != null) {
            Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rwxrwxrwx"));
        }
        return path;
    }

    private boolean succeeds(String... command) {
        List<String> all = new ArrayList<>(LAUNCHER);
        all.addAll(List.of(command));
        try {
            Process process = new ProcessBuilder(all)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            boolean ended = process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS);
            process.destroyForcibly();
            return ended && process.exitValue() == 0;
        } catch (IOException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
