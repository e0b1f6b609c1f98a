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

/** A JVM that was started, measured from outside, and listened to: it says {@code @metric value} on its standard output. */
final class ForkedRun {
    /** Milliseconds from the start of the process until it had done its first round. */
    static final String FIRST = "first";

    /** Milliseconds from the start of the process until its end. */
    static final String TOTAL = "total";

    /** What a process says when it has done its first round. */
    private static final String BEGUN = "@begun";

    private static final long LIMIT_SECONDS = 120;
    private static final double NANOS_PER_MILLI = 1e6;

    private ForkedRun() {}

    /**
     * @return values by metric, in the order in which they came
     * @throws IOException if the JVM did not end by itself with status 0; its message ends with what the JVM said on its standard error
     */
    static Map<String, List<Double>> run(List<String> command, Map<String, String> environment, Path standardError)
            throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(command).redirectError(standardError.toFile());
        builder.environment().putAll(environment);
        Map<String, List<Double>> metrics = new LinkedHashMap<>();
        long begin = System.nanoTime();
        Process process = builder.start();
        process.onExit().orTimeout(LIMIT_SECONDS, TimeUnit.SECONDS).exceptionally(late -> process.destroyForcibly());
        try (BufferedReader out = process.inputReader(StandardCharsets.UTF_8)) {
            for (String line = out.readLine(); line != null; line = out.readLine()) {
                if (line.equals(BEGUN)) {
                    add(metrics, FIRST, millisSince(begin));
                }
                parse(line, metrics);
            }
            int status = process.waitFor();
            add(metrics, TOTAL, millisSince(begin));
            if (status != 0) {
                throw new IOException("ended with " + status + ": "
                        + Files.readString(standardError).strip());
            }
            return metrics;
        } finally {
            process.destroyForcibly();
        }
    }

    /** Takes what is said in the form {@code @metric value @metric value}; everything else is the program's own business. */
    static void parse(String line, Map<String, List<Double>> into) {
        String[] words = line.split(" ");
        for (int i = 0; i + 1 < words.length; i += 2) {
            if (words[i].startsWith("@")) {
                add(into, words[i].substring(1), Double.parseDouble(words[i + 1]));
            }
        }
    }

    private static void add(Map<String, List<Double>> metrics, String metric, double value) {
        metrics.computeIfAbsent(metric, each -> new ArrayList<>()).add(value);
    }

    private static double millisSince(long begin) {
        return (System.nanoTime() - begin) / NANOS_PER_MILLI;
    }
}
