package org.ompt4j.bench;

import java.io.File;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Measures how long a report and each export of a trace take, compared with a bare pass over its records: {@code ReadingSpeed AGENT_JAR TRACE ROUNDS}
 * prints the median of the rounds, also as a multiple of a bare pass.
 *
 * <p>Each of them runs in a JVM of its own with 512 MB; the time is that of the wall clock from its start to its end. In each round they take turns.
 */
public final class ReadingSpeed {
    private static final String BARE = "bare pass";
    private static final String EXPORTED = "exported";
    private static final List<String> FORMATS = List.of("perfetto", "speedscope", "collapsed", "firefox", "jfr");

    private ReadingSpeed() {}

    public static void main(String[] args) throws IOException, InterruptedException {
        int rounds = Integer.parseInt(args[2]);
        Path written = Files.createTempDirectory("reading");
        Path agent = Path.of(args[0]).toAbsolutePath();
        Path classes = Files.createDirectory(written.resolve("classes"));
        String classPath =
                System.getProperty("java.class.path") + File.pathSeparator + AgentClasses.unpack(agent, classes);
        Map<String, List<String>> commands = commands(agent.toString(), classPath, args[1], written);
        Map<String, List<Double>> millis = new LinkedHashMap<>();
        for (int i = 0; i < rounds; i++) {
            for (Map.Entry<String, List<String>> each : commands.entrySet()) {
                millis.computeIfAbsent(each.getKey(), what -> new ArrayList<>()).add(millisOf(each.getValue()));
                Files.deleteIfExists(written.resolve(EXPORTED));
            }
        }
        double bare = median(millis.getOrDefault(BARE, List.of()));
        millis.forEach((what, all) -> System.out.printf(
                Locale.ROOT, "%-18s %8.2f s %8.2f x%n", what, median(all) / 1000, median(all) / bare));
        deleteAll(classes);
        deleteAll(written);
    }

    private static void deleteAll(Path folder) throws IOException {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder)) {
            for (Path each : files) {
                Files.delete(each);
            }
        }
        Files.delete(folder);
    }

    private static double millisOf(List<String> command) throws IOException, InterruptedException {
        long begin = System.nanoTime();
        Process process = new ProcessBuilder(command)
                .redirectOutput(Redirect.DISCARD)
                .redirectError(Redirect.INHERIT)
                .start();
        if (process.waitFor() != 0) {
            throw new IOException("failed: " + String.join(" ", command));
        }
        return (System.nanoTime() - begin) / 1e6;
    }

    private static Map<String, List<String>> commands(String agent, String classPath, String trace, Path written) {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        String out = written.resolve(EXPORTED).toString();
        Map<String, List<String>> commands = new LinkedHashMap<>();
        commands.put(BARE, List.of(java, "-Xmx512m", "-cp", classPath, TraceSize.class.getName(), trace));
        commands.put("report", List.of(java, "-Xmx512m", "-jar", agent, "report", trace));
        for (String each : FORMATS) {
            commands.put(
                    "export " + each,
                    List.of(java, "-Xmx512m", "-jar", agent, "export", "--format", each, "--output", out, trace));
        }
        return commands;
    }

    private static double median(List<Double> values) {
        List<Double> sorted = new ArrayList<>(values);
        Collections.sort(sorted);
        return sorted.get(sorted.size() / 2);
    }
}
