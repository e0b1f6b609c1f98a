import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Compiles the library for each platform that the machine has a compiler for; run by the build. Where there is none the agent is built
 * without it, which one line says. A compiler that fails is an error.
 *
 * <p>Arguments: the C file, the directory that becomes the jar.
 */
public final class BuildLibrary {
    private static final String LIBRARY = "libompt4j-monitors.so";

    /** Compilers by platform, as {@code MonitorLibraryFile} of the agent names them; the first that is found. */
    private static final Map<String, List<String>> CROSS_COMPILERS = Map.of(
            "linux-x64", List.of("x86_64-linux-gnu-gcc"),
            "linux-aarch64", List.of("aarch64-linux-gnu-gcc"));

    private BuildLibrary() {}

    public static void main(String[] args) throws IOException, InterruptedException {
        Path source = Path.of(args[0]);
        Path classes = Path.of(args[1]);
        String own = ownPlatform();
        int built = 0;
        for (String platform : CROSS_COMPILERS.keySet()) {
            List<String> compilers = new ArrayList<>(platform.equals(own) ? List.of("cc", "gcc") : List.of());
            compilers.addAll(CROSS_COMPILERS.get(platform));
            String compiler = firstOnPath(compilers);
            Path target = classes.resolve("META-INF/ompt4j/native/" + platform).resolve(LIBRARY);
            if (compiler != null && hasHeaders()) {
                compile(compiler, source, target);
                built++;
            } else {
                Files.deleteIfExists(target);
            }
        }
        if (built == 0) {
            System.out.println("native-monitors: no C compiler with the headers of the JDK for Linux; the agent is built without"
                    + " the library and rewrites code instead");
        }
    }

    private static String ownPlatform() {
        String system = System.getProperty("os.name").toLowerCase(Locale.ROOT);
        String processor = System.getProperty("os.arch");
        return system + '-' + (processor.equals("amd64") ? "x64" : processor);
    }

    private static Path headers() {
        return Path.of(System.getProperty("java.home"), "include");
    }

    /** Those of Linux: jni_md.h is the same on its processors. */
    private static boolean hasHeaders() {
        return Files.exists(headers().resolve("jvmti.h")) && Files.exists(headers().resolve("linux/jni_md.h"));
    }

    private static String firstOnPath(List<String> names) {
        for (String name : names) {
            for (String directory : System.getenv("PATH").split(File.pathSeparator)) {
                if (!directory.isEmpty() && Files.isExecutable(Path.of(directory, name))) {
                    return name;
                }
            }
        }
        return null;
    }

    /** No debug information, no build id and no path of the machine: the same source and compiler give the same bytes. */
    private static void compile(String compiler, Path source, Path target) throws IOException, InterruptedException {
        if (Files.exists(target)
                && Files.getLastModifiedTime(target).compareTo(Files.getLastModifiedTime(source)) >= 0) {
            return;
        }
        Files.createDirectories(target.getParent());
        List<String> command = new ArrayList<>(List.of(compiler, "-std=gnu11", "-O2", "-Wall", "-Wextra", "-Werror"));
        command.addAll(List.of("-fPIC", "-fvisibility=hidden", "-shared"));
        command.addAll(List.of("-Wl,-s", "-Wl,-z,defs", "-Wl,-z,now", "-Wl,-z,noexecstack", "-Wl,--build-id=none"));
        command.addAll(List.of("-I" + headers(), "-I" + headers().resolve("linux"), "-o", target.toString()));
        command.add(source.getFileName().toString());
        Process compiling = new ProcessBuilder(command)
                .directory(source.toAbsolutePath().getParent().toFile())
                .inheritIO()
                .start();
        if (compiling.waitFor() != 0) {
            throw new IOException(compiler + " failed: " + String.join(" ", command));
        }
    }
}
