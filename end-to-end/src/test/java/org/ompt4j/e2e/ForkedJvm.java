package org.ompt4j.e2e;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * A JVM in a process of its own, with the streams in files of its working directory.
 *
 * <p>Thread safety: one thread at a time.
 */
final class ForkedJvm implements AutoCloseable {

    /**
     * An option for tests of results, not of speed or compiled code: the JVM compiles fast and only once, which saves half of the processor time of a
     * short run.
     */
    static final String BRIEF = "-XX:TieredStopAtLevel=1";

    /** Used together with {@link #BRIEF}: methods that run only a few hundred times are not compiled, which saves a tenth of the processor time. */
    private static final String COMPILE_LATER = "-XX:CompileThresholdScaling=4";

    private static final Duration TIMEOUT = Duration.ofMinutes(5);

    private final Jdk jdk;
    private final List<String> command;
    private final Path directory;
    private final Process process;

    private ForkedJvm(Jdk jdk, List<String> command, Path directory, Process process) {
        this.jdk = jdk;
        this.command = command;
        this.directory = directory;
        this.process = process;
    }

    /**
     * Starts {@code java} with these arguments. It does not inherit variables of the environment that concern JVMs or the agent.
     *
     * @param environment additional variables
     */
    static ForkedJvm start(Jdk jdk, List<String> arguments, Map<String, String> environment, Path directory)
            throws IOException {
        return start(List.of(), jdk, arguments, environment, directory);
    }

    /**
     * Starts {@code java} by another program.
     *
     * @param launcher the beginning of the command, which must replace its process by {@code java} instead of waiting for it
     */
    static ForkedJvm start(
            List<String> launcher, Jdk jdk, List<String> arguments, Map<String, String> environment, Path directory)
            throws IOException {
        List<String> command = new ArrayList<>(launcher);
        command.add(jdk.java().toString());
        for (String each : arguments) {
            command.add(each);
            if (each.equals(BRIEF)) {
                command.add(COMPILE_LATER);
            }
        }
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(directory.toFile())
                .redirectOutput(directory.resolve("stdout").toFile())
                .redirectError(directory.resolve("stderr").toFile());
        builder.environment()
                .keySet()
                .removeIf(each -> each.startsWith("OMP_") || each.startsWith("OMPT_") || each.endsWith("JAVA_OPTIONS"));
        builder.environment().remove("JAVA_TOOL_OPTIONS");
        // A disk of a busy machine can exceed the default.
        builder.environment().put("OMPT_MAX_STALL", "20s");
        builder.environment().putAll(environment);
        return new ForkedJvm(jdk, command, directory, builder.start());
    }

    long pid() {
        return process.pid();
    }

    boolean isAlive() {
        return process.isAlive();
    }

    /** The stdout of the JVM so far. */
    String stdout() throws IOException {
        return Files.readString(directory.resolve("stdout"), StandardCharsets.UTF_8);
    }

    /** The stderr of the JVM so far. */
    String stderr() throws IOException {
        return Files.readString(directory.resolve("stderr"), StandardCharsets.UTF_8);
    }

    /** Sends a signal by its name, such as {@code INT}. */
    void signal(String name) throws IOException, InterruptedException {
        int status = new ProcessBuilder("kill", "-" + name, Long.toString(pid()))
                .start()
                .waitFor();
        if (status != 0) {
            throw new IOException("kill -" + name + " ended with status " + status);
        }
    }

    /**
     * Whether the process ignores the signal with this number, since the JVM of the tests does: shells let background programs ignore {@code INT}, and
     * JVMs do not change that. False without {@code /proc}.
     */
    boolean ignores(int signal) throws IOException {
        Path status = Path.of("/proc", Long.toString(pid()), "status");
        if (!Files.exists(status)) {
            return false;
        }
        return Files.readAllLines(status).stream()
                .filter(line -> line.startsWith("SigIgn:"))
                .map(line -> Long.parseUnsignedLong(
                        line.substring("SigIgn:".length()).strip(), 16))
                .anyMatch(ignored -> (ignored >> signal - 1 & 1) != 0);
    }

    /** Ends the process and its descendants like {@code kill -9}, and waits until it has ended. */
    void kill() throws InterruptedException {
        destroyDescendants();
        process.destroyForcibly().waitFor();
    }

    /**
     * Waits for the end and returns the exit code.
     *
     * @throws AssertionError if the process does not end within five minutes; it is killed then, and the message contains the stacks of its threads
     */
    int exitCode() throws IOException, InterruptedException {
        if (!process.waitFor(TIMEOUT.toSeconds(), TimeUnit.SECONDS)) {
            String threads = threads();
            kill();
            throw new AssertionError("did not end in " + TIMEOUT + ": " + command + "\nstdout:\n" + stdout()
                    + "\nstderr:\n" + stderr() + "\nthreads:\n" + threads);
        }
        return process.exitValue();
    }

    /** Kills the process and its descendants if it still runs. */
    @Override
    public void close() {
        destroyDescendants();
        process.destroyForcibly();
    }

    /** Called before the process is killed, since its descendants are not known afterwards. */
    private void destroyDescendants() {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
    }

    private String threads() throws IOException, InterruptedException {
        Path jcmd = jdk.tool("jcmd");
        if (!Files.exists(jcmd)) {
            return "no jcmd in " + jdk.home();
        }
        Path dump = directory.resolve("threads");
        Process printing = new ProcessBuilder(jcmd.toString(), Long.toString(pid()), "Thread.print")
                .redirectErrorStream(true)
                .redirectOutput(dump.toFile())
                .start();
        if (!printing.waitFor(30, TimeUnit.SECONDS)) {
            printing.destroyForcibly();
            return "jcmd gave no answer";
        }
        return Files.readString(dump, StandardCharsets.UTF_8);
    }
}
