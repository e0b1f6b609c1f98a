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

/** Finds traces that have no name yet: those being written, and those of JVMs that were killed. */
final class Spools {
    private Spools() {}

    /** The spool that a file names, or null if there is none beside it. */
    static @Nullable Path beside(Path named, String directory) throws IOException {
        // A file from elsewhere must not have other files read.
        if (!directory.matches("\\.ompt4j-[0-9a-f]{1,16}")) {
            throw new TraceFormatException(named + ": its header is damaged; copy it again from where it was written");
        }
        Path spool = parentOf(named).resolve(directory).resolve(RecordLayout.SPOOL_FILE);
        return Files.isRegularFile(spool, LinkOption.NOFOLLOW_LINKS) ? spool : null;
    }

    /**
     * The latest spool beside it that was to have this name, if nothing is left of the name itself: the file was deleted or
     * cut. Else null.
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

    /** When the trace in this spool began; the distant past if it is to have another name, or is not ours to read. */
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
