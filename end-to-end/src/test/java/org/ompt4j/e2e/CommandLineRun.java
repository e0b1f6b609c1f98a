package org.ompt4j.e2e;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Runs a command of the shipped jar as a user does. */
final class CommandLineRun {

    /** So wide that no sentence is broken into lines. */
    private static final Map<String, String> WIDE = Map.of("COLUMNS", "240");

    private CommandLineRun() {}

    /** Runs {@code java -jar ompt-agent.jar ARGUMENTS...} to its end. */
    static RunOutput run(Jdk jdk, String... arguments) throws IOException, InterruptedException {
        return run(List.of(), AppRun.shippedJar(), jdk, arguments);
    }

    /**
     * Runs a command of a copy of the jar.
     *
     * @param launcher the beginning of the command, see {@link ForkedJvm}
     */
    static RunOutput run(List<String> launcher, Path jar, Jdk jdk, String... arguments)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("-Xmx512m", ForkedJvm.BRIEF, "-jar", jar.toString()));
        command.addAll(List.of(arguments));
        Path directory = Files.createTempDirectory("ompt-command");
        try (ForkedJvm jvm = ForkedJvm.start(launcher, jdk, command, WIDE, directory)) {
            int exitCode = jvm.exitCode();
            return new RunOutput(exitCode, jvm.stdout(), jvm.stderr());
        } finally {
            delete(directory);
        }
    }

    /**
     * Runs a command that reads files in this JVM, for tests of the content of a trace. {@link RealProgramsIT} tests {@code report} of the shipped jar
     * on each JDK, {@link PathsIT} {@code check}, and {@link KillIT} both of them and {@code print}.
     */
    static RunOutput here(String... arguments) {
        org.ompt4j.tools.cli.CommandLineRun run = org.ompt4j.tools.cli.CommandLineRun.wide(arguments);
        return new RunOutput(run.exitCode(), run.out(), run.err());
    }

    private static void delete(Path directory) throws IOException {
        try (var children = Files.list(directory)) {
            children.forEach(each -> {
                try {
                    Files.delete(each);
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
        }
        Files.delete(directory);
    }
}
