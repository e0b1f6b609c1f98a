package org.ompt4j.e2e;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Finds the JDKs that tests run on: all on this machine from 17 on, or exactly those that the environment variable {@code
 * OMPT_TEST_JDKS} lists (homes, separated as in {@code PATH}).
 */
final class Jdks {

    static final String OVERRIDE = "OMPT_TEST_JDKS";

    private static final int OLDEST = 17;

    /** Directories whose children are JDKs, or contain one as "Contents/Home" (macOS). */
    private static final List<String> USUAL_PLACES = List.of(
            "/usr/lib/jvm",
            "/usr/java",
            "/usr/local/java",
            "/opt",
            "/opt/java",
            "/opt/jdk",
            "/opt/hostedtoolcache/Java_Temurin-Hotspot_jdk",
            "~/.jdks",
            "~/.sdkman/candidates/java",
            "~/.asdf/installs/java",
            "~/.local/share/mise/installs/java",
            "/Library/Java/JavaVirtualMachines",
            "~/Library/Java/JavaVirtualMachines",
            "/opt/homebrew/opt",
            "C:\\Program Files\\Java",
            "C:\\Program Files\\Eclipse Adoptium",
            "C:\\Program Files\\Microsoft",
            "C:\\Program Files\\Zulu",
            "C:\\Program Files\\Amazon Corretto",
            "C:\\Program Files\\BellSoft");

    private static final List<Jdk> ALL = find(System.getenv(), Path.of(System.getProperty("java.home")), usualPlaces());

    private Jdks() {}

    /** All JDKs for tests, the oldest first; never empty. A factory for parameterized tests. */
    static List<Jdk> all() {
        return ALL;
    }

    /** The oldest JDK, for tests that do not depend on the JDK. */
    static Jdk oldest() {
        return ALL.get(0);
    }

    /** The newest JDK, for tests that run only on the oldest and the newest one. */
    static Jdk newest() {
        return ALL.get(ALL.size() - 1);
    }

    /**
     * @param running home of the JVM that runs the tests
     * @param places directories whose children may be JDKs
     * @throws IllegalStateException if {@code OMPT_TEST_JDKS} names something that is not a JDK from 17 on
     */
    static List<Jdk> find(Map<String, String> environment, Path running, List<Path> places) {
        String override = environment.getOrDefault(OVERRIDE, "");
        if (!override.isBlank()) {
            return Stream.of(override.split(File.pathSeparator))
                    .filter(each -> !each.isBlank())
                    .map(Jdks::required)
                    .collect(Collectors.toList());
        }
        // Only one JDK of each version, since distributions link a JDK under several names.
        Map<String, Jdk> byVersion = new LinkedHashMap<>();
        Stream.of(
                        Stream.of(running),
                        fromEnvironment(environment),
                        places.stream().flatMap(Jdks::children))
                .flatMap(each -> each)
                .flatMap(each -> read(each).stream())
                .filter(each -> each.major() >= OLDEST)
                .forEach(each -> byVersion.putIfAbsent(each.version(), each));
        return byVersion.values().stream()
                .sorted(Comparator.comparing(Jdk::major).thenComparing(Jdk::version))
                .collect(Collectors.toList());
    }

    private static Jdk required(String home) {
        return read(Path.of(home.trim()))
                .filter(each -> each.major() >= OLDEST)
                .orElseThrow(() -> new IllegalStateException(OVERRIDE + " names " + home.trim()
                        + ", which is no JDK from 17 on; give homes of JDKs separated by '" + File.pathSeparator
                        + "'"));
    }

    /** {@code JAVA_HOME} and its relatives, such as {@code JAVA_HOME_25_X64}, and the {@code java} on the path. */
    private static Stream<Path> fromEnvironment(Map<String, String> environment) {
        List<Path> homes = new ArrayList<>();
        environment.forEach((name, value) -> {
            if (name.matches("(JAVA|JDK)_?[0-9]*_HOME.*")) {
                path(value).ifPresent(homes::add);
            }
        });
        for (String each : environment.getOrDefault("PATH", "").split(File.pathSeparator)) {
            path(each).map(Jdks::homeOfLauncherIn).ifPresent(homes::add);
        }
        return homes.stream();
    }

    private static @Nullable Path homeOfLauncherIn(Path directory) {
        for (String name : List.of("java", "java.exe")) {
            Path launcher = directory.resolve(name);
            if (Files.isRegularFile(launcher)) {
                try {
                    Path bin = launcher.toRealPath().getParent();
                    return bin == null ? null : bin.getParent();
                } catch (IOException e) {
                    return null;
                }
            }
        }
        return null;
    }

    private static Stream<Path> children(Path place) {
        if (!Files.isDirectory(place)) {
            return Stream.empty();
        }
        try (Stream<Path> children = Files.list(place)) {
            return children.sorted().collect(Collectors.toList()).stream();
        } catch (IOException | UncheckedIOException e) {
            return Stream.empty();
        }
    }

    /** The JDK in this directory, if there is one with a {@code release} file. */
    private static Optional<Jdk> read(Path directory) {
        Path bundled = directory.resolve("Contents").resolve("Home");
        Path home = Files.isDirectory(bundled) ? bundled : directory;
        Path release = home.resolve("release");
        if (!Files.isRegularFile(release)) {
            return Optional.empty();
        }
        Properties properties = new Properties();
        try (InputStream in = Files.newInputStream(release)) {
            properties.load(in);
        } catch (IOException | IllegalArgumentException e) {
            return Optional.empty();
        }
        String version = properties.getProperty("JAVA_VERSION", "").replace("\"", "");
        if (!version.matches("[0-9]+.*")) {
            return Optional.empty();
        }
        Jdk jdk = new Jdk(home, Integer.parseInt(version.split("[^0-9]")[0]), version);
        return Files.isRegularFile(jdk.java()) ? Optional.of(jdk) : Optional.empty();
    }

    private static List<Path> usualPlaces() {
        String user = System.getProperty("user.home");
        return USUAL_PLACES.stream()
                .flatMap(each -> path(each.startsWith("~") ? user + each.substring(1) : each).stream())
                .collect(Collectors.toList());
    }

    private static Optional<Path> path(String text) {
        try {
            return text.isBlank() ? Optional.empty() : Optional.of(Path.of(text));
        } catch (InvalidPathException e) {
            return Optional.empty();
        }
    }
}
