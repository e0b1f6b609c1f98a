package org.ompt4j.agent.run;

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
import org.ompt4j.agent.jar.AgentJar;
import org.ompt4j.agent.jar.PlatformAccess;
import org.ompt4j.emitter.monitor.JvmMonitors;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.RunSettings;
import org.ompt4j.text.OneLine;

/**
 * The library through which the JVM tells of monitors: found in the agent jar, put into a directory that no other user can write to or
 * guess, loaded, and removed again.
 */
public final class MonitorLibrary {

    private static final String ENTRY = "META-INF/ompt4j/native/";
    private static final String FILE_NAME = "libompt4j-monitors.so";
    private static final int NAME_BYTES = 16;
    private static final int WRITABLE_BY_OTHERS = 0002;
    private static final int STICKY = 01000;
    private static final int PERMISSIONS = 0777;
    private static final int OWNER_ONLY = 0700;

    private MonitorLibrary() {}

    /**
     * Decides how monitors are observed in this run, and says so if it is not as the configuration asks.
     *
     * @param attached whether the program runs already
     */
    public static void choose(RunSettings settings, PlatformAccess platform, AgentOutput output, boolean attached) {
        boolean wanted = settings.nativeMonitors()
                && settings.selects(Construct.SYNCHRONIZED)
                && settings.profile() != RunSettings.Profile.FULL
                && settings.mutexDetail() != RunSettings.MutexDetail.FULL;
        String reason = wanted ? prepare(platform) : null;
        if (reason != null) {
            output.say("monitors are observed by rewriting classes: " + reason);
        }
        boolean beginsThreads = attached || !settings.selects(Construct.THREAD);
        JvmMonitors.choose(wanted && reason == null, beginsThreads);
    }

    /** Null, or why the JVM cannot tell of monitors. */
    private static @Nullable String prepare(PlatformAccess platform) {
        if (JvmMonitors.isPrepared()) {
            return null;
        }
        try (AgentJar jar = AgentJar.open()) {
            String entry = ENTRY + platformName() + '/' + FILE_NAME;
            if (!jar.has(entry)) {
                return "the agent jar has no library for " + platformName();
            }
            String reason = load(jar.read(entry), platform);
            return reason != null ? reason : JvmMonitors.prepare();
        } catch (IOException | LinkageError | RuntimeException failed) {
            // A security manager can refuse any of it.
            return OneLine.of(failed);
        }
    }

    private static String platformName() {
        String processor = System.getProperty("os.arch");
        return System.getProperty("os.name").toLowerCase(Locale.ROOT)
                + '-'
                + (processor.equals("amd64") ? "x64" : processor);
    }

    private static @Nullable String load(byte[] library, PlatformAccess platform) throws IOException {
        if (System.getProperty("java.nio.file.spi.DefaultFileSystemProvider") != null) {
            return "the program has a file system of its own";
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
                return directory + " is not this user's alone";
            }
            return platform.loadLibrary(JvmMonitors.class, file) ? null : "the library cannot be loaded";
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
        // /proc/self is a link; of everything else a link is not what was made.
        return (Integer)
                (path.startsWith("/proc")
                        ? Files.getAttribute(path, name)
                        : Files.getAttribute(path, name, LinkOption.NOFOLLOW_LINKS));
    }

    /** SecureRandom would load the security providers. */
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
