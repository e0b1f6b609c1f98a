package org.ompt4j.tools.cli;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.ompt4j.tools.trace.IoReason;
import org.ompt4j.tools.trace.OwnerOnly;

/** A file that a command creates from a trace. Like the trace, only its owner can read it. An existing file is never overwritten. */
final class NewFile {
    private static final int BUFFER_BYTES = 1 << 16;

    private NewFile() {}

    /** What is in the file. */
    interface Content {
        void write(OutputStream out) throws IOException;
    }

    /**
     * Writes the file; deletes it again if it cannot be completed.
     *
     * @param option the option with which the user can name another file
     * @throws CommandFailure if the file cannot be written
     */
    static void write(Path file, String option, Content content) throws IOException {
        OutputStream created = create(file, option);
        boolean isWhole = false;
        try (OutputStream out = new BufferedOutputStream(created, BUFFER_BYTES)) {
            content.write(out);
            out.flush();
            isWhole = true;
        } finally {
            if (!isWhole) {
                Files.deleteIfExists(file);
            }
        }
    }

    /** Whether the user names standard output. */
    static boolean isStandardOutput(Path file) {
        return file.toString().equals("-");
    }

    /** @throws CommandFailure if the user names standard output */
    static void refuseStandardOutput(Path file, String option) {
        if (isStandardOutput(file)) {
            throw new CommandFailure("this cannot go to standard output; name a file with " + option, null);
        }
    }

    private static OutputStream create(Path file, String option) throws IOException {
        refuseStandardOutput(file, option);
        try {
            return Channels.newOutputStream(OwnerOnly.createFile(file.toFile()));
        } catch (FileAlreadyExistsException e) {
            throw new CommandFailure(
                    file + " exists already; name another file with " + option + " or remove it first", e);
        } catch (IOException e) {
            throw new CommandFailure(
                    file + " cannot be made (" + reason(file, e) + "); name another file with " + option, e);
        }
    }

    private static String reason(Path file, IOException e) {
        if (!(e instanceof NoSuchFileException)) {
            return IoReason.of(e);
        }
        Path directory = file.toAbsolutePath().getParent();
        return directory != null && Files.isDirectory(directory)
                ? "no files can be made in that directory"
                : "there is no such directory";
    }
}
