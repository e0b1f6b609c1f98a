package org.ompt4j.tools.read;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Instant;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.ompt4j.tools.trace.RecordLayout;

/** Finds traces that do not have their final name: those being written, and those of JVMs that were killed. */
final class Spools {
    private Spools() {}

    /** The spool to which a file refers; null if there is none beside it. */
    static @Nullable Path beside(Path named, String directory) throws IOException {
        // A file from elsewhere must not make the reader open other files.
        if (!directory.matches("\\.ompt4j-[0-9a-f]{1,16}")) {
            throw new TraceFormatException(named + ": its header is damaged; copy it again from where it was written");
        }
        Path spool = parentOf(named).resolve(directory).resolve(RecordLayout.SPOOL_FILE);
        return Files.isRegularFile(spool, LinkOption.NOFOLLOW_LINKS) ? spool : null;
    }

    /**
     * The latest spool that was to get this name, if the file with the name itself was deleted or truncated; otherwise null.
     */
    static @Nullable Path forMissing(Path named) throws IOException {
        Path name = named.getFileName();
        boolean missing = !Files.exists(named) || Files.isRegularFile(named) && Files.size(named) == 0;
        if (!missing || name == null || !Files.isDirectory(parentOf(named))) {
            return null;
        }
        Path latest = null;
        Instant latestStart = Instant.MIN;
        try (DirectoryStream<Path> found = Files.newDirectoryStream(parentOf(named), RecordLayout.SPOOL_PREFIX + "*")) {
            for (Path each : found) {
                Path spool = each.resolve(RecordLayout.SPOOL_FILE);
                Instant start = startOf(spool, name.toString());
                if (start.isAfter(latestStart)) {
                    latest = spool;
                    latestStart = start;
                }
            }
        }
        return latest;
    }

    /** When the trace in this spool began; {@link Instant#MIN} if it is to get another name, or is not readable. */
    private static Instant startOf(Path spool, String name) {
        if (!Files.isRegularFile(spool, LinkOption.NOFOLLOW_LINKS) || !Files.isReadable(spool)) {
            return Instant.MIN;
        }
        try (FileTrace trace = Traces.openFile(spool, UnaryOperator.identity())) {
            return trace.output().equals(name) ? trace.header().startedAt() : Instant.MIN;
        } catch (IOException none) {
            return Instant.MIN;
        }
    }

    private static Path parentOf(Path named) throws IOException {
        Path real = Files.exists(named) ? named.toRealPath() : named.toAbsolutePath();
        Path parent = real.getParent();
        return parent == null ? real : parent;
    }
}
