package org.ompt4j.tools.trace;

import java.io.File;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import org.jspecify.annotations.Nullable;

/**
 * Where a trace is while it is written, and its name when it is complete.
 *
 * <p>The bytes that threads of the application touch never lie under the output's name: if a file that is mapped is cut, as a log rotator
 * does that copies and truncates, the JVM throws an error in each thread that touches it. They lie in the spool, a file in a hidden
 * directory of its own beside the output, which only the owner can enter. Under the output's name is a header that says where the spool
 * is, so that the name is taken and readers find a trace that is being written or whose JVM was killed. In the end the spool gets the name.
 *
 * <p>Thread safety: one thread at a time.
 */
final class TraceOutput {
    private static final int MOST_TRIES = 1_000;

    private final File spoolDirectory;
    private final FileChannel channel;
    private final @Nullable Object spoolKey;

    private final File name;
    private final @Nullable Object nameKey;
    /** Open as long as the name is held: no other file can have its key meanwhile. */
    private final FileChannel nameChannel;

    private TraceOutput(File spoolDirectory, FileChannel channel, OutputFile.Created name) {
        this.spoolDirectory = spoolDirectory;
        this.channel = channel;
        this.spoolKey = keyOf(spool());
        this.name = name.file();
        this.nameKey = keyOf(this.name);
        this.nameChannel = name.channel();
    }

    /**
     * Takes a name, the wanted one or a numbered one, and makes the spool.
     *
     * @throws IOException if the name cannot be taken there, or no spool be made; nothing is left behind
     */
    static TraceOutput create(File wanted, RunHeader header) throws IOException {
        OutputFile.requireUsable(wanted);
        File spoolDirectory = newDirectory(wanted.getAbsoluteFile().getParentFile());
        FileChannel channel = null;
        try {
            channel = OwnerOnly.createFile(spoolIn(spoolDirectory));
            byte[] content = header.bytes(RecordLayout.TEXT_SPOOL, spoolDirectory.getName());
            return new TraceOutput(spoolDirectory, channel, OutputFile.create(wanted, content));
        } catch (IOException | RuntimeException e) {
            if (channel != null) {
                channel.close();
            }
            delete(spoolDirectory);
            throw e;
        }
    }

    /** The name differs from every other; that it cannot be foreseen is not needed, since making it fails where there is one. */
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

    /** Where the trace is until {@link #publish}. */
    File spool() {
        return spoolIn(spoolDirectory);
    }

    /** The open spool. */
    FileChannel channel() {
        return channel;
    }

    /**
     * Gives the spool its name: the one that was taken in the beginning if what stands there is ours still, and else another one.
     *
     * @return the name
     * @throws NoSuchFileException if the spool is not where it was
     * @throws IOException if it can be given no name, and stays where it is
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
        OutputFile.Created taken = OutputFile.create(name, new byte[0]);
        taken.channel().close();
        return taken.file();
    }

    /** Leaves nothing behind. */
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

    /** What tells this file from every other one, whatever its name is. */
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

    /** Writes all of it, which the file system must have room for. */
    static void writeAll(FileChannel to, long position, byte[] bytes, int count) throws IOException {
        ByteBuffer from = ByteBuffer.wrap(bytes, 0, count);
        while (from.hasRemaining()) {
            to.write(from, position + from.position());
        }
    }
}
