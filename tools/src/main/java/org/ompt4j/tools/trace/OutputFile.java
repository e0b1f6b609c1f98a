package org.ompt4j.tools.trace;

import java.io.File;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import org.ompt4j.ompt.Ompt4jRuntime;

/** Finds a name for the trace that no other file has, and creates it for its owner only. */
final class OutputFile {
    private static final int MAX_COLLISIONS = 10_000;
    private static final String DEFAULT_PATTERN = "ompt-%m-%p.ompt";

    private OutputFile() {}

    /**
     * Creates the file that the configuration names, or one in the temporary directory if that fails.
     *
     * @throws IOException if that fails too
     */
    static File create(Ompt4jRuntime runtime) throws IOException {
        File wanted = new File(expand(runtime.configuration().getOrDefault("output", DEFAULT_PATTERN)));
        try {
            File parent = wanted.getAbsoluteFile().getParentFile();
            if (parent != null) {
                parent.mkdirs();
            }
            return createOneOf(wanted);
        } catch (IOException e) {
            File created = createOneOf(new File(System.getProperty("java.io.tmpdir", "."), wanted.getName()));
            runtime.message("cannot write " + wanted + " (" + reason(e) + "): the trace goes to " + created);
            return created;
        }
    }

    private static String reason(IOException e) {
        String text = e.getMessage();
        return text == null ? e.getClass().getSimpleName() : text;
    }

    private static File createOneOf(File wanted) throws IOException {
        for (int number = 0; number < MAX_COLLISIONS; number++) {
            File candidate = numbered(wanted, number);
            if (createForOwner(candidate)) {
                return candidate;
            }
        }
        throw new IOException("there are " + MAX_COLLISIONS + " files of this name");
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

    private static String expand(String pattern) {
        StringBuilder name = new StringBuilder();
        for (int i = 0; i < pattern.length(); i++) {
            char c = pattern.charAt(i);
            if (c == '%' && i + 1 < pattern.length()) {
                i++;
                name.append(valueOf(pattern.charAt(i)));
            } else {
                name.append(c);
            }
        }
        return name.toString();
    }

    private static String valueOf(char letter) {
        return switch (letter) {
            case 'm' -> fileSafe(ThisProcess.mainClassSimpleName());
            case 'p' -> Long.toString(ThisProcess.pid());
            case 'h' -> fileSafe(ThisProcess.host());
            case 't' -> utc(System.currentTimeMillis());
            case '%' -> "%";
            default -> "%" + letter;
        };
    }

    private static String fileSafe(String text) {
        StringBuilder safe = new StringBuilder(text);
        for (int i = 0; i < safe.length(); i++) {
            char c = safe.charAt(i);
            if (!Character.isLetterOrDigit(c) && c != '_' && c != '-' && c != '.') {
                safe.setCharAt(i, '_');
            }
        }
        return safe.toString();
    }

    /** Year to second without separators; formatted by hand since a DateTimeFormatter would cost the start 50 ms. */
    private static String utc(long millis) {
        LocalDateTime time = LocalDateTime.ofEpochSecond(Math.floorDiv(millis, 1000L), 0, ZoneOffset.UTC);
        long date = (time.getYear() * 100L + time.getMonthValue()) * 100 + time.getDayOfMonth();
        long clock = 1_000_000L + (time.getHour() * 100L + time.getMinute()) * 100 + time.getSecond();
        return date + "-" + Long.toString(clock).substring(1);
    }
}
