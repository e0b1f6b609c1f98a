package org.ompt4j.tools.trace;

import java.io.File;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;

/** Finds a name for the trace that no other file has, and creates it for its owner only. */
final class OutputFile {
    private static final int MAX_COLLISIONS = 10_000;
    private static final String DEFAULT_PATTERN = "ompt-%m-%p.ompt";

    private OutputFile() {}

    /** The file that the configuration names. */
    static File wanted(Map<String, String> configuration) {
        return new File(OutputName.expand(configuration.getOrDefault("output", DEFAULT_PATTERN)));
    }

    /**
     * Creates the file, or, if it exists, one with a number before its extension.
     *
     * @throws IOException if no file can be created there
     */
    static File create(File wanted) throws IOException {
        File parent = wanted.getAbsoluteFile().getParentFile();
        if (parent != null) {
            parent.mkdirs();
        }
        if (wanted.isDirectory()) {
            throw new IOException("it is a directory");
        }
        for (int number = 0; number < MAX_COLLISIONS; number++) {
            File candidate = numbered(wanted, number);
            if (createForOwner(candidate)) {
                return candidate;
            }
        }
        throw new IOException("there are " + MAX_COLLISIONS + " files of this name");
    }

    /** Why something failed, in a few words. */
    static String reason(IOException e) {
        if (e instanceof AccessDeniedException) {
            return "permission denied";
        }
        if (e instanceof NoSuchFileException) {
            return "there is no such directory, and it cannot be created";
        }
        if (e instanceof FileSystemException failed && failed.getReason() != null) {
            return failed.getReason();
        }
        String text = e.getMessage();
        return text == null ? e.getClass().getSimpleName() : text;
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

    /**
     * Creates the file, readable and writable by its owner only, in one step: between creating it and taking permissions
     * away somebody could open it, and go on reading. This needs java.nio.file, whose built-in provider the JVM has loaded
     * long before agents start; only if the user asks for another provider it is left alone.
     *
     * @return false if a file of this name exists
     */
    private static boolean createForOwner(File file) throws IOException {
        if (System.getProperty("java.nio.file.spi.DefaultFileSystemProvider") != null) {
            return createThenRestrict(file);
        }
        try {
            Files.createFile(
                    file.toPath(), PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
            return true;
        } catch (FileAlreadyExistsException e) {
            return false;
        } catch (UnsupportedOperationException e) {
            return createThenRestrict(file);
        }
    }

    private static boolean createThenRestrict(File file) throws IOException {
        if (!file.createNewFile()) {
            return false;
        }
        file.setReadable(false, false);
        file.setReadable(true, true);
        file.setWritable(false, false);
        file.setWritable(true, true);
        return true;
    }
}
