package org.ompt4j.bench;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The JDKs to measure on if none are specified. */
final class Jdks {
    /** The variable with the JDKs of the tests: homes, separated as in {@code PATH}. */
    private static final String OVERRIDE = "OMPT_TEST_JDKS";

    private static final int OLDEST = 17;

    private Jdks() {}

    /** The JDKs of the tests; without that variable the running JDK and those in the same directory. */
    static List<Path> found() throws IOException {
        return found(System.getenv(OVERRIDE), Path.of(System.getProperty("java.home")));
    }

    static List<Path> found(@Nullable String override, Path running) throws IOException {
        if (override != null && !override.isBlank()) {
            return Stream.of(override.split(File.pathSeparator)).map(Path::of).toList();
        }
        List<Path> homes = new ArrayList<>(List.of(running));
        Path parent = running.getParent();
        if (parent != null) {
            try (Stream<Path> siblings = Files.list(parent)) {
                siblings.filter(Jdks::isJdk).sorted().forEach(homes::add);
            }
        }
        return homes;
    }

    private static boolean isJdk(Path home) {
        if (!Files.isExecutable(home.resolve("bin").resolve("javac"))) {
            return false;
        }
        try (Stream<String> lines = Files.lines(home.resolve("release"))) {
            return lines.filter(each -> each.startsWith("JAVA_VERSION="))
                    .map(each -> each.replaceAll("[^0-9]+", " ").strip().split(" ")[0])
                    .anyMatch(each -> Integer.parseInt(each) >= OLDEST);
        } catch (IOException | NumberFormatException e) {
            return false;
        }
    }
}
