package org.ompt4j.tools.cli;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.ompt4j.tools.trace.OwnerOnly;

/** A file that a command makes of a trace: like the trace, it is for its owner's eyes only, and no other file is written over. */
final class NewFile {
    private static final int BUFFER_BYTES = 1 << 16;

    private NewFile() {}

    /** What is in the file. */
    interface Content {
        void write(OutputStream out) throws IOException;
    }

    /**
     * Makes the file; one that cannot be completed is taken away again.
     *
     * @param option the one with which the user names another file
     * @throws CommandFailure if it cannot be made
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

    private static OutputStream create(Path file, String option) throws IOException {
        try {
            return Channels.newOutputStream(OwnerOnly.createFile(file.toFile()));
        } catch (FileAlreadyExistsException e) {
            throw new CommandFailure(
                    file + " exists already; name another file with " + option + " or remove it first", e);
        } catch (NoSuchFileException e) {
            throw new CommandFailure(file + " cannot be made: there is no such directory", e);
        } catch (IOException e) {
            throw new CommandFailure(
                    file + " cannot be made (" + e.getMessage() + "); name another file with " + option, e);
        }
    }
}
