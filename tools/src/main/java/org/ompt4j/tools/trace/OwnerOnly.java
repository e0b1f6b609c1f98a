package org.ompt4j.tools.trace;

import java.io.File;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.RandomAccessFile;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/**
 * Creates files and directories that only their owner can open, whatever the umask is.
 *
 * <p>Each one is created with its permissions in one step, which fails if the name exists, even as a link. If permissions were removed in a
 * second step, another user could open the file before it and keep reading, or the name could belong to something else by then. The single step
 * needs java.nio.file, whose built-in provider the JVM has loaded long before agents start. If the user has configured another provider, which
 * must not be loaded early, or if the file system has no such permissions, permissions are removed afterwards.
 *
 * <p>Thread safety: any thread.
 */
public final class OwnerOnly {
    private static final Set<OpenOption> NEW_FILE = Set.of(
            StandardOpenOption.CREATE_NEW,
            StandardOpenOption.READ,
            StandardOpenOption.WRITE,
            LinkOption.NOFOLLOW_LINKS);

    private static final Set<OpenOption> NEW_LOG =
            Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.APPEND, LinkOption.NOFOLLOW_LINKS);
    private static final Set<OpenOption> OLD_LOG = Set.of(StandardOpenOption.APPEND, LinkOption.NOFOLLOW_LINKS);

    private OwnerOnly() {}

    /**
     * Creates a file and opens it for reading and writing.
     *
     * @throws FileAlreadyExistsException if there is something of this name
     */
    public static FileChannel createFile(File file) throws IOException {
        if (isNioLeftAlone()) {
            return createThenRestrict(file);
        }
        try {
            return FileChannel.open(file.toPath(), NEW_FILE, only("rw-------"));
        } catch (UnsupportedOperationException noPermissions) {
            return createThenRestrict(file);
        }
    }

    private static FileChannel createThenRestrict(File file) throws IOException {
        if (!file.createNewFile()) {
            throw new FileAlreadyExistsException(file.getPath());
        }
        restrict(file);
        return new RandomAccessFile(file, "rw").getChannel();
    }

    /**
     * Opens a file for appending, and creates it if necessary. An existing file keeps its permissions.
     *
     * @throws IOException if the file cannot be opened, or if the name is a link
     */
    public static OutputStream appendTo(File file) throws IOException {
        if (isNioLeftAlone()) {
            return new FileOutputStream(file, true);
        }
        try {
            return Channels.newOutputStream(FileChannel.open(file.toPath(), NEW_LOG, only("rw-------")));
        } catch (FileAlreadyExistsException e) {
            return Channels.newOutputStream(FileChannel.open(file.toPath(), OLD_LOG));
        } catch (UnsupportedOperationException noPermissions) {
            return new FileOutputStream(file, true);
        }
    }

    /**
     * Creates a directory.
     *
     * @throws FileAlreadyExistsException if there is something of this name
     */
    public static void createDirectory(File directory) throws IOException {
        if (!isNioLeftAlone()) {
            try {
                Files.createDirectory(directory.toPath(), only("rwx------"));
                return;
            } catch (UnsupportedOperationException noPermissions) {
                // Fall through to the way without java.nio.file.
            }
        }
        if (!directory.mkdir()) {
            throw directory.exists()
                    ? new FileAlreadyExistsException(directory.getPath())
                    : new IOException("the directory cannot be created");
        }
        restrict(directory);
        directory.setExecutable(false, false);
        directory.setExecutable(true, true);
    }

    /** Creates a directory and its missing parents. Failures are ignored: creating a file in the directory then fails, too. */
    public static void createDirectories(File directory) {
        if (directory.exists()) {
            return;
        }
        File above = directory.getParentFile();
        if (above != null) {
            createDirectories(above);
        }
        try {
            createDirectory(directory);
        } catch (IOException madeByOthersOrImpossible) {
            // Creating a file in it will fail and give the reason.
        }
    }

    private static FileAttribute<Set<PosixFilePermission>> only(String permissions) {
        return PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions));
    }

    private static void restrict(File file) {
        file.setReadable(false, false);
        file.setReadable(true, true);
        file.setWritable(false, false);
        file.setWritable(true, true);
    }

    static boolean isNioLeftAlone() {
        return System.getProperty("java.nio.file.spi.DefaultFileSystemProvider") != null;
    }
}
