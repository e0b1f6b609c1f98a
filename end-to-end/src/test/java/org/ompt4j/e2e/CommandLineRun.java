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

    /** So wide that no sentence a test looks for is broken. */
    private static final Map<String, String> WIDE = Map.of("COLUMNS", "240");

    private CommandLineRun() {}

    /** Runs {@code java -jar ompt-agent.jar ARGUMENTS...} to its end. */
    static RunOutput run(Jdk jdk, String... arguments) throws IOException, InterruptedException {
        return run(List.of(), AppRun.shippedJar(), jdk, arguments);
    }

    /**
     * The same with a copy of the jar.
     *
     * @param launcher what the command begins with, see {@link ForkedJvm}
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
     * What a command that reads files makes of them, in this JVM, for tests that ask for what is in a trace: nothing has to be started.
     * That the shipped jar has the commands, {@link RealProgramsIT} sees of {@code report}, {@link PathsIT} of {@code check} and {@link
     * KillIT} of these and {@code print}, on each JDK.
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
