package org.ompt4j.agent.jar;

import java.io.File;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.ompt4j.text.OneLine;

/**
 * The file of the native library through which the JVM reports monitors: read from the agent jar, written to a directory to which no other user can
 * write and whose name cannot be guessed, and removed again.
 */
public final class MonitorLibraryFile {

    private static final String ENTRY = "META-INF/ompt4j/native/";
    private static final String FILE_NAME = "libompt4j-monitors.so";
    private static final int NAME_BYTES = 16;
    private static final int WRITABLE_BY_OTHERS = 0002;
    private static final int STICKY = 01000;
    private static final int PERMISSIONS = 0777;
    private static final int OWNER_ONLY = 0700;

    private MonitorLibraryFile() {}

    /** The message that the library cannot be used, with the reason. */
    public static String rewritten(String reason) {
        return "monitors are observed by rewriting classes: " + reason;
    }

    /** Why this JVM cannot use the library, as far as that can be found without loading it; null if no reason is known. */
    public static @Nullable String obstacle() {
        return use(library -> null);
    }

    /** The action that uses the library while its file exists. */
    public interface Use {
        /** Returns null, or why the library cannot be used. */
        @Nullable
        String use(File library);
    }

    /** Writes the library to a new file, runs the action, and deletes the file; returns null, or why the library cannot be used. */
    public static @Nullable String use(Use use) {
        try (AgentJar jar = AgentJar.open()) {
            String entry = ENTRY + platformName() + '/' + FILE_NAME;
            if (!jar.has(entry)) {
                return "the agent jar has no library for " + platformName();
            }
            return extracted(jar.read(entry), use);
        } catch (IOException | LinkageError | RuntimeException failed) {
            // A security manager can refuse each of these steps.
            return OneLine.of(failed);
        }
    }

    private static String platformName() {
        String processor = System.getProperty("os.arch");
        return System.getProperty("os.name").toLowerCase(Locale.ROOT)
                + '-'
                + (processor.equals("amd64") ? "x64" : processor);
    }

    private static @Nullable String extracted(byte[] library, Use use) throws IOException {
        if (System.getProperty("java.nio.file.spi.DefaultFileSystemProvider") != null) {
            return "the program replaces the default file system";
        }
        Path parent = Path.of(System.getProperty("java.io.tmpdir"));
        int mode = attribute(parent, "unix:mode");
        if ((mode & WRITABLE_BY_OTHERS) != 0 && (mode & STICKY) == 0) {
            return "everybody may replace files in " + parent;
        }
        Path directory = parent.resolve("ompt4j-" + unpredictable());
        Files.createDirectory(
                directory, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        File file = directory.resolve(FILE_NAME).toFile();
        try {
            try (FileOutputStream out = new FileOutputStream(file)) {
                out.write(library);
            }
            if (!isPrivate(directory)) {
                return directory + " is not private to this user";
            }
            return use.use(file);
        } finally {
            file.delete();
            directory.toFile().delete();
        }
    }

    private static boolean isPrivate(Path directory) throws IOException {
        return (attribute(directory, "unix:mode") & PERMISSIONS) == OWNER_ONLY
                && attribute(directory, "unix:uid") == attribute(Path.of("/proc/self"), "unix:uid");
    }

    private static int attribute(Path path, String name) throws IOException {
        // /proc/self is a link; any other link is not the directory that was created.
        return (Integer)
                (path.startsWith("/proc")
                        ? Files.getAttribute(path, name)
                        : Files.getAttribute(path, name, LinkOption.NOFOLLOW_LINKS));
    }

    /** Reads from the system's source of random bytes, since SecureRandom would load the security providers. */
    private static String unpredictable() throws IOException {
        byte[] bytes = new byte[NAME_BYTES];
        try (FileInputStream random = new FileInputStream("/dev/urandom")) {
            if (random.readNBytes(bytes, 0, NAME_BYTES) != NAME_BYTES) {
                throw new IOException("/dev/urandom has too few bytes");
            }
        }
        StringBuilder name = new StringBuilder();
        for (byte each : bytes) {
            name.append(Character.forDigit(each >> 4 & 15, 16)).append(Character.forDigit(each & 15, 16));
        }
        return name.toString();
    }
}
