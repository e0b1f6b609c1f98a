package org.ompt4j.bench;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A JVM that is measured from outside, and that reports metrics on its standard output as {@code @metric value}.
 *
 * <p>Thread safety: one thread.
 */
final class ForkedRun implements AutoCloseable {
    /** Milliseconds from the start of the process until its end. */
    static final String TOTAL = "total";

    private static final String METRIC = "@";
    private static final long LIMIT_MINUTES = 15;
    private static final double NANOS_PER_MILLI = 1e6;

    private final Process process;
    private final Path standardError;
    private final BufferedReader out;
    private final long begin;

    private ForkedRun(Process process, Path standardError, long begin) {
        this.process = process;
        this.standardError = standardError;
        this.out = process.inputReader(StandardCharsets.UTF_8);
        this.begin = begin;
        process.onExit().orTimeout(LIMIT_MINUTES, TimeUnit.MINUTES).exceptionally(late -> process.destroyForcibly());
    }

    /** Starts a JVM. */
    static ForkedRun start(List<String> command, Map<String, String> environment, Path standardError)
            throws IOException {
        ProcessBuilder builder = new ProcessBuilder(command).redirectError(standardError.toFile());
        builder.environment().putAll(environment);
        long begin = System.nanoTime();
        return new ForkedRun(builder.start(), standardError, begin);
    }

    /**
     * Starts a JVM that needs no input, and waits for its end.
     *
     * @return values by metric, in the order in which they came
     * @throws IOException if the JVM did not end by itself with status 0; the message ends with the JVM's standard error
     */
    static Map<String, List<Double>> run(List<String> command, Map<String, String> environment, Path standardError)
            throws IOException, InterruptedException {
        try (ForkedRun run = start(command, environment, standardError)) {
            return run.end();
        }
    }

    /**
     * Writes a line to the JVM's standard input and waits for a line with metrics.
     *
     * @throws IOException if the JVM has ended
     */
    Map<String, List<Double>> ask(String line) throws IOException, InterruptedException {
        try {
            process.outputWriter(StandardCharsets.UTF_8)
                    .append(line)
                    .append('\n')
                    .flush();
        } catch (IOException broken) {
            throw ended(broken);
        }
        for (String said = out.readLine(); said != null; said = out.readLine()) {
            if (said.startsWith(METRIC)) {
                Map<String, List<Double>> metrics = new LinkedHashMap<>();
                parse(said, metrics);
                return metrics;
            }
        }
        throw ended(null);
    }

    /**
     * Closes the JVM's standard input and waits for its end.
     *
     * @return the metrics that came until then, and {@link #TOTAL}
     * @throws IOException if the JVM did not end with status 0
     */
    Map<String, List<Double>> end() throws IOException, InterruptedException {
        Map<String, List<Double>> metrics = new LinkedHashMap<>();
        process.outputWriter(StandardCharsets.UTF_8).close();
        for (String line = out.readLine(); line != null; line = out.readLine()) {
            parse(line, metrics);
        }
        if (process.waitFor() != 0) {
            throw ended(null);
        }
        metrics.put(TOTAL, List.of(millisSinceStart()));
        return metrics;
    }

    /** Milliseconds since the process was started. */
    double millisSinceStart() {
        return (System.nanoTime() - begin) / NANOS_PER_MILLI;
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }

    private IOException ended(@Nullable IOException cause) throws IOException, InterruptedException {
        String said = Files.readString(standardError).strip();
        return new IOException("ended with " + process.waitFor() + ": " + said, cause);
    }

    /** Adds the metrics of a line of the form {@code @metric value @metric value}; ignores other lines. */
    static void parse(String line, Map<String, List<Double>> into) {
        String[] words = line.split(" ");
        for (int i = 0; i + 1 < words.length; i += 2) {
            if (words[i].startsWith(METRIC)) {
                into.computeIfAbsent(words[i].substring(1), each -> new ArrayList<>())
                        .add(Double.parseDouble(words[i + 1]));
            }
        }
    }
}
