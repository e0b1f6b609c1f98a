package org.ompt4j.e2e;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;

/** Runs programs as a user with no rights, where the tests are allowed to. */
final class OtherUser {
    private static final List<String> LAUNCHER = List.of("setpriv", "--reuid=65534", "--regid=65534", "--clear-groups");

    private OtherUser() {}

    /** Skips the test where there is no other user to be had. */
    static OtherUser assumed() {
        OtherUser other = new OtherUser();
        assumeTrue(other.succeeds("true"), "may run programs as another user");
        return other;
    }

    /** What a command begins with that runs as that user. */
    List<String> launcher() {
        return LAUNCHER;
    }

    /** Lets everybody read and write in a directory of this user's; returns it. */
    static Path letIn(Path directory) throws IOException {
        if (Files.getFileAttributeView(directory, PosixFileAttributeView.class) != null) {
            Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxrwxrwx"));
        }
        return directory;
    }

    private boolean succeeds(String... command) {
        List<String> all = new ArrayList<>(LAUNCHER);
        all.addAll(List.of(command));
        try {
            return new ProcessBuilder(all).start().waitFor() == 0;
        } catch (IOException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
