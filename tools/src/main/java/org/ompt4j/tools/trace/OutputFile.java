package org.ompt4j.tools.trace;

import java.io.File;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import org.ompt4j.ompt.Ompt4jRuntime;

/** Finds an unused name for the trace, and creates the file. */
final class OutputFile {
    private static final int MAX_COLLISIONS = 10_000;

    private OutputFile() {}

    /**
     * The file that the setting {@code output} names. It is absolute where a relative name would not be found from the shell that started the JVM.
     */
    static File wanted(String pattern) {
        File named = new File(OutputName.expand(pattern));
        return ThisProcess.resolvesNamesElsewhere() ? named.getAbsoluteFile() : named;
    }

    /** A new file, and the descriptor with which it was created. */
    record Created(File file, FileChannel channel) {}

    /**
     * Checks whether a trace file can have this name at all.
     *
     * @throws IOException if something else than a regular file has this name, or if the JVM cannot pass the name to the system
     */
    static void requireUsable(File wanted) throws IOException {
        String badName = OwnerOnly.isNioLeftAlone() ? "" : OutputName.whyUnusable(wanted.getAbsolutePath());
        if (!badName.isEmpty()) {
            throw new IOException(badName);
        }
        if (wanted.isDirectory()) {
            throw new IOException("it is a directory");
        }
        if (wanted.exists() && !wanted.isFile()) {
            throw new NoFileException(wanted + " is a device or a pipe, no file; tool=none observes without a trace");
        }
    }

    /** There can be no trace; the message says why, in words for the user. */
    static final class NoFileException extends IOException {
        private static final long serialVersionUID = 1;

        NoFileException(String message) {
            super(message);
        }

        @Override
        public String toString() {
            return String.valueOf(getMessage());
        }
    }

    /**
     * Creates the file, or, if it exists, one with a number before its extension.
     *
     * @throws IOException if no file can be created there, or the content cannot be written; then no file is left behind
     */
    static Created create(Ompt4jRuntime runtime, File wanted, byte[] content) throws IOException {
        OwnerOnly.createDirectories(wanted.getAbsoluteFile().getParentFile());
        Created created = createNew(wanted);
        try {
            new FileWrites(runtime, created.channel).write(0, content, content.length);
            return created;
        } catch (IOException e) {
            created.channel.close();
            created.file.delete();
            throw e;
        } catch (OutOfMemoryError noDirectMemory) {
            created.channel.close();
            created.file.delete();
            throw new IOException(noDirectMemory.getMessage(), noDirectMemory);
        }
    }

    private static Created createNew(File wanted) throws IOException {
        for (int number = 0; number < MAX_COLLISIONS; number++) {
            File candidate = numbered(wanted, number);
            try {
                return new Created(candidate, OwnerOnly.createFile(candidate));
            } catch (FileAlreadyExistsException taken) {
                // The name is taken: try the next one.
            }
        }
        throw new IOException("there are " + MAX_COLLISIONS + " files of this name");
    }

    /** The reason of a failure in a few words. */
    static String reason(IOException e) {
        return e instanceof NoSuchFileException
                ? "there is no such directory, and it cannot be created"
                : IoReason.of(e);
    }

    private static File numbered(File file, int number) {
        if (number == 0) {
            return file;
        }
        String name = file.getName();
        int dot = name.lastIndexOf('.');
        int end = dot > 0 ? dot : name.length();
        return new File(file.getParentFile(), name.substring(0, end) + "-" + number + name.substring(end));
    }
}
