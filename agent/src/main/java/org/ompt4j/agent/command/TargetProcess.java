package org.ompt4j.agent.command;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A process as the operating system knows it. It is checked before the attach mechanism is used: that mechanism sends a signal, which ends a
 * process that is not a JVM.
 */
final class TargetProcess {
    private static final String ROOT = "root";

    private final long pid;
    private final Path mappedFiles;
    private final Optional<ProcessHandle> handle;

    private TargetProcess(long pid, Path mappedFiles) {
        this.pid = pid;
        this.mappedFiles = mappedFiles;
        this.handle = pid > 0 ? ProcessHandle.of(pid) : Optional.empty();
    }

    static TargetProcess of(long pid) {
        return new TargetProcess(pid, Path.of("/proc", Long.toString(pid), "maps"));
    }

    /** Why an attach to this process cannot succeed, in a few words; null if no reason is known. */
    @Nullable
    String problem() {
        if (handle.isEmpty() || !handle.get().isAlive()) {
            return "there is no such process";
        }
        if (pid == ProcessHandle.current().pid()) {
            return "that is this command itself";
        }
        String other = otherUser();
        if (other != null) {
            return "it belongs to " + other + "; only the same user can attach";
        }
        return isKnownToBeNoJvm() ? "it is not a JVM, or not a HotSpot JVM" : null;
    }

    private @Nullable String otherUser() {
        Optional<String> its = handle.flatMap(each -> each.info().user());
        Optional<String> mine = ProcessHandle.current().info().user();
        if (its.isEmpty() || mine.isEmpty() || mine.equals(its) || mine.get().equals(ROOT)) {
            return null;
        }
        return its.get();
    }

    /** Whether the system's list of mapped files shows that the process is not a HotSpot JVM; false if the list cannot be read. */
    private boolean isKnownToBeNoJvm() {
        try {
            String files = new String(Files.readAllBytes(mappedFiles), StandardCharsets.ISO_8859_1);
            return !files.isEmpty() && !files.contains("libjvm");
        } catch (IOException unknown) {
            return false;
        }
    }
}
