package org.ompt4j.tools.trace;

import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import org.jspecify.annotations.Nullable;

/**
 * What is known about the observed JVM's process before its {@code main} runs.
 *
 * <p>The Java API for most of this loads classes that the agent wants to rewrite while they load (ProcessHandle creates a
 * thread pool) or costs tens of milliseconds; so Linux's own files are read first.
 */
final class ThisProcess {
    private ThisProcess() {}

    static long pid() {
        String stat = contents("/proc/self/stat");
        int end = stat == null ? -1 : stat.indexOf(' ');
        if (stat != null && end > 0) {
            try {
                return Long.parseLong(stat.substring(0, end));
            } catch (NumberFormatException e) {
                return ProcessHandle.current().pid();
            }
        }
        return ProcessHandle.current().pid();
    }

    /** Whether the JVM resolves relative names in another directory than that of the process, because of {@code -Duser.dir}. */
    static boolean resolvesNamesElsewhere() {
        File directory = new File("/proc/self/cwd");
        try {
            return directory.exists() && !directory.getCanonicalPath().equals(new File("").getAbsolutePath());
        } catch (IOException unknown) {
            return false;
        }
    }

    static String host() {
        String host = contents("/proc/sys/kernel/hostname");
        if (host == null) {
            host = System.getenv("HOSTNAME");
        }
        if (host == null) {
            host = System.getenv("COMPUTERNAME");
        }
        return host == null ? "unknown" : host.trim();
    }

    /** The command line; only the main class and its arguments if the system does not provide more. */
    static List<String> commandLine() {
        String raw = contents("/proc/self/cmdline");
        List<String> arguments = new ArrayList<>();
        if (raw == null) {
            arguments.add("java");
            for (String word : System.getProperty("sun.java.command", "").split(" ")) {
                arguments.add(word);
            }
            return arguments;
        }
        int begin = 0;
        for (int end = raw.indexOf('\0'); end >= 0; end = raw.indexOf('\0', begin)) {
            arguments.add(raw.substring(begin, end));
            begin = end + 1;
        }
        return arguments;
    }

    /** The main class without its package; "java" if the launcher does not provide it. */
    static String mainClassSimpleName() {
        String command = System.getProperty("sun.java.command", "").trim();
        String classPath = System.getProperty("java.class.path", "");
        String main;
        if (!classPath.isEmpty() && classPath.endsWith(".jar") && command.startsWith(classPath)) {
            main = mainClassOf(new File(classPath));
        } else {
            int space = command.indexOf(' ');
            main = space < 0 ? command : command.substring(0, space);
        }
        String simple = main.substring(Math.max(main.lastIndexOf('.'), main.lastIndexOf('/')) + 1);
        return simple.isEmpty() ? "java" : simple;
    }

    private static String mainClassOf(File jar) {
        try (JarFile file = new JarFile(jar)) {
            Manifest manifest = file.getManifest();
            String main = manifest == null ? null : manifest.getMainAttributes().getValue(Attributes.Name.MAIN_CLASS);
            return main == null ? "" : main.trim();
        } catch (IOException e) {
            return "";
        }
    }

    private static @Nullable String contents(String path) {
        try (FileInputStream in = new FileInputStream(path)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            return null;
        }
    }
}
