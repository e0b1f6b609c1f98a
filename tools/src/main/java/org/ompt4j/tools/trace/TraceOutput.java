package org.ompt4j.tools.trace;

import java.io.File;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.Ompt4jRuntime;

/**
 * The place of a trace while it is written, and its name when it is complete.
 *
 * <p>The mapped bytes never have the output's name: if a mapped file is truncated, as by a log rotator that copies and truncates, the JVM throws
 * an error in each thread that touches it. Instead they are in the spool, a file in a hidden directory of its own beside the output, which only
 * the owner can enter. Under the output's name there is a header with the place of the spool, so that the name is taken, and readers find a trace
 * that is being written or whose JVM was killed. At the end the spool gets the name.
 *
 * <p>Thread safety: one thread at a time.
 */
final class TraceOutput {
    private static final int MOST_TRIES = 1_000;

    private final Ompt4jRuntime runtime;
    private final File spoolDirectory;
    private final FileChannel channel;
    private final @Nullable Object spoolKey;

    private final File name;
    private final @Nullable Object nameKey;
    /** Open as long as the name is held, so that no other file can have its key meanwhile. */
    private final FileChannel nameChannel;

    private TraceOutput(Ompt4jRuntime runtime, File spoolDirectory, FileChannel channel, OutputFile.Created name) {
        this.runtime = runtime;
        this.spoolDirectory = spoolDirectory;
        this.channel = channel;
        this.spoolKey = keyOf(spool());
        this.name = name.file();
        this.nameKey = keyOf(this.name);
        this.nameChannel = name.channel();
    }

    /**
     * Takes a name, the wanted one or a numbered one, and creates the spool.
     *
     * @throws IOException if no name can be taken there, or no spool can be created; nothing is left behind
     */
    static TraceOutput create(Ompt4jRuntime runtime, File wanted, RunHeader header) throws IOException {
        OutputFile.requireUsable(wanted);
        File spoolDirectory = newDirectory(wanted.getAbsoluteFile().getParentFile());
        FileChannel spool = null;
        try {
            spool = OwnerOnly.createFile(spoolIn(spoolDirectory));
            byte[] content = header.bytes(RecordLayout.TEXT_SPOOL, spoolDirectory.getName());
            return new TraceOutput(runtime, spoolDirectory, spool, OutputFile.create(runtime, wanted, content));
        } catch (IOException | RuntimeException e) {
            if (spool != null) {
                spool.close();
            }
            delete(spoolDirectory);
            throw e;
        }
    }

    /** Creates a directory with a unique name. The name need not be unpredictable, since the creation fails if the name exists. */
    private static File newDirectory(File parent) throws IOException {
        OwnerOnly.createDirectories(parent);
        long number = System.nanoTime() ^ ThisProcess.pid() << 40;
        for (int tries = 1; ; tries++) {
            File directory = new File(parent, RecordLayout.SPOOL_PREFIX + Long.toHexString(number + tries));
            try {
                OwnerOnly.createDirectory(directory);
                return directory;
            } catch (FileAlreadyExistsException e) {
                if (tries == MOST_TRIES) {
                    throw e;
                }
            }
        }
    }

    private static File spoolIn(File directory) {
        return new File(directory, RecordLayout.SPOOL_FILE);
    }

    /** The name that the trace will have, if it is still free then. */
    File name() {
        return name;
    }

    /** The file of the trace until {@link #publish}. */
    File spool() {
        return spoolIn(spoolDirectory);
    }

    /** The open spool. */
    FileChannel channel() {
        return channel;
    }

    /**
     * Gives the spool its name: the one that was taken at the begin if that is still this trace's file, otherwise another one.
     *
     * @return the name
     * @throws NoSuchFileException if the spool no longer exists
     * @throws IOException if the spool cannot be renamed; it stays where it is
     */
    File publish() throws IOException {
        if (!isStill(spool(), spoolKey)) {
            throw new NoSuchFileException(spool().getPath());
        }
        File to = isStill(name, nameKey) ? name : takeName();
        if (OwnerOnly.isNioLeftAlone()) {
            if (!spool().renameTo(to)) {
                throw new IOException("it cannot be renamed");
            }
        } else {
            Files.move(spool().toPath(), to.toPath(), StandardCopyOption.ATOMIC_MOVE);
        }
        spoolDirectory.delete();
        nameChannel.close();
        return to;
    }

    private File takeName() throws IOException {
        OutputFile.Created taken = OutputFile.create(runtime, name, new byte[0]);
        taken.channel().close();
        return taken.file();
    }

    /** Deletes everything that was created. */
    void discard() throws IOException {
        if (isStill(name, nameKey)) {
            name.delete();
        }
        nameChannel.close();
        delete(spoolDirectory);
    }

    private static void delete(File spoolDirectory) {
        spoolIn(spoolDirectory).delete();
        spoolDirectory.delete();
    }

    private static boolean isStill(File file, @Nullable Object key) {
        return key == null ? file.exists() : key.equals(keyOf(file));
    }

    /** The key that identifies this file independent of its name; null if it is not known. */
    private static @Nullable Object keyOf(File file) {
        if (OwnerOnly.isNioLeftAlone()) {
            return null;
        }
        try {
            Path path = file.toPath();
            BasicFileAttributes attributes =
                    Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
            Object key = attributes.fileKey();
            return key != null ? key : attributes.creationTime();
        } catch (IOException notThere) {
            return null;
        }
    }
}
